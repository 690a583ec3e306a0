"""SIGKILL at every call of the system and at random moments: afterwards every effect is there exactly once."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.files.crashes import Case, CrashServer, killed_runs, killed_undos, resumed
from tools.files.desk import Desk, tree

OLD_TIME = 1_600_000_000_123_456_789
LONG = "".join(f"line {number}\n" for number in range(80_000))


def nothing(desk: Desk) -> None:
    assert desk.root.is_dir()


def old_file(content: bytes = b"old aa", mode: int = 0o640) -> Callable[[Desk], None]:
    def lay_out(desk: Desk) -> None:
        path = desk.root / "notes.txt"
        path.write_bytes(content)
        path.chmod(mode)
        os.utime(path, ns=(OLD_TIME, OLD_TIME))

    return lay_out


def old_folder(desk: Desk) -> None:
    (desk.root / "docs" / "inner").mkdir(parents=True)
    (desk.root / "docs" / "inner" / "a.txt").write_bytes(b"a")
    os.utime(desk.root / "docs" / "inner" / "a.txt", ns=(OLD_TIME, OLD_TIME))
    (desk.root / "docs" / "link").symlink_to("inner")


CASES = {
    "create a file": Case("create_file", "notes.txt", nothing, {}),
    "create folders": Case("create_folder", "a/b/c", nothing, {}),
    "write a new file": Case("write_file", "notes.txt", nothing, {"content": "hello"}),
    "replace a file": Case("write_file", "notes.txt", old_file(), {"content": "hello"}),
    "append to a file": Case("append_file", "notes.txt", old_file(), {"content": "aa"}),
    "append to its own repetition": Case("append_file", "notes.txt", old_file(b"aaaa"), {"content": "aaaa"}),
    "append to a missing file": Case("append_file", "notes.txt", nothing, {"content": "hello"}),
    "delete a file": Case("delete_file", "notes.txt", old_file(), {}),
    "delete a folder": Case("delete_folder", "docs", old_folder, {}),
}


@pytest.fixture(scope="module")
def server() -> Iterator[CrashServer]:
    server = CrashServer()
    yield server
    server.close()


@pytest.fixture
def fresh(tmp_path: Path) -> Callable[[], Desk]:
    """A new desk each time it is called."""
    counted = iter(range(100_000))

    def made() -> Desk:
        top = tmp_path / str(next(counted))
        (top / "root").mkdir(parents=True)
        return Desk(root=top / "root", keep=top / "kept", trash=top / "trash")

    return made


def picture(desk: Desk) -> dict[str, Any]:
    """Everything on the desk and in its trash, without times, and without what depends on the desk's own place."""
    seen = tree(desk.root)
    for path, entry in tree(desk.root.parent / "trash").items():
        seen[re.sub(r"\.[0-9a-f]{8}\b", ".mark", f"trash/{path}")] = entry
    for path, entry in seen.items():
        if entry[0] == "file":
            seen[path] = (*entry[:2], entry[3].replace(str(desk.root).encode(), b""))
    return seen


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.sampled(2)
def test_a_run_killed_at_any_call_is_completed_exactly_once(
    case: Case, server: CrashServer, fresh: Callable[[], Desk]
) -> None:
    quiet = fresh()
    case.lay_out(quiet)
    quiet.do(case.tool, case.path, risk=case.risk, **case.args)
    for moment, desk, call, before in killed_runs(server, fresh, case):
        resumed(desk, call, before)
        assert picture(desk) == picture(quiet), moment


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.sampled(2)
def test_an_undo_killed_at_any_call_is_completed_by_the_next(
    case: Case, server: CrashServer, fresh: Callable[[], Desk]
) -> None:
    quiet = fresh()
    case.lay_out(quiet)
    for moment, desk, done in killed_undos(server, fresh, case):
        done.undo()
        assert desk.tree() == quiet.tree(), moment
        assert not any(path.is_file() for path in (desk.root.parent / "trash").rglob("*")), moment


@pytest.mark.parametrize("tool", ["append_file", "write_file"])
def test_long_content_killed_at_random_moments_is_there_exactly_once(
    tool: str, server: CrashServer, fresh: Callable[[], Desk]
) -> None:
    chance = random.Random(7)
    kills = 0
    for _ in range(8):
        desk = fresh()
        old_file(b"old\n")(desk)
        call, before = desk.look(tool, "notes.txt", content=LONG, risk="high")
        for _ in range(3):
            told = server.run(desk, "act", call, before, seconds=chance.uniform(0, 0.01))
            kills += told == "killed"
        resumed(desk, call, before)
        start = "old\n" if tool == "append_file" else ""
        assert (desk.root / "notes.txt").read_text() == start + LONG
        assert [path.name for path in desk.root.iterdir()] == ["notes.txt"]
        (desk.root / "notes.txt").unlink()
    assert kills > 0
