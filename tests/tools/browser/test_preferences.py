"""What a profile says of downloads before its browser is started."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goalwright.tools.browser.process import restrict_downloads


def kept(profile: Path) -> object:
    file = profile / "Default" / "Preferences"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def test_downloads_are_restricted_where_nobody_looks_and_the_rest_stays(tmp_path: Path) -> None:
    restrict_downloads(tmp_path, is_attended=False)
    assert kept(tmp_path) == {"download_restrictions": 3}
    (tmp_path / "Default" / "Preferences").write_text('{"zoom": 2, "download_restrictions": 3}', encoding="utf-8")
    restrict_downloads(tmp_path, is_attended=True)
    assert kept(tmp_path) == {"zoom": 2, "download_restrictions": 0}


def test_where_somebody_looks_a_new_profile_is_left_to_the_browser(tmp_path: Path) -> None:
    restrict_downloads(tmp_path, is_attended=True)
    assert kept(tmp_path) is None


@pytest.mark.parametrize("text", ["", "{", "\x00"])
def test_preferences_that_cannot_be_read_are_written_anew(tmp_path: Path, text: str) -> None:
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(text, encoding="utf-8")
    restrict_downloads(tmp_path, is_attended=False)
    assert kept(tmp_path) == {"download_restrictions": 3}
