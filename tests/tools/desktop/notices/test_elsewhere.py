"""Notifications of Windows and macOS, with a stand-in for the library that shows them there."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.notices.notices_family import LibraryNotices, notify_tools
from tools.desktop.hands import Hands


class Library:
    """desktop_notifier as far as it is used; with `is_denied` the system shows nothing, ever."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[tuple[str, str, str]] = []
        self.is_denied = False
        module = ModuleType("desktop_notifier")
        vars(module)["DesktopNotifier"] = self._notifier
        monkeypatch.setitem(sys.modules, "desktop_notifier", module)

    def _notifier(self, app_name: str) -> Library:
        self.app = app_name
        return self

    async def send(self, title: str, message: str) -> None:
        if self.is_denied:
            raise TimeoutError
        self.sent.append((self.app, title, message))


def test_the_text_goes_to_the_library_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    library = Library(monkeypatch)
    hands = Hands(notify_tools(LibraryNotices()), "system.")
    hands.do("notify", text="<b>done</b> & dusted")
    assert library.sent == [("Goalwright", "Goalwright", "<b>done</b> & dusted")]
    library.is_denied = True
    with pytest.raises(ToolFailure, match="allow them in its settings"):
        hands.do("notify", text="more")
