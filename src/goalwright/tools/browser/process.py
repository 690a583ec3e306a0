"""The browser as a process of its own: started detached, found again by later commands, never killed."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from goalwright.dataclass import dataclass
from goalwright.errors import ToolFailure
from goalwright.tools.browser.browser_files import PORT_FILE, PROFILE, port_file, read_json, write_json
from goalwright.tools.browser.endpoints import asked
from goalwright.tools.browser.find_browser import InstalledBrowser, find_browsers, no_browser
from goalwright.tools.browser.waiting import until
from goalwright.tools.services import BrowserChoices

START_S = 30.0
SILENT = "the browser (process {pid}) is running but does not answer: close it, then try again"
_PAUSE_S = 0.02
_LOCK_FILES = ("SingletonLock", "SingletonSocket", "SingletonCookie")
_RECORD = "browser.json"
_LOG = "browser.log"
# Windows has these for what a new session is elsewhere; they are 0 where there are none.
_DETACHED = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(subprocess, "DETACHED_PROCESS", 0)
# A browser for one person at work: nothing asks, nothing calls home, and tabs in the background keep running.
_FLAGS = (
    "--remote-debugging-port=0",
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-crash-restore-bubble",
    "--disable-background-networking",
    "--disable-back-forward-cache",  # a page out of it comes without the events that announce a page
    "--disable-component-update",
    "--disable-sync",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--allow-pre-commit-input",  # what is clicked right after a page came is not dropped
    "--disable-ipc-flooding-protection",
    # The two popups are pages under the address bar: loading them takes half the time of a start, and 150 MiB.
    "--disable-features=Translate,MediaRouter,OptimizationHints,PaintHolding,AvoidUnnecessaryBeforeUnloadCheckSync,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    "--enable-features=CDPScreenshotNewSurface",
    "--password-store=basic",
    "--use-mock-keychain",
)
_RESTRICTION = "download_restrictions"
_NONE, _ALL = 0, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A browser that answers. `origins` are those that it lets through by itself, None if it lets all through."""

    endpoint: str
    pid: int | None = None
    origins: tuple[str, ...] | None = None


def find_running(folder: str) -> Running | None:
    """The browser of this folder, if it answers; a look takes milliseconds."""
    try:
        written, path = port_file(Path(folder)).read_text(encoding="utf-8").split()
        port = int(written)
    except (OSError, ValueError):
        return None
    answer = asked("127.0.0.1", port, "/json/version")
    # Another program may have the port by now: only the browser itself knows its own path.
    if not isinstance(answer, dict) or not str(answer.get("webSocketDebuggerUrl", "")).endswith(path):
        return None
    record = read_json(Path(folder) / _RECORD, {})
    pid, origins = record.get("pid"), record.get("origins")
    return Running(
        endpoint=f"ws://127.0.0.1:{port}{path}",
        pid=pid if isinstance(pid, int) else None,
        origins=tuple(map(str, origins)) if isinstance(origins, list) else None,
    )


def was_here(folder: str) -> bool:
    """Whether a browser was started in this folder and never closed by Goalwright."""
    return (Path(folder) / _RECORD).exists()


async def start_browser(
    choices: BrowserChoices, extra: Sequence[str] = (), origins: Sequence[str] | None = None
) -> Running:
    """Start a browser that outlives this process; the first one that comes up is used."""
    folder = Path(choices.folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    problems = []
    for browser in find_browsers(choices.path):
        try:
            return await _started(browser, folder, extra, origins)
        except ToolFailure as failure:
            problems.append(failure.problem)
    raise ToolFailure("; ".join(problems) if problems else no_browser())


def forget(folder: str) -> None:
    """Record that the browser was closed on purpose."""
    for name in (_RECORD, f"{PROFILE}/{PORT_FILE}"):
        (Path(folder) / name).unlink(missing_ok=True)


def holder_of(profile: Path) -> int | None:
    """The process of the browser that runs with this profile, whether or not it answers."""
    with contextlib.suppress(OSError, ValueError):
        host, _, pid = str((profile / "SingletonLock").readlink()).rpartition("-")
        if host == socket.gethostname() and is_alive(int(pid)) and _is_browser(int(pid)):
            return int(pid)
    return None


async def wait_until_gone(folder: str, pid: int | None, patience_s: float) -> bool:
    """Whether the browser is gone within that time."""

    async def is_gone() -> bool:
        return not is_alive(pid) if pid is not None else find_running(folder) is None

    return await until(is_gone, patience_s, _PAUSE_S)


def is_alive(pid: int) -> bool:
    """Whether a process runs; a child of ours that has ended is reaped."""
    if sys.platform == "win32":
        import psutil

        return psutil.pid_exists(pid)
    with contextlib.suppress(ChildProcessError):
        if os.waitpid(pid, os.WNOHANG)[0] == pid:
            return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


async def _started(
    browser: InstalledBrowser, folder: Path, extra: Sequence[str], origins: Sequence[str] | None
) -> Running:
    profile = folder / PROFILE
    profile.mkdir(mode=0o700, exist_ok=True)
    _clear_stale(profile)
    restrict_downloads(profile, is_attended=has_display())
    with (folder / _LOG).open("wb") as log:
        process = _spawned([browser.path, *launch_flags(profile), *extra, "about:blank"], folder, log.fileno())
    record = {"pid": process.pid, "program": browser.path, "origins": list(origins) if origins is not None else None}
    write_json(folder / _RECORD, record)
    try:
        running = await _answering(browser, folder, process)
    except BaseException:  # nothing waits for it any more, and nothing is in it
        _end(process)
        forget(str(folder))
        raise
    # Popen would otherwise warn that the process still runs, which is what it is meant to do.
    process.returncode = 0
    return running


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a browser with all that it has started: many are started by a script that stays."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


async def _answering(browser: InstalledBrowser, folder: Path, process: subprocess.Popen[bytes]) -> Running:
    """The browser that was just started, once it answers."""

    async def answering() -> Running | None:
        running = find_running(str(folder))
        if running is None and process.poll() is not None:
            raise ToolFailure(f"{browser.name} ({browser.path}) ended at once{_last_words(folder / _LOG)}")
        return running

    if (running := await until(answering, START_S, _PAUSE_S)) is None:
        raise ToolFailure(f"{browser.name} ({browser.path}) did not start within {START_S:g} s: try again")
    return running


def launch_flags(profile: Path, environ: Mapping[str, str] = os.environ) -> list[str]:
    """What a browser is started with: a window where there is a display, none where there is not."""
    flags = [f"--user-data-dir={profile}", *_FLAGS]
    if not has_display(environ):
        flags += ["--headless=new", "--window-size=1280,900"]
    if sys.platform == "linux" and os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium does not run as root with its sandbox
    return flags


def has_display(environ: Mapping[str, str] = os.environ) -> bool:
    return sys.platform in ("win32", "darwin") or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def _spawned(command: Sequence[str], folder: Path, log: int) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=folder,
            start_new_session=True,
            creationflags=_DETACHED,
        )
    except OSError as error:
        raise ToolFailure(f"{command[0]} cannot be started ({error.strerror})") from None


def _clear_stale(profile: Path) -> None:
    """Remove what a browser that is gone left behind; one that still holds the profile is a ToolFailure."""
    if (pid := holder_of(profile)) is not None:
        raise ToolFailure(SILENT.format(pid=pid))
    for name in (*_LOCK_FILES, PORT_FILE):
        (profile / name).unlink(missing_ok=True)


def _is_browser(pid: int) -> bool:
    """Whether a process may be the browser that left its number: the system gives old numbers to other programs."""
    import psutil

    try:
        return any(part.startswith("--user-data-dir") for part in psutil.Process(pid).cmdline())
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:
        return True  # it cannot be inspected


def _last_words(log: Path) -> str:
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    except OSError:
        return ""
    return f": {lines[-1][:200]}" if lines else ""


def _is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    except (OSError, IndexError):
        return False


def restrict_downloads(profile: Path, *, is_attended: bool) -> None:
    """Let a browser save files by itself only where a person sees its window.

    A running command takes files itself, whatever this says. Between commands nothing that arrives was asked for.
    """
    file = profile / "Default" / "Preferences"
    kept, wanted = read_json(file, {}), _NONE if is_attended else _ALL
    if kept.get(_RESTRICTION, _NONE) != wanted:
        write_json(file, {**kept, _RESTRICTION: wanted})
