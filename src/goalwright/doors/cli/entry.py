"""main: one command line in, one exit code out, and never a traceback."""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from goalwright import __version__
from goalwright.doors.cli.code_bundle import is_bundle_behind
from goalwright.doors.cli.command_line import COMMANDS, COMPLETION_VARIABLE, normalised, wants_json
from goalwright.doors.cli.late_modules import load_late
from goalwright.early_interrupt import end_quietly

if TYPE_CHECKING:
    from goalwright.app import Goalwright

_INTERRUPTED = 130  # as in goalwright.errors, which takes a while to load


def main() -> NoReturn:
    """The `goalwright` command: does what this process was asked to and exits."""
    load_late()
    code = run(sys.argv[1:])
    try:
        sys.stderr.flush()
    except OSError:
        from goalwright.doors.cli.screen import abandon

        abandon(2)
    end_quietly(code)
    if code != _INTERRUPTED:  # else threads would be waited for, and one that was told to stop may not listen
        if sys.getprofile() is not None or sys.gettrace() is not None:  # what watches wants to see the end
            sys.exit(code)
        _end()
        if is_bundle_behind():
            from goalwright.doors.cli.bundle_writing import write_bundle

            write_bundle()
    os._exit(code)  # taking every module apart would take a fifth of the time of a short command


def _end() -> None:
    """Do what Python does before it takes modules apart: wait for threads, run what was registered, flush."""
    threading = sys.modules.get("threading")
    if threading is not None:
        threading._shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # broken or closed: there is nowhere left to say so
            continue


def run(arguments: Sequence[str]) -> int:
    """The exit code of one command line; every failure is shown as one line, or as one JSON document."""
    _prepare_streams()
    return _told(arguments, lambda: _invoke(normalised(arguments)))


def _say(arguments: list[str], gw: Goalwright) -> int:
    """One command of a conversation; a sentence is carried out by what the ones before have made ready."""
    if arguments[0] in COMMANDS:
        return _told(arguments, lambda: _invoke(arguments))
    from goalwright.doors.cli.run_command import obey
    from goalwright.doors.cli.sentences import Wanted

    code = _told(arguments, lambda: obey(gw, arguments[0], Wanted()))
    if code:
        gw.close()  # if a file of ours was the matter, the next command looks at it again
    return code


def _told(arguments: Sequence[str], work: Callable[[], int]) -> int:
    code = 0
    try:
        code = work()
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader has seen enough
        from goalwright.doors.cli.screen import abandon

        abandon()
        return code
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  # a door: nothing may leave it as a traceback
        return _reported(error, as_json=wants_json(arguments))


def _invoke(arguments: list[str]) -> int:
    if arguments == ["--version"]:  # the parser knows it too, but takes a while to load
        sys.stdout.write(f"goalwright {__version__}\n")
        return 0
    if not arguments and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        from goalwright.doors.cli.talking import talk

        return talk(_say)
    if COMPLETION_VARIABLE in os.environ:
        from goalwright.doors.cli.completion_command import completed

        return completed()
    from goalwright.doors.cli.parameters import is_wrong_argument, quick_call

    call = quick_call(arguments)
    if call is not None:
        try:
            return call()
        except Exception as error:
            if not is_wrong_argument(error):
                raise
    # Nothing was done so far. Typer finds the same to be wrong, and knows which command to tell about.
    import typer

    from goalwright.doors.cli.commands import command

    try:
        with command().make_context("goalwright", arguments) as context:
            return int(context.command.invoke(context) or 0)
    except typer.Exit as end:
        return end.exit_code


def _reported(error: BaseException, *, as_json: bool) -> int:
    from goalwright.doors.cli.screen import abandon
    from goalwright.doors.cli.told_failures import report

    try:
        code = report(error, as_json=as_json)
        sys.stdout.flush()
    except OSError:
        abandon()
        return getattr(error, "exit_code", 1)
    except KeyboardInterrupt:
        return _INTERRUPTED
    return code


def _prepare_streams() -> None:
    """Any text can be written to the streams, whatever their encoding, and a closed stream swallows it."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115  # open as long as the process
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
