"""Failures as people and programs see them: one line on stderr or one JSON document on stdout, and an exit code."""

from __future__ import annotations

import os
import sys
from typing import Any

from goalwright.doors.cli.plain_text import message_text
from goalwright.errors import INTERRUPTED, USAGE, GoalwrightError

INTERNAL = 1
DEBUG_VARIABLE = "GOALWRIGHT_DEBUG"


def report(error: BaseException, *, as_json: bool) -> int:
    """Show a failure and return its exit code."""
    code, message, fields = described(error)
    if code == INTERNAL and os.environ.get(DEBUG_VARIABLE):
        import traceback  # slow to load

        traceback.print_exception(error)
    message = message_text(message)
    if as_json:
        from goalwright.contracts.documents import error_document
        from goalwright.doors.cli.screen import show_json

        kind = type(error).__name__
        show_json(error_document(kind, message, code, fields))
    else:
        sys.stderr.write(f"goalwright: {message}\n")
    return code


def described(error: BaseException) -> tuple[int, str, dict[str, Any]]:
    """The exit code, the sentence and the fields of any failure."""
    if isinstance(error, GoalwrightError):
        return error.exit_code, str(error), _fields(error)
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED, "interrupted", {}
    if isinstance(error, MemoryError):
        return INTERNAL, "there is not enough memory for this: split the input", {}
    if isinstance(error, RecursionError):
        return INTERNAL, "the input is nested too deeply: flatten it", {}
    if isinstance(error, FileNotFoundError) and error.filename is None:
        return USAGE, "the working folder is no longer there: go to another one", {}
    if isinstance(error, OSError) and error.filename is None and error.strerror:
        return INTERNAL, f"cannot write the output: {error.strerror}", {}
    from goalwright.doors.cli.wrong_usage import usage_line  # loads the parser

    if usage := usage_line(error):
        return USAGE, usage, {}
    told = f"{type(error).__name__}: {error}".rstrip(": ")
    return INTERNAL, f"internal error: {told}; set {DEBUG_VARIABLE}=1 to see where", {}


def _fields(error: GoalwrightError) -> dict[str, Any]:
    return {name: value for name, value in vars(error).items() if not name.startswith("_")}
