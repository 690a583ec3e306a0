"""Paths as text: one spelling each, the right rules for each, and never another file than the one written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts import path_spelling as paths

NORMAL = [
    ("docs", "docs"),
    ("docs/", "docs"),
    ("./docs//a/./b", "docs/a/b"),
    ("", "."),
    (".", "."),
    ("./", "."),
    ("/", "/"),
    ("//a", "/a"),
    ("~", "~"),
    ("~//x/", "~/x"),
    ("a/../b", "a/../b"),
    ("./~", "./~"),
    (".//~/x", "./~/x"),
    ("./C:", "./C:"),
    (r"./\\host\x", r"./\\host\x"),
    ("a/~", "a/~"),
    ("c:", "C:\\"),
    ("c:/a//b/", r"C:\a\b"),
    (r"C:\.\a", r"C:\a"),
    (r"\\host\share", "\\\\host\\share\\"),
    (r"\\host\\share//a", r"\\host\share\a"),
    (r"a\b", r"a\b"),
    ("mes données/日本 語", "mes données/日本 語"),
]


@pytest.mark.parametrize(("path", "expected"), NORMAL)
def test_normal_is_one_spelling(path: str, expected: str) -> None:
    assert paths.normal(path) == expected


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("docs/", "./docs", True),
        ("Docs", "docs", False),
        (r"C:\Docs", "c:/docs/", True),
        (r"\\HOST\share\A", r"\\host\share\a", True),
        ("./~", "~", False),
    ],
)
def test_identity_ignores_spelling_and_on_windows_case(one: str, other: str, same: bool) -> None:
    assert (paths.identity(one) == paths.identity(other)) is same


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/b", "a"),
        ("a", "."),
        (".", "."),
        ("/a", "/"),
        ("/", "/"),
        ("~/a", "~"),
        ("~", "~"),
        ("./~", "."),
        (r"C:\a", "C:\\"),
        ("C:", "C:\\"),
        (r"\\h\s\a", "\\\\h\\s\\"),
        ("..", ".."),
        ("../a", ".."),
        ("a/..", "a/.."),
    ],
)
def test_parent_is_the_folder_it_lies_in(path: str, expected: str) -> None:
    assert paths.parent(path) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a/b/c", ["a/b", "a", "."]),
        ("/a/b", ["/a", "/"]),
        ("~/a/b", ["~/a", "~"]),
        (r"C:\a\b", [r"C:\a", "C:\\"]),
        ("../a", [".."]),
        ("a/../b", ["a/.."]),
        (".", []),
    ],
)
def test_ancestors_go_up_as_far_as_the_text_tells(path: str, expected: list[str]) -> None:
    assert list(paths.ancestors(path)) == expected


@pytest.mark.parametrize(
    ("base", "path", "expected"),
    [
        ("docs", "a.txt", "docs/a.txt"),
        ("docs/", "./a.txt", "docs/a.txt"),
        ("", "a.txt", "a.txt"),
        (".", "a.txt", "a.txt"),
        ("/", "a.txt", "/a.txt"),
        ("~", "a.txt", "~/a.txt"),
        ("docs", "/etc", "/etc"),
        ("docs", "~/a", "~/a"),
        ("docs", r"C:\a", r"C:\a"),
        ("docs", "./~", "docs/~"),
        (".", "./~", "./~"),
        ("C:", "a/b", r"C:\a\b"),
        (r"C:\docs", r"\a", r"C:\a"),
        (r"C:\docs", r"a\b", r"C:\docs\a\b"),
        (r"\\h\s\docs", r"\a", r"\\h\s\a"),
    ],
)
def test_join_sees_a_path_from_its_base(base: str, path: str, expected: str) -> None:
    assert paths.join(base, path) == expected


@pytest.mark.parametrize(
    ("path", "name", "extension"),
    [
        ("a/b.txt", "b.txt", ".txt"),
        ("b", "b", ""),
        (".bashrc", ".bashrc", ""),
        ("a.tar.gz", "a.tar.gz", ".gz"),
        ("a.", "a.", ""),
        ("..", "..", ""),
        (".", "", ""),
        ("/", "", ""),
        ("./~", "~", ""),
        (r"C:\x.TXT", "x.TXT", ".TXT"),
        ("C:", "", ""),
    ],
)
def test_name_and_extension(path: str, name: str, extension: str) -> None:
    assert (paths.name(path), paths.extension(path)) == (name, extension)


PIECES = st.sampled_from(["a", "B", ".", "..", "~", "/", "\\", "//", "\\\\", "C:", "c:", " ", "é", "host"])
TEXTS = st.one_of(st.lists(PIECES, max_size=8).map("".join), st.text())


@given(TEXTS)
def test_normal_and_identity_are_settled_after_one_turn(path: str) -> None:
    once = paths.normal(path)
    assert paths.normal(once) == once
    assert paths.identity(once) == paths.identity(path)
    assert paths.is_anchored(once) is paths.is_anchored(path)
    assert paths.is_windows(once) is paths.is_windows(path)


@given(TEXTS)
def test_going_up_always_ends(path: str) -> None:
    above = list(paths.ancestors(path))
    assert len(above) <= len(path) + 1
    assert all(paths.normal(each) == each for each in above)


@given(TEXTS, TEXTS)
def test_a_joined_path_is_normal(base: str, path: str) -> None:
    joined = paths.join(base, path)
    assert paths.normal(joined) == joined
