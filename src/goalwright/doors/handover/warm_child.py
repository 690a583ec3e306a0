"""The warm process as the service has it: a child that ends with it, in whichever way that is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_MODULE = "goalwright.doors.handover.warm_process"
_LEAVING_S = 2.0


@contextmanager
def warm_child(folder: Path) -> Iterator[None]:
    """While the block runs, commands of the same user are taken at a socket in `folder`, where the system can do that.

    Commands that are at work at the end go on, each for its caller.
    """
    if sys.platform != "linux":  # other systems have no way to see who calls, or none to pass on open files
        yield
        return
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", _MODULE, str(folder.absolute())],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C at the service is not meant for the commands of others
    )
    try:
        yield
    finally:
        if child.stdin is not None:
            child.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            child.wait(_LEAVING_S)
