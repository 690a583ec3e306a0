"""The tools of the clipboard by name, and which of them this machine lacks."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from importlib.util import find_spec

from goalwright.contracts import Tool
from goalwright.tools.desktop.clipboard.clipboard_port import Clipboard
from goalwright.tools.desktop.clipboard.clipboard_tools import (
    copied_back,
    inverse,
    is_copied,
    look,
    print_of,
    put,
    read,
)
from goalwright.tools.desktop.clipboard.linux_clipboard import LinuxClipboard, find_helper
from goalwright.tools.desktop.clipboard.other_clipboard import PyperclipClipboard
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

READ, WRITE = "system.clipboard.read", "system.clipboard.write"
_WITH_PYPERCLIP = ("win32", "darwin")


def make_tools(_services: Services) -> Mapping[str, Tool]:
    """The tools of this family by name."""
    return tools_for(PyperclipClipboard() if sys.platform in _WITH_PYPERCLIP else LinuxClipboard())


def tools_for(clipboard: Clipboard) -> Mapping[str, Tool]:
    """The tools of this family for a clipboard."""
    write = FunctionTool(
        look_first=partial(look, clipboard),
        act=partial(put, clipboard),
        check=partial(is_copied, clipboard),
        invert=inverse,
        take_back=partial(copied_back, clipboard),
        print_of=partial(print_of, clipboard),
    )
    return {READ: FunctionTool(act=partial(read, clipboard)), WRITE: write}


def missing(_services: Services) -> Mapping[str, str]:
    """Which of these cannot be used here, and why."""
    if sys.platform in _WITH_PYPERCLIP:
        why = "" if find_spec("pyperclip") else "the Python package pyperclip is not installed: `pip install pyperclip`"
    else:
        helper = find_helper()
        why = helper if isinstance(helper, str) else ""
    return dict.fromkeys((READ, WRITE), why) if why else {}
