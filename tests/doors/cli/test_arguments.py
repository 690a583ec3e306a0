"""Arguments: what is a command, what is a sentence, and what is a slip."""

from __future__ import annotations

import difflib

import pytest

from doors.cli.command import QuickCli
from goalwright.doors.cli.carrying_out import Wanted
from goalwright.doors.cli.command_line import COMMANDS, SWITCHES, normalised, plain_sentence
from goalwright.doors.cli.commands import command


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        (["mute the sound"], ["run", "mute the sound"]),
        (["mute"], ["run", "mute"]),
        (["--json", "mute"], ["run", "--json", "mute"]),
        (["--goals", "goals.json"], ["run", "--goals", "goals.json"]),
        (["play"], ["run", "play"]),
        (["plan", "mute"], ["plan", "mute"]),
        (["run", "mute"], ["run", "mute"]),
        (["plna"], ["plna"]),
        (["undoo"], ["undoo"]),
        ([""], ["run", ""]),
        (["--json"], ["--json"]),
        (["plan", "x", "--steps"], ["plan", "x", "--steps=all"]),
    ],
)
def test_a_word_that_is_no_command_is_a_sentence_unless_it_is_a_slip(given: list[str], taken: list[str]) -> None:
    assert normalised(given) == taken


@pytest.mark.parametrize("slip", ["histroy", "aplly", "resmue", "explian", "valdate", "docter", "compltion", "rulez"])
def test_a_misspelt_command_is_answered_with_its_name(quick: QuickCli, slip: str) -> None:
    (near,) = difflib.get_close_matches(slip, COMMANDS, n=1)
    quick(slip).require_one_line(2, repr(slip), repr(near))


@pytest.mark.parametrize("start", [(), ("run",), ("plan",), ("interpret",), ("explain",)])
def test_a_sentence_without_quotes_is_told_so(quick: QuickCli, start: tuple[str, ...]) -> None:
    quick(*start, "mute", "the", "sound").require_one_line(2, "the sound", "quotes around the whole sentence")


def test_the_switches_are_those_that_the_parser_knows() -> None:
    options = command().get_command(None, "run").params
    known = {spelt: option.name for option in options if getattr(option, "is_flag", False) for spelt in option.opts}
    assert {spelt: name for spelt, name in known.items() if name != "help"} == SWITCHES
    assert set(SWITCHES.values()) == set(Wanted._fields)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        (["run", "mute the sound"], ("mute the sound", {})),
        (["run", "--json", "mute", "-y"], ("mute", {"as_json": True, "yes": True})),
        (["run", ""], ("", {})),
        (["run", "mute", "unmute"], None),
        (["run", "--goals", "goals.json"], None),
        (["run", "--", "-x"], None),
        (["run", "mute", "--help"], None),
        (["run", "-yv", "mute"], None),
        (["run"], None),
        (["plan", "mute"], None),
    ],
)
def test_a_plain_sentence_needs_no_parser(given: list[str], taken: object) -> None:
    assert plain_sentence(given) == taken
