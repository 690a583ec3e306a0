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
from typing import BinaryIO

from goalwright.dataclass import dataclass
from goalwright.errors import ToolFailure
from goalwright.tools.browser import browser_line
from goalwright.tools.browser.browser_files import PORT_FILE, PROFILE, SOCKET, read_json, write_json
from goalwright.tools.browser.browser_line import BrowserLine, close_to_others, open_door, reach_browser
from goalwright.tools.browser.find_browser import InstalledBrowser, find_browsers, no_browser
from goalwright.tools.browser.preferences import restrict
from goalwright.tools.browser.waiting import until
from goalwright.tools.services import BrowserChoices

START_S = 30.0
SILENT = "the browser (process {pid}) is running but does not answer: close it, then try again"
_PAUSE_S = 0.02
_LOCK_FILES = ("SingletonLock", "SingletonSocket", "SingletonCookie")
_RECORD = "browser.json"
_LOG = "browser.log"
_NO_FOLDER = "the browser cannot be kept in {folder} ({why}): remove that, or set GOALWRIGHT_HOME to a folder of yours"
_KEEPER = Path(__file__).with_name("keeper.py")
_PORT = (
    "{name} ({path}) opens a port that all users of this machine can reach: start it without --remote-debugging-port"
)
# Windows has these for what a new session is elsewhere; they are 0 where there are none.
_DETACHED = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(subprocess, "DETACHED_PROCESS", 0)
# A browser for one person at work: nothing asks, nothing calls home, and tabs in the background keep running.
_FLAGS = (
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
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
    "RenderDocument",  # a new frame for each page of the same site takes a sixth of loading a small one
    "--enable-features=CDPScreenshotNewSurface",
    "--password-store=basic",
    "--use-mock-keychain",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A browser that answers: one of ours, with its process and its keeper's, or the one at an `endpoint`.

    `origins` are those that it lets through by itself, None if it lets all through.
    """

    endpoint: str = ""
    pid: int | None = None
    keeper: int | None = None
    origins: tuple[str, ...] | None = None


def find_running(folder: str) -> Running | None:
    """The browser of this folder, if it answers; a look takes milliseconds."""
    try:
        with reach_browser(folder) as line:
            # The keeper may be there for a browser that does not answer.
            return None if line.ask("Browser.getVersion") is None else _running(folder, line)
    except OSError:
        return None


def _running(folder: str, line: BrowserLine) -> Running:
    record = read_json(Path(folder) / _RECORD, {})
    pid, origins = record.get("pid"), record.get("origins")
    keeper, browser = line.pids or (None, pid if isinstance(pid, int) else None)
    return Running(pid=browser, keeper=keeper, origins=tuple(map(str, origins)) if isinstance(origins, list) else None)


def was_here(folder: str) -> bool:
    """Whether a browser was started in this folder and never closed by Goalwright."""
    return (Path(folder) / _RECORD).exists()


async def start_browser(
    choices: BrowserChoices, extra: Sequence[str] = (), origins: Sequence[str] | None = None
) -> Running:
    """Start a browser that outlives this process; the first one that comes up is used."""
    folder = Path(choices.folder)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if browser_line.IS_PRIVATE:
            close_to_others(choices.folder)
    except OSError as error:
        raise ToolFailure(_NO_FOLDER.format(folder=folder, why=error.strerror or error)) from None
    problems = []
    for browser in find_browsers(choices.path):
        try:
            return await _started(browser, choices, extra, origins)
        except ToolFailure as failure:
            problems.append(failure.problem)
    raise ToolFailure("; ".join(problems) if problems else no_browser())


def forget(folder: str) -> None:
    """Record that the browser was closed on purpose."""
    for name in (_RECORD, SOCKET, f"{PROFILE}/{PORT_FILE}"):
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
    browser: InstalledBrowser, choices: BrowserChoices, extra: Sequence[str], origins: Sequence[str] | None
) -> Running:
    folder = Path(choices.folder)
    profile = folder / PROFILE
    profile.mkdir(mode=0o700, exist_ok=True)
    _clear_stale(profile)
    restrict(profile, is_attended=has_display(), opens_files="file" in choices.allowed_schemes)
    record = {"program": browser.path, "origins": list(origins) if origins is not None else None}
    write_json(folder / _RECORD, record)
    process = _spawned([browser.path, *launch_flags(profile), *extra, "about:blank"], folder)
    try:
        running = await _answering(browser, folder, process)
        write_json(folder / _RECORD, {**record, "pid": running.pid or process.pid})
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
        if process.poll() is not None:
            raise ToolFailure(f"{browser.name} ({browser.path}) ended at once{_last_words(folder / _LOG)}")
        with contextlib.suppress(OSError), reach_browser(str(folder)) as line:
            number = line.say("Browser.getVersion")
            if await line.until(lambda: number in line.answers, START_S):
                return _running(str(folder), line)
        return None

    if (running := await until(answering, START_S, _PAUSE_S)) is None:
        raise ToolFailure(f"{browser.name} ({browser.path}) did not start within {START_S:g} s: try again")
    if browser_line.IS_PRIVATE and _opens_port(folder / PROFILE):
        raise ToolFailure(_PORT.format(name=browser.name, path=browser.path))
    return running


def _opens_port(profile: Path) -> bool:
    """Whether something has added a port, which every user can reach, to what a browser was started with."""
    try:
        return b"--remote-debugging-port" in Path(f"/proc/{holder_of(profile)}/cmdline").read_bytes()
    except OSError:
        return False


def launch_flags(profile: Path, environ: Mapping[str, str] = os.environ) -> list[str]:
    """What a browser is started with: a window where there is a display, none where there is not."""
    way = "--remote-debugging-pipe" if browser_line.IS_PRIVATE else "--remote-debugging-port=0"
    flags = [f"--user-data-dir={profile}", way, *_FLAGS]
    if not has_display(environ):
        flags += ["--headless=new", "--window-size=1280,900"]
    if sys.platform == "linux" and os.geteuid() == 0:
        flags.append("--no-sandbox")  # Chromium does not run as root with its sandbox
    return flags


def has_display(environ: Mapping[str, str] = os.environ) -> bool:
    return sys.platform in ("win32", "darwin") or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def _spawned(command: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
    """Start a browser, with a keeper where there is one; its process, or the keeper's."""
    kept = [sys.executable, "-I", "-S", str(_KEEPER), *command] if browser_line.IS_PRIVATE else command
    try:
        with (
            open_door(str(folder)) if browser_line.IS_PRIVATE else contextlib.nullcontext() as door,
            _log(folder) as log,
        ):
            return subprocess.Popen(
                kept,
                stdin=subprocess.DEVNULL if door is None else door.fileno(),
                stdout=log,
                stderr=log,
                cwd=folder,
                start_new_session=True,
                creationflags=_DETACHED,
            )
    except OSError as error:
        raise ToolFailure(f"{command[0]} cannot be started ({error.strerror or error})") from None


def _log(folder: Path) -> BinaryIO:
    """Where a browser writes what it has to say, which may name what it shows: for its user alone."""
    (folder / _LOG).unlink(missing_ok=True)
    return open(os.open(folder / _LOG, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")  # noqa: PTH123  # a descriptor


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
