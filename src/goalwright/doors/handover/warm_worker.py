"""A fork of the warm process becomes what the caller's own process would have been, and does its work."""

from __future__ import annotations

import ctypes
import fcntl
import gc
import io
import locale
import os
import signal
import sys
import time
from contextlib import suppress
from typing import Any, NoReturn

from goalwright.contracts.asking_process import AskingProcess, work_for
from goalwright.doors.cli.entry import main
from goalwright.doors.handover.peer_process import PeerProcess, take_on
from goalwright.doors.handover.wanted_work import Stream, WantedWork
from goalwright.early_interrupt import hear_interrupts

_SET_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
_libc = ctypes.CDLL(None, use_errno=True)


def work(wanted: WantedWork, peer: PeerProcess, given: list[int], parent: int) -> NoReturn:
    """Do the work in this process, which was just forked, and exit. `given` are the caller's files, its folder last."""
    os.setsid()
    _libc.prctl(_SET_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # it died before we asked to be told
        os._exit(1)
    _place(wanted.files, given)
    take_on(peer)
    _surround(wanted)
    work_for(AskingProcess(peer.pid, peer.parent, peer.session, peer.has_terminal))
    _listen(wanted.ignored)
    main()


def _place(numbers: list[int], given: list[int]) -> None:
    """The caller's files under the caller's numbers, its folder as the working folder, and nothing else open."""
    *files, folder = given
    os.fchdir(folder)
    free = max(numbers) + 1
    apart = [fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, free) for number in files]
    for number, file in zip(numbers, apart, strict=True):
        os.dup2(file, number)
    kept = set(numbers)
    for name in os.listdir("/proc/self/fd"):  # noqa: PTH208  # its own handle is among them, and gone by now
        if int(name) not in kept:
            try:
                os.close(int(name))
            except OSError:
                continue


def _surround(wanted: WantedWork) -> None:
    """What Python reads once, when it starts: variables, time zone, language, search path and streams."""
    os.environb.clear()
    os.environb.update(wanted.environment)
    time.tzset()
    with suppress(locale.Error):  # not installed: the interpreter of the caller lives with that, too
        locale.setlocale(locale.LC_CTYPE, "")
    sys.argv[:] = wanted.arguments
    sys.path[:] = wanted.path
    sys.path_importer_cache.clear()
    stdin, stdout, stderr = wanted.streams
    sys.stdin = sys.__stdin__ = _opened(0, "r", stdin, "<stdin>")  # type: ignore[misc]  # said to be final
    sys.stdout = sys.__stdout__ = _opened(1, "w", stdout, "<stdout>")  # type: ignore[misc]  # as above
    sys.stderr = sys.__stderr__ = _opened(2, "w", stderr, "<stderr>")  # type: ignore[misc]  # as above


def _opened(number: int, mode: str, stream: Stream, name: str) -> io.TextIOWrapper:
    """As Python opens a standard stream."""
    file: Any = open(number, f"{mode}b", -1 if mode == "r" or not stream.is_unbuffered else 0, closefd=False)  # noqa: SIM115  # it is open as long as the process
    getattr(file, "raw", file).name = name
    text = io.TextIOWrapper(
        file,
        stream.encoding,
        stream.errors,
        newline="\n",
        line_buffering=stream.is_by_line,
        write_through=stream.is_unbuffered,
    )
    text.mode = mode  # type: ignore[misc]  # as Python has it
    return text


def _listen(ignored: list[int]) -> None:
    """Signals as the caller's process hears them, from the first on that was passed on."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    for each in ignored:
        signal.signal(each, signal.SIG_IGN)
    gc.enable()
    hear_interrupts()
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
