"""Ctrl-C before a run listens to it: one line, and the process ends. It imports what every interpreter has loaded."""

import _signal  # type: ignore[import-not-found]  # what `signal` is made of; it has no stub of its own
import os
import sys

_INTERRUPTED = 130
_LINE = b"goalwright: interrupted\n"
_DOCUMENT = b'{"error": {"kind": "KeyboardInterrupt", "message": "interrupted", "exit_code": 130}}\n'
_SHOWN_CURSOR = b"\x1b[?25h"


def hear_interrupts() -> None:
    """Have Ctrl-C end the process from now on."""
    _signal.signal(_signal.SIGINT, _leave)
    if hasattr(_signal, "pthread_sigmask"):  # the launcher holds Ctrl-C back until here
        _signal.pthread_sigmask(_signal.SIG_UNBLOCK, (_signal.SIGINT,))


def end_quietly(code: int) -> None:
    """Let Ctrl-C change nothing from now on: all is done, and only to be told. Pressed again, it ends the process.

    Where Ctrl-C does not end the process, as in a conversation, nothing changes.
    """

    def leave(_number: int, _frame: object) -> None:
        os._exit(code)

    if _signal.getsignal(_signal.SIGINT) is _leave:
        _signal.signal(_signal.SIGINT, lambda _number, _frame: _signal.signal(_signal.SIGINT, leave))


def _leave(_number: int, _frame: object) -> None:
    """End the process. An exception could be swallowed by what runs at this moment, or end as a traceback."""
    _signal.signal(_signal.SIGINT, _stay)  # one line is enough; ignoring it would be told if it is on its way already
    options = sys.argv[1 : sys.argv.index("--")] if "--" in sys.argv else sys.argv[1:]
    try:
        if "--json" in options:
            os.write(1, _DOCUMENT)
        else:
            is_drawn_on = os.isatty(2) and os.environ.get("TERM") not in (None, "dumb", "unknown")
            os.write(2, (_SHOWN_CURSOR if is_drawn_on else b"") + _LINE)
    finally:
        os._exit(_INTERRUPTED)


def _stay(_number: int, _frame: object) -> None:
    """Hear Ctrl-C once more while the process is ending anyway."""
