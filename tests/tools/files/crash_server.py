"""A process that runs parts of tools in children and kills them on the way; started by `crashes.py`.

Each line of its input is a job. The child counts its calls of the system and is killed before or in the middle of a
chosen one, or by its parent a moment later.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from goalwright.contracts import ToolCall
from goalwright.disk import renames
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import GoalwrightError
from goalwright.tools.files.file_tools import make_tools
from goalwright.tools.services import Services

COUNTED = "write fsync rename replace link symlink unlink rmdir mkdir ftruncate utime fchmod fchown chmod".split()


def kill_at(number: int, how: str) -> None:
    """Wrap the calls that change a disk: this process dies before the `number`th, or halfway through that write."""
    left = number

    def counting(function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **kwargs: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                die()
            return function(*args, **kwargs)

        return counted

    def writing(file: int, piece: Any) -> int:
        nonlocal left
        left -= 1
        if left == 0:
            plain["write"](file, piece[: len(piece) // 2])
            die()
        return int(plain["write"](file, piece))

    def opening(path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
        chosen = counted_open if flags & os.O_CREAT else plain["open"]
        return int(chosen(path, flags, *args, **kwargs))

    plain = {name: getattr(os, name) for name in ["open", *COUNTED]}
    if how == "half":
        os.write = writing
        return
    counted_open = counting(os.open)
    os.open = opening
    for name in COUNTED:
        setattr(os, name, counting(plain[name]))
    system_call = renames._system_call()
    if system_call is not None:
        counted_call = counting(system_call)
        renames._system_call = lambda: counted_call  # type: ignore[assignment]  # cached in the original


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)


def work(job: dict[str, Any]) -> None:
    """The part of the tool that the job names."""
    services = Services(roots=AllowedRoots(job["roots"]), trash=job["trash"], clock=lambda: 1_750_000_000.0)
    tool: Any = make_tools(services)[job["call"]["tool"]]
    call = ToolCall(**job["call"])
    if job["number"]:
        kill_at(job["number"], job["how"])
    if job["part"] == "act":
        tool.act(call, job["before"])
    else:
        tool.take_back(call, job["before"], job["inverse"])


def serve() -> None:
    for line in sys.stdin:
        job = json.loads(line)
        inlet, outlet = os.pipe()
        pid = os.fork()
        if pid == 0:
            plain_write = os.write
            try:
                work(job)
                plain_write(outlet, b"done")
            except GoalwrightError as error:
                plain_write(outlet, str(error).encode())
            finally:
                os._exit(0)
        os.close(outlet)
        if job["seconds"] is not None:
            select.select([inlet], [], [], job["seconds"])
            os.kill(pid, signal.SIGKILL)
        told = os.read(inlet, 10_000).decode()
        os.close(inlet)
        os.waitpid(pid, 0)
        sys.stdout.write(json.dumps(told or "killed") + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
