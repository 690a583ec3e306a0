"""Users of this machine that a test makes, acts as, and removes; only root can."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[1] / "src"


@dataclass(frozen=True)
class User:
    """A user of this machine, and the Python that all users can run."""

    uid: int
    python: str

    def command(self, *words: str) -> list[str]:
        become = ["setpriv", f"--reuid={self.uid}", f"--regid={self.uid}", "--clear-groups"]
        return [*(become if self.uid else ()), self.python, *words]

    @property
    def environment(self) -> dict[str, str]:
        paths = os.pathsep.join((str(SOURCE), sysconfig.get_path("purelib")))
        kept = {name: os.environ[name] for name in ("PATH", "PLAYWRIGHT_BROWSERS_PATH") if name in os.environ}
        return {**kept, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}

    def told(self, *words: str) -> Any:
        """What a program of this user prints as JSON."""
        done = subprocess.run(
            self.command(*words),
            capture_output=True,
            text=True,
            env=self.environment,
            cwd="/",
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


def python_for_all() -> str:
    """A Python that other users can run too: one in root's home is not."""
    for python in (sys.executable, "/usr/bin/python3"):
        asked = (
            "import os, sys; sys.exit(sys.version_info < (3, 11) or not os.access(os.path.realpath(sys.executable), 1))"
        )
        if subprocess.run(User(65534, python).command("-c", asked), check=False, cwd="/").returncode == 0:
            return python
    pytest.skip("no Python here can be run by other users")


@contextmanager
def account(name: str, python: str) -> Iterator[User]:
    subprocess.run(["useradd", "--no-create-home", "--user-group", name], check=True)
    try:
        uid = subprocess.run(["id", "-u", name], check=True, capture_output=True, text=True).stdout
        yield User(int(uid), python)
    finally:
        subprocess.run(["userdel", "--force", name], check=False, capture_output=True)
