"""A home with a browser of its own, in which sentences are carried out through the command line or the app."""

from __future__ import annotations

import asyncio
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

from doors.cli.command import COMMAND, Cli, Outcome, QuickCli
from goalwright.app import Goalwright
from goalwright.contracts import RunReport
from goalwright.contracts.prepared import Prepared
from tools.browser.light_browser import light_browser
from tools.browser.page_desk import wait_for_end

TESTS = Path(__file__).parents[1]
NO_WINDOW = {"DISPLAY": "", "WAYLAND_DISPLAY": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class Room(QuickCli):
    """Runs the command inside the process of the tests; `process` has the real one."""

    browser: str = ""

    def environment(self, **changes: str) -> dict[str, str]:
        return QuickCli.environment(self, **{**NO_WINDOW, "GOALWRIGHT_BROWSER": self.browser, **changes})

    def do(self, *arguments: str, code: int = 0, **environment: str) -> Any:
        """The document of a command that ends with this code."""
        outcome = self(*arguments, "--json", environment=environment)
        assert outcome.code == code, outcome
        return outcome.document

    def act(self, *goals: Mapping[str, Any], code: int = 0, **environment: str) -> Any:
        """The document of a run of goals, each after the one before it."""
        chained = [{**goal, "scope": _after(goal, at)} for at, goal in enumerate(goals)]
        return self.do("--goals", self.goals(*chained), code=code, **environment)

    def seen(self, sentence: str, **environment: Any) -> Mapping[str, Any]:
        """What the only observing action of a sentence saw."""
        (answer,) = self.do(sentence, **environment)["answers"]
        output = answer["output"]
        assert isinstance(output, dict)
        return output

    def output(self, sentence: str, **environment: Any) -> Mapping[str, Any]:
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
        ours = {**NO_WINDOW, "GOALWRIGHT_BROWSER": self.browser, "PYTHONPATH": PATHS}
        return self.real(*arguments, environment={**ours, **environment})

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

    @property
    def pid(self) -> int:
        return browser_of(self.folder)

    def kill_browser(self) -> None:
        pid = self.pid
        os.kill(pid, signal.SIGKILL)
        wait_for_end(pid)


class OpenApp:
    """The app itself, open for many runs in one browser: what a program does that uses Goalwright."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self._runner = asyncio.Runner()
        with self._at_home():
            self.gw = Goalwright(home=folder / "state", cwd=folder, config=folder / "config")
            self.gw.registry  # noqa: B018  # what it finds depends on the environment

    def run(self, *goals: Mapping[str, Any]) -> RunReport:
        """Run goals, each after the one before it unless it says otherwise."""
        chained = [{**goal, "scope": _after(goal, at)} for at, goal in enumerate(goals)]
        with self._at_home():
            meta = self.gw.goals_from(json.dumps({"goals": chained}), "goals")
            return self._runner.run(self.gw.run(meta))

    def say(self, sentence: str) -> RunReport:
        """Run a sentence, approved."""
        with self._at_home():
            return self._runner.run(self.gw.run(sentence, approve=True))

    def undo(self, run_id: str) -> None:
        with self._at_home():
            self._runner.run(self.gw.undo(run_id))

    def prepared(self, sentence: str) -> Prepared:
        with self._at_home():
            return self.gw.prepare(sentence)

    def close(self) -> None:
        self._runner.run(self.gw.__aexit__())
        self._runner.close()
        close_browser(self.folder)

    @contextmanager
    def _at_home(self) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            ours = {**NO_WINDOW, "HOME": str(self.home), "GOALWRIGHT_BROWSER": light_browser()}
            for name, value in ours.items():
                patch.setenv(name, value)
            yield


def _after(goal: Mapping[str, Any], at: int) -> str:
    if goal.get("scope", "root") != "root" or not at:
        return str(goal.get("scope", "root"))
    return f"after:g{at - 1}"


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
