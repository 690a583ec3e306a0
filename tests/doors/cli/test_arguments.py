"""Arguments: what is a command, what is a sentence, and what is a slip."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from inspect import signature
from random import Random
from typing import Any

import pytest
import typer

from doors.cli.command import QuickCli
from goalwright.doors.cli.command_line import COMMANDS, normalised
from goalwright.doors.cli.commands import command
from goalwright.doors.cli.parameters import command_function, parameters, quick_call


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


VALUES = ("x", "a b", "", "-", "--", "5", "0", "-1", "007", "1_0", "99999999999", "é", "=", "all", "set", "bash", "1h")


def lines_of(name: str, count: int) -> Iterator[list[str]]:
    """Command lines of a command: its options in every spelling, values that may or may not fit, and strangers."""
    chance = Random(name)  # the same lines each time
    spelt = [option for _, _, told in parameters(command_function(name)) for option in told.names]
    pieces = [
        *spelt,
        *(f"{option}={value}" for option in spelt for value in ("3", "", "x y")),
        "-h",
        "--nothing",
        "-yv",
    ]
    for _ in range(count):
        chosen = [chance.choice(pieces if chance.random() < 0.5 else VALUES) for _ in range(chance.randrange(5))]
        yield [name, *chosen]


def parsed(parser: Any, line: list[str]) -> dict[str, Any] | None:
    """What Typer makes of a command line; None if it finds something wrong with it or shows the help."""
    try:
        return dict(parser.make_context(line[0], line[1:]).params)
    except (typer.TyperException, typer.Exit):
        return None


@pytest.mark.parametrize("name", COMMANDS)
def test_both_parsers_take_a_command_line_for_the_same(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser, function = command().get_command(None, name), command_function(name)
    own = signature(function).parameters
    quick_ones = 0
    for line in lines_of(name, 300):
        call: Any = quick_call(line)
        if call is not None:
            quick_ones += 1
            assert call.func is function
            given = {key: call.keywords.get(key, parameter.default) for key, parameter in own.items()}
            told = {key: None if value == () else value for key, value in (parsed(parser, line) or {}).items()}
            assert given == told, line
    assert quick_ones or any(parameter.default is parameter.empty for parameter in own.values())
    capsys.readouterr()


@pytest.mark.parametrize(
    ("line", "given"),
    [
        (["run", "mute the sound"], {"text": "mute the sound"}),
        (["run", "--json", "mute", "-y"], {"text": "mute", "as_json": True, "yes": True}),
        (["run", ""], {"text": ""}),
        (["run", "--goals", "goals.json"], {"goals": "goals.json"}),
        (["plan", "mute", "--steps=all", "-o", "-"], {"text": "mute", "steps": "all", "output": "-"}),
        (["history", "-n", "5"], {"limit": 5}),
        (["undo"], {}),
        (["show", "abc", "--json"], {"run": "abc", "as_json": True}),
        (["history", "-n", "0"], None),
        (["history", "-n5"], None),
        (["undo", "one", "two"], None),
        (["run", "--", "-x"], None),
        (["run", "mute", "--help"], None),
        (["run", "-yv", "mute"], None),
        (["undoo"], None),
        ([], None),
    ],
)
def test_plain_command_lines_need_no_parser(line: list[str], given: object) -> None:
    call: Any = quick_call(line)
    assert (call and call.keywords) == given


@pytest.mark.parametrize("line", [("plan",), ("plan", "mute", "--steps=0"), ("history", "-n", "0")])
def test_what_is_wrong_is_told_with_the_command(quick: QuickCli, line: tuple[str, ...]) -> None:
    quick(*line).require_one_line(2, f"see `goalwright {line[0]} --help`")
