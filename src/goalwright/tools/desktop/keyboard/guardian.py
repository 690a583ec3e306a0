"""The guardian of keyboard and mouse on X11, a program of its own: it outlives its caller, and lets every key go.

It reads one line of JSON that says what to do, and stops early once its input closes: when the process that started
it stops or dies. It says in one line of JSON how far it came. A lock keeps other guardians from typing meanwhile.
xdotool presses the keys; characters that no key has are first laid on unused keys, since xdotool's own way of doing
that is too quick for the programs that read them.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

CHUNK = 64
KEY_PAUSE_MS = 2
XDOTOOL_S = 20.0
RELEASE_S = 1.0
POLL_S = 0.02
SETTLING_S = 0.4
"""How long programs get to read what keys mean before a key gets another meaning, unless the machine is busy."""
BUSY = 4.0
"""By how much longer than xdotool took last they get at least."""
_UNICODE = 0x1000000
_LATIN = 0x100
_BUTTONS = 5
_LAID = "_GOALWRIGHT_LAID_KEYS"
_PLAIN = frozenset("\n\t")
_ENOUGH = threading.Event()


class Stopped(Exception):  # named for what happened; it never leaves this program
    """The caller wants no more."""


class Refused(Exception):  # as above
    """It cannot be done; the text says why."""


class Desk:
    """The X display: what its keys mean, which are down, and how to let them go."""

    def __init__(self) -> None:
        from Xlib import display  # type: ignore[import-untyped]  # it has no types

        try:
            self._x = display.Display()
        except Exception as error:  # the library raises what it likes where there is no display
            raise Refused(f"the display {os.environ.get('DISPLAY', '')!r} cannot be reached: {error}") from error
        self._first = self._x.display.info.min_keycode
        self._count = self._x.display.info.max_keycode - self._first + 1
        self.took_s = 0.0

    def down(self) -> set[int]:
        """The keys that are down now, by their codes."""
        held = self._x.query_keymap()
        return {8 * place + bit for place, byte in enumerate(held) for bit in range(8) if byte >> bit & 1}

    def buttons(self) -> int:
        """The mouse buttons that are down, as bits."""
        return int(self._mask()) >> 8 & 0b11111

    def is_locked(self) -> bool:
        from Xlib import X

        return bool(self._mask() & X.LockMask)

    def holds_modifier(self) -> bool:
        """Whether a key is held that would change the meaning of others."""
        from Xlib import X

        return bool(self._mask() & (X.ShiftMask | X.ControlMask | X.Mod1Mask | X.Mod4Mask))

    def let_go(self, keys: set[int], buttons: int) -> None:
        """Release every key and button but those that were down before."""
        from Xlib import X
        from Xlib.ext import xtest  # type: ignore[import-untyped]  # it has no types

        for key in self.down() - keys:
            xtest.fake_input(self._x, X.KeyRelease, key)
        for number in range(_BUTTONS):
            if (self.buttons() & ~buttons) >> number & 1:
                xtest.fake_input(self._x, X.ButtonRelease, number + 1)
        self._x.sync()

    def goes_back(self, origin: Mapping[str, Any]) -> bool:
        """Whether keys would go to the window that the command came from."""
        from goalwright.tools.desktop.keyboard.keyed_window import goes_back

        return goes_back(self._x, origin)

    def lay(self, characters: Sequence[str]) -> int:
        """Give as many of the characters as there is room for a key of their own; how many have one now."""
        meanings = self._x.get_keyboard_mapping(self._first, self._count)
        known = {meaning for key in meanings for meaning in key}
        wanted = [_keysym(character) for character in characters]
        ours = self._ours(meanings)
        room = [self._first + place for place, key in enumerate(meanings) if not any(key)]
        needed = list(dict.fromkeys(keysym for keysym in wanted if keysym not in known))
        free = [key for key in ours if meanings[key - self._first][0] not in wanted]
        places = [*reversed(room), *free]
        if not places and needed:
            raise Refused("the keyboard has no room for a character that no key has: copy the text and paste it")
        if len(needed) > len(room) and free:
            time.sleep(max(SETTLING_S, BUSY * self.took_s))
        laid = dict(zip(places, needed, strict=False))
        for key, keysym in laid.items():
            self._x.change_keyboard_mapping(key, [[keysym, keysym]])
        self._remember([key for key in ours if key not in laid] + list(laid))
        self._x.sync()
        have = known | set(laid.values())
        return next((place for place, keysym in enumerate(wanted) if keysym not in have), len(wanted))

    def _mask(self) -> int:
        return int(self._x.screen().root.query_pointer().mask)

    def _ours(self, meanings: Sequence[Sequence[int]]) -> list[int]:
        """The keys that an earlier guardian of this display laid characters on, the oldest first."""
        from Xlib import Xatom

        kept = self._x.screen().root.get_full_property(self._x.intern_atom(_LAID), Xatom.CARDINAL)
        keys = [int(key) for key in (kept.value if kept else ()) if 0 <= key - self._first < self._count]
        rows = [(key, meanings[key - self._first]) for key in keys]
        return [key for key, row in rows if row[0] == row[1] != 0]

    def _remember(self, keys: Sequence[int]) -> None:
        from Xlib import Xatom

        self._x.screen().root.change_property(self._x.intern_atom(_LAID), Xatom.CARDINAL, 32, list(keys))


def type_text(desk: Desk, job: Mapping[str, Any]) -> Iterator[int]:
    """Type in pieces short enough to stop between; yields how many characters are typed."""
    _require_free(desk, with_caps=False)
    text = job["text"]
    done = 0
    while done < len(text):
        piece = text[done : done + CHUNK]
        typable = desk.lay([_sign(character) for character in piece])
        piece = piece[:typable]
        _require_other_window(desk, job)
        xdotool(desk, "type", "--delay", str(KEY_PAUSE_MS), "--file", "-", text=piece)
        done += len(piece)
        yield done


def press(desk: Desk, job: Mapping[str, Any]) -> Iterator[int]:
    _require_free(desk)
    characters = [name for name in job["keys"] if len(name) == 1]
    if characters:
        desk.lay(characters)
    spelled = [f"U{ord(name):04X}" if len(name) == 1 else name for name in job["keys"]]
    _require_other_window(desk, job)
    xdotool(desk, "key", "--delay", str(KEY_PAUSE_MS), "--", "+".join(spelled))
    yield 1


def point(desk: Desk, job: Mapping[str, Any]) -> Iterator[int]:
    click = ("click", "1") if job["do"] == "click" else ()
    xdotool(desk, "mousemove", str(job["x"]), str(job["y"]), *click)
    yield 1


WORK: Mapping[str, Callable[[Desk, Mapping[str, Any]], Iterator[int]]] = {
    "type": type_text,
    "press": press,
    "click": point,
    "move": point,
}


def xdotool(desk: Desk, *arguments: str, text: str = "") -> None:
    """Let xdotool do one thing; however it ends, no key or button stays down that was up before."""
    keys, buttons = desk.down(), desk.buttons()
    began = time.monotonic()
    nowhere = subprocess.DEVNULL
    try:
        done = subprocess.run(
            ["xdotool", *arguments], input=text.encode(), stdout=nowhere, stderr=nowhere, timeout=XDOTOOL_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise Refused("the display did not answer") from None
    except OSError as error:
        raise Refused(f"xdotool cannot be started: {error.strerror}") from error
    finally:
        desk.took_s = time.monotonic() - began
        desk.let_go(keys, buttons)
    if done.returncode != 0:
        raise Refused("xdotool failed, or was ended")


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """The keyboard for this process alone, as soon as it is free; Stopped if the caller is gone."""
    display = re.sub(r"[^\w.]+", "-", os.environ.get("DISPLAY", ""))
    own = os.environ.get("XDG_RUNTIME_DIR", "")
    folder = own if own and os.access(own, os.W_OK | os.X_OK) else tempfile.gettempdir()
    name = os.path.join(folder, f"goalwright-hands-{os.getuid()}{display}.lock")  # noqa: PTH118  # quicker to load
    try:
        file = os.open(name, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Refused(f"{name} cannot be opened: {error.strerror}; remove it, then try again") from error
    try:
        while not _is_taken(file):
            go_on()
            time.sleep(POLL_S)
        yield
    finally:
        os.close(file)


def go_on() -> None:
    """Nothing, unless the input has closed or a signal came."""
    ready, _, _ = select.select([0], [], [], 0)
    if _ENOUGH.is_set() or (ready and not os.read(0, 1)):
        raise Stopped


def main() -> None:
    for way in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(way, lambda *_: _ENOUGH.set())
    job = json.loads(_line())
    report: dict[str, Any] = {"done": 0, "problem": "", "is_stopped": False}
    try:
        with alone():
            for done in WORK[job["do"]](Desk(), job):
                report["done"] = done
                go_on()
    except Stopped:
        report["is_stopped"] = True
    except Refused as refusal:
        report["problem"] = str(refusal)
    except Exception as error:  # noqa: BLE001  # the display may go while it is in use, and the library raises what it likes
        report["problem"] = f"the display is gone, or refuses: {type(error).__name__}"
    with contextlib.suppress(BrokenPipeError):
        os.write(1, json.dumps(report).encode())


def _line() -> bytes:
    """The first line of the input, and nothing of what follows."""
    read = b""
    while not read.endswith(b"\n"):
        piece = os.read(0, 1 << 16)
        if not piece:
            sys.exit(1)
        read += piece
    return read


def _require_free(desk: Desk, *, with_caps: bool = True) -> None:
    """Wait a moment for a key that is still held; Refused if it stays down."""
    end = time.monotonic() + RELEASE_S
    while desk.holds_modifier():
        go_on()
        if time.monotonic() > end:
            raise Refused("Shift, Ctrl, Alt or Super is held down: let go of it, then try again")
        time.sleep(POLL_S)
    if not with_caps and desk.is_locked():
        raise Refused("Caps Lock is on: switch it off, then try again")


def _require_other_window(desk: Desk, job: Mapping[str, Any]) -> None:
    """Looked at just before the keys are pressed: what is in front may change at any time."""
    if desk.goes_back(job["origin"]):
        raise Refused("the keys would go to the window that the command came from: first bring another to the front")


def _is_taken(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _keysym(character: str) -> int:
    code = ord(character)
    return code if code < _LATIN else _UNICODE + code


def _sign(character: str) -> str:
    """The character that must have a key: Enter and Tab have theirs everywhere."""
    return " " if character in _PLAIN else character


if __name__ == "__main__":
    main()
