#!/usr/bin/env python3
"""Draw docs/run.svg: what a terminal shows of a real run and its undo, on the desktop that the tests start."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from desktop.desk import running_desk  # noqa: E402

SENTENCE = "mute the sound, open the editor and snap it left, then copy hello to the clipboard"
COMMANDS = (f'goalwright "{SENTENCE}"', "goalwright undo")
COLUMNS = 100
_PIECES = re.compile(r"\x1b\[(?P<number>[0-9;?]*)(?P<kind>[A-Za-z])|(?P<end>\n)|\r|(?P<text>[^\x1b\r\n]+)")
_FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def main() -> None:
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True)
    with tempfile.TemporaryDirectory() as home, running_desk() as desk:
        here = {**desk.environment, "HOME": home, "PYTHONPATH": str(ROOT / "src"), "TERM": "xterm-256color"}
        here["COLUMNS"] = str(COLUMNS)
        for command in COMMANDS:
            said = command.removeprefix("goalwright ").strip('"')
            console.print(Text.assemble(("$ ", "dim"), (command, "bold")))
            console.print(Text.from_ansi(drawn(run([sys.executable, "-P", "-m", "goalwright", said], here, home))))
    picture = console.export_svg(title="goalwright", clear=False)
    (ROOT / "docs" / "run.svg").write_text(_FONT.sub("", picture) + "\n", "utf-8")


def run(command: list[str], environment: dict[str, str], folder: str) -> str:
    """What a program writes to a terminal."""
    terminal, follower = pty.openpty()
    process = subprocess.Popen(
        command, cwd=folder, env=environment, stdin=follower, stdout=follower, stderr=follower, start_new_session=True
    )
    os.close(follower)
    written = b""
    try:
        while piece := os.read(terminal, 65536):
            written += piece
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(terminal)
    process.wait()
    return written.decode()


def drawn(written: str) -> str:
    """The lines that stand there in the end, with their colours."""
    rows, row = [""], 0
    for piece in _PIECES.finditer(written):
        if piece["end"]:
            row += 1
            rows += [""] * (row + 1 - len(rows))
        elif piece["kind"] == "A":
            row = max(0, row - int(piece["number"] or 1))
        elif piece["kind"] == "K":
            rows[row] = ""
        elif piece["text"] or piece["kind"] == "m":
            rows[row] += piece[0]
    return "\n".join(rows).rstrip("\n")


if __name__ == "__main__":
    main()
