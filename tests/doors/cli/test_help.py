"""Help: it is short, plain, and its examples run."""

from __future__ import annotations

import shlex
import subprocess
import sys
import textwrap

import pytest

from doors.cli.command import COMMAND, Cli, QuickCli
from goalwright.doors.cli.command_line import COMMANDS, SECTIONS
from goalwright.doors.cli.parameters import command_function


def example(text: str) -> str:
    """The lines of a help text that follow `Example:`, as a script."""
    return textwrap.dedent(text.partition("Example:\n")[2])


# tests/doors/web/test_serve.py runs it: it goes on until it is stopped.
@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "serve"])
@pytest.mark.sampled(2)
def test_examples_in_the_help_run(cli: Cli, command: str) -> None:
    script = example(sys.modules[command_function(command).__module__].EPILOG)
    assert f"goalwright {command}" in script
    runs = f'goalwright() {{ {shlex.join(COMMAND)} "$@"; }}\nset -e\n{script}'
    done = subprocess.run(
        ["sh", "-c", runs], cwd=cli.folder, env=cli.environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done
    assert "Traceback" not in done.stderr
    assert command in ("resume", "stop") or "goalwright: " not in done.stderr, done


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_every_option_and_fits_a_terminal(quick: QuickCli, command: str) -> None:
    text = quick(command, "-h").out
    assert example(text) == example(sys.modules[command_function(command).__module__].EPILOG)
    assert "--json" in text
    assert max(map(len, text.splitlines())) <= 80
    assert text.isascii()


def test_help_lists_the_commands_and_exit_codes(quick: QuickCli) -> None:
    text = quick("--help").out
    assert all(f"\n  {command} " in text for command in COMMANDS)
    assert all(f"\n{section}:\n" in text for section in SECTIONS)
    assert "Exit codes" in text
    assert "..." not in text.partition("COMMAND [ARGS]...")[2]
    assert max(map(len, text.splitlines())) <= 88
    assert quick().out == text
    assert quick().code == 0


@pytest.mark.parametrize("arguments", [("--version",), ("--version", "plan")])
def test_version_is_one_line(cli: Cli, arguments: tuple[str, ...]) -> None:
    outcome = cli(*arguments)
    assert (outcome.code, outcome.out, outcome.err) == (0, "goalwright 0.1.0\n", "")
