"""Finding a browser on this machine: the one that was chosen, else the first that is installed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from goalwright.errors import ToolFailure
from goalwright.named_tuple import NamedTuple

# sys.platform -> where Playwright keeps the browsers that it installs, and where the program is in such a folder.
_PLAYWRIGHT: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "linux": ("~/.cache/ms-playwright", ("chrome-linux/chrome", "chrome-linux64/chrome")),
    "darwin": (
        "~/Library/Caches/ms-playwright",
        (
            "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
            "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
        ),
    ),
    "win32": ("~/AppData/Local/ms-playwright", ("chrome-win/chrome.exe", "chrome-win64/chrome.exe")),
}
# sys.platform -> browsers in the order to try, each by names on the search path and by whole paths.
_PROGRAMS: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "linux": (
        ("Chrome", ("google-chrome-stable", "google-chrome", "/opt/google/chrome/chrome")),
        ("Edge", ("microsoft-edge-stable", "microsoft-edge", "/opt/microsoft/msedge/msedge")),
        ("Chromium", ("chromium", "chromium-browser", "/snap/bin/chromium")),
    ),
    "darwin": (
        ("Chrome", ("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",)),
        ("Edge", ("/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",)),
        ("Chromium", ("/Applications/Chromium.app/Contents/MacOS/Chromium", "chromium")),
    ),
    "win32": (
        (
            "Chrome",
            tuple(f"%{root}%/Google/Chrome/Application/chrome.exe" for root in ("ProgramFiles", "LocalAppData")),
        ),
        (
            "Edge",
            tuple(f"%{root}%/Microsoft/Edge/Application/msedge.exe" for root in ("ProgramFiles(x86)", "ProgramFiles")),
        ),
        ("Chromium", ("%LocalAppData%/Chromium/Application/chrome.exe",)),
    ),
}
# The first of these programs that is here -> what installs a browser with it.
_INSTALLERS: tuple[tuple[str, str], ...] = (
    ("apt-get", "sudo apt install chromium"),
    ("dnf", "sudo dnf install chromium"),
    ("pacman", "sudo pacman -S chromium"),
    ("zypper", "sudo zypper install chromium"),
    ("apk", "sudo apk add chromium"),
    ("brew", "brew install --cask chromium"),
)
_REVISION = re.compile(r"chromium-(\d+)$")
_VARIABLE = re.compile(r"%([^%]+)%")


class InstalledBrowser(NamedTuple):
    """A browser that can be started."""

    name: str
    path: str


def find_browsers(
    chosen: str = "", *, platform: str = sys.platform, environ: Mapping[str, str] = os.environ
) -> Iterator[InstalledBrowser]:
    """The browsers that are here, in the order to try. One that was chosen is the only one; ToolFailure without it."""
    if chosen:
        path = shutil.which(str(Path(chosen).expanduser()), path=environ.get("PATH"))
        if path is None:
            raise ToolFailure(f"there is no browser at {chosen}: set browser_path to a Chromium or Chrome program")
        yield InstalledBrowser("the chosen browser", path)
        return
    yield from _of_playwright(platform, environ)
    for name, places in _PROGRAMS.get(platform, _PROGRAMS["linux"]):
        for place in places:
            path = shutil.which(_filled(place, environ), path=environ.get("PATH"))
            if path is not None:
                yield InstalledBrowser(name, path)
                break


def find_browser(
    chosen: str = "", *, platform: str = sys.platform, environ: Mapping[str, str] = os.environ
) -> InstalledBrowser:
    """The browser to start; ToolFailure with what installs one if there is none."""
    found = next(find_browsers(chosen, platform=platform, environ=environ), None)
    if found is None:
        raise ToolFailure(no_browser(environ))
    return found


def no_browser(environ: Mapping[str, str] = os.environ) -> str:
    """That there is no browser, and what installs one here."""
    path = environ.get("PATH")
    here = next((command for program, command in _INSTALLERS if shutil.which(program, path=path)), "")
    if not shutil.which("sudo", path=path):
        here = here.removeprefix("sudo ")
    # Playwright's own command is seldom on the search path: in a virtual environment it is beside this Python.
    commands = [here, f"{shlex.quote(sys.executable)} -m playwright install chromium"]
    listed = " or ".join(f"`{command}`" for command in commands if command)
    return f"there is no Chrome, Edge or Chromium on this machine: install one with {listed}"


def _of_playwright(platform: str, environ: Mapping[str, str]) -> Iterator[InstalledBrowser]:
    """The newest Chromium that Playwright has installed."""
    default, programs = _PLAYWRIGHT.get(platform, _PLAYWRIGHT["linux"])
    folder = Path(environ.get("PLAYWRIGHT_BROWSERS_PATH", "") or Path(default).expanduser())
    try:
        revisions = [(int(found[1]), entry) for entry in folder.iterdir() if (found := _REVISION.match(entry.name))]
    except OSError:
        return
    for _, entry in sorted(revisions, reverse=True):
        for program in programs:
            if os.access(entry / program, os.X_OK):
                yield InstalledBrowser("Playwright's Chromium", str(entry / program))
                return


def _filled(place: str, environ: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda found: environ.get(found[1], found[0]), place)
