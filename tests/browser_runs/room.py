"""A home with a browser of its own, in which sentences are carried out through the command line or the app."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cli.command import COMMAND, Cli, Outcome, QuickCli
from goalwright.app import Goalwright
from tools.browsers.page_desk import wait_for_end

TESTS = Path(__file__).parents[1]
NO_WINDOW = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Room(QuickCli):
    """Runs the command inside the process of the tests; `process` has the real one."""

    def environment(self, **changes: str) -> dict[str, str]:
        return QuickCli.environment(self, **{**NO_WINDOW, **changes})

    def do(self, *arguments: str, code: int = 0, **environment: str) -> Any:
        """The document of a command that ends with this code."""
        outcome = self(*arguments, "--json", environment=environment)
        assert outcome.code == code, outcome
        return outcome.document

    def act(self, *goals: Mapping[str, Any], code: int = 0, **environment: str) -> Any:
        """The document of a run of goals, each after the one before it."""
        chained = [{**goal, "scope": f"after:g{at - 1}" if at else "root"} for at, goal in enumerate(goals)]
        return self.do("--goals", self.goals(*chained), code=code, **environment)

    def seen(self, sentence: str, **environment: str) -> Mapping[str, Any]:
        """What the only observing action of a sentence saw."""
        (answer,) = self.do(sentence, **environment)["answers"]
        output = answer["output"]
        assert isinstance(output, dict)
        return output

    def output(self, sentence: str, **environment: str) -> Mapping[str, Any]:
        """What the last action of a sentence told."""
        outcomes = self.do(sentence, **environment)["outcomes"]
        output = list(outcomes.values())[-1]["output"]
        assert isinstance(output, dict)
        return output

    def error(self, sentence: str, code: int = 5, **environment: str) -> str:
        """Why the first action of a sentence that fails did so."""
        outcomes = self.do(sentence, code=code, **environment)["outcomes"].values()
        return str(next(outcome["error"] for outcome in outcomes if outcome["error"]))

    @property
    def real(self) -> Cli:
        return Cli(folder=self.folder)

    def process(self, *arguments: str, **environment: str) -> Outcome:
        """The real command, to its end."""
        return self.real(*arguments, environment={**NO_WINDOW, "PYTHONPATH": PATHS, **environment})

    def started(self, *arguments: str) -> subprocess.Popen[str]:
        """The real command, begun."""
        return subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=self.folder,
            env=self.environment(PYTHONPATH=PATHS),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    @contextmanager
    def app(self) -> Iterator[Goalwright]:
        """The app itself, in the same home."""
        wanted = self.environment()
        with self.patch.context() as patch:
            for name in ("HOME", *NO_WINDOW):
                patch.setenv(name, wanted[name])
            yield Goalwright(home=self.folder / "state", cwd=self.folder, config=self.folder / "config")

    @property
    def pid(self) -> int:
        return browser_of(self.folder)

    def kill_browser(self) -> None:
        pid = self.pid
        os.kill(pid, signal.SIGKILL)
        wait_for_end(pid)


PATHS = os.pathsep.join(map(str, (TESTS.parent / "src", TESTS)))


def browser_of(folder: Path) -> int:
    """The process of the browser that was started in a home."""
    record = json.loads((folder / "state" / "browser" / "browser.json").read_text(encoding="utf-8"))
    return int(record["pid"])


def make_home(folder: Path) -> Path:
    (folder / "home" / "Downloads").mkdir(parents=True)
    return folder


def close_browser(folder: Path) -> None:
    """End the browser of a home, if one runs."""
    with suppress(OSError, ProcessLookupError):
        pid = browser_of(folder)
        os.kill(pid, signal.SIGTERM)
        wait_for_end(pid)


def room_in(folder: Path, patch: pytest.MonkeyPatch, streams: pytest.CaptureFixture[str]) -> Room:
    return Room(folder=folder, patch=patch, streams=streams)
