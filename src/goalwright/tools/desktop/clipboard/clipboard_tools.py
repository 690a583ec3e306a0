"""The clipboard, read and written to through its port. What was on it before is kept in the run's folder, not in the
journal: people copy passwords."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from goalwright.contracts import Before, Tool, ToolCall, Verdict
from goalwright.dataclass import dataclass
from goalwright.disk.atomic import PRIVATE, Look, write_whole
from goalwright.disk.disk_failures import told
from goalwright.disk.entries import file_in, pieces, seen_in
from goalwright.disk.kept import drop_kept, keep_folder, kept_name, kept_resource, print_of_kept
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.coming_about import came_about
from goalwright.tools.function_tool import FunctionTool

READ, WRITE = "system.clipboard.read", "system.clipboard.write"
RESOURCE = "clipboard:"
MOST = 10_000_000
"""How many characters of the clipboard are given back."""
SETTLING_S = 1.0
_OTHER = "something that is not text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """What is on the clipboard: a text, empty if there is nothing; None, with the `kinds` of it, if it is not text."""

    text: str | None = ""
    kinds: tuple[str, ...] = ()


class Clipboard(Protocol):
    """The clipboard of a desktop. A clipboard that cannot be reached is a ToolFailure."""

    def read(self) -> Clip:
        """What is on it now."""

    def write(self, text: str) -> None:
        """Put a text on it, where it stays when this process ends."""


def clipboard_tools(clipboard: Clipboard) -> Mapping[str, Tool]:
    write = FunctionTool(
        look_first=partial(_look, clipboard),
        act=partial(_put, clipboard),
        check=partial(_is_copied, clipboard),
        invert=_inverse,
        take_back=partial(_put_back, clipboard),
        print_of=lambda name: _print(clipboard.read()) if name == RESOURCE else print_of_kept(name),
    )
    return {READ: FunctionTool(act=partial(_read, clipboard)), WRITE: write}


def _read(clipboard: Clipboard, _call: ToolCall, _before: Before) -> Mapping[str, Any]:
    """The text on the clipboard; a clipboard without text is a ToolFailure that says what is there."""
    clip = clipboard.read()
    if clip.text is None:
        listed = ", ".join(kind for kind in clip.kinds if "/" in kind) or _OTHER
        raise ToolFailure(f"the clipboard holds no text, but {listed}")
    if not clip.text:
        return {"text": "", "is_empty": True}
    return {"text": clip.text[:MOST], "truncated": True} if len(clip.text) > MOST else {"text": clip.text}


def _look(clipboard: Clipboard, call: ToolCall) -> Before:
    """How what is there now is known; a clipboard that cannot be read can be written to all the same."""
    text = _text(call)
    try:
        was = clipboard.read()
    except ToolFailure:
        was = Clip(text=None)
    return {"was": _print(was), "is_same": was.text == text, "can_keep": was.text is not None and bool(call.keep)}


def _put(clipboard: Clipboard, call: ToolCall, before: Before) -> Mapping[str, Any]:
    text = _text(call)
    if not before["is_same"]:
        now = clipboard.read() if before["can_keep"] else Clip(text=None)
        if now.text is not None and _print(now) == before["was"]:
            _keep(call, now.text)
        clipboard.write(text)
    return {"copied": len(text)}


def _is_copied(clipboard: Clipboard, call: ToolCall, _before: Before) -> Verdict:
    """Some programs take the clipboard a moment after they have returned."""
    text = _text(call)
    try:
        return "yes" if came_about(lambda: clipboard.read().text == text, SETTLING_S) else "no"
    except ToolFailure:  # the program that held it before was asked a moment too early, and does not answer
        return "yes" if clipboard.read().text == text else "no"


def _inverse(call: ToolCall, before: Before) -> Before | None:
    """Only text can be put back, and only what was kept."""
    if before["is_same"]:
        return {"new": "", "resources": []}
    if not before["can_keep"] or _print(Clip(text=_kept(call))) != before["was"]:
        return None
    return {"new": _print(Clip(text=_text(call))), "resources": [RESOURCE, kept_resource(call, kept_name(call))]}


def _put_back(clipboard: Clipboard, call: ToolCall, before: Before, inverted: Before) -> None:
    """Put back what was there, unless something else has been copied since."""
    if before["is_same"]:
        return
    now = _print(clipboard.read())
    if now not in (inverted["new"], before["was"]):
        raise ToolFailure("something else has been copied since; the clipboard was left as it is")
    if now != before["was"]:
        old = _kept(call)
        if old is None or _print(Clip(text=old)) != before["was"]:
            raise ToolFailure("the former text is no longer kept, so the clipboard was left as it is")
        clipboard.write(old)
    drop_kept(call, kept_name(call))


def _print(clip: Clip) -> str:
    if clip.text is None:
        return f"{_OTHER}: {' '.join(clip.kinds)}".strip()
    encoded = clip.text.encode("utf-8", "surrogatepass")
    return f"{len(encoded)} {hashlib.sha256(encoded).hexdigest()}"


def _text(call: ToolCall) -> str:
    text = str(call.args["text"])
    try:
        text.encode()
    except UnicodeEncodeError as error:
        problem = f"the text has half a character in it (U+{ord(text[error.start]):04X}): leave it out"
        raise ToolFailure(problem) from error
    return text


def _keep(call: ToolCall, old: str) -> None:
    kept = kept_name(call)
    with told("keep the clipboard in", call.keep), keep_folder(call) as keep:
        content = [old.encode("utf-8", "surrogatepass")]
        write_whole(keep, kept, content, temp=f".{kept}", replace=True, look=Look(mode=PRIVATE))


def _kept(call: ToolCall) -> str | None:
    with told("look at", call.keep), keep_folder(call) as keep:
        if seen_in(keep, kept_name(call)) is None:
            return None
        with file_in(keep, kept_name(call)) as file:
            return b"".join(pieces(file)).decode("utf-8", "surrogatepass")
