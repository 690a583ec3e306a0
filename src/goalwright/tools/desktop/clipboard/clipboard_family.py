"""The tools of the clipboard by name, and which of them this machine lacks."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.tools.desktop.clipboard.clipboard_tools import READ, WRITE, clipboard_tools
from goalwright.tools.desktop.clipboard.linux_clipboard import LinuxClipboard, find_helper
from goalwright.tools.desktop.clipboard.other_clipboard import PyperclipClipboard
from goalwright.tools.desktop.displays import NOT_LINUX, lacks_package
from goalwright.tools.services import Services


def make_tools(_services: Services) -> Mapping[str, Tool]:
    """The tools of this family by name."""
    return clipboard_tools(PyperclipClipboard() if sys.platform in NOT_LINUX else LinuxClipboard())


def missing(_services: Services) -> Mapping[str, str]:
    """Which of these cannot be used here, and why."""
    if sys.platform in NOT_LINUX:
        why = lacks_package("pyperclip")
    else:
        helper = find_helper()
        why = helper if isinstance(helper, str) else ""
    return dict.fromkeys((READ, WRITE), why) if why else {}
