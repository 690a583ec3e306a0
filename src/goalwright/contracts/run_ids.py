"""Names of runs: the time they began, and five characters that tell them apart."""

from __future__ import annotations

import os
import re
import time

from goalwright.contracts.shown import shown
from goalwright.errors import ContractViolation

# Nothing in it is taken for something else when it is read aloud or copied by hand.
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_TAIL = 5
_USABLE = r"[0-9A-Za-z][0-9A-Za-z_-]{0,99}"


def new_run_id() -> str:
    """A name such as 20261116-034512-k3f9m, in universal time: later runs sort after earlier ones."""
    tail = "".join(_ALPHABET[number % len(_ALPHABET)] for number in os.urandom(_TAIL))
    return f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{tail}"


def is_run_id(text: str) -> bool:
    """Whether a run, or the beginning of its name, may be called so."""
    return re.fullmatch(_USABLE, text) is not None


def require_run_id(run_id: str) -> str:
    """The name itself, if a folder may be called so; else ContractViolation."""
    if not is_run_id(run_id):
        problem = f"is {shown(run_id)}: use letters, digits, - and _, at most 100 of them"
        raise ContractViolation("RunRecord", "run_id", problem)
    return run_id
