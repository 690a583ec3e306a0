"""Who talks at this door: the terminal, or the program that gives the commands."""

from __future__ import annotations

import os
import sys

CONVERSATION_VARIABLE = "GOALWRIGHT_CONVERSATION"


def door_name() -> str:
    """What tells this conversation from others: its name in the environment, a terminal's session, or the caller."""
    if named := os.environ.get(CONVERSATION_VARIABLE):
        return f"named {named}"
    from goalwright.contracts.asking_process import asking_process  # help is shown without the contracts

    asker = asking_process()
    is_terminal = any(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))
    return f"terminal {asker.session}" if is_terminal and asker.session else f"caller {asker.session} {asker.parent}"
