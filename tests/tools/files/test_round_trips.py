"""Random calls on random trees: a failure changes nothing, and undo restores every byte, mode and time."""

from __future__ import annotations

import os
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.errors import GoalwrightError, PolicyRefusal, ToolFailure
from tools.files.desk import Desk, Done, tree

FAST = "/dev/shm" if Path("/dev/shm").is_dir() else None
OLD_TIME = 1_600_000_000_000_000_000

names = st.sampled_from(["a", "b", "c d", "-e", "é", "n\nl"])
places = st.lists(names, min_size=1, max_size=3).map("/".join)
contents = st.text(max_size=20)
entries = st.one_of(
    st.tuples(st.just("file"), st.binary(max_size=20), st.sampled_from([0o644, 0o600, 0o755, 0o4711])),
    st.tuples(st.just("folder"), st.none(), st.sampled_from([0o755, 0o700])),
    st.tuples(st.just("link"), places, st.none()),
)
trees = st.dictionaries(places, entries, max_size=8)
calls = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["create_file", "create_folder", "delete_file", "delete_folder"]), places, st.none()),
        st.tuples(st.sampled_from(["write_file", "append_file"]), places, contents),
    ),
    min_size=1,
    max_size=8,
)


def lay_out(root: Path, laid: dict[str, Any]) -> None:
    """What fits of a random tree; the rest is left out."""
    for number, (path, (kind, what, mode)) in enumerate(laid.items()):
        place = root / path
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            if kind == "folder":
                place.mkdir()
            elif kind == "link":
                place.symlink_to(root / what)
            elif not os.path.lexists(place):
                place.write_bytes(what)
        except OSError:
            continue
        if kind != "link" and not place.is_symlink():
            place.chmod(mode)
            os.utime(place, ns=(OLD_TIME, OLD_TIME + number))


def attempted(desk: Desk, tool: str, path: str, content: str | None) -> Done | None:
    """The call that was made, or None if it failed; one that fails must not have changed anything."""
    before = desk.tree()
    try:
        return desk.do(tool, path, risk="high", **({} if content is None else {"content": content}))
    except (ToolFailure, PolicyRefusal):
        assert desk.tree() == before
        return None


@given(laid=trees, asked=calls)
def test_undo_in_reverse_restores_the_tree(laid: dict[str, Any], asked: list[tuple[str, str, str | None]]) -> None:
    with tempfile.TemporaryDirectory(dir=FAST) as folder:
        desk = Desk(root=Path(folder, "root"), keep=Path(folder, "kept"), trash=Path(folder, "trash"))
        desk.root.mkdir()
        lay_out(desk.root, laid)
        before, old_print = desk.tree(), desk.print_of(".")
        made = [done for call in asked if (done := attempted(desk, *call)) is not None]
        assert not any(Path(path).name.startswith(".goalwright") for path in desk.tree())
        for done in reversed(made):
            done.undo()
        assert desk.tree() == before
        assert desk.print_of(".") == old_print
        assert all(entry[0] == "folder" for entry in tree(Path(folder, "trash")).values())


@given(laid=trees, asked=calls)
def test_a_call_repeated_with_what_was_seen_before_it_changes_nothing_more(
    laid: dict[str, Any], asked: list[tuple[str, str, str | None]]
) -> None:
    with tempfile.TemporaryDirectory(dir=FAST) as folder:
        desk = Desk(root=Path(folder, "root"), keep=Path(folder, "kept"), trash=Path(folder, "trash"))
        desk.root.mkdir()
        lay_out(desk.root, laid)
        for call in asked:
            done = attempted(desk, *call)
            if done is not None:
                after = desk.tree(), tree(Path(folder, "trash"))
                desk.tools[done.call.tool].act(done.call, done.before)  # type: ignore[attr-defined]  # a FunctionTool
                assert (desk.tree(), tree(Path(folder, "trash"))) == after


def test_a_folder_swapped_for_a_link_outside_never_leads_there(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    for folder in (root / "docs", outside):
        folder.mkdir(parents=True)
        for name in ("a.txt", "b.txt"):
            (folder / name).write_bytes(b"old")
    (root / "link").symlink_to(outside)
    before = tree(outside)
    desk = Desk(root=root, keep=tmp_path / "kept", trash=tmp_path / "trash")
    is_over = threading.Event()

    def swap() -> None:
        while not is_over.is_set():
            (root / "docs").rename(root / "aside")
            (root / "link").rename(root / "docs")
            (root / "docs").rename(root / "link")
            (root / "aside").rename(root / "docs")

    swapping = threading.Thread(target=swap)
    swapping.start()
    worked = 0
    try:
        for number in range(60):
            for tool, name, more in (
                ("write_file", "a.txt", {"content": str(number)}),
                ("append_file", "b.txt", {"content": "x"}),
                ("create_file", f"new{number}", {}),
                ("delete_file", "b.txt", {}),
            ):
                try:
                    done = desk.do(tool, f"docs/{name}", risk="high", **more)
                    done.undo()
                    worked += 1
                except (GoalwrightError, AssertionError):
                    continue
    finally:
        is_over.set()
        swapping.join()
    assert tree(outside) == before
    assert worked > 0


@pytest.mark.parametrize("tool", ["create_file", "write_file", "append_file", "delete_file", "read_file", "get_info"])
def test_fifty_calls_leave_no_file_open(desk: Desk, tool: str) -> None:
    for _ in range(50):
        (desk.root / "a.txt").write_bytes(b"a")
        desk.do(tool, "a.txt", content="b", risk="high")
    open_files = [str(path.readlink()) for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]
    assert not [name for name in open_files if str(desk.root) in name]
