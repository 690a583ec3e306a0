"""`goalwright mcp`: servers are added, shown, trusted, looked at again and removed, and wrong words get one line."""

from __future__ import annotations

import json
import sys

import pytest

from doors.cli.command import QuickCli
from tools.mcp.odd_desk import SCRIPT

# What is typed -> words of the line that says what is wrong with it.
WRONG = {
    "mcp fly": "'fly' is unknown: use serve, add",
    "mcp add": "needs a name",
    "mcp list odd": "takes no name",
    "mcp serve odd": "takes no name",
    "mcp add odd": "either a command behind -- or --url",
    "mcp add odd --url https://x.example -- prog": "either a command behind -- or --url",
    "mcp show odd extra": "takes nothing behind the name",
    "mcp trust odd": "needs the tools to trust",
    "mcp list --url https://x.example": "takes no --url",
    "mcp show odd --env HOME": "takes no --env",
    "mcp serve --secret KEY": "takes no --secret",
    "mcp serve --folder /no/such/folder": "is not a folder",
    "mcp add Odd -- prog": "is not a name for a server",
    "mcp add file -- prog": "is the name of verbs or tools",
    "mcp add odd --url ftp://x.example": "is not an https address",
    "mcp show odd": "is not a server that was added",
    "mcp refresh odd": "is not a server that was added",
    "mcp trust odd echo": "is not a server that was added",
    "mcp remove odd": "is not a server that was added",
    "mcp remove ../../x": "is not a name for a server",
}


@pytest.mark.parametrize("typed", WRONG)
def test_what_makes_no_sense_is_refused_in_one_line(quick: QuickCli, typed: str) -> None:
    quick(*typed.split()).require_one_line(2, WRONG[typed])


def test_a_program_that_is_not_there_is_named(quick: QuickCli) -> None:
    quick("mcp", "add", "odd", "--", "no-such-program").require_one_line(
        5, "no-such-program is not there: check the name"
    )


@pytest.mark.slow
def test_the_life_of_a_server_at_the_command_line(quick: QuickCli) -> None:
    mode = quick.write("mode", "plain")
    start = ("--", sys.executable, "-I", "-S", str(SCRIPT), str(mode))
    assert json.loads(quick("mcp", "list", "--json").out) == {"servers": []}
    added = quick("mcp", "add", "odd", "--json", *start)
    assert (added.code, {tool["risk"] for tool in added.document["tools"]}) == (0, {"high"})
    assert quick("mcp", "list").out.splitlines()[1].split()[:2] == ["odd", "3"]
    shown = quick("mcp", "show", "odd", "--json").document
    assert shown["sentences"]["echo"]
    quick("mcp", "add", "odd", *start).require_one_line(2, "is there already")

    assert quick("mcp", "trust", "odd", "echo", "--risk", "none").code == 0
    done = quick("use odd to echo hello", "--json")
    assert (done.code, done.document["answers"][0]["output"]["text"]) == (0, "hello")
    refused = quick("use odd to bye")
    assert (refused.code, "needs approval" in refused.err) == (6, True)

    assert quick("mcp", "refresh", "odd").out == "odd is as it was\n"
    mode.write_text("changed_description")
    assert quick("use odd to echo hello").code == 5
    looked = quick("mcp", "refresh", "odd")
    assert (looked.code, "changed: echo" in looked.out, "not taken over" in looked.err) == (6, True, True)
    assert quick("mcp", "refresh", "odd", "--yes").code == 0
    assert quick("use odd to echo hello").code == 6
    assert quick("use odd to echo hello", "--yes").code == 0

    assert quick("mcp", "remove", "odd").code == 0
    assert quick("mcp", "list").out.startswith("No server was added")
    assert quick("use odd to echo hello").code == 3
