"""The real command, run in a process of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from goalwright.doors.cli import entry

SOURCES = Path(__file__).parents[3] / "src"
COMMAND = (sys.executable, "-P", "-m", "goalwright")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)

    def require_one_line(self, code: int, *words: str) -> None:
        """It ended with this code and said so in one line on stderr, with these words and no traceback."""
        assert (self.code, self.out) == (code, ""), self
        assert self.err.startswith("goalwright: "), self
        assert self.err.count("\n") == 1, self
        assert self.err.endswith("\n"), self
        assert "Traceback" not in self.err
        assert all(word in self.err for word in words), self


@dataclass(frozen=True, slots=True, kw_only=True)
class Cli:
    """Runs `goalwright` in a folder, with folders for settings and state, and a home, that start out empty."""

    folder: Path

    @property
    def home(self) -> Path:
        return self.folder / "home"

    def write(self, name: str, content: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return path

    @property
    def rules(self) -> Path:
        folder = self.folder / "config" / "rules"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def environment(self, **changes: str) -> dict[str, str]:
        foreign = ("PYTHON", "GOALWRIGHT", "XDG_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        ours = {
            "PYTHONPATH": str(SOURCES),
            "PYTHONUTF8": "1",
            "HOME": str(self.home),
            "GOALWRIGHT_CONFIG": str(self.folder / "config"),
            "GOALWRIGHT_HOME": str(self.folder / "state"),
            "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
        }
        return kept | ours | changes

    def __call__(
        self, *arguments: str, stdin: str | bytes = b"", environment: Mapping[str, str] | None = None
    ) -> Outcome:
        done = subprocess.run(
            [*COMMAND, *arguments],
            cwd=self.folder,
            env=self.environment(**(environment or {})),
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            check=False,
            timeout=120,
        )
        return Outcome(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())

    def goals(self, *goals: Mapping[str, Any], name: str = "goals.json") -> str:
        """Write a goals file and return its name."""
        (self.folder / name).write_text(json.dumps({"goals": goals}, ensure_ascii=False), encoding="utf-8")
        return name


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickCli(Cli):
    """Runs the same command inside the process of the tests, which saves its start."""

    patch: pytest.MonkeyPatch
    streams: pytest.CaptureFixture[str]

    def __call__(
        self, *arguments: str, stdin: str | bytes = b"", environment: Mapping[str, str] | None = None
    ) -> Outcome:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        wanted = self.environment(**(environment or {}))
        self.streams.readouterr()
        with self.patch.context() as patch:
            for name in os.environ.keys() - wanted.keys():
                patch.delenv(name)
            for name, value in wanted.items():
                patch.setenv(name, value)
            patch.chdir(self.folder)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
            code = entry.run(arguments)
        out, err = self.streams.readouterr()
        return Outcome(code=code, out=out, err=err)


def goal(name: str, scope: str = "root", **params: Any) -> dict[str, Any]:
    domain, _, verb = name.partition(".")
    return {"domain": domain, "verb": verb, "params": params, "scope": scope}
