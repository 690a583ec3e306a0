"""system.notify: show a text on the desktop, as it is written. Whether it was read cannot be seen."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import Any, Protocol

from goalwright.contracts import Before, Tool, ToolCall
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.bus import BusAddress, BusFault, bus_problem, connected
from goalwright.tools.desktop.displays import NOT_LINUX, lacks_package
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

TITLE = "Goalwright"
LONGEST = 500
_KEPT = "\n\t"
_NOT_SHOWN = ("Cc", "Cs")
"""Control characters, and halves of characters that no encoding takes."""
DAEMON = BusAddress("org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications")
_NEW, _USUAL_TIME = 0, -1
_NO_DAEMON = (
    "no notification daemon is running: start the desktop's own, or install one "
    "(`sudo apt-get install dunst`) and start it"
)
SHOWN_WITHIN_S = 10.0


def make_tools(_services: Services) -> Mapping[str, Tool]:
    notices: Notices = LibraryNotices() if sys.platform in NOT_LINUX else DesktopNotices()
    return notify_tools(notices)


def missing(_services: Services) -> Mapping[str, str]:
    why = lacks_package("desktop_notifier", "desktop-notifier") if sys.platform in NOT_LINUX else bus_problem("session")
    return {"system.notify": why} if why else {}


class Notices(Protocol):
    """Where short texts appear on the desktop for a while. What cannot be shown is a ToolFailure."""

    def show(self, title: str, text: str) -> None:
        """Show a text, letter by letter as it is: nothing in it is markup."""


def notify_tools(notices: Notices) -> dict[str, Tool]:
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


class DesktopNotices:
    """The Notices of Linux: the desktop's notification daemon, over D-Bus."""

    def show(self, title: str, text: str) -> None:
        import html

        with connected("session") as bus:
            try:
                # Escaped without asking: daemons read markup also where they do not list it among what they can do.
                body = html.escape(text, quote=False)
                bus.call(DAEMON, "Notify", "susssasa{sv}i", TITLE, _NEW, "", title, body, [], {}, _USUAL_TIME)
            except BusFault as fault:
                if fault.is_unowned or "Spawn" in fault.name:
                    raise ToolFailure(_NO_DAEMON) from None
                raise


class LibraryNotices:
    """The Notices of Windows and macOS, through desktop-notifier."""

    def show(self, title: str, text: str) -> None:
        import asyncio

        library = import_module("desktop_notifier")

        async def show() -> None:
            notifier = library.DesktopNotifier(app_name=TITLE)
            await asyncio.wait_for(notifier.send(title=title, message=text), SHOWN_WITHIN_S)

        try:
            asyncio.run(show())
        except TimeoutError:
            raise ToolFailure("the system does not show notifications: allow them in its settings") from None
