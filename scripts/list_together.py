"""Write down which modules everyday commands load, in groups that the same commands load: see `bundle_writing.py`.

Each command runs without the bundle, and tells what it imports. A group begins with a line of the modules that one of
the commands asks for first; then all of them follow, each after those that it imports.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from goalwright.doors.cli.bundle_writing import LIBRARY, TOGETHER
from goalwright.doors.cli.late_modules import LATE

SENTENCE = "create a folder docs and put notes.txt in it saying hello"
COMMANDS = (
    ("--version",),
    ("history",),
    ("craete a foldr docs",),
    ("plan", SENTENCE),
    (SENTENCE,),
    ("undo",),
)
TRACED = """
import _frozen_importlib, os
told, leave = [], os._exit
find, load = _frozen_importlib._find_spec, _frozen_importlib._find_and_load_unlocked
def asked(name, *where):
    told.append("begun " + name)
    return find(name, *where)
def traced(name, import_):
    module = load(name, import_)
    told.append("done " + name)
    return module
def left(code):
    with open(os.environ["TRACE"], "w") as file:
        file.write("\\n".join(told))
    leave(code)
_frozen_importlib._find_spec, _frozen_importlib._find_and_load_unlocked, os._exit = asked, traced, left
from goalwright.__main__ import main
main()
"""
BEFORE_THE_BUNDLE = "done goalwright.doors.cli.code_bundle"
HEAD = "# Modules that the same everyday commands load, by `make together`: those asked for first, then all in order.\n"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        _told(Path(folder), (SENTENCE,))  # what was said before is looked at, too
        told = [_told(Path(folder), command) for command in COMMANDS]
    Path(TOGETHER).write_text(HEAD + "\n\n".join("\n".join(group) for group in _groups(told)) + "\n", "utf-8")


def _told(folder: Path, command: tuple[str, ...]) -> list[str]:
    """What one command loads when it is not the first: a line where each module is begun, and one where it is done."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GOALWRIGHT"))}
    env = {**kept, "HOME": str(folder), "GOALWRIGHT_HOME": str(folder / "state")}
    env |= {"XDG_CONFIG_HOME": str(folder / "config"), "PYTHONDONTWRITEBYTECODE": "1", "TRACE": str(folder / "trace")}
    work = folder / "work"
    is_new = command != ("undo",)  # which takes back what the command before has done
    for _ in range(1 + is_new):
        if is_new:
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir()
        options = ("-P", "-O", "-c", TRACED)  # with -O the bundle is not used
        subprocess.run([sys.executable, *options, *command], cwd=work, env=env, capture_output=True, check=False)
    told = (folder / "trace").read_text("utf-8").splitlines()
    return told[told.index(BEFORE_THE_BUNDLE) + 1 :]


def _groups(told: list[list[str]]) -> Iterable[list[str]]:
    """Of each set of commands, and of our modules and the library apart, what these commands load and no other."""
    members: dict[tuple[bool, tuple[int, ...]], list[str]] = {}
    for name in dict.fromkeys(line[5:] for lines in told for line in lines if line.startswith("done ")):
        if name not in LATE and (name.startswith("goalwright.") or name.partition(".")[0] in LIBRARY):
            users = tuple(k for k, lines in enumerate(told) if f"done {name}" in lines)
            members.setdefault((name.startswith("goalwright."), users), []).append(name)
    for (_, users), group in members.items():
        begun = {f"begun {name}": name for name in group}
        firsts = {next(begun[line] for line in told[user] if line in begun) for user in users}
        if len(group) > 1:
            yield [" ".join(sorted(firsts)), *group]


if __name__ == "__main__":
    main()
