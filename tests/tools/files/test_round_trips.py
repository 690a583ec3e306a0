"""Random trees there and back: bytes, modes, times, names and links."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from goalwright.errors import ToolFailure
from tools.files.desk import Desk, tree
from tools.files.trees import at, in_seconds, reach

NAMES = st.one_of(
    st.sampled_from(
        ["a", "b", "A", "-rf", "a b", "C:x", "日本", "e\u0301", "\u00e9", "...", ".hidden", "😀", "x\ny", "n" * 200]
    ),
    st.text(st.characters(exclude_characters="/\0\\", exclude_categories=["Cs"]), min_size=1, max_size=8).filter(
        lambda name: name not in (".", "..") and len(name.encode()) < 200
    ),
)
TIMES = st.integers(0, 2**31 * 10**9 - 1)
FILES = st.tuples(st.binary(max_size=3_000), st.integers(0, 0o777), TIMES)
LINKS = st.sampled_from(["a", "b", "nowhere", "."])
MODES = st.sampled_from([0o755, 0o700, 0o555, 0o2775])


def folders(inner: Any) -> Any:
    return st.tuples(st.dictionaries(NAMES, inner, max_size=4), MODES)


TREES: Any = folders(st.recursive(st.one_of(FILES, LINKS), folders, max_leaves=8))


def grow(path: Path, made: Any) -> None:
    """Make what was drawn: a link, a file of bytes, mode and time, or a folder of things and a mode."""
    if isinstance(made, str):
        path.symlink_to(made)
    elif isinstance(made[0], dict):
        path.mkdir()
        for name, inner in made[0].items():
            grow(path / name, inner)
        path.chmod(made[1])
    else:
        path.write_bytes(made[0])
        path.chmod(made[1])
        os.utime(path, ns=(made[2], made[2]))


@contextmanager
def fresh() -> Iterator[tuple[Desk, Path]]:
    """A desk on one disk, and a folder on another that it reaches."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as near, tempfile.TemporaryDirectory() as far:
        (Path(near) / "root").mkdir()
        desk = Desk(root=Path(near, "root"), keep=Path(near, "kept"), trash=Path(near, "trash"))
        yield reach(desk, Path(far)), Path(far)


@given(made=TREES)
@settings(max_examples=25)
def test_copies_are_exact_and_undone_exactly(made: Any) -> None:
    with fresh() as (desk, far):
        grow(desk.root / "t", made)
        before = desk.tree()
        for to in (desk.root / "copy", far / "copy"):
            done = desk.do("copy", "t", to=str(to))
            assert tree(to) == tree(desk.root / "t")
            done.undo()
            assert desk.tree() == before
            assert tree(far) == {}


@given(made=TREES)
@settings(max_examples=25)
def test_moves_are_exact_and_undone_exactly(made: Any) -> None:
    with fresh() as (desk, far):
        grow(desk.root / "t", made)
        before, moved = desk.tree(), tree(desk.root / "t")
        for to in (desk.root / "new", far / "new"):
            done = desk.do("move", "t", to=str(to))
            assert tree(to) == moved
            assert not (desk.root / "t").exists()
            done.undo()
            assert desk.tree() == before
            assert tree(far) == {}


@given(made=TREES, ending=st.sampled_from(["zip", "tar", "tar.gz", "tar.bz2", "tar.xz"]))
@settings(max_examples=25)
def test_what_is_packed_comes_out_the_same_and_both_are_undone_exactly(made: Any, ending: str) -> None:
    with fresh() as (desk, _):
        grow(desk.root / "t", made)
        before = desk.tree()
        packed = desk.do("compress", "t", to=at(desk, f"t.{ending}"))
        between = desk.tree()
        with suppress(ToolFailure):  # links in a circle are not unpacked
            done = desk.do("extract", f"t.{ending}", to=at(desk, "out"))
            assert plain(tree(desk.root / "out" / "t"), ending) == plain(tree(desk.root / "t"), ending)
            done.undo()
        assert desk.tree() == between
        packed.undo()
        assert desk.tree() == before


def plain(seen: Any, ending: str) -> Any:
    """Without what an archive does not give back: special rights, and parts of seconds in a zip."""
    bare = {path: (e[0], e[1] & 0o777, *e[2:]) if e[0] != "link" else e for path, e in seen.items()}
    return in_seconds(bare) if ending == "zip" else bare


@given(made=TREES, there=TREES)
@settings(max_examples=25)
def test_unpacking_over_anything_is_all_or_nothing_and_undone_exactly(made: Any, there: Any) -> None:
    with fresh() as (desk, _):
        grow(desk.root / "t", made)
        desk.do("compress", "t", to=at(desk, "t.tar"))
        shutil.rmtree(desk.root / "t")
        grow(desk.root / "t", there)
        before, kept = desk.tree(), sorted(desk.keep.iterdir())
        try:
            done = desk.do("extract", "t.tar", to=at(desk, "t"), risk="high")
        except ToolFailure:
            assert desk.tree() == before
        else:
            done.undo()
            assert desk.tree() == before
            assert sorted(desk.keep.iterdir()) == kept
