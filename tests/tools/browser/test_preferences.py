"""What a profile says of downloads and files before its browser is started."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goalwright.tools.browser.preferences import restrict


def kept(profile: Path) -> object:
    file = profile / "Default" / "Preferences"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def test_downloads_and_files_are_restricted_and_the_rest_stays(tmp_path: Path) -> None:
    restrict(tmp_path, is_attended=False, opens_files=False)
    assert kept(tmp_path) == {"download_restrictions": 3, "policy": {"url_blocklist": ["file://*"]}}
    told = '{"zoom": 2, "download_restrictions": 3, "policy": {"x": 1, "url_blocklist": ["file://*"]}}'
    (tmp_path / "Default" / "Preferences").write_text(told, encoding="utf-8")
    restrict(tmp_path, is_attended=True, opens_files=True)
    assert kept(tmp_path) == {"zoom": 2, "download_restrictions": 0, "policy": {"x": 1, "url_blocklist": []}}


@pytest.mark.parametrize("text", ["", "{", "\x00", "[]", '{"policy": 3}'])
def test_preferences_that_make_no_sense_are_replaced(tmp_path: Path, text: str) -> None:
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(text, encoding="utf-8")
    restrict(tmp_path, is_attended=False, opens_files=False)
    assert kept(tmp_path) == {"download_restrictions": 3, "policy": {"url_blocklist": ["file://*"]}}
