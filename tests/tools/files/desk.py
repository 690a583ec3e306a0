"""A folder to work in, and the file tools at work there as the executor would use them."""

from __future__ import annotations

import asyncio
import os
import stat
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from goalwright.contracts import NEVER, StopSignal, Tool, ToolCall
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.tools.files.file_tools import make_tools
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

NOW = 1_750_000_000.0


class Done(NamedTuple):
    """A call that was made, with all that the journal would know about it."""

    tool: Tool
    call: ToolCall
    before: Mapping[str, Any]
    output: Mapping[str, Any]
    inverse: Mapping[str, Any] | None

    def undo(self) -> None:
        assert self.inverse is not None
        asyncio.run(self.tool.undo(self.call, self.before, self.inverse))

    def verify(self) -> str:
        return asyncio.run(self.tool.verify(self.call, self.before))


@dataclass
class StopAfter:
    """A wish to stop that is there once it was asked for so often."""

    left: int

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


@dataclass
class Desk:
    """`root` is the allowed folder, `keep` the run's own, `trash` where deleted things go (None: the desktop's)."""

    root: Path
    keep: Path
    trash: Path | None = None
    calls: int = 0
    tools: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        trash = str(self.trash) if self.trash is not None else None
        self.tools = dict(make_tools(Services(roots=AllowedRoots([self.root]), trash=trash, clock=lambda: NOW)))

    def tool(self, name: str) -> Any:
        """A FunctionTool, whose parts tests may call one by one."""
        return self.tools[f"files.{name}"]

    def call(
        self, name: str, path: str | Path, *, risk: Any = "low", stop: StopSignal = NEVER, **args: Any
    ) -> ToolCall:
        self.calls += 1
        return ToolCall(
            tool=f"files.{name}",
            action_id=f"g{self.calls}",
            args={"path": os.fspath(self.root / path), **args},
            run_id="run",
            risk=risk,
            keep=str(self.keep),
            stop=stop,
        )

    def look(self, name: str, path: str | Path, **more: Any) -> tuple[ToolCall, Mapping[str, Any]]:
        call = self.call(name, path, **more)
        return call, asyncio.run(self.tool(name).look(call))

    def do(self, name: str, path: str | Path, **more: Any) -> Done:
        """Look, run, verify, and take down the inverse; the effect must be seen wherever it can be."""
        return asyncio.run(self._do(self.tool(name), self.call(name, path, **more)))

    async def _do(self, tool: Tool, call: ToolCall) -> Done:
        before = await tool.look(call)
        result = await tool.run(call, before)
        assert result.ok
        assert await tool.verify(call, before) in ("yes", "unobservable")
        return Done(tool, call, before, result.output, await tool.inverse(call, before))

    def at_once(self, name: str, looked: Sequence[tuple[ToolCall, Mapping[str, Any]]]) -> list[str]:
        """What comes of calls that were looked at and act all at the same time: done, or why not."""
        told: list[str] = []
        tool = self.tool(name)
        assert isinstance(tool, FunctionTool)

        def act(call: ToolCall, before: Mapping[str, Any]) -> None:
            try:
                tool.act(call, before)
                told.append("done")
            except ToolFailure as failure:
                told.append(str(failure))

        threads = [threading.Thread(target=act, args=call) for call in looked]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return told

    def output(self, name: str, path: str | Path, **more: Any) -> Mapping[str, Any]:
        return self.do(name, path, **more).output

    def print_of(self, path: str | Path) -> str:
        return str(asyncio.run(self.tool("write_file").fingerprint(f"path:{self.root / path}")))

    def tree(self) -> dict[str, tuple[Any, ...]]:
        return tree(self.root)


def tree(top: Path) -> dict[str, tuple[Any, ...]]:
    """Everything below a folder: kind and mode, of files also the time and the bytes, of links the target."""
    found: dict[str, tuple[Any, ...]] = {}
    for folder, folders, files in os.walk(top):
        for name in folders + files:
            path = Path(folder, name)
            found[str(path.relative_to(top))] = _picture(path)
    return found


def _picture(path: Path) -> tuple[Any, ...]:
    seen = path.lstat()
    mode = stat.S_IMODE(seen.st_mode)
    if stat.S_ISLNK(seen.st_mode):
        return "link", str(path.readlink())
    if stat.S_ISREG(seen.st_mode):
        return "file", mode, seen.st_mtime_ns, path.read_bytes()
    return "folder" if stat.S_ISDIR(seen.st_mode) else "other", mode
