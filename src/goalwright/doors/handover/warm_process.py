"""The warm process: a child of the service that has everything loaded, and forks a worker for each command.

It has one thread, and never works itself, so a fork of it is a fresh process. It ends when the service does, once
the commands that it was given are done.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from goalwright.doors.handover.hand_message import (
    ALONE,
    ENDED,
    GO,
    LENGTH_BYTES,
    MOST_BYTES,
    MOST_FILES,
    READY,
    STATUS_BYTES,
    STOPPED,
)
from goalwright.doors.handover.loaded_files import LoadedFiles
from goalwright.doors.handover.peer_process import PeerProcess, peer_process
from goalwright.doors.handover.wanted_work import WantedWork, wanted_work
from goalwright.doors.handover.warm_worker import work
from goalwright.doors.handover.warming import warm
from goalwright.standard_folders import SOCKET

HALTED = "halted.json"
"""There while everything is stopped."""
_MOST_CALLERS = 200
_PATIENCE_S = 10.0
_CREDENTIALS = struct.Struct("3i")
_TO_GROUP = {signal.SIGINT: signal.SIGINT, signal.SIGTSTP: signal.SIGSTOP, signal.SIGCONT: signal.SIGCONT}
"""What the terminal sends to all that a command has started."""


class HandedCommand:
    """One caller: at first it tells what it wants, then its signals are passed on to the worker."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.since = time.monotonic()
        self.told = bytearray()
        self.files: list[int] = []
        self.wanted: WantedWork | None = None
        self.peer: PeerProcess | None = None
        self.worker = 0

    def close(self) -> None:
        self.line.close()
        self.drop_files()

    def drop_files(self) -> None:
        for number in self.files:
            os.close(number)
        self.files.clear()

    def tell(self, message: bytes) -> None:
        with suppress(OSError):  # it is gone, which is noticed when it is read from
            self.line.send(message)

    def pass_on(self, numbers: bytes) -> None:
        for number in numbers if self.worker else b"":
            with suppress(ProcessLookupError, ValueError):
                if (sent := _TO_GROUP.get(signal.Signals(number))) is not None:
                    os.killpg(self.worker, sent)
                elif number == signal.SIGTERM:
                    os.kill(self.worker, number)


class WarmProcess:
    """Takes commands at a socket in `folder` until `life`, which the service holds, is closed."""

    def __init__(self, folder: str, life: int) -> None:
        self._folder, self._life = folder, life
        self._is_leaving = False
        self._loaded = LoadedFiles()
        self._listener, self._inode = _listening(folder)
        self._callers: set[HandedCommand] = set()
        self._killed: set[int] = set()
        self._selector = selectors.DefaultSelector()
        self._woken, self._wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, lambda *_: self._leave())
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        os.set_blocking(life, False)
        self._watch(self._listener, self._accept)
        self._watch(life, self._hear_service)
        self._watch(self._woken, self._look_after)

    def serve(self) -> None:
        while not (self._is_leaving and not self._callers):
            for key, _ in self._selector.select(_PATIENCE_S):
                key.data()
            for caller in [each for each in self._callers if not each.worker]:
                if time.monotonic() - caller.since > _PATIENCE_S:
                    self._drop(caller)

    def _watch(self, what: socket.socket | int, then: Callable[[], None]) -> None:
        self._selector.register(what, selectors.EVENT_READ, then)

    def _accept(self) -> None:
        line, _ = self._listener.accept()
        line.setblocking(False)  # as the standard library has it
        _, uid, _ = _credentials(line)
        if uid != os.getuid() or len(self._callers) >= _MOST_CALLERS:
            line.close()
            return
        caller = HandedCommand(line)
        self._callers.add(caller)
        self._watch(line, lambda: self._hear(caller))

    def _hear(self, caller: HandedCommand) -> None:
        try:
            told, files, _, _ = socket.recv_fds(caller.line, 1_000_000, MOST_FILES)
        except BlockingIOError:
            return
        except OSError:
            told, files = b"", []
        caller.files += files
        if not told:
            self._drop(caller)
        elif caller.worker:
            caller.pass_on(told)
        elif caller.wanted is None:
            caller.told += told
            self._understand(caller)
        elif told[:1] == GO:
            self._begin(caller, caller.wanted)
            caller.pass_on(told[1:])

    def _understand(self, caller: HandedCommand) -> None:
        """Once all is told, say whether it can be done here."""
        length = int.from_bytes(caller.told[:LENGTH_BYTES], "big")
        if length > MOST_BYTES:
            self._drop(caller)
            return
        if len(caller.told) < LENGTH_BYTES + length:
            return
        caller.peer = peer_process(_credentials(caller.line)[0])
        caller.wanted = wanted_work(bytes(caller.told[LENGTH_BYTES:])) if self._may_work() else None
        if caller.peer is None or caller.wanted is None:
            caller.tell(ALONE)
            self._drop(caller)
            return
        caller.tell(READY)

    def _may_work(self) -> bool:
        return not self._is_leaving and not os.path.exists(f"{self._folder}/{HALTED}") and self._loaded.is_current()  # noqa: PTH110  # a look per command

    def _begin(self, caller: HandedCommand, wanted: WantedWork) -> None:
        parent = os.getpid()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            caller.worker = os.fork() if len(caller.files) == len(wanted.files) + 1 else 0
            if not caller.worker and os.getpid() != parent:
                self._become(caller, parent)
        except OSError:  # no more processes may be begun
            caller.worker = 0
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        caller.drop_files()
        if not caller.worker:
            caller.tell(ALONE)
            self._drop(caller)

    def _become(self, caller: HandedCommand, parent: int) -> NoReturn:
        """In the fork: let go of what is the warm process's, and do the work."""
        try:
            for line in (self._listener, *(each.line for each in self._callers)):
                line.detach()  # closed with all else
            if caller.wanted is not None and caller.peer is not None:
                work(caller.wanted, caller.peer, caller.files, parent)
        finally:
            os._exit(1)

    def _look_after(self) -> None:
        """Tell callers that their worker has stopped or ended."""
        with suppress(BlockingIOError):
            os.read(self._woken, 4096)
        self._killed = {pid for pid in self._killed if not os.waitpid(pid, os.WNOHANG)[0]}
        for caller in [each for each in self._callers if each.worker]:
            found, status = os.waitpid(caller.worker, os.WNOHANG | os.WUNTRACED)
            if not found:
                continue
            if os.WIFSTOPPED(status):
                caller.tell(STOPPED)
                continue
            caller.worker = 0
            caller.tell(ENDED + status.to_bytes(STATUS_BYTES, "big"))
            self._drop(caller)

    def _drop(self, caller: HandedCommand) -> None:
        """Let go of a caller; one that has left while its worker works has been killed, and so is that."""
        if caller not in self._callers:
            return
        self._callers.discard(caller)
        self._selector.unregister(caller.line)
        caller.close()
        if caller.worker:
            os.kill(caller.worker, signal.SIGKILL)  # not waited for so far, so it is ours
            self._killed.add(caller.worker)

    def _hear_service(self) -> None:
        if not os.read(self._life, 1):  # it has ended, in whichever way
            self._selector.unregister(self._life)
            self._leave()

    def _leave(self) -> None:
        """Take nothing new."""
        if self._is_leaving:
            return
        self._is_leaving = True
        self._selector.unregister(self._listener)
        with suppress(OSError):
            if os.stat(f"{self._folder}/{SOCKET}").st_ino == self._inode:  # noqa: PTH116  # another service may be there by now
                os.unlink(f"{self._folder}/{SOCKET}")  # noqa: PTH108
        self._listener.close()
        for caller in [each for each in self._callers if not each.worker]:
            self._drop(caller)


def _listening(folder: str) -> tuple[socket.socket, int]:
    """A socket that only the user can reach, and what tells it from one that takes its place."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    path = f"/proc/self/fd/{place}/{SOCKET}"  # the path of a socket has 108 bytes at most
    with suppress(FileNotFoundError):
        os.unlink(SOCKET, dir_fd=place)
    before = os.umask(0o177)
    try:
        listener.bind(path)
    finally:
        os.umask(before)
    inode = os.stat(SOCKET, dir_fd=place).st_ino  # in the folder that is open
    os.close(place)
    listener.listen(_MOST_CALLERS)
    listener.setblocking(False)  # as the standard library has it
    return listener, inode


def _credentials(line: socket.socket) -> tuple[int, int, int]:
    told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    pid, uid, gid = _CREDENTIALS.unpack(told)
    return pid, uid, gid


def main() -> None:
    """Warm up, and take commands. The first argument is the service's folder, standard input its life."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    os.chdir("/")
    warm()
    WarmProcess(sys.argv[1], life=0).serve()


if __name__ == "__main__":
    main()
