"""Starting programs on Linux: by their desktop entries, or from PATH."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from collections.abc import Mapping
from pathlib import Path

from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.desktop.apps.launcher import Start
from goalwright.tools.desktop.installed.find_app import find_app
from goalwright.tools.desktop.installed.menu import filled_command
from goalwright.tools.desktop.installed.program_names import known, process_names

_TERMINALS = ("x-terminal-emulator", "xterm")
# What comes between a terminal and the program to run in it, where that is not `-e`.
_BEFORE_PROGRAM: Mapping[str, tuple[str, ...]] = {"gnome-terminal": ("--",), "kgx": ("--",), "ptyxis": ("--",)}


class LinuxLauncher:
    """A Launcher by desktop entries and PATH."""

    def named(self, name: str, url: str = "") -> Start:
        app = find_app(name)
        command = filled_command(app, url)
        names = process_names(name) | process_names(app.name)
        if app.in_terminal:
            command = [*_terminal(), *command]
        return Start(app=app.name, command=tuple(command), names=names, is_app=bool(app.id))

    def start(self, start: Start) -> subprocess.Popen[bytes]:
        return detached(start.command)


def detached(command: tuple[str, ...], cwd: str = "") -> subprocess.Popen[bytes]:
    """A process of its own session that holds nothing of ours, waited for by a thread as long as we are there."""
    home = Path.home()
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            close_fds=True,
            cwd=cwd or (home if os.access(home, os.X_OK) else "/"),
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ToolFailure(f"cannot start {printable(command[0])}: {why}") from error
    threading.Thread(target=process.wait, name="goalwright-started", daemon=True).start()
    return process


def _terminal() -> tuple[str, ...]:
    """The terminal that programs without a window run in."""
    row = known("terminal")
    wished = (os.environ.get("TERMINAL", ""), *_TERMINALS, *(row.programs if row is not None else ()))
    for program in filter(None, wished):
        found = shutil.which(program)
        if found is not None:
            return (found, *_BEFORE_PROGRAM.get(Path(found).resolve().name, ("-e",)))
    raise ToolFailure("it runs in a terminal, and there is none: `sudo apt-get install xterm`")
