"""Boxes of pages (alert, confirm, prompt, "leave this page?") that came when no command was there to see them.

The browser lets a box be answered only by a session that was there when it opened. So the keeper has one with each
page, and answers with Cancel for a client that asks it to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

CANCEL_BOXES = "Goalwright.cancelBoxes"
"""The method that the keeper answers itself: it closes all boxes and tells what they said."""


class OpenBoxes:
    """The open boxes of all pages, by the keeper's sessions with them."""

    def __init__(self, say: Callable[..., int]) -> None:
        self._say = say
        self._open: dict[str, dict[str, str]] = {}
        say(
            "Target.setAutoAttach",
            autoAttach=True,
            waitForDebuggerOnStart=False,
            flatten=True,
            filter=[{"type": "page"}],
        )

    def hear(self, message: dict[str, Any]) -> None:
        """Take a message of the browser that is for no client."""
        method, session, params = message.get("method"), message.get("sessionId", ""), message.get("params", {})
        if method == "Target.attachedToTarget" and params["targetInfo"]["type"] == "page":
            self._say("Page.enable", params["sessionId"])
        elif method == "Page.javascriptDialogOpening":
            self._open[session] = {"kind": params["type"], "text": params["message"]}
        elif method in ("Page.javascriptDialogClosed", "Target.detachedFromTarget"):
            self._open.pop(params.get("sessionId", session), None)

    def cancelled(self) -> list[dict[str, str]]:
        """Answer all boxes with Cancel; what they said."""
        for session in self._open:
            self._say("Page.handleJavaScriptDialog", session, accept=False)
        boxes, self._open = list(self._open.values()), {}
        return boxes
