"""A sentence for hosts of the fleet is never done on the hub itself, and no other sentence changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goalwright.app import Goalwright
from goalwright.app.known_hosts import KnownHosts
from goalwright.errors import ForTheFleet, NotUnderstood

HOSTS = {"web1": ("web",), "web2": ("web",), "db1": ("db", "spotify", "desktop")}
FOR_HOSTS = {
    "create a folder x on web1": ("create a folder x", "web1"),
    "create a folder x on all web servers": ("create a folder x", "web1 web2"),
    "put a.txt here saying hello on all web servers": ("put a.txt here saying hello", "web1 web2"),
    "create a folder x and put a.txt in it saying 1.4 on every machine": (
        "create a folder x and put a.txt in it saying 1.4",
        "db1 web1 web2",
    ),
    "on web1, put a.txt here saying hello": ("put a.txt here saying hello", "web1"),
    "On web1 and db1: delete all txt files in logs": ("delete all txt files in logs", "db1 web1"),
    "crate a foldr on all machines": ("crate a foldr", "db1 web1 web2"),
}
UNCLEAR = (
    "put a.txt here saying hello on web1",
    "play music on spotify",
    "search for cats on the web servers",
    "create a folder x on the desktop",
)
PLAIN = (
    "play music on youtube",
    "put a.txt here saying we deployed on dell servers",
    "search for prices on my computer",
    'put a.txt here saying "see you on web1"',
    "put a.txt here saying the news on web1 is good",
    "create a folder x",
)


@pytest.fixture
def hub(tmp_path: Path) -> Goalwright:
    home = tmp_path / "state"
    (home / "fleet").mkdir(parents=True)
    KnownHosts(home).write(HOSTS)
    return Goalwright(home=home, cwd=tmp_path, config=tmp_path / "config")


def test_what_is_for_hosts_is_not_for_this_machine(hub: Goalwright) -> None:
    for text, (rest, hosts) in FOR_HOSTS.items():
        with pytest.raises(ForTheFleet) as told:
            hub.read(text)
        assert (told.value.rest, " ".join(told.value.hosts)) == (rest, hosts), text


def test_what_may_be_for_hosts_is_declined(hub: Goalwright) -> None:
    for text in UNCLEAR:
        with pytest.raises(NotUnderstood, match="put quotes around the text") as told:
            hub.read(text)
        assert not isinstance(told.value, ForTheFleet)


def test_other_sentences_are_as_they_were(hub: Goalwright, tmp_path: Path) -> None:
    elsewhere = Goalwright(home=tmp_path / "other", cwd=tmp_path, config=tmp_path / "config")

    def read(gw: Goalwright, text: str) -> object:
        try:
            return gw.read(text).meta_goal
        except NotUnderstood as declined:
            return str(declined)

    assert [text for text in PLAIN if read(hub, text) != read(elsewhere, text)] == []
    assert all(not isinstance(read(elsewhere, text), ForTheFleet) for text in (*FOR_HOSTS, *UNCLEAR))


def test_a_damaged_memory_of_hosts_is_none(tmp_path: Path) -> None:
    (tmp_path / "fleet").mkdir()
    for text in ("", "{", "[]", "7", json.dumps({"web1": 7}), "\x00"):
        (tmp_path / "fleet" / "hosts.json").write_text(text)
        assert dict(KnownHosts(tmp_path).read()) == {}, text
