"""The caller's side: this process stands in for one of the service that does what it was asked to.

It starts in little more than an interpreter takes, so nothing of the package's other rooms is imported here.
"""

import _signal  # type: ignore[import-not-found]  # what `signal` is made of; it has no stub of its own
import os
import sys

from goalwright.doors.handover.hand_message import (
    ALONE,
    ENDED,
    GO,
    HIGHEST_FILE,
    LENGTH_BYTES,
    MOST_FILES,
    READY,
    STATUS_BYTES,
    STOPPED,
    packed,
    stamp,
)
from goalwright.standard_folders import SERVICE_FOLDER, SOCKET, standard_state_folder

TYPE_CHECKING = False  # type checkers take it for true, and `typing` need not be imported
if TYPE_CHECKING:
    from _socket import socket
    from collections.abc import Callable
    from typing import Any

ALONE_VARIABLE = "GOALWRIGHT_ALONE"
STAYING = frozenset({"completion", "fleet", "mcp", "secret", "serve", "service", "worker"})
"""Commands that are long-lived, have processes of their own, or ask for what no other process should see."""
_COMPLETION_VARIABLE = "_GOALWRIGHT_COMPLETE"
_PATIENCE_S = 2.0
_LOST = 1
_MOST_INTERRUPTS = 4
_PASSED_ON = ("SIGINT", "SIGTERM", "SIGTSTP", "SIGCONT")
_LINE = (
    "the process of the service that worked on this was killed: `goalwright history` shows how far it came,"
    " and `goalwright resume` goes on"
)
_SHOWN_CURSOR = "\x1b[?25h"


def do_elsewhere() -> None:
    """Have a running service do what this process was asked to, and exit as it did; return if it is to be done here."""
    if not _may_be_done_elsewhere(sys.argv[1:]):
        return
    files = _inherited()
    line = _agreed(files) if files[:3] == [0, 1, 2] and len(files) < MOST_FILES and files[-1] <= HIGHEST_FILE else None
    if line is not None:
        _stand_in(line, files)


def _may_be_done_elsewhere(arguments: list[str]) -> bool:
    """Whether the command, and the way it was started, leave nothing that only this process can have."""
    first = next((argument for argument in arguments if not argument.startswith("-")), "")
    return (
        bool(first)
        and first not in STAYING
        and not os.environ.get(ALONE_VARIABLE)
        and _COMPLETION_VARIABLE not in os.environ
        and None not in (sys.stdin, sys.stdout, sys.stderr)
        and sys.gettrace() is None
        and sys.getprofile() is None
        and not _is_in_background()
    )


def _is_in_background() -> bool:
    """Whether reading from the terminal would stop this process: another one could take what is typed for the shell."""
    for number in (0, 1, 2):
        try:
            if os.isatty(number) and os.tcgetpgrp(number) != os.getpgrp():
                return True
        except OSError:  # a terminal, but not the one that controls this process
            continue
    return False


def _agreed(files: list[int]) -> "socket | None":
    """The line to a process of the same user that is ready to begin; None if there is none, or it takes too long."""
    import _socket

    line = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        line.settimeout(_PATIENCE_S)
        _connect(line)
        told = line.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
        if int.from_bytes(told[4:8], sys.byteorder) == os.getuid() and _asked(line, files):
            line.settimeout(None)
            return line
    except (OSError, ValueError):
        pass
    line.close()
    return None


def _connect(line: "socket") -> None:
    # By way of the open folder: the path of a socket has 108 bytes at most.
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    place = os.open(os.path.join(standard_state_folder(), SERVICE_FOLDER), flags)  # noqa: PTH118  # pathlib is slow to load
    try:
        line.connect(f"/proc/self/fd/{place}/{SOCKET}")
    finally:
        os.close(place)


def _asked(line: "socket", files: list[int]) -> bool:
    streams = list(map(_described, (sys.stdin, sys.stdout, sys.stderr)))
    ignored = [number for number in _signal.valid_signals() if _signal.getsignal(number) == _signal.SIG_IGN]
    message = packed(
        [
            stamp(),
            list(map(os.fsencode, sys.argv)),
            [b"%s=%s" % pair for pair in os.environb.items()],
            list(map(os.fsencode, sys.path)),
            list(map(os.fsencode, streams)),
            [b"%d" % number for number in ignored],
            [b"%d" % number for number in files],
        ]
    )
    line.sendall(len(message).to_bytes(LENGTH_BYTES, "big") + message)
    return line.recv(1) == READY


def _described(stream: "Any") -> str:
    """How Python has opened a standard stream."""
    return f"{stream.encoding}\n{stream.errors}\n{int(stream.line_buffering)}\n{int(stream.write_through)}"


def _inherited() -> list[int]:
    """The open files that a program started here would have, too."""
    return sorted(number for number in map(int, os.listdir("/proc/self/fd")) if _is_inherited(number))  # noqa: PTH208  # pathlib is slow to load


def _is_inherited(number: int) -> bool:
    try:  # the one that listed them is gone already
        return os.get_inheritable(number)
    except OSError:
        return False


def _stand_in(line: "socket", files: list[int]) -> None:
    """Say that the work may begin, pass on signals, and end as it does. Returns only if it did not begin."""
    passed_on = [getattr(_signal, name) for name in _PASSED_ON]
    usual = {number: _signal.getsignal(number) for number in passed_on}
    heard = [number for number in passed_on if usual[number] != _signal.SIG_IGN]
    before = _signal.pthread_sigmask(_signal.SIG_BLOCK, heard)
    is_begun = _gone(line, files)
    handle = _passing_on(line)
    for number in heard if is_begun else ():
        _signal.signal(number, handle)
    _signal.pthread_sigmask(_signal.SIG_SETMASK, before)
    if is_begun:
        _follow(line)
    for number in heard:
        _signal.signal(number, usual[number])
    line.close()


def _gone(line: "socket", files: list[int]) -> bool:
    """Whether GO could be said, and the open files be given along, the working folder last."""
    import _socket

    try:
        here = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        given = b"".join(number.to_bytes(4, sys.byteorder) for number in (*files, here))
        line.sendmsg([GO], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, given)])
        os.close(here)
    except OSError:
        return False
    return True


def _passing_on(line: "socket") -> "Callable[[int, object], None]":
    interrupts = 0

    def handle(number: int, _frame: object) -> None:
        nonlocal interrupts
        if number == _signal.SIGCONT and _is_in_background():
            os.kill(os.getpid(), _signal.SIGTTIN)  # what works for us can't be kept from reading what is typed
            return
        interrupts += number == _signal.SIGINT
        if interrupts > _MOST_INTERRUPTS:  # nothing hears it: leave, and the work is ended
            os._exit(130)
        try:
            line.sendall(bytes([number]))
        except OSError:  # it has just ended, or was killed: the loop finds out
            return

    return handle


def _follow(line: "socket") -> None:
    """Stop when the work is stopped, and end as it does. Returns if it did not begin after all."""
    while True:
        try:
            told = line.recv(1)
            status = line.recv(STATUS_BYTES) if told == ENDED else b""
        except OSError:
            told = status = b""
        if told == ALONE:
            return
        if told == STOPPED:
            os.kill(os.getpid(), _signal.SIGSTOP)
        elif len(status) == STATUS_BYTES:
            _end(os.waitstatus_to_exitcode(int.from_bytes(status, "big")))
        else:
            _end(_lost())


def _end(code: int) -> None:
    if code < 0:  # by a signal: so does this one
        _signal.signal(-code, _signal.SIG_DFL) if -code not in (_signal.SIGKILL, _signal.SIGSTOP) else None
        _signal.pthread_sigmask(_signal.SIG_UNBLOCK, [-code])
        os.kill(os.getpid(), -code)
    os._exit(code)


def _lost() -> int:
    """Say that the process which did the work is gone."""
    options = sys.argv[1 : sys.argv.index("--")] if "--" in sys.argv else sys.argv[1:]
    if "--json" in options:
        told = f'{{"error": {{"kind": "ServiceKilled", "message": "{_LINE}", "exit_code": {_LOST}}}}}\n'
        os.write(1, told.encode())
    else:
        is_drawn_on = os.isatty(2) and os.environ.get("TERM") not in (None, "dumb", "unknown")
        os.write(2, f"{_SHOWN_CURSOR if is_drawn_on else ''}goalwright: {_LINE}\n".encode())
    return _LOST
