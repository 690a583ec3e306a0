"""The clipboard on Linux: programs that hold it, run with nothing of ours in their hands.

A program that has put something on an X11 or Wayland clipboard must live on to hand it out. It gets no pipe or file
of ours, so that nothing waits for it, and a session of its own, so that it outlives the terminal.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping

from goalwright.errors import ToolFailure
from goalwright.named_tuple import NamedTuple
from goalwright.tools.desktop.clipboard.clipboard_tools import Clip
from goalwright.tools.desktop.displays import NO_DISPLAY, has_wayland

PATIENCE_S = 10.0
WAYLAND, X11 = "wayland", "x11"
# What programs say that cannot reach the session; an empty clipboard is a failure to them too.
_UNREACHABLE = (b"open display", b"connect")
_UTF8, _LATIN = "utf-8", "latin-1"
# Kinds of text from the best to the last resort -> their encoding.
_TEXTS: Mapping[str, str] = {
    "UTF8_STRING": _UTF8,
    "text/plain;charset=utf-8": _UTF8,
    "text/plain": _UTF8,
    "STRING": _LATIN,
    "TEXT": _LATIN,
}


class Helper(NamedTuple):
    """Commands: `kinds` lists what is on the clipboard, `read` writes one `{kind}` of it out, `write` takes a text."""

    session: str
    write: str
    read: str
    kinds: str = ""


HELPERS = (
    Helper(
        WAYLAND,
        "wl-copy --type text/plain;charset=utf-8",
        "wl-paste --no-newline --type {kind}",
        "wl-paste --list-types",
    ),
    Helper(
        X11,
        "xclip -in -selection clipboard",
        "xclip -out -selection clipboard -target {kind}",
        "xclip -out -selection clipboard -target TARGETS",
    ),
    Helper(X11, "xsel --clipboard --input", "xsel --clipboard --output"),
)
_REMEDIES = {
    WAYLAND: "wl-clipboard is not installed: `sudo apt-get install wl-clipboard`",
    X11: "xclip is not installed: `sudo apt-get install xclip`",
}


def find_helper(environ: Mapping[str, str] = os.environ) -> Helper | str:
    """The programs that work on the clipboard of this session, or why there are none and what to do."""
    session = WAYLAND if has_wayland(environ) else X11 if environ.get("DISPLAY") else ""
    if not session:
        return NO_DISPLAY
    path, fitting = environ.get("PATH"), [helper for helper in HELPERS if helper.session == session]
    found = (helper for helper in fitting if shutil.which(helper.write.split()[0], path=path))
    return next(found, _REMEDIES[session])


class LinuxClipboard:
    """The `Clipboard` of an X11 or Wayland session."""

    def read(self) -> Clip:
        helper = _helper()
        if not helper.kinds:
            return Clip(text=_said(helper.read).decode(errors="replace"))
        kinds = _said(helper.kinds).decode(errors="replace").split()
        best = next((kind for kind in _TEXTS if kind in kinds), "")
        if best:
            return Clip(text=_said(helper.read.format(kind=best)).decode(_TEXTS[best], errors="replace"))
        return Clip(text=None, kinds=tuple(kinds)) if kinds else Clip()

    def write(self, text: str) -> None:
        _finished(_helper().write, given=text.encode(), stdout=subprocess.DEVNULL)


def _helper() -> Helper:
    helper = find_helper()
    if isinstance(helper, str):
        raise ToolFailure(helper)
    return helper


def _said(command: str) -> bytes:
    """What the program writes; nothing if there is nothing."""
    return bytes(_finished(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout)


def _finished(
    command: str, *, stdout: int, stderr: int = subprocess.DEVNULL, given: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    words = command.split()
    try:
        done = subprocess.run(
            words,
            input=given,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
            cwd="/",
            timeout=PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        problem = "the program that holds the clipboard does not answer: copy something else, then try again"
        raise ToolFailure(problem) from error
    except OSError as error:
        raise ToolFailure(f"{words[0]} cannot be started: {error.strerror}") from error
    if done.returncode != 0 and (stderr == subprocess.DEVNULL or any(word in done.stderr for word in _UNREACHABLE)):
        raise ToolFailure(f"{words[0]} cannot reach the clipboard: check that the desktop session still runs")
    return done
