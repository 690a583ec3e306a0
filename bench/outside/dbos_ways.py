"""DBOS on SQLite: one workflow, a step for each action.

By default DBOS leaves SQLite in its slow rollback mode and lets its connections compete for the one writer, so the
file is set to WAL before (synchronous stays FULL) and the pool is made small. Launching is not timed.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from answering import Stopwatch, answer
from dbos import DBOS


@DBOS.step()
async def act(number: int) -> int:
    return number


@DBOS.workflow()
async def flow(size: int, width: int) -> int:
    done = 0
    for start in range(0, size, width):
        if width == 1:
            await act(start)
            done += 1
        else:
            done += len(await asyncio.gather(*(act(start + place) for place in range(width))))
    return done


def steps(size: int, width: int, file: Path, watch: Stopwatch) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
    DBOS(
        config={
            "name": "bench",
            "system_database_url": f"sqlite:///{file}",
            "sys_db_pool_size": 2,
            "log_level": "ERROR",
        }
    )
    DBOS.launch()
    try:
        done = asyncio.run(_timed(size, width, watch))
    finally:
        DBOS.destroy()
    if done != size:
        raise RuntimeError(f"did {done} of {size}")


async def _timed(size: int, width: int, watch: Stopwatch) -> int:
    with watch.running():
        return int(await flow(size, width))


if __name__ == "__main__":
    answer({"steps": steps})
