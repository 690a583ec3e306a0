"""The pages of MiniWoB++: where they are, and one episode on one of them."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.async_api import Page

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements-bench.lock"
FOLDER = ROOT / "build" / "bench-pages"
PACKAGE = "miniwob"
PIP = ("-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps")
INSTALL_S = 300
EPISODE_MS = 1_000_000
LOAD_MS = 15_000
# Draws a problem, gives its instruction, and takes away the banner that quotes it.
_BEGIN = """([seed, most_ms]) => {
    Math.seedrandom(seed);
    core.EPISODE_MAX_TIME = most_ms;
    core.startEpisodeReal();
    const said = core.getUtterance();
    document.querySelector('#query')?.remove();
    return typeof said === 'string' ? said : said.utterance;
}"""
# A page that is no task's any more ends the episode, with nothing won.
_END = "() => typeof WOB_DONE_GLOBAL === 'undefined' ? [true, 0] : [WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL]"


class State(NamedTuple):
    """Whether an episode is over, and what it brought."""

    is_done: bool
    reward: float


def pages_folder() -> Path:
    """The folder with one page for each task; the package is installed under build/ if it is not here."""
    if importlib.util.find_spec(PACKAGE) is None:
        if not (FOLDER / PACKAGE).exists():
            _install()
        sys.path.append(str(FOLDER))
        importlib.invalidate_caches()
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise SystemExit(f"{PACKAGE} is not in {FOLDER}: remove that folder and try again")
    return Path(found.origin).parent / "html" / "miniwob"


async def begin(page: Page, file: Path, seed: int) -> str:
    """Load a task afresh and draw its problem; what is to be done, in words."""
    await page.goto(file.as_uri(), timeout=LOAD_MS)
    return str(await page.evaluate(_BEGIN, [seed, EPISODE_MS])).strip()


async def state(page: Page) -> State:
    """How an episode stands."""
    is_done, reward = await page.evaluate(_END)
    return State(bool(is_done), float(reward))


def _install() -> None:
    """Put the package alone into a folder, at the version and with the hashes that the lock file has."""
    entry = re.search(rf"^{PACKAGE}==.*?(?=^\S|\Z)", LOCK.read_text(encoding="ascii"), re.MULTILINE | re.DOTALL)
    if entry is None:
        raise SystemExit(f"{LOCK.name} does not pin {PACKAGE}: run `make lock`")
    print(f"Installing {PACKAGE} into {FOLDER.relative_to(ROOT)} (only needed once)", flush=True)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as pinned:
        pinned.write(entry.group())
        pinned.flush()
        command = [sys.executable, *PIP, "--require-hashes", "--target", str(FOLDER), "--requirement", pinned.name]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=INSTALL_S)
    if done.returncode:
        told = done.stderr.strip().splitlines()
        raise SystemExit(f"{PACKAGE} could not be installed: {told[-1] if told else 'pip says nothing'}")
