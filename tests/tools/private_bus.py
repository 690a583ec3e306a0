"""A D-Bus of a test's own, with nobody on it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop.desk import until

_CONFIG = """<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
"""


@contextmanager
def private_bus(folder: Path) -> Iterator[str]:
    """The address of a bus that starts no programs, until the block ends."""
    if shutil.which("dbus-daemon") is None:
        pytest.skip("there is no dbus-daemon: install what tests/debian-packages.txt lists")
    socket = folder / "bus"
    (folder / "bus.conf").write_text(_CONFIG.format(socket=socket))
    command = ["dbus-daemon", f"--config-file={folder / 'bus.conf'}", "--nofork", "--nopidfile", "--nosyslog"]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as daemon:
        try:
            until(socket.exists)
            yield f"unix:path={socket}"
        finally:
            daemon.terminate()
