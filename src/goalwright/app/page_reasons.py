"""Why the actions of a plan mean the elements they do, on the page that is open now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from goalwright.contracts import ToolCall

if TYPE_CHECKING:
    from goalwright.app.goalwright import Goalwright
    from goalwright.contracts import Plan

# What an element is looked for to do with it, by the tool.
_PURPOSES = {
    "browsers.click": "click",
    "browsers.type": "type",
    "browsers.select": "select",
    "browsers.check": "check",
    "browsers.uncheck": "check",
    "browsers.hover": "hover",
    "browsers.read": "read",
}
# What leaves a page as it is, so far as others look for something on it.
_STAYING = frozenset({"browsers.type", "browsers.check", "browsers.uncheck", "browsers.read"})


async def page_reasons(gw: Goalwright, plan: Plan) -> Mapping[str, str]:
    """What each action means on the open page, as long as none before it changes that; no browser is started."""
    from goalwright.tools.browser.page_tool import PageTool
    from goalwright.tools.late_tool import LateTool

    reasons: dict[str, str] = {}
    for action in plan.actions:
        tool, entry = action.tool or "", gw.registry.entry(action.tool or "")
        if not tool.startswith("browsers."):
            continue
        is_about_element = tool in _PURPOSES and isinstance(action.args.get("selector"), str)
        late = entry.tool if is_about_element and entry is not None else None
        if isinstance(late, LateTool) and isinstance(late.made, PageTool):
            call = ToolCall(tool=tool, action_id=action.action_id, args=action.args, touches=action.touches)
            if reason := await late.made.reason(call, _PURPOSES[tool]):
                reasons[action.action_id] = reason
        if tool not in _STAYING:
            break
    return reasons
