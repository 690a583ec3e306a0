"""A desk with the odd server on it: folders of its own, and a file that says how the server behaves."""

from __future__ import annotations

import asyncio
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goalwright import Goalwright
from goalwright.app.mcp_servers import McpServers, new_record
from goalwright.contracts import RunReport
from goalwright.interpret.goals_file import read_goals

SCRIPT = Path(__file__).with_name("odd_server.py")


@dataclass(frozen=True, slots=True)
class OddDesk:
    folder: Path

    @property
    def config(self) -> Path:
        return self.folder / "config"

    def application(self) -> Goalwright:
        return Goalwright(home=self.folder / "state", cwd=self.folder / "work", config=self.config)

    def behave(self, mode: str) -> Path:
        (self.folder / "work").mkdir(parents=True, exist_ok=True)
        file = self.folder / "mode"
        file.write_text(mode)
        return file

    def add(self, mode: str = "plain", name: str = "odd", **more: Any) -> Any:
        command = (sys.executable, "-I", "-S", str(SCRIPT), str(self.behave(mode)))
        with closing(self.application()) as gw:
            return asyncio.run(McpServers(gw).add(new_record(name, command=command, **more), {}))

    def trust(self, *tools: str, risk: str = "none") -> None:
        with closing(self.application()) as gw:
            McpServers(gw).trust("odd", tools, risk)

    def run(self, *goals: dict[str, Any], mode: str = "plain", approve: Any = True) -> RunReport:
        self.behave(mode)

        async def done() -> RunReport:
            async with self.application() as gw:
                return await gw.run(read_goals(_text(goals), "goals", gw.rules), approve=approve)

        return asyncio.run(done())


def echo(text: Any = "hello") -> dict[str, Any]:
    return {"domain": "odd", "verb": "echo", "params": {"text": text}}


def _text(goals: tuple[dict[str, Any], ...]) -> str:
    import json

    return json.dumps({"goals": list(goals)})
