"""`goalwright secret`: kept in the keyring, bound to an origin, listed by name, and never shown."""

from __future__ import annotations

import pytest

from doors.cli.command import SOURCES, Cli, Outcome, QuickCli
from pages.keyrings import keyring_in

VALUE = "correct horse"


def secret(cli: Cli, *arguments: str, stdin: str = "") -> Outcome:
    return cli("secret", *arguments, stdin=stdin, environment=keyring_in(cli.folder / "keyring.json", str(SOURCES)))


def test_a_secret_is_kept_listed_and_forgotten_and_its_value_shown_nowhere(cli: Cli) -> None:
    kept = secret(cli, "set", "bank", "--origin", "Bank.Example/", stdin=f"{VALUE}\n")
    assert (kept.code, kept.out, kept.err) == (0, "bank is kept, and typed on https://bank.example only\n", "")
    listed = secret(cli, "list")
    assert listed.out.split("\n")[1].split() == ["bank", "https://bank.example"]
    assert secret(cli, "list", "--json").document == {"secrets": [{"name": "bank", "origin": "https://bank.example"}]}
    assert VALUE in (cli.folder / "keyring.json").read_text()
    files = [file for file in (cli.folder / "state").rglob("*") if file.is_file()]
    assert files
    assert not any(VALUE.encode() in file.read_bytes() for file in files)
    assert secret(cli, "forget", "bank").out == "bank is forgotten\n"
    assert secret(cli).out == "No secret is kept.\n"
    assert VALUE not in (cli.folder / "keyring.json").read_text()


def test_a_later_secret_takes_the_place_of_an_earlier_one(cli: Cli) -> None:
    secret(cli, "set", "bank", "--origin", "https://old.example", stdin="one")
    told = secret(cli, "set", "bank", "--origin", "https://new.example:8443", "--json", stdin="two").document
    assert told == {"name": "bank", "origin": "https://new.example:8443"}
    assert secret(cli, "list", "--json").document["secrets"] == [told]


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (("set", "bank"), VALUE, ("needs --origin",)),
        (("set", "--origin", "https://a.example"), VALUE, ("needs a name",)),
        (("set", "my bank", "--origin", "https://a.example"), VALUE, ("my bank", "is not a name")),
        (("set", "bank", "--origin", "https://a.example/login"), VALUE, ("--origin", "is not an origin")),
        (("set", "bank", "--origin", "*"), VALUE, ("--origin",)),
        (("set", "bank", "--origin", "https://a.example"), "", ("has no value",)),
        (("list", "bank"), "", ("takes no name",)),
        (("forget", "bank", "--origin", "https://a.example"), "", ("takes no --origin",)),
        (("show", "bank"), "", ("'show' is unknown: use set, list or forget",)),
    ],
)
def test_what_does_not_go_together_is_told(
    quick: QuickCli, arguments: tuple[str, ...], stdin: str, words: tuple[str, ...]
) -> None:
    secret(quick, *arguments, stdin=stdin).require_one_line(2, *words)
    assert not (quick.folder / "keyring.json").exists()


def test_a_secret_that_is_not_there_cannot_be_forgotten(cli: Cli) -> None:
    secret(cli, "forget", "bank").require_one_line(5, "no secret bank", "goalwright secret list")


def test_a_system_without_a_keyring_is_told(cli: Cli) -> None:
    environment = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    refused = cli("secret", "set", "bank", "--origin", "https://a.example", stdin=VALUE, environment=environment)
    refused.require_one_line(5, "keyring cannot be used", "GNOME Keyring")
