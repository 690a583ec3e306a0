"""Allowed roots: which folders they are, what a spot gives, and what becomes of roots that change."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from disk.descriptors import few_left
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import PolicyRefusal, ToolFailure
from goalwright.policy.path_text import printable
from policy.hostile_paths import Tree, grow_tree


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return grow_tree(tmp_path)


def test_folders_are_the_real_paths_of_the_roots_in_order_and_once(tree: Tree) -> None:
    (tree.above / "alias").symlink_to("me")
    roots = AllowedRoots([tree.outside, f"{tree.above}/alias/", tree.root, f"{tree.root}/a/.."])
    assert roots.folders == (str(tree.outside), str(tree.root))


def test_without_roots_everything_is_refused(tree: Tree) -> None:
    for path in (str(tree.root), "/"):
        with pytest.raises(PolicyRefusal, match="allowed_roots"):
            AllowedRoots([]).check(path)


@pytest.mark.parametrize("root", ["", "home", "~", "C:\\Users", "/a\0b"])
def test_a_root_that_is_no_absolute_path_is_refused(root: str) -> None:
    with pytest.raises(PolicyRefusal):
        AllowedRoots([root])


def test_a_root_in_a_circle_of_links_is_refused(tree: Tree) -> None:
    (tree.above / "ping").symlink_to("pong")
    (tree.above / "pong").symlink_to("ping")
    with pytest.raises(PolicyRefusal, match="too many links"):
        AllowedRoots([tree.above / "ping"])


def test_the_root_folder_as_a_root_allows_everything_and_still_jumps_nowhere(tree: Tree) -> None:
    roots = AllowedRoots(["/"])
    assert roots.folders == ("/",)
    assert roots.check("/") == "/"
    assert roots.check("/proc/self/root/etc") == "/etc"
    with roots.opened("/..") as spot:
        assert (spot.name, spot.path) == (".", "/")
    with roots.opened(str(tree.outside)) as spot:
        assert (spot.name, spot.path) == ("outside", str(tree.outside))


def test_a_root_is_reached_by_the_spelling_it_was_given(tree: Tree) -> None:
    homes = tree.outside / "homes"
    homes.mkdir()
    (homes / "me").symlink_to(tree.root)
    roots = AllowedRoots([homes / "me"])
    assert roots.check(f"{homes}/me/notes.txt") == f"{tree.root}/notes.txt"
    with roots.opened(f"{homes}/me") as spot:
        assert (spot.name, spot.path) == (".", str(tree.root))
    with pytest.raises(PolicyRefusal):
        roots.check(f"{homes}/new.txt")
    with pytest.raises(PolicyRefusal):
        roots.check(f"{tree.outside}/secret.txt")


def test_a_link_on_the_way_to_a_root_leads_there_as_well(tree: Tree) -> None:
    (tree.above.parent / "users").symlink_to("home")
    assert AllowedRoots([tree.root]).check(f"{tree.above.parent}/users/me/a") == f"{tree.root}/a"


def test_a_root_inside_another_is_an_ordinary_folder_of_it(tree: Tree) -> None:
    roots = AllowedRoots([tree.root / "a", tree.root])
    with roots.opened(f"{tree.root}/a") as spot:
        assert (spot.name, spot.path) == ("a", f"{tree.root}/a")
    with AllowedRoots([tree.root / "a"]).opened(f"{tree.root}/a") as spot:
        assert (spot.name, spot.path) == (".", f"{tree.root}/a")


def test_a_link_may_lead_from_one_root_into_another(tree: Tree) -> None:
    (tree.root / "out").symlink_to(tree.outside)
    roots = AllowedRoots([tree.root, tree.outside])
    assert roots.check(f"{tree.root}/out/deep/../secret.txt") == f"{tree.outside}/secret.txt"


def test_a_root_may_be_missing_and_come_later(tree: Tree) -> None:
    roots = AllowedRoots([tree.root / "later"])
    assert roots.check(f"{tree.root}/later/new.txt") == f"{tree.root}/later/new.txt"
    for path in (f"{tree.root}/later", f"{tree.root}/later/new.txt"):
        with pytest.raises(FileNotFoundError) as caught, roots.opened(path):
            pass
        assert caught.value.filename == f"{tree.root}/later"
    (tree.root / "later").mkdir()
    with roots.opened(f"{tree.root}/later/new.txt") as spot:
        assert spot.name == "new.txt"


def test_a_missing_root_that_comes_as_a_link_leads_outside(tree: Tree) -> None:
    roots = AllowedRoots([tree.root / "later"])
    (tree.root / "later").symlink_to(tree.outside)
    with pytest.raises(PolicyRefusal, match="leads to"):
        roots.check(f"{tree.root}/later/secret.txt")


@pytest.mark.parametrize("swapped", ["root", "above"])
def test_a_root_swapped_for_a_link_leads_outside(swapped: str, tree: Tree) -> None:
    roots = AllowedRoots([tree.root])
    folder: Path = getattr(tree, swapped)
    folder.rename(tree.above.parent / "gone")
    folder.symlink_to(tree.outside)
    (tree.outside / "me").mkdir()
    for follow in (True, False):
        with pytest.raises(PolicyRefusal), roots.opened(f"{tree.root}/secret.txt", follow=follow):
            pass
    with pytest.raises(PolicyRefusal):
        roots.check(str(tree.root))


def test_a_folder_swapped_for_a_link_after_the_check_leads_nowhere(tree: Tree) -> None:
    roots, path = AllowedRoots([tree.root]), f"{tree.root}/a/secret.txt"
    assert roots.check(path) == path
    (tree.root / "a").rename(tree.root / "gone")
    (tree.root / "a").symlink_to(tree.outside)
    with pytest.raises(PolicyRefusal), roots.opened(path):
        pass


def test_a_folder_swapped_for_a_link_while_it_is_open_stays_the_folder(tree: Tree) -> None:
    with AllowedRoots([tree.root]).opened(f"{tree.root}/a/new.txt") as spot:
        (tree.root / "a").rename(tree.root / "gone")
        (tree.root / "a").symlink_to(tree.outside)
        os.close(spot.open_regular(os.O_WRONLY | os.O_CREAT | os.O_EXCL))
    assert (tree.root / "gone" / "new.txt").exists()
    assert not (tree.outside / "new.txt").exists()


def test_the_last_part_is_followed_only_if_asked(tree: Tree) -> None:
    (tree.root / "link").symlink_to("a/b/new.txt")
    roots, path = AllowedRoots([tree.root]), f"{tree.root}/link"
    with roots.opened(path) as spot:
        assert (spot.name, spot.path) == ("link", path)
    with roots.opened(path, follow=True) as spot:
        assert (spot.name, spot.path) == ("new.txt", f"{tree.root}/a/b/new.txt")


def test_missing_folders_and_files_in_their_place_are_the_systems_own_errors(tree: Tree) -> None:
    roots = AllowedRoots([tree.root])
    with pytest.raises(FileNotFoundError) as missing, roots.opened(f"{tree.root}/no/such/file"):
        pass
    assert missing.value.filename == f"{tree.root}/no"
    with pytest.raises(NotADirectoryError) as blocked, roots.opened(f"{tree.root}/notes.txt/file"):
        pass
    assert blocked.value.filename == f"{tree.root}/notes.txt"


def test_a_walk_holds_few_descriptors_however_deep_the_path(tree: Tree) -> None:
    folder = tree.root.joinpath(*["d"] * 100)
    folder.mkdir(parents=True)
    with few_left(4):
        assert AllowedRoots([tree.root]).check(f"{folder}/../x") == f"{folder.parent}/x"
        with AllowedRoots([tree.root]).opened(f"{folder}/../d/x") as spot:
            assert spot.path == f"{folder}/x"


@pytest.mark.parametrize("left", [0, 1])
def test_a_path_that_cannot_be_looked_at_is_refused(left: int, tree: Tree) -> None:
    roots = AllowedRoots([tree.root])
    with few_left(left), pytest.raises(PolicyRefusal, match="cannot be looked at"):
        roots.check(f"{tree.root}/a")


def test_a_path_that_is_not_text_is_refused(tree: Tree) -> None:
    for path in (None, 7, b"/etc/passwd", tree.root, ["/etc"]):
        with pytest.raises(PolicyRefusal, match="write it as text"):
            AllowedRoots([tree.root]).check(path)  # type: ignore[arg-type]


@pytest.mark.parametrize("flags", [os.O_RDONLY, os.O_WRONLY, os.O_RDWR | os.O_CREAT])
@pytest.mark.parametrize("kind", ["a named pipe", "a socket", "a device"])
def test_only_regular_files_are_opened_and_nothing_waits(kind: str, flags: int, tree: Tree) -> None:
    trap = tree.root / "trap"
    if kind == "a named pipe":
        os.mkfifo(trap)
    elif kind == "a socket":
        with socket.socket(socket.AF_UNIX) as listener, AllowedRoots([tree.root]).opened(str(tree.root)) as here:
            listener.bind(f"/proc/self/fd/{here.fd}/trap")
    folder = "/dev" if kind == "a device" else str(tree.root)
    roots, path = AllowedRoots([folder]), f"{folder}/{'null' if kind == 'a device' else 'trap'}"
    with roots.opened(path) as spot, pytest.raises(ToolFailure, match=kind):
        spot.open_regular(flags)


def test_folders_and_links_are_not_opened_as_files(tree: Tree) -> None:
    (tree.root / "link").symlink_to("notes.txt")
    roots = AllowedRoots([tree.root])
    with roots.opened(f"{tree.root}/a") as spot, pytest.raises(IsADirectoryError):
        spot.open_regular()
    with roots.opened(f"{tree.root}/link") as spot, pytest.raises(OSError, match="symbolic links"):
        spot.open_regular()
    with roots.opened(f"{tree.root}/no") as spot, pytest.raises(FileNotFoundError):
        spot.open_regular(os.O_WRONLY)


def test_a_regular_file_is_opened_and_made(tree: Tree) -> None:
    roots = AllowedRoots([tree.root])
    with roots.opened(f"{tree.root}/notes.txt") as spot, os.fdopen(spot.open_regular(), "r") as file:
        assert file.read() == "mine\n"
    with roots.opened(f"{tree.root}/new.txt") as spot:
        os.close(spot.open_regular(os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    assert (tree.root / "new.txt").stat().st_mode & 0o777 == 0o600


PASSING = """
import os, sys
from goalwright.disk.allowed_roots import AllowedRoots
if os.getuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
roots, root = AllowedRoots([sys.argv[1]]), sys.argv[1]
with roots.opened(f"{root}/hall/room/new.txt") as spot:
    os.close(spot.open_regular(os.O_WRONLY | os.O_CREAT | os.O_EXCL))
with roots.opened(f"{root}/hall/new.txt") as spot:
    os.close(spot.open_regular(os.O_WRONLY | os.O_CREAT | os.O_EXCL))
print(roots.check(f"{root}/shut/inner/x"))
try:
    with roots.opened(f"{root}/shut/inner/x"):
        pass
except PermissionError as error:
    print(error.filename)
"""


def test_folders_that_may_be_passed_but_not_listed_are_passed() -> None:
    with tempfile.TemporaryDirectory() as base:
        root = Path(base).resolve()
        for name, mode in (("hall/room", 0o777), ("hall", 0o333), ("shut", 0o000)):
            (root / name).mkdir(parents=True, exist_ok=True)
            (root / name).chmod(mode)
        root.chmod(0o755)
        run = subprocess.run(
            [sys.executable, "-c", PASSING, root],
            capture_output=True,
            text=True,
            check=False,
            env={"PYTHONPATH": str(Path(__file__).parents[2] / "src"), "PATH": os.environ["PATH"]},
        )
        (root / "hall").chmod(0o755)
        (root / "shut").chmod(0o755)
        assert run.stderr == ""
        assert run.stdout.split() == [f"{root}/shut/inner/x", f"{root}/shut/inner"]
        assert (root / "hall" / "room" / "new.txt").exists()


def test_odd_paths_are_pictured_in_sentences() -> None:
    assert printable("/home/me") == "/home/me"
    assert printable("/home/\x1b[2J") == r"'/home/\x1b[2J'"
    assert printable("") == "''"
    assert len(printable("/" + "x" * 5_000)) < 100
