"""A process of its own for disks in trouble: `troubled_disk.py <trouble>` prints what each tool said, and what it left.

Its troubles must not reach the tests' own process: a disk that it mounts, a limit that it sets, rights that it drops.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from goalwright.errors import GoalwrightError, ToolFailure
from tools.files.desk import Desk, tree

NOBODY = 65534
LONG = "x" * 300_000
NO_MOUNT = 77
"""The exit code that says that disks cannot be mounted here."""


def lay_out(root: Path) -> Desk:
    (root / "docs").mkdir(parents=True)
    (root / "old.txt").write_bytes(b"old")
    (root / "docs" / "a.txt").write_bytes(b"a")
    return Desk(root=root, keep=root.parent / "kept", trash=root.parent / "trash")


ASKED: dict[str, Callable[[Desk], object]] = {
    "create_file": lambda desk: desk.do("create_file", "new.txt"),
    "create_folder": lambda desk: desk.do("create_folder", "a/b/c"),
    "write": lambda desk: desk.do("write_file", "new.txt", content=LONG),
    "replace": lambda desk: desk.do("write_file", "old.txt", content=LONG, risk="high"),
    "append": lambda desk: desk.do("append_file", "old.txt", content=LONG),
    "begin": lambda desk: desk.do("append_file", "new.txt", content=LONG),
    "delete_file": lambda desk: desk.do("delete_file", "old.txt", risk="high"),
    "delete_folder": lambda desk: desk.do("delete_folder", "docs", risk="high"),
}


def answers(desk: Desk, asked: list[str]) -> dict[str, Any]:
    """What each tool said, and whether it left the desk as it was."""
    before = tree(desk.root)
    told = {}
    for name in asked:
        try:
            ASKED[name](desk)
            said = "done"
        except GoalwrightError as error:
            said = f"{error}{' (transient)' if isinstance(error, ToolFailure) and error.is_transient else ''}"
        told[name] = {"said": said, "is_untouched": tree(desk.root) == before}
    return told


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[None]:
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        sys.exit(NO_MOUNT)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def full(top: Path) -> dict[str, Any]:
    with mounted(top, "size=160k"):
        return answers(lay_out(top / "root"), ["write", "replace", "append", "begin"])


def crowded(top: Path) -> dict[str, Any]:
    with mounted(top, "nr_inodes=6"):
        desk = lay_out(top / "root")
        begun = answers(desk, ["create_folder"])
        (top / "root" / "docs" / "last").touch()
        return begun | answers(desk, ["create_file", "write", "begin", "delete_file"])


def read_only(top: Path) -> dict[str, Any]:
    with mounted(top, "size=1m"):
        desk = lay_out(top / "root")
        subprocess.run(["mount", "-o", "remount,ro", str(top)], check=True)
        desk.keep = Path(tempfile.gettempdir(), "kept")
        return answers(desk, list(ASKED))


def limited(top: Path) -> dict[str, Any]:
    desk = lay_out(top / "root")
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
    return answers(desk, ["write", "replace", "append", "begin"])


def forbidden(top: Path) -> dict[str, Any]:
    desk = lay_out(top / "root")
    (desk.root / "docs" / "secret").mkdir()
    (desk.root / "docs" / "secret" / "b.txt").touch()
    (desk.root / "names").mkdir()
    (desk.root / "names" / "c.txt").touch()
    for path, mode in (("docs/secret", 0o000), ("docs", 0o555), ("old.txt", 0o444), (".", 0o555)):
        (desk.root / path).chmod(mode)
    give_up_rights(top)
    told = answers(desk, list(ASKED))
    (desk.root / "names").chmod(0o444)
    found = desk.output("find", ".", pattern="*")
    told["find"] = {"count": found["count"], "unreadable": found["unreadable"]}
    told["info"] = {"unreadable": desk.output("get_info", ".")["unreadable"]}
    told["list"] = {entry["name"]: entry["kind"] for entry in desk.output("list_directory", "names")["entries"]}
    told["print"] = {"is_stable": desk.print_of(".") == desk.print_of(".")}
    return told


def guarded(top: Path) -> dict[str, Any]:
    """A file that may not be written to, in a folder that may."""
    desk = lay_out(top / "root")
    (desk.root / "old.txt").chmod(0o444)
    give_up_rights(top)
    return answers(desk, ["replace", "append"])


def give_up_rights(top: Path) -> None:
    """Root may do anything: become nobody, who owns nothing but the desk."""
    if os.geteuid() == 0:
        for path in (top, *top.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


TROUBLES = {work.__name__: work for work in (full, crowded, read_only, limited, forbidden, guarded)}


def main() -> None:
    top = Path(tempfile.mkdtemp(prefix="goalwright-trouble-"))
    top.chmod(0o755)
    sys.stdout.write(json.dumps(TROUBLES[sys.argv[1]](top)) + f"\n{top}\n")


if __name__ == "__main__":
    main()
