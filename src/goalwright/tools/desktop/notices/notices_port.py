"""The port of notifications."""

from __future__ import annotations

from typing import Protocol


class Notices(Protocol):
    """Where short texts appear on the desktop for a while. What cannot be shown is a ToolFailure."""

    def show(self, title: str, text: str) -> None:
        """Show a text, letter by letter as it is: nothing in it is markup."""
