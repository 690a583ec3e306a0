"""The Notices of Windows and macOS, through desktop-notifier."""

from __future__ import annotations

import asyncio
from importlib import import_module

from goalwright.errors import ToolFailure

APP = "Goalwright"
SHOWN_WITHIN_S = 10.0


class LibraryNotices:
    """Notices through whatever the system has for them."""

    def show(self, title: str, text: str) -> None:
        library = import_module("desktop_notifier")

        async def show() -> None:
            notifier = library.DesktopNotifier(app_name=APP)
            await asyncio.wait_for(notifier.send(title=title, message=text), SHOWN_WITHIN_S)

        try:
            asyncio.run(show())
        except TimeoutError:
            raise ToolFailure("the system does not show notifications: allow them in its settings") from None
