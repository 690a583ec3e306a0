"""List what was done lately in a folder, and take the last of it back.

Shows: the history of runs, what an undo would do before it does it, an undo that refuses where things have changed.

    python examples/undo_last.py ~/Downloads
    python examples/undo_last.py ~/Downloads --undo
"""

from __future__ import annotations

import argparse
import asyncio
from datetime import datetime
from pathlib import Path

from goalwright import Goalwright
from goalwright.errors import WorldDrifted


async def look_back(folder: Path, *, is_undoing: bool) -> int:
    async with Goalwright(cwd=folder) as gw:
        runs = [run for run in gw.history(limit=50) if Path(run.cwd) == folder]
        for run in runs:
            when = datetime.fromtimestamp(run.created_at).strftime("%Y-%m-%d %H:%M")
            print(f"{when}  {run.run_id}  {'undone' if run.undone else run.status}  {run.text}")
        last = next((run for run in runs if not run.undone), None)
        if last is None or not is_undoing:
            return 0
        try:
            taken_back = await gw.undo(last.run_id)
        except WorldDrifted as drifted:
            print(f"Left as it is: {drifted}")
            return drifted.exit_code
        print(f"Taken back: {', '.join(taken_back.undone)}")
        return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What was done lately in a folder.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--undo", action="store_true", help="take the last run back")
    given = parser.parse_args()
    raise SystemExit(asyncio.run(look_back(given.folder.expanduser().resolve(), is_undoing=given.undo)))
