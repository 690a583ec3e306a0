"""On which hosts of a fleet a command is to be done, told from all other uses of "on"."""

from __future__ import annotations

import pytest

from goalwright.interpret.host_phrases import host_phrase

KNOWN = {"web1": ("web", "eu"), "web2": ("web", "us"), "db1": ("db", "eu"), "db2.example.com": ("db",)}
EVERY = "db1 db2.example.com web1 web2"

# The phrase behind or before a command -> its hosts.
NAMED = {
    "on web1": "web1",
    "on WEB1": "web1",
    "on the host web1": "web1",
    "on the db1 machine": "db1",
    "on db2.example.com": "db2.example.com",
    "on web1 and db2.example.com": "db2.example.com web1",
    "on web1, web2 and db1": "db1 web1 web2",
    "on servers web1 and web2": "web1 web2",
    "on all web servers": "web1 web2",
    "on both web servers": "web1 web2",
    "on the web servers": "web1 web2",
    "on all webservers": "web1 web2",
    "on each of the web servers": "web1 web2",
    "on hosts tagged web": "web1 web2",
    "on all eu web servers": "web1",
    "on every server in eu": "db1 web1",
    "on all eu servers that are web": "web1",
    "on the web and db servers": EVERY,
    "on all machines": EVERY,
    "on every machine": EVERY,
    "across all my hosts": EVERY,
    "on all servers except web2": "db1 db2.example.com web1",
    "on all machines but not db1 and db2.example.com": "web1 web2",
    "on web1 and the db machines": "db1 db2.example.com web1",
}
UNKNOWN = "no host of the fleet has the name or tag"
PROBLEMS = {
    "read x on all mail servers": f"{UNKNOWN} 'mail'; there are: db, db1, db2.example.com, eu, us, web, web1, web2",
    "read x on web1 and db9": f"{UNKNOWN} 'db9'",
    "read x on all servers except mail1": f"{UNKNOWN} 'mail1'",
    "read x on the web server": "is one host, and there are 2",
    "read x on a web server": "leaves open which hosts",
    "read x on 2 web servers": "leaves open which hosts",
    "read x on web1 but not web1": "no host of the fleet is left",
    "create x on web1 and put y in it": "stands inside the command",
    "delete a on web1 and create b on db1": "in two places",
}
NOT_MEANT = (
    *("play music on spotify", "copy it on the desktop", "put a file on my computer", "save it on this machine"),
    *("click on Save", "turn on the lights", "read x on friday", "open x on page 2", "run it on the server"),
    *('write "deployed on web1" to log.txt', "search for books on history", "put x on monitor 2", "go on", "on"),
)


@pytest.mark.parametrize("form", ["{rest} {phrase}", "{phrase}, {rest}", "{rest} {phrase}.", "{phrase}: {rest}"])
def test_hosts_are_named_behind_a_command_or_before_it(form: str) -> None:
    wrong = []
    for phrase, hosts in NAMED.items():
        found = host_phrase(form.format(rest="create a folder x", phrase=phrase), KNOWN)
        if found is None or (found.rest, " ".join(found.hosts), found.problem) != ("create a folder x", hosts, ""):
            wrong.append((phrase, found))
    assert not wrong


def test_words_around_a_command_stay_with_it() -> None:
    for text in ("please create x on all web servers", "on all web servers, please create x"):
        found = host_phrase(text, KNOWN)
        assert found is not None
        assert (found.rest, found.hosts) == ("please create x", ("web1", "web2"))
    behind = host_phrase("create x on all web servers, please", KNOWN)
    assert behind is not None
    assert (behind.rest, behind.place) == ("create x please", "last")


def test_phrases_that_name_no_hosts_say_why() -> None:
    told = {text: found.problem if (found := host_phrase(text, KNOWN)) else "" for text in PROBLEMS}
    assert {text: problem for text, problem in told.items() if PROBLEMS[text] not in problem} == {}


def test_other_uses_of_on_are_no_hosts() -> None:
    assert [text for text in NOT_MEANT if host_phrase(text, KNOWN) is not None] == []
