"""Links swapped in while paths are used, by another process, as fast as it can: nothing ever gets outside."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from goalwright.disk.allowed_roots import AllowedRoots, real_path_within
from goalwright.errors import PolicyRefusal
from policy.hostile_paths import SECRET, Tree, grow_tree, surroundings

TRIES = 4_000
MOST_TRIES = 100_000

# Puts a thing and a link to `target` in each other's place, over and over, until its input ends.
SWAPPER = """
import os, select, sys
place, target = sys.argv[1:]
parked, link = place + ".parked", place + ".link"
os.symlink(target, link)
print("ready", flush=True)
while not select.select([sys.stdin], [], [], 0)[0]:
    for _ in range(50):
        os.rename(place, parked); os.rename(link, place)
        os.rename(place, link); os.rename(parked, place)
"""


@contextmanager
def swapping(place: Path, target: Path) -> Iterator[None]:
    command = [sys.executable, "-I", "-c", SWAPPER, str(place), str(target)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as swapper:
        assert swapper.stdout is not None
        assert swapper.stdout.readline() == "ready\n"
        yield
        swapper.communicate(timeout=60)
    assert swapper.returncode == 0


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    tree = grow_tree(tmp_path)
    (tree.outside / "b").mkdir()
    return tree


def write_new(path: str, roots: AllowedRoots) -> str:
    try:
        with roots.opened(path) as spot:
            os.close(spot.open_regular(os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    except (PolicyRefusal, OSError) as error:
        return type(error).__name__
    return "written"


def count(tries: Iterator[str], wanted: set[str], at_least: int = TRIES) -> Counter[str]:
    """How the tries ended, which go on until each wanted end was seen."""
    ends: Counter[str] = Counter()
    for number, end in enumerate(tries):
        ends[end] += 1
        if number >= at_least and wanted <= ends.keys():
            break
    return ends


@pytest.mark.parametrize("place", ["a", "a/b", "."])
def test_a_folder_swapped_for_a_link_never_lets_a_file_be_made_outside(place: str, tree: Tree) -> None:
    roots, untouched = AllowedRoots([tree.root]), surroundings(tree)
    target = tree.outside / "b" if place == "a/b" else tree.outside
    if place == ".":
        (tree.outside / "a" / "b").mkdir(parents=True)
        untouched = surroundings(tree)
    with swapping(tree.root / place, target):
        ends = count(
            (write_new(f"{tree.root}/a/b/new{n}", roots) for n in range(MOST_TRIES)), {"written", "PolicyRefusal"}
        )
    assert (
        {"written", "PolicyRefusal"}
        <= ends.keys()
        <= {"written", "PolicyRefusal", "FileNotFoundError", "NotADirectoryError"}
    )
    assert left_behind(tree) == untouched


def left_behind(tree: Tree) -> dict[str, str]:
    """The surroundings, without what the swapper keeps beside the root."""
    return {path: what for path, what in surroundings(tree).items() if not path.startswith(f"{tree.root}.")}


def test_a_file_swapped_for_a_link_never_lets_the_file_outside_be_written(tree: Tree) -> None:
    roots, path = AllowedRoots([tree.root]), f"{tree.root}/notes.txt"

    def write(follow: bool) -> str:
        try:
            with roots.opened(path, follow=follow) as spot:
                os.close(spot.open_regular(os.O_WRONLY | os.O_TRUNC))
        except (PolicyRefusal, OSError) as error:
            return type(error).__name__
        return "written"

    with swapping(tree.root / "notes.txt", tree.outside / "secret.txt"):
        ends = count((write(n % 2 == 0) for n in range(MOST_TRIES)), {"written", "PolicyRefusal"})
    assert {"written", "PolicyRefusal"} <= ends.keys()
    assert (tree.outside / "secret.txt").read_text() == SECRET


def test_the_same_swaps_do_mislead_a_check_before_the_use(tree: Tree) -> None:
    def write(path: str) -> str:
        try:
            os.close(os.open(real_path_within(path, [str(tree.root)]), os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        except (PolicyRefusal, OSError) as error:
            return type(error).__name__
        return "outside" if Path(tree.outside, "b", Path(path).name).exists() else "inside"

    with swapping(tree.root / "a", tree.outside):
        ends = count((write(f"{tree.root}/a/b/new{n}") for n in range(MOST_TRIES)), {"outside"}, at_least=1)
    assert "outside" in ends
