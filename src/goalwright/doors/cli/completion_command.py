"""`goalwright completion`: what a shell needs to complete commands, options and the names of runs."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from typing import Annotated

from goalwright.doors.cli.command_line import COMPLETION_VARIABLE
from goalwright.doors.cli.parameters import Argument, AsJson
from goalwright.doors.cli.screen import show_json

PROGRAM = "goalwright"
EPILOG = """\b
Example:
  goalwright completion bash > goalwright.bash
  goalwright completion zsh > _goalwright
  goalwright completion fish > goalwright.fish
"""


class Shell(StrEnum):
    """A shell that can complete."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def completion(
    shell: Annotated[Shell, Argument(metavar="bash|zsh|fish", help="The shell.")], as_json: AsJson = False
) -> int:
    """Print the script that lets a shell complete commands.

    Source it where your shell starts: eval "$(goalwright completion bash)" in ~/.bashrc.
    """
    from typer.completion import get_completion_script  # type: ignore[attr-defined]  # no other name is offered

    script = get_completion_script(prog_name=PROGRAM, complete_var=COMPLETION_VARIABLE, shell=shell.value)
    if as_json:
        show_json({"shell": shell.value, "script": script})
    else:
        sys.stdout.write(f"{script}\n")
    return 0


def completed() -> int:
    """Answer a shell that asks, through the environment, how a command line may go on."""
    from typer.completion import completion_init, shell_complete  # type: ignore[attr-defined]  # no other name is offered

    from goalwright.doors.cli.commands import command

    completion_init()
    return shell_complete(command(), {}, PROGRAM, COMPLETION_VARIABLE, os.environ[COMPLETION_VARIABLE])
