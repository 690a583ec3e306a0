"""Killing tools at every moment, and going on afterwards as a resumed run would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from campaigns import IS_WHOLE
from goalwright.contracts import ToolCall
from tools.files.desk import Desk

SERVER = Path(__file__).with_name("crash_server.py")
HOW = ("before", "half")
KILLED = "killed"
DONE = "done"
EVERY = 1 if IS_WHOLE else 5
"""At each so-manieth call of the system it is killed."""


class CrashServer:
    """Runs `act` or `take_back` of a tool in a child process that is killed on the way."""

    def __init__(self) -> None:
        source = str(Path(__file__).parents[3] / "src")
        environment = {**os.environ, "PYTHONPATH": source}
        self.process = subprocess.Popen(
            [sys.executable, str(SERVER)], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def close(self) -> None:
        self.process.communicate(timeout=30)

    def run(
        self,
        desk: Desk,
        part: str,
        call: ToolCall,
        before: Mapping[str, Any],
        inverse: Mapping[str, Any] | None = None,
        *,
        number: int = 0,
        how: str = "before",
        seconds: float | None = None,
    ) -> str:
        """`done`, `killed`, or what the tool complained of."""
        told = {name: getattr(call, name) for name in ("tool", "action_id", "args", "run_id", "risk", "keep")}
        job = {
            "part": part,
            "call": told,
            "before": before,
            "inverse": inverse,
            "roots": [str(desk.root)],
            "trash": str(desk.trash) if desk.trash is not None else None,
            "number": number,
            "how": how,
            "seconds": seconds,
        }
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        return str(json.loads(self.process.stdout.readline()))


@dataclass(frozen=True)
class Case:
    """A call of a tool in a world that `lay_out` makes; `args` and `risk` are the call's."""

    tool: str
    path: str
    lay_out: Callable[[Desk], None]
    args: Mapping[str, Any]
    risk: str = "high"


def resumed(desk: Desk, call: ToolCall, before: Mapping[str, Any]) -> None:
    """What a resumed run does with an action that was begun: verify, and run it again if need be."""
    tool: Any = desk.tools[call.tool]
    if tool.check(call, before) != "yes":
        tool.act(call, before)
    assert tool.check(call, before) == "yes"


def killed_runs(server: CrashServer, fresh: Callable[[], Desk], case: Case) -> Iterator[tuple[str, Desk, Any, Any]]:
    """Every way to be killed in the middle of `act`: its name, and the desk, call and `before` that are left."""
    for how in HOW:
        for number in count(1, EVERY):
            desk = fresh()
            case.lay_out(desk)
            call, before = desk.look(case.tool, case.path, risk=case.risk, **case.args)
            told = server.run(desk, "act", call, before, number=number, how=how)
            assert told in (KILLED, DONE), told
            if told == DONE:
                assert number > 1 or how == "half"
                break
            yield f"{how} call {number}", desk, call, before


def killed_undos(server: CrashServer, fresh: Callable[[], Desk], case: Case) -> Iterator[tuple[str, Desk, Any]]:
    """Every way to be killed in the middle of `take_back`: its name, the desk that is left, and undo itself."""
    for how in HOW:
        for number in count(1, EVERY):
            desk = fresh()
            case.lay_out(desk)
            done = desk.do(case.tool, case.path, risk=case.risk, **case.args)
            told = server.run(desk, "take_back", done.call, done.before, done.inverse, number=number, how=how)
            assert told in (KILLED, DONE), told
            if told == DONE:
                break
            yield f"{how} call {number}", desk, done
