"""A D-Bus of a test's own, with nobody on it."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_CONFIG = """<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
"""


@contextmanager
def private_bus() -> Iterator[str]:
    """The address of a bus that starts no programs, until the block ends."""
    program = shutil.which("dbus-daemon")
    if program is None:
        pytest.skip("there is no dbus-daemon: install what tests/debian-packages.txt lists")
    with tempfile.TemporaryDirectory(prefix="goalwright-bus-") as folder:  # a socket's path must be short
        config = Path(folder, "bus.conf")
        config.write_text(_CONFIG.format(socket=Path(folder, "bus")))
        command = [program, f"--config-file={config}", "--nofork", "--nopidfile", "--nosyslog", "--print-address=1"]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as daemon:
            assert daemon.stdout is not None
            try:
                yield daemon.stdout.readline().strip()  # it is told once the bus can be used
            finally:
                daemon.terminate()
