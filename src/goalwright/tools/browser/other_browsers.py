"""Browsers that can be started but not steered: "open firefox" starts Firefox, and pages stay with our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts import Fact, Tool, ToolCall, ToolResult, Verdict
from goalwright.dataclass import dataclass

_ANY = ("", "browser")


@dataclass(frozen=True, slots=True)
class EitherBrowser:
    """The tool that opens a browser: `own` for one that can be steered, `other` for one that is an app like others.

    Whichever browser is here stands for all that are `steered`.
    """

    own: Tool
    other: Tool
    steered: frozenset[str]

    def chosen(self, call: ToolCall) -> Tool:
        name = str(call.args.get("app", "")).casefold()
        return self.own if name in _ANY or name in self.steered else self.other

    def resources(self, call: ToolCall) -> tuple[str, ...]:
        return self.chosen(call).resources(call)

    async def fingerprint(self, resource: str) -> str:
        return await self.own.fingerprint(resource)

    async def look(self, call: ToolCall) -> Mapping[str, Any]:
        return await self.chosen(call).look(call)

    async def run(self, call: ToolCall, before: Mapping[str, Any]) -> ToolResult:
        return await self.chosen(call).run(call, before)

    async def verify(self, call: ToolCall, before: Mapping[str, Any]) -> Verdict:
        return await self.chosen(call).verify(call, before)

    def facts(self, call: ToolCall) -> tuple[Fact, ...]:
        return self.chosen(call).facts(call)

    async def inverse(self, call: ToolCall, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return await self.chosen(call).inverse(call, before)

    async def undo(self, call: ToolCall, before: Mapping[str, Any], inverse: Mapping[str, Any]) -> None:
        await self.chosen(call).undo(call, before, inverse)


def start_other(call: ToolCall, _before: Mapping[str, Any]) -> Mapping[str, Any]:
    """Start the app of that name."""
    from goalwright.tools.desktop.apps.launching import start_app

    return start_app(call.args["app"])
