"""The tools of the clipboard by name, and which of them this machine lacks."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.clipboard.clipboard_tools import READ, WRITE, Clip, clipboard_tools
from goalwright.tools.desktop.clipboard.linux_clipboard import LinuxClipboard, find_helper
from goalwright.tools.desktop.displays import NOT_LINUX, lacks_package
from goalwright.tools.services import Services


def make_tools(_services: Services) -> Mapping[str, Tool]:
    return clipboard_tools(PyperclipClipboard() if sys.platform in NOT_LINUX else LinuxClipboard())


def missing(_services: Services) -> Mapping[str, str]:
    if sys.platform in NOT_LINUX:
        why = lacks_package("pyperclip")
    else:
        helper = find_helper()
        why = helper if isinstance(helper, str) else ""
    return dict.fromkeys((READ, WRITE), why) if why else {}


class PyperclipClipboard:
    """The `Clipboard` of Windows or macOS; anything that is not text looks empty."""

    def read(self) -> Clip:
        import pyperclip  # type: ignore[import-untyped,unused-ignore]  # it has no types

        try:
            return Clip(text=str(pyperclip.paste() or ""))
        except pyperclip.PyperclipException as error:
            raise _failure(error) from error

    def write(self, text: str) -> None:
        import pyperclip

        try:
            pyperclip.copy(text)
        except pyperclip.PyperclipException as error:
            raise _failure(error) from error


def _failure(error: Exception) -> ToolFailure:
    problem = " ".join(str(error).split())
    return ToolFailure(f"the clipboard cannot be used: {problem}", is_transient=True)
