"""A sheet of paper on the test desktop: a window that writes down, byte for byte, what is typed into it."""

from __future__ import annotations

import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from desktop.desk import Desk, until

TITLE = "A sheet of paper"
INSIDE = (300, 250)
"""A point of the screen where the sheet is."""
_WRITE_DOWN = 'stty raw -echo; : > "$0.ready"; exec cat >> "$0"'


@dataclass(frozen=True)
class Sheet:
    """The window in front, and the file that has what was typed into it."""

    file: Path

    def text(self) -> str:
        """What was typed so far; Enter is a new line."""
        return self.file.read_bytes().decode(errors="replace").replace("\r", "\n")

    def clear(self) -> None:
        self.file.write_bytes(b"")

    def has(self, text: str) -> bool:
        """Whether the text, and nothing else, is there in the end."""
        until(lambda: len(self.text()) >= len(text))
        return self.text() == text


def open_sheet(desk: Desk, folder: Path) -> Sheet:
    """A new sheet, in front."""
    file = folder / "typed"
    look = ("-u8", "-title", TITLE, "-geometry", "60x15+200+150")
    command = ["xterm", *look, "-e", "sh", "-c", _WRITE_DOWN, str(file)]
    desk.start("env", "LC_ALL=C.UTF-8", *command)
    until(lambda: Path(f"{file}.ready").exists() and file.exists())
    until(lambda: in_front(desk) == TITLE)
    return Sheet(file)


def in_front(desk: Desk) -> str:
    """The title of the window that has the keyboard."""
    command = ["xdotool", "getwindowfocus", "getwindowname"]
    done = subprocess.run(command, env=desk.environment, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def keys_down() -> list[int]:
    """The keys that are down on the display, by their codes, and mouse buttons as numbers below zero."""
    from Xlib.display import Display  # type: ignore[import-untyped]  # it has no types

    with closing(Display()) as display:
        held = display.query_keymap()
        mask = display.screen().root.query_pointer().mask >> 8 & 0b11111
    keys = [8 * place + bit for place, byte in enumerate(held) for bit in range(8) if byte >> bit & 1]
    return keys + [-1 - button for button in range(5) if mask >> button & 1]
