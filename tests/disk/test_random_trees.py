"""Random trees full of links: where paths lead is what the system says, and whether they may is where they go."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import PolicyRefusal

MOST_LINKS = 40
NAMES = ("a", "b", "c")
PARTS = st.sampled_from((*NAMES, *NAMES, "..", ".", ""))
PLACES = st.sampled_from(("", "<base>", "<base>/root", "<base>/root", "<base>/out"))


class Entry(NamedTuple):
    """Something to be made in the tree: a folder, a file or a link with its target."""

    kind: str
    parts: tuple[str, ...]
    target: str


def joined(place: str, parts: list[str]) -> str:
    return "/".join([place, *parts] if place else parts) or "."


TARGETS = st.builds(joined, PLACES, st.lists(PARTS, max_size=4))
ENTRIES = st.builds(
    Entry,
    st.sampled_from(("folder", "folder", "link", "link", "link", "file")),
    st.tuples(st.sampled_from(("root", "root", "out")), *[st.sampled_from(NAMES)] * 2),
    TARGETS,
)
PATHS = st.builds(joined, st.sampled_from(("<base>/root", "<base>/out", "<base>")), st.lists(PARTS, max_size=7))


def grow(base: Path, entries: list[Entry]) -> None:
    for name in ("root", "out"):
        (base / name).mkdir()
    for entry in entries:
        for path in (base.joinpath(*entry.parts[:2]), base.joinpath(*entry.parts)):
            if os.path.lexists(path) or not path.parent.is_dir():
                continue
            if entry.kind == "folder":
                path.mkdir()
            elif entry.kind == "file":
                path.touch()
            else:
                path.symlink_to(entry.target.replace("<base>", str(base)))


def trail(path: str) -> tuple[list[str], int]:
    """Every place that a path goes through, the last one being where it leads, and how many links that took.

    Worked out with texts only; it gives up on circles.
    """
    pending, at, passed, links = path.split("/"), "/", ["/"], 0
    while pending and links <= MOST_LINKS:
        part = pending.pop(0)
        here = os.path.normpath(os.path.join(at, part))  # noqa: PTH118  # texts
        if part not in ("", ".", "..") and os.path.islink(here):  # noqa: PTH114  # texts
            target, links = os.fspath(Path(here).readlink()), links + 1
            pending, at = target.split("/") + pending, "/" if target.startswith("/") else at
        else:
            at = here
            passed.append(at)
    return passed, links


def is_allowed(place: str, root: str) -> bool:
    """Whether a place is in the root, or on the way there."""
    return place == root or place.startswith(f"{root}/") or f"{root}/".startswith(f"{place.rstrip('/')}/")


@given(st.lists(ENTRIES, max_size=14), st.lists(PATHS, min_size=1, max_size=12))
def test_paths_lead_where_the_system_says_and_are_refused_exactly_if_that_is_outside(
    entries: list[Entry], paths: list[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder).resolve()
        grow(base, entries)
        root = str(base / "root")
        roots = AllowedRoots([root])
        for path in (path.replace("<base>", str(base)) for path in paths):
            passed, links = trail(path)
            may_pass = links <= MOST_LINKS and all(is_allowed(place, root) for place in passed)
            if may_pass and f"{passed[-1]}/".startswith(f"{root}/"):
                assert roots.check(path) == passed[-1] == os.path.realpath(path)
                require_same_spot(roots, path)
            else:
                assert is_refused(roots, path)
                assert links > MOST_LINKS or passed[-1] == os.path.realpath(path)


def is_refused(roots: AllowedRoots, path: str) -> bool:
    for follow in (True, False):
        try:
            with roots.opened(path, follow=follow) as spot:
                # A link inside that leads outside is a spot of its own, as long as it is not followed.
                assert not follow
                assert Path(spot.path).is_symlink()
        except (PolicyRefusal, OSError):
            pass
    try:
        roots.check(path)
    except PolicyRefusal:
        return True
    return False


def require_same_spot(roots: AllowedRoots, path: str) -> None:
    """What is opened is what the system opens; where a folder is missing, the system cannot make a file either."""
    real = os.path.realpath(path)
    try:
        with roots.opened(path, follow=True) as spot:
            assert spot.path == real
            folder = real if spot.name == "." else os.path.dirname(real)  # noqa: PTH120  # texts
            assert os.path.samestat(os.fstat(spot.fd), Path(folder).stat())
    except (FileNotFoundError, NotADirectoryError):
        # pathlib drops `.` and empty parts, with which the system would insist on a folder at the end.
        with pytest.raises((FileNotFoundError, NotADirectoryError)):
            os.open(Path(path), os.O_WRONLY | os.O_CREAT)
