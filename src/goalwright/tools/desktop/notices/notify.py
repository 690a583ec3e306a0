"""system.notify and its port: show a text on the desktop, as it is written. Whether it was read cannot be seen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from goalwright.contracts import Before, Tool, ToolCall
from goalwright.errors import ToolFailure
from goalwright.tools.function_tool import FunctionTool

TITLE = "Goalwright"
LONGEST = 500
_KEPT = "\n\t"
_NOT_SHOWN = ("Cc", "Cs")
"""Control characters, and halves of characters that no encoding takes."""


class Notices(Protocol):
    """Where short texts appear on the desktop for a while. What cannot be shown is a ToolFailure."""

    def show(self, title: str, text: str) -> None:
        """Show a text, letter by letter as it is: nothing in it is markup."""


def notify_tools(notices: Notices) -> dict[str, Tool]:
    """The tool by name."""
    return {"system.notify": FunctionTool(act=partial(_notify, notices))}


def _notify(notices: Notices, call: ToolCall, _before: Before) -> Mapping[str, Any]:
    text = call.args.get("text")
    text = text if isinstance(text, str) else ""
    shown = showable(text)
    if not shown:
        raise ToolFailure("there is nothing to show: say what the notification should read")
    notices.show(TITLE, shown)
    is_cut = shown.endswith("…") and len(shown) < len(text.strip())
    return {"text": f"The notification was sent{', cut short' if is_cut else ''}.", "shown": shown, "cut": is_cut}


def showable(text: str) -> str:
    """The text without what cannot be shown; a long one ends at a word, with three dots."""
    import unicodedata

    lines = text[: 20 * LONGEST].replace("\r\n", "\n").replace("\r", "\n")
    clean = "".join(sign for sign in lines if sign in _KEPT or unicodedata.category(sign) not in _NOT_SHOWN).strip()
    if len(clean) <= LONGEST:
        return clean
    begun = clean[: LONGEST - 1]
    words = begun.rpartition(" ")[0]
    return (words if len(words) > LONGEST // 2 else begun).rstrip() + "…"
