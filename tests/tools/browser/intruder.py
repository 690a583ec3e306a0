"""What another user tries on a browser, as a program of its own: it needs nothing but the standard library.

Its arguments are the browser's folder and the processes of the keeper and of the browser. It prints what came of each
attempt as JSON: the name of the error that refused it, or "got in".
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.request import urlopen

MARK = "Marked by its owner"
LIBC = ctypes.CDLL(None, use_errno=True)
PIDFD_OPEN, PIDFD_GETFD, PROCESS_VM_READV = 434, 438, 310
PTRACE_ATTACH, PTRACE_SEIZE = 16, 0x4206
FILES = (
    "browser.log",
    "browser.json",
    "tabs.json",
    "profile/Local State",
    "profile/Default/Preferences",
    "profile/Default/Cookies",
    "profile/SingletonLock",
    "profile/SingletonCookie",
)


def refused_by(number: int) -> None:
    """Raise what a call of the system's library says, if it says no."""
    if number < 0:
        raise OSError(ctypes.get_errno(), "no")


def connect(path: str, kind: int = socket.SOCK_STREAM) -> None:
    with socket.socket(socket.AF_UNIX, kind) as connected:
        connected.settimeout(5)
        connected.connect(path)
        connected.sendall(b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n")
        if not connected.recv(1):
            raise ConnectionRefusedError


def connect_as_another() -> None:
    """Say that we are the owner: the system lets only root do that."""
    here, _ = socket.socketpair()
    owner = Path(sys.argv[1]).parent.stat().st_uid
    said = ctypes.string_at(ctypes.byref((ctypes.c_int * 3)(os.getpid(), owner, 0)), 12)
    here.sendmsg([b"x"], [(socket.SOL_SOCKET, 2, said)])  # SCM_CREDENTIALS


def connect_to_all(folder: str) -> None:
    """Connect to every socket of the browser's that the system lists."""
    named = [line.split()[7] for line in Path("/proc/net/unix").read_text().splitlines() if len(line.split()) > 7]
    reached = []
    for name in named:
        if name.startswith(folder) or "hromium" in name:
            try:
                connect("\0" + name[1:] if name.startswith("@") else name)
                reached.append(name)
            except OSError:
                pass
    if not reached:
        raise ConnectionRefusedError


def find_on_ports(path: str) -> None:
    """Look for the owner's page on everything that listens on this machine."""
    rows = [line.split() for kind in ("tcp", "tcp6") for line in Path(f"/proc/net/{kind}").read_text().splitlines()[1:]]
    for port in {int(row[1].rpartition(":")[2], 16) for row in rows if row[3] == "0A"}:
        try:
            with urlopen(f"http://127.0.0.1:{port}{path}", timeout=1) as answer:
                if MARK in answer.read(1_000_000).decode(errors="replace"):
                    return
        except (OSError, ValueError):
            continue
        except Exception:  # noqa: BLE001  # whatever listens there says what it likes
            continue
    raise ConnectionRefusedError


def find_in_command_line(pid: int) -> None:
    """Look for a way in among what the process was started with."""
    told = Path(f"/proc/{pid}/cmdline").read_text()
    if not any(way in told for way in ("remote-debugging-port", "ws:", "http:", "token", "secret")):
        raise PermissionError


def take_descriptor(pid: int, number: int) -> None:
    handle = LIBC.syscall(PIDFD_OPEN, pid, 0)
    refused_by(handle)
    refused_by(LIBC.syscall(PIDFD_GETFD, handle, number, 0))


def read_memory(pid: int) -> None:
    into = ctypes.create_string_buffer(8)
    local = (ctypes.c_void_p * 2)(ctypes.addressof(into), 8)
    remote = (ctypes.c_void_p * 2)(ctypes.addressof(into), 8)
    refused_by(LIBC.syscall(PROCESS_VM_READV, pid, ctypes.byref(local), 1, ctypes.byref(remote), 1, 0))


def trace(how: int, pid: int) -> None:
    refused_by(LIBC.ptrace(how, pid, 0, 0))


def attempts(folder: str, keeper: int, browser: int) -> dict[str, Callable[[], object]]:
    """All attempts by their names."""
    home, door = Path(folder), f"{folder}/browser.socket"
    own = Path(f"/tmp/intruder-{os.getpid()}")
    tries: dict[str, Callable[[], object]] = {
        "list the folder": partial(os.listdir, home),
        "list the profile": partial(os.listdir, home / "profile"),
        "look at the socket": partial(os.stat, door),
        "connect to the socket": partial(connect, door),
        "connect to it packet by packet": partial(connect, door, socket.SOCK_SEQPACKET),
        "connect as another": connect_as_another,
        "connect to all sockets": partial(connect_to_all, folder),
        "connect to the profile's socket": partial(connect, f"{folder}/profile/SingletonSocket"),
        "find its pages on a port": partial(find_on_ports, "/json/list"),
        "find its name on a port": partial(find_on_ports, "/json/version"),
        "remove the socket": partial(os.unlink, door),
        "put another socket there": partial(socket.socket(socket.AF_UNIX).bind, f"{door}2"),
        "move the folder away": partial(home.rename, own),
        "move the profile away": partial((home / "profile").rename, own),
        "link the cookies here": partial(os.link, home / "profile/Default/Cookies", own),
        "put a file there": partial((home / "planted").write_text, "x"),
        "put a link there": partial((home / "planted").symlink_to, "/etc/passwd"),
        "put a folder there": (home / "planted").mkdir,
        "open the folder's rights": partial(home.chmod, 0o777),
        "open the socket's rights": partial(os.chmod, door, 0o777),
        "own the folder": partial(os.chown, home, os.getuid(), -1),
        "empty the log": partial(os.truncate, home / "browser.log", 0),
        **{f"read {name}": (home / name).read_bytes for name in FILES},
    }
    for who, pid in (("keeper", keeper), ("browser", browser)):
        process = f"/proc/{pid}"
        tries |= {
            f"connect through the {who}'s folder": partial(connect, f"{process}/cwd/browser.socket"),
            f"connect through the {who}'s root": partial(connect, f"{process}/root{door}"),
            f"list what the {who} has open": partial(os.listdir, f"{process}/fd"),
            f"open the {who}'s input": partial(os.open, f"{process}/fd/0", os.O_RDWR),
            f"open the {who}'s pipe to read": partial(os.open, f"{process}/fd/3", os.O_RDONLY),
            f"open the {who}'s pipe to write": partial(os.open, f"{process}/fd/4", os.O_WRONLY),
            f"take the {who}'s first descriptor": partial(take_descriptor, pid, 0),
            f"take the {who}'s pipe": partial(take_descriptor, pid, 3),
            f"read the {who}'s environment": Path(f"{process}/environ").read_bytes,
            f"read the {who}'s maps": Path(f"{process}/maps").read_bytes,
            f"open the {who}'s memory": partial(os.open, f"{process}/mem", os.O_RDONLY),
            f"read the {who}'s memory": partial(read_memory, pid),
            f"find a way in the {who}'s command line": partial(find_in_command_line, pid),
            f"trace the {who}": partial(trace, PTRACE_ATTACH, pid),
            f"seize the {who}": partial(trace, PTRACE_SEIZE, pid),
            f"stop the {who}": partial(os.kill, pid, signal.SIGSTOP),
            f"end the {who}": partial(os.kill, pid, signal.SIGTERM),
            f"limit the {who}": partial(resource.prlimit, pid, resource.RLIMIT_NOFILE, (0, 0)),
            f"slow the {who} down": partial(os.setpriority, os.PRIO_PROCESS, pid, 19),
        }
    return tries


def main() -> None:
    told = {}
    for name, attempt in attempts(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])).items():
        try:
            attempt()
            told[name] = "got in"
        except (OSError, ValueError) as error:  # prlimit and the like raise ValueError for what is not allowed
            told[name] = type(error).__name__
    sys.stdout.write(json.dumps({"uid": os.getuid(), "told": told}))


if __name__ == "__main__":
    main()
