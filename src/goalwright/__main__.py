"""The command `goalwright`, and `python -m goalwright`.

Only what the interpreter has loaded already is imported before Ctrl-C is heard.
"""

import _signal  # type: ignore[import-not-found]  # what `signal` is made of; it has no stub of its own
import os
import sys

_INTERRUPTED = 130
_LINE = b"goalwright: interrupted\n"
_DOCUMENT = b'{"error": {"kind": "KeyboardInterrupt", "message": "interrupted", "exit_code": 130}}\n'
_SHOWN_CURSOR = b"\x1b[?25h"


def main() -> None:
    """Do what this process was asked to, and exit. Until a run listens to it, Ctrl-C ends the process at once."""
    _signal.signal(_signal.SIGINT, _leave)
    if hasattr(_signal, "pthread_sigmask"):  # the launcher holds Ctrl-C back until here
        _signal.pthread_sigmask(_signal.SIG_UNBLOCK, (_signal.SIGINT,))
    from goalwright.doors.cli.code_bundle import use_bundle

    use_bundle()
    from goalwright.doors.cli.entry import main as door

    door()


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


if __name__ == "__main__":
    main()
