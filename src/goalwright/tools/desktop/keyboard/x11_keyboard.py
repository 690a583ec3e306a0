"""Keyboard and mouse on X11: xdotool, in the hands of a guardian that lives longer than we might."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from goalwright.contracts import StopSignal
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.keyboard.command_origin import command_origin
from goalwright.tools.desktop.keyboard.keyboard_port import Point
from goalwright.tools.desktop.keyboard.x_keys import keysyms

_GUARDIAN = Path(__file__).with_name("guardian.py")
_POLL_S = 0.02
_ANSWER_S = 10.0
_LAST_WORDS_S = 30.0


class X11Input:
    """The `InputDevices` of an X11 desktop.

    Each piece of work is a process that goes on if this one is killed, stops soon after that, and leaves no key down.
    """

    def type_text(self, text: str, stop: StopSignal) -> None:
        report = _guarded({"do": "type", "text": text, "origin": command_origin()}, stop)
        if report["done"] < len(text):
            how = report["problem"] or "stopped"
            told = f"{report['done']} of {len(text)} characters were typed" if report["done"] else "nothing was typed"
            raise ToolFailure(f"{how} ({told})")

    def press(self, keys: Sequence[str], stop: StopSignal) -> None:
        pressed = [keysyms().get(key, key) for key in keys]
        _done({"do": "press", "keys": pressed, "origin": command_origin()}, stop)

    def click(self, point: Point, stop: StopSignal) -> None:
        _done({"do": "click", "x": point.x, "y": point.y}, stop)

    def move(self, point: Point, stop: StopSignal) -> None:
        _done({"do": "move", "x": point.x, "y": point.y}, stop)

    def pointer(self) -> Point:
        told = dict(line.split("=", 1) for line in _told("getmouselocation", "--shell").splitlines())
        return Point(int(told["X"]), int(told["Y"]))

    def screen(self) -> tuple[int, int]:
        width, height = _told("getdisplaygeometry").split()
        return int(width), int(height)


def _done(job: Mapping[str, Any], stop: StopSignal) -> None:
    report = _guarded(job, stop)
    if not report["done"]:
        raise ToolFailure(report["problem"] or "stopped before it was done; run it again to do it")


def _guarded(job: Mapping[str, Any], stop: StopSignal) -> Mapping[str, Any]:
    """What the guardian reports of a job; it is told to stop as soon as we are."""
    nowhere, pipe = subprocess.DEVNULL, subprocess.PIPE
    # A session of its own: whatever signal a terminal sends to us and to our children does not reach it.
    guardian = subprocess.Popen(
        [sys.executable, "-P", str(_GUARDIAN)],
        stdin=pipe,
        stdout=pipe,
        stderr=nowhere,
        start_new_session=True,
        cwd="/",
        env=_environment(),
    )
    with guardian:
        assert guardian.stdin is not None
        assert guardian.stdout is not None
        try:
            guardian.stdin.write(json.dumps(job).encode() + b"\n")
            guardian.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended already: its silence is told below
        _wait(guardian, stop)
        report = guardian.stdout.read()
    if not report:
        raise ToolFailure("the process that presses the keys was ended; check how far it came, then try again")
    told: Mapping[str, Any] = json.loads(report)
    return told


def _wait(guardian: subprocess.Popen[bytes], stop: StopSignal) -> None:
    assert guardian.stdin is not None
    while guardian.poll() is None and not stop.is_set():
        time.sleep(_POLL_S)
    with contextlib.suppress(BrokenPipeError):
        guardian.stdin.close()
    try:
        guardian.wait(_LAST_WORDS_S)
    except subprocess.TimeoutExpired:
        guardian.kill()


def _environment() -> dict[str, str]:
    """Ours, with the same places to find packages in, however we came by them."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(place for place in sys.path if place)}


def _told(*arguments: str) -> str:
    """What xdotool says of the screen."""
    try:
        done = subprocess.run(
            ["xdotool", *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_ANSWER_S,
            text=True,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ToolFailure("the screen does not answer: check that the desktop session still runs") from error
    return done.stdout
