"""The other end of a peer's pipe: a request a line in, an answer a line out, until the pipe closes."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


class Stopwatch:
    """Seconds spent inside `running`: of the clock on the wall, and of the processor."""

    wall_s = cpu_s = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        self.wall_s += time.perf_counter() - wall
        self.cpu_s += time.process_time() - cpu


def answer(ways: dict[str, Callable[[int, int, Path, Stopwatch], None]]) -> None:
    """Do what is asked: {"way", "size", "width", "file"} is answered with {"wall_s", "cpu_s", "bytes"} or {"error"}.

    A way gets size, width, the file for its database and a stopwatch to run while it works. The first answer, empty,
    says that everything is imported and was tried once.
    """
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the libraries print must not be taken for an answer
    with tempfile.TemporaryDirectory() as folder:
        for number, way in enumerate(ways.values()):
            way(20, 1, Path(folder) / f"{number}.db", Stopwatch())
    print("{}", file=answers, flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        file, watch = Path(asked["file"]), Stopwatch()
        try:
            ways[asked["way"]](asked["size"], asked["width"], file, watch)
            said: dict[str, object] = {"wall_s": watch.wall_s, "cpu_s": watch.cpu_s, "bytes": file.stat().st_size}
        except Exception as error:  # noqa: BLE001  # at the door: a peer that breaks is reported, and the rest goes on
            said = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(said), file=answers, flush=True)
