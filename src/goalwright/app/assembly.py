"""Assembly: the parts, wired, and what is made of several of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from goalwright.app.wiring import Wiring

if TYPE_CHECKING:
    from collections.abc import Mapping

    from goalwright.contracts import ToolCall


class Assembly(Wiring):
    """All parts of an application."""

    def next_stage(self, call: ToolCall) -> Mapping[str, Any]:
        from goalwright.app.staging import next_stage  # few runs look in their middle

        return next_stage(self, call)
