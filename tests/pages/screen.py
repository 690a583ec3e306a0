"""A screen: what stands on a terminal once a program has written to it, moved the cursor and wiped lines."""

from __future__ import annotations

import re

_PIECES = re.compile(r"\x1b\[(?P<numbers>[0-9;?]*)(?P<kind>[A-Za-z])|(?P<move>[\r\n])|(?P<text>[^\x1b\r\n]+)")
_WITHOUT_TRACE = "mhl"  # colours, and whether the cursor is seen


def screen_text(written: str) -> str:
    """The lines that stand there in the end, however long they are; ValueError for what it cannot draw."""
    rows, row, column = [""], 0, 0
    for piece in _PIECES.finditer(written):
        kind = piece["kind"]
        if piece["text"] is not None:
            line = rows[row].ljust(column)
            rows[row] = line[:column] + piece["text"] + line[column + len(piece["text"]) :]
            column += len(piece["text"])
        elif piece["move"] == "\r":
            column = 0
        elif piece["move"] == "\n":
            row += 1
            rows += [""] * (row + 1 - len(rows))
        elif kind == "A":
            row = max(0, row - int(piece["numbers"] or 1))
        elif kind == "K":
            rows[row] = ""
        elif kind not in _WITHOUT_TRACE:
            raise ValueError(f"the screen does not know {piece[0]!r}")
    return "\n".join(line.rstrip() for line in rows).rstrip("\n")
