"""Browsers that can be started but not controlled: "open firefox" starts Firefox; pages stay with our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts import Tool, ToolCall
from goalwright.dataclass import dataclass
from goalwright.tools.late_tool import StandIn

_ANY = ("", "browser")


@dataclass(frozen=True, slots=True)
class EitherBrowser(StandIn):
    """The tool that opens a browser: `own` for one that can be controlled, `other` for one that is an app like others.

    The browser that is installed stands for all that are `steered`.
    """

    own: Tool
    other: Tool
    steered: frozenset[str]

    def behind(self, call: ToolCall | None) -> Tool:
        name = "" if call is None else str(call.args.get("app", "")).casefold()
        return self.own if name in _ANY or name in self.steered else self.other


def start_other(call: ToolCall, _before: Mapping[str, Any]) -> Mapping[str, Any]:
    from goalwright.tools.desktop.apps.launching import start_app

    return start_app(call.args["app"])
