"""A service that is killed at any boundary of a firing: the next one does what is left, and nothing twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from jobs.firing_kills import told, world

HERE = Path(__file__)
EVERY = 1 if os.environ.get("GOALWRIGHT_TEST_ROUNDS") else 30
"""Which boundaries are tried; with rounds, each of them."""
FIRST = 3


def service(folder: Path, boundary: int) -> int:
    """Do jobs in a process of its own, which dies at that boundary, unless it came to its end before.

    If all was done by an earlier one, the signal that ends it may come before it is there to hear it.
    """
    paths = os.pathsep.join([str(HERE.parents[2] / "src"), str(HERE.parents[1])])
    done = subprocess.run(
        [sys.executable, str(HERE.with_name("firing_kills.py")), str(folder), str(boundary)],
        env={
            **{name: value for name, value in os.environ.items() if not name.startswith("GOALWRIGHT")},
            **{"PYTHONPATH": paths, "HOME": str(folder)},
            **{"GOALWRIGHT_HOME": str(folder / "state"), "GOALWRIGHT_CONFIG": str(folder / "config")},
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode in (0, -signal.SIGTERM, -signal.SIGKILL), done.stderr[-4_000:]
    return done.returncode


@pytest.mark.slow
def test_a_killed_service_fires_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    boundary, killed = FIRST, 0
    while True:
        folder = tmp_path / str(boundary)
        monkeypatch.setenv("HOME", str(folder))
        world(folder)
        is_over = service(folder, boundary) != -signal.SIGKILL
        if not is_over:
            killed += 1
            assert service(folder, 0) != -signal.SIGKILL
        found = told(folder)
        assert (found["log"].strip(), found["in"], found["out"]) == ("hello", [], ["came.txt"]), (boundary, found)
        assert found["runs"] == [("job ", "success")] * 2, (boundary, found)
        assert found["firings"] == [[("done", "success")]] * 2, (boundary, found)
        if is_over:
            break
        boundary += EVERY
    assert killed
