"""Warming: a process loads what commands use before the first of them comes, and keeps nothing of this machine."""

from __future__ import annotations

import gc
import json
import os
import pty
import sys
import tempfile
from contextlib import closing, suppress
from importlib import import_module
from pathlib import Path

from goalwright.doors.cli.late_modules import load_late

_GOALS = {
    "goals": [
        {"domain": "file", "verb": "create", "params": {"path": "docs", "object_type": "folder"}},
        {
            "domain": "file",
            "verb": "write",
            "params": {"path": "docs/notes.txt", "content": "-"},
            "scope": "after:create",
        },
        {"domain": "file", "verb": "read", "params": {"path": "docs/notes.txt"}, "scope": "after:write"},
    ]
}
_TRIED = (("run", "--goals", "goals.json"), ("history",), ("show",), ("undo",), ("facts",))


def warm() -> None:
    """Load modules, rules and sentences; what depends on a user's settings, folders or environment is left out."""
    load_late()
    with tempfile.TemporaryDirectory(prefix="goalwright-") as folder:
        for name in _tried(Path(folder)):
            with suppress(Exception):  # it is loaded, or fails, when it is needed
                import_module(name)
        _read_examples(Path(folder))
    gc.collect()
    gc.freeze()  # or looking for garbage in a fork would copy every page of it


def _read_examples(folder: Path) -> None:
    """Have the grammar of the rules that are shipped ready for the sentences of each row."""
    from goalwright.app import Goalwright

    with closing(Goalwright(home=folder / "state", cwd=folder, config=folder / "config")) as gw:
        for sentences in gw.examples().values():
            for sentence in sentences:
                gw.is_sentence(sentence)


def _tried(folder: Path) -> list[str]:
    """The modules that a few everyday commands load, tried at a terminal by a fork of this process."""
    leader, follower = pty.openpty()
    told, tell = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(leader)
            _try(folder, follower, tell)
        finally:
            os._exit(0)
    os.close(follower)
    os.close(tell)
    with suppress(OSError):  # how Linux says that the other end is closed
        while os.read(leader, 65536):
            continue
    os.close(leader)
    with open(told, "rb") as modules:  # noqa: PTH123  # a pipe
        names = modules.read().decode().split()
    os.waitpid(child, 0)
    return names


def _try(folder: Path, terminal: int, tell: int) -> None:
    from goalwright.doors.cli.entry import run

    for number in (0, 1, 2):
        os.dup2(terminal, number)
    for name in ("HOME", "GOALWRIGHT_HOME", "GOALWRIGHT_CONFIG"):
        os.environ[name] = str(folder / name.lower())
    os.environ["TERM"] = "xterm"
    sys.stdin, sys.stdout, sys.stderr = (open(number, mode) for number, mode in ((0, "r"), (1, "w"), (2, "w")))  # noqa: PTH123, SIM115
    work = folder / "work"
    work.mkdir()
    os.chdir(work)
    (work / "goals.json").write_text(json.dumps(_GOALS), encoding="utf-8")
    for arguments in _TRIED:
        run(arguments)
    os.write(tell, " ".join(sys.modules).encode())
