"""A desk to which servers of others can be added, each spoken to by the command's own application."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goalwright import Goalwright
from goalwright.app.mcp_servers import McpServers, new_record
from goalwright.contracts import RunReport, UndoReport


@dataclass(frozen=True, slots=True)
class OthersDesk:
    folder: Path

    @property
    def work(self) -> Path:
        return self.folder / "work"

    def application(self) -> Goalwright:
        self.work.mkdir(exist_ok=True, parents=True)
        return Goalwright(home=self.folder / "state", cwd=self.work, config=self.folder / "config")

    def add(self, name: str, *command: str) -> set[str]:
        """Add a server; the names of its tools."""
        with closing(self.application()) as gw:
            record = asyncio.run(McpServers(gw).add(new_record(name, command=command), {}))
        return {tool.called for tool in record.tools}

    def run(self, source: str | list[dict[str, Any]], approve: Any = True) -> RunReport:
        """Do what a sentence or goals say."""

        async def done() -> RunReport:
            async with self.application() as gw:
                goals = source if isinstance(source, str) else gw.goals_from(json.dumps({"goals": source}), "goals")
                return await gw.run(goals, approve=approve)

        return asyncio.run(done())

    def undo(self, run_id: str) -> UndoReport:
        async def done() -> UndoReport:
            async with self.application() as gw:
                return await gw.undo(run_id)

        return asyncio.run(done())


def text_of(report: RunReport, action: str) -> str:
    """What an action saw, if the run was a success."""
    assert report.status == "success", report
    return str(report.outcomes[action].output["text"])
