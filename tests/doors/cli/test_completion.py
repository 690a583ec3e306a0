"""Shell completion: a real bash asks the real command."""

from __future__ import annotations

import os
import shlex
import stat
import subprocess

import pytest

from doors.cli.command import COMMAND, Cli
from goalwright.doors.cli.command_line import COMMANDS


@pytest.fixture
def path(cli: Cli) -> str:
    """A PATH on which the command is found by its name."""
    program = cli.write("bin/goalwright", f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return f"{program.parent}{os.pathsep}{os.environ['PATH']}"


def completed(cli: Cli, path: str, *words: str) -> list[str]:
    """What bash would offer for the last word."""
    script = (
        'eval "$(goalwright completion bash)"\n'
        f"COMP_WORDS=(goalwright {shlex.join(words)}); COMP_CWORD={len(words)}\n"
        "_goalwright_completion goalwright\n"
        "printf '%s\\n' \"${COMPREPLY[@]}\"\n"
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        cwd=cli.folder,
        env=cli.environment(PATH=path),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_completes_commands_and_options(cli: Cli, path: str) -> None:
    assert set(completed(cli, path, "")) == set(COMMANDS)
    assert completed(cli, path, "his") == ["history"]
    assert completed(cli, path, "plan", "--ver") == ["--verbose"]
    assert completed(cli, path, "completion", "f") == ["fish"]


@pytest.mark.parametrize(("shell", "variable"), [("zsh", "_TYPER_COMPLETE_ARGS"), ("fish", "_TYPER_COMPLETE_ARGS")])
def test_other_shells_are_answered_too(cli: Cli, shell: str, variable: str) -> None:
    script = cli("completion", shell)
    assert (script.code, script.err) == (0, "")
    assert f"_GOALWRIGHT_COMPLETE=complete_{shell}" in script.out
    asked = {"_GOALWRIGHT_COMPLETE": f"complete_{shell}", variable: "goalwright hist"}
    answer = cli(environment=asked | {"_TYPER_COMPLETE_FISH_ACTION": "get-args"})
    assert (answer.code, answer.err) == (0, "")
    assert "history" in answer.out
    assert "undo" not in answer.out


def test_an_unknown_shell_is_a_usage_error(cli: Cli) -> None:
    cli("completion", "tcsh").require_one_line(2, "tcsh", "bash")


def test_the_script_can_be_had_as_json(cli: Cli) -> None:
    assert cli("completion", "bash", "--json").document["script"].startswith("_goalwright_completion()")
