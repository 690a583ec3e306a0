"""Patterns: which paths they stand for."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from goalwright.situate.matching_paths import matches


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.pdf", "B.PDF", "c.txt", ".hidden.pdf", "sub/d.pdf", "sub/deep/e.pdf", ".git/f.pdf", "x[1].pdf"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (tmp_path / "link").symlink_to("sub")
    (tmp_path / "dead.pdf").symlink_to("nothing")
    return tmp_path


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("*.pdf", "B.PDF a.pdf dead.pdf x[1].pdf"),
        ("?.pdf", "B.PDF a.pdf"),
        ("[ab].pdf", "B.PDF a.pdf"),
        ("[!a].pdf", "B.PDF"),
        ("*.PDF", "B.PDF a.pdf dead.pdf x[1].pdf"),
        ("s*", "sub"),
        ("s*/*.pdf", "sub/d.pdf"),
        ("link/*.pdf", "link/d.pdf"),
        ("**/*.pdf", "B.PDF a.pdf dead.pdf sub/d.pdf sub/deep/e.pdf x[1].pdf"),
        ("sub/**/e.*", "sub/deep/e.pdf"),
        (".*.pdf", ".hidden.pdf"),
        ("x[1].pdf", "x[1].pdf"),
        ("c.txt", "c.txt"),
        ("*.docx", ""),
        ("nowhere/*.pdf", ""),
        ("c.txt/*", ""),
    ],
)
def test_a_pattern_stands_for_what_fits_it(folder: Path, pattern: str, found: str) -> None:
    assert matches(f"{folder}/{pattern}") == tuple(f"{folder}/{name}" for name in found.split())


def test_accents_may_be_composed_or_not(tmp_path: Path) -> None:
    name = unicodedata.normalize("NFD", "résumé.pdf")
    (tmp_path / name).touch()
    assert matches(f"{tmp_path}/{unicodedata.normalize('NFC', 'RÉS')}*.pdf") == (f"{tmp_path}/{name}",)


@pytest.mark.parametrize("pattern", ["*.pdf", "~/*.pdf", "C:\\*.pdf", ""])
def test_only_absolute_patterns_stand_for_anything(pattern: str) -> None:
    assert matches(pattern) == ()


def test_names_that_no_disk_has_match_nothing() -> None:
    assert matches("/tmp/\0*") == matches("/tmp/\0/*") == ()
