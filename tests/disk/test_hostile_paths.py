"""Every row of the table of hostile paths, against all the ways to use the allowed roots."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from goalwright.disk.allowed_roots import AllowedRoots, real_path_within
from goalwright.errors import PolicyRefusal
from policy.hostile_paths import CIRCLE, HARMLESS, HOSTILE, HarmlessPath, HostilePath, Tree, grow_tree, surroundings

NAMES = [row.name for row in HOSTILE]
# In the end these are inside, or nowhere: what is wrong with them is the way.
ONLY_A_WALK_SEES = {row.name for row in HOSTILE if row.says in (CIRCLE, "not text")} | {
    "back in by the process's root folder",
    "up from a linked folder, back in",
    "a link outside that leads in",
    "out and in again",
}


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return grow_tree(tmp_path)


def open_descriptors() -> set[str]:
    return set(os.listdir("/dev/fd"))  # noqa: PTH208  # numbers, not paths


def overwrite(roots: AllowedRoots, path: str, follow: bool) -> None:
    with roots.opened(path, follow=follow) as spot:
        assert not follow, "only a link that is not followed is a spot"
        os.close(spot.open_regular(os.O_WRONLY | os.O_CREAT | os.O_TRUNC))


def test_the_table_is_long_enough_and_every_row_has_its_own_name() -> None:
    assert len(HOSTILE) >= 60
    assert len(set(NAMES)) == len(NAMES)
    assert len({row.name for row in HARMLESS}) == len(HARMLESS)


@pytest.mark.parametrize("row", HOSTILE, ids=NAMES)
def test_hostile_paths_are_refused_in_one_sentence_that_says_what_to_do(row: HostilePath, tree: Tree) -> None:
    row.trap(tree)
    roots, before = AllowedRoots([tree.root]), open_descriptors()
    with pytest.raises(PolicyRefusal) as caught:
        roots.check(tree.spelled(row.path))
    assert row.says in caught.value.problem
    assert ": " in caught.value.problem
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 700
    assert caught.value.exit_code == 6
    assert open_descriptors() == before


@pytest.mark.parametrize("row", HOSTILE, ids=NAMES)
@pytest.mark.parametrize("follow", [True, False])
def test_writing_to_hostile_paths_changes_nothing_around_the_root(row: HostilePath, follow: bool, tree: Tree) -> None:
    row.trap(tree)
    roots, before, untouched = AllowedRoots([tree.root]), open_descriptors(), surroundings(tree)
    with pytest.raises((PolicyRefusal, OSError)):
        overwrite(roots, tree.spelled(row.path), follow)
    assert surroundings(tree) == untouched
    assert open_descriptors() == before


@pytest.mark.parametrize("row", HARMLESS, ids=lambda row: row.name)
def test_harmless_paths_lead_where_the_system_says(row: HarmlessPath, tree: Tree) -> None:
    row.trap(tree)
    path, real = tree.spelled(row.path), tree.spelled(row.leads_to)
    assert AllowedRoots([tree.root]).check(path) == real == os.path.realpath(path)


@pytest.mark.parametrize("row", HARMLESS, ids=lambda row: row.name)
def test_harmless_paths_open_as_a_folder_and_a_name_in_it(row: HarmlessPath, tree: Tree) -> None:
    row.trap(tree)
    roots, before = AllowedRoots([tree.root]), open_descriptors()
    real = Path(tree.spelled(row.leads_to))
    real.parent.mkdir(parents=True, exist_ok=True)
    (tree.root / "missing").mkdir(exist_ok=True)
    with roots.opened(tree.spelled(row.path), follow=True) as spot:
        assert spot.path == str(real)
        folder = real if real == tree.root else real.parent
        assert spot.name == ("." if real == tree.root else real.name)
        assert os.path.samestat(os.fstat(spot.fd), folder.stat())
        os.fsync(spot.fd)
    assert open_descriptors() == before


@pytest.mark.parametrize("row", [row for row in HOSTILE if row.name not in ONLY_A_WALK_SEES], ids=lambda row: row.name)
def test_without_descriptors_hostile_paths_are_refused_by_where_they_lead(row: HostilePath, tree: Tree) -> None:
    row.trap(tree)
    with pytest.raises(PolicyRefusal):
        real_path_within(tree.spelled(row.path), [str(tree.root)])


@pytest.mark.parametrize("row", HARMLESS, ids=lambda row: row.name)
def test_without_descriptors_harmless_paths_lead_where_the_system_says(row: HarmlessPath, tree: Tree) -> None:
    row.trap(tree)
    assert real_path_within(tree.spelled(row.path), [str(tree.root)]) == tree.spelled(row.leads_to)
