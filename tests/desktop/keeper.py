"""The keeper of the test desktop: starts its parts, says where they are, and ends them all once its input closes.

It runs as `python keeper.py <empty folder>`. Its input closes however the tests end, a killed run included. Whatever
was started on the desktop carries its mark in the environment, and is found by it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

MARK = "GOALWRIGHT_TEST_DESKTOP"
SCREEN = "1280x800x24"
READY_WITHIN_S = 60.0
POLITE_S = 3.0
INHERITED = ("PATH", "LD_LIBRARY_PATH", "TZ")


def keep(folder: Path) -> None:
    """Keep a desktop until the input closes; its environment is printed as one line of JSON when all is ready."""
    mark = folder.name
    here = {**base_environment(folder), MARK: mark}
    try:
        print(json.dumps(start(folder, here)), flush=True)  # noqa: T201  # it is what the tests read
        sys.stdin.read()
    finally:
        end_marked(mark)
        shutil.rmtree(folder, ignore_errors=True)


def base_environment(folder: Path) -> dict[str, str]:
    """A desktop session without anything of the session that the tests run in."""
    made = {name: folder / name for name in ("home", "run", "config", "cache", "data", "state")}
    for place in made.values():
        place.mkdir(mode=0o700)
    return {
        **{name: os.environ[name] for name in INHERITED if name in os.environ},
        "LANG": "C.UTF-8",
        "HOME": str(made["home"]),
        "XDG_RUNTIME_DIR": str(made["run"]),
        "XDG_CONFIG_HOME": str(made["config"]),
        "XDG_CACHE_HOME": str(made["cache"]),
        "XDG_DATA_HOME": str(made["data"]),
        "XDG_STATE_HOME": str(made["state"]),
        "XDG_SESSION_TYPE": "x11",
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder}/run/bus",
        "PULSE_RUNTIME_PATH": f"{folder}/run/pulse",
        "PULSE_SERVER": f"unix:{folder}/run/pulse/native",
        "GSETTINGS_BACKEND": "memory",
        "GTK_A11Y": "none",
        "NO_AT_BRIDGE": "1",
        "GDK_BACKEND": "x11",
    }


def start(folder: Path, here: Mapping[str, str]) -> dict[str, str]:
    """Start every part, and return the environment that programs on the desktop need."""
    log = folder / "log"
    launch(log, here, "dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address(here)}")
    (folder / "run" / "pulse").mkdir(mode=0o700)
    launch(log, here, *sound_server(here["PULSE_SERVER"].removeprefix("unix:")))
    there = {**here, "DISPLAY": start_screen(log, here)}
    launch(log, there, "openbox", "--sm-disable")
    until(lambda: "window id" in said(there, "xprop", "-root", "_NET_SUPPORTING_WM_CHECK"), "openbox", log)
    until((folder / "run" / "bus").exists, "dbus-daemon", log)
    launch(log, there, "dunst", "-conf", os.devnull)
    until(lambda: "true" in said(there, *owner_of("org.freedesktop.Notifications")), "dunst", log)
    until(lambda: "Default Sink: speakers" in said(there, "pactl", "info"), "pulseaudio", log)
    return there


def address(here: Mapping[str, str]) -> str:
    return here["DBUS_SESSION_BUS_ADDRESS"]


def sound_server(socket: str) -> tuple[str, ...]:
    """PulseAudio that plays to nowhere."""
    return (
        *("pulseaudio", "-n", "--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--disable-shm=yes"),
        "--load=module-null-sink sink_name=speakers",
        f"--load=module-native-protocol-unix auth-anonymous=1 socket={socket}",
    )


def start_screen(log: Path, here: Mapping[str, str]) -> str:
    """A screen that nobody sees, under the first number that is free."""
    reading, writing = os.pipe()
    arguments = ("-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset")
    launch(log, here, "Xvfb", *arguments, handles=(writing,))
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    if not number:
        raise SystemExit(f"Xvfb did not start:\n{log.read_text(errors='replace')}")
    return f":{number}"


def owner_of(name: str) -> tuple[str, ...]:
    bus = "org.freedesktop.DBus"
    return ("dbus-send", "--session", "--print-reply", f"--dest={bus}", "/", f"{bus}.NameHasOwner", f"string:{name}")


def launch(log: Path, environment: Mapping[str, str], *command: str, handles: tuple[int, ...] = ()) -> None:
    with log.open("ab") as out:
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=environment, pass_fds=handles, cwd="/"
        )


def said(environment: Mapping[str, str], *command: str) -> str:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=READY_WITHIN_S)
    return done.stdout


def until(is_so: Callable[[], bool], part: str, log: Path) -> None:
    limit = time.monotonic() + READY_WITHIN_S
    while not is_so():
        if time.monotonic() > limit:
            raise SystemExit(f"{part} did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.02)


def end_marked(mark: str) -> None:
    """End every process with the mark: politely, then by force; what is started meanwhile goes too."""
    limit = time.monotonic() + POLITE_S
    way = signal.SIGTERM
    while found := marked(mark):
        for process in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, way)
        time.sleep(0.05)
        if time.monotonic() > limit:
            way = signal.SIGKILL


def marked(mark: str) -> list[int]:
    """The living processes that have this mark in their environment."""
    wanted = f"{MARK}={mark}".encode()
    return [process for process, environment in environments() if wanted in environment.split(b"\0")]


def environments() -> Iterator[tuple[int, bytes]]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):
                yield int(entry.name), (entry / "environ").read_bytes()


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    keep(Path(sys.argv[1]))
