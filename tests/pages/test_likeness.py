"""Likeness: what differs each time is alike, and nothing else is."""

from __future__ import annotations

import pytest

from pages.likeness import is_alike

SHOWN = """\
✓ 0.02 s  create folder a
✓ 0.01 s  create folder b
2 actions done in 0.13 s (run 20261116-044422-bgmtp)
"""


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (SHOWN, SHOWN),
        (
            "✓ 0.05 s  create folder b\n✓ 0.09 s  create folder a\n2 actions done in 1.5 s (run 20270101-000000-22222)",
            SHOWN,
        ),
        ("It is 04:48.", "It is 23:59.\n"),
        ("a\nb\nc\nd", "a\n…\nd\n"),
        ("a\nd", "a\n…\nd\n"),
        ("a\nb\nc", "…\nc\n"),
        ("one long line", "one\n  long\n  line\n"),
        ("goals:\n  first\n  second", "goals:\n  first\n  second\n"),
        ("", ""),
    ],
)
def test_alike(written: str, shown: str) -> None:
    assert is_alike(written, shown)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (SHOWN.replace("folder b", "folder c"), SHOWN),
        (SHOWN.replace("2 actions", "3 actions"), SHOWN),
        (SHOWN + "and more", SHOWN),
        ("", SHOWN),
        ("a\nb\nc", "a\n…\nd\n"),
        ("a", ""),
        ("one line\nand another", "one line and another\n"),
        ("goals:\n    first", "goals:\n  first\n"),
        ("done: b\ndone: a", "done: a\ndone: b\n"),
    ],
)
def test_unlike(written: str, shown: str) -> None:
    assert not is_alike(written, shown)
