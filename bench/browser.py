"""The browser's part of `make bench`: ten steps beside plain Playwright, starting, commands in turn, and tabs.

The ten steps are done in turns: in plain Playwright, through Goalwright, and through Goalwright with no journal. Each
goes to a new address of the same page. Plain Playwright has a Chromium that was started and is reached as ours is, with
a profile and over CDP; beside it stands one that Playwright launched itself, which lives no longer than its script. A
ratio is the median of the turns' own ratios.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeAlias

from playwright.async_api import Page, async_playwright

from goalwright import Goalwright
from goalwright.errors import GoalwrightError
from goalwright.tools.browser.browser_line import line_address
from goalwright.tools.browser.find_browser import find_browser
from goalwright.tools.browser.process import start_browser
from goalwright.tools.services import BrowserChoices

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench")]

# ruff: noqa: E402  # these are found only after the path is set
from browser_costs import commands, starting, tabs
from browser_steps import Checks, Step, Taken, by_goalwright, by_playwright, served, steps
from cpu_used import Cpu
from judged import judged

TURNS = 24
TARGET = "≤ 1.1"
CHECKS_TARGET = "≤ 1.08"


def main(turns: int = TURNS) -> None:
    try:
        browser = find_browser(os.environ.get("GOALWRIGHT_BROWSER", "")).path
    except GoalwrightError as error:
        print(f"The browser's part is left out: {error}")
        return
    with served() as url:
        asyncio.run(ten_steps(url, browser, turns))
        starting(url, max(1, turns // 5))
        commands(url, max(2, turns // 5))
        asyncio.run(tabs(url))


# Each way comes at each place, and after each other one, equally often.
_ORDERS = ((0, 1, 3, 2), (1, 2, 0, 3), (2, 3, 1, 0), (3, 0, 2, 1))


_RESTING_S = 0.1
Ways: TypeAlias = tuple[Callable[[], Awaitable[Taken]], ...]


class Turn(NamedTuple):
    """The ten steps as each has done them, one after the other."""

    launched: Taken
    plain: Taken
    whole: Taken
    unwritten: Taken


async def ten_steps(url: str, browser: str, turns: int) -> None:
    numbers = count()
    with tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as folder:

        def fresh() -> tuple[Step, ...]:
            return steps(f"{url}{next(numbers)}", f"{folder}/plain.png")

        checks = Checks()
        async with _ours(Path(folder)) as app, _plain(folder) as page, _launched(browser, page) as launched:
            cpu = Cpu([str(app.home / "browser"), f"{folder}/plain"])
            ways: Ways = (
                lambda: by_playwright(launched, fresh()),
                lambda: by_playwright(page, fresh()),
                lambda: by_goalwright(app, fresh()),
                lambda: by_goalwright(app, fresh(), has_journal=False),
            )
            taken = [await _turn(ways, checks, cpu, turn) for turn in range(turns + 1)][1:]
        names = [step.name for step in fresh()]
    _print_table(names, taken)


async def _turn(ways: Ways, checks: Checks, cpu: Cpu, turn: int) -> Turn:
    """One turn of all four. Each is the first now and then: what the one before leaves running slows the next."""
    order = _ORDERS[turn % len(_ORDERS)]
    taken = {at: await _measured(ways[at], checks, cpu) for at in order}
    return Turn(*(taken[at] for at in range(len(ways))))


async def _measured(way: Callable[[], Awaitable[Taken]], checks: Checks, cpu: Cpu) -> Taken:
    checked_s, used_s = checks.seconds, cpu.seconds()
    taken = await way()
    await asyncio.sleep(_RESTING_S)  # what a browser still draws is part of what it was asked for
    return taken._replace(checks_s=checks.seconds - checked_s, cpu_s=cpu.seconds() - used_s)


@asynccontextmanager
async def _ours(folder: Path) -> AsyncIterator[Goalwright]:
    """Goalwright with a browser of its own, which is closed in the end. The journal is on the project's own disk."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=ROOT / "build", ignore_cleanup_errors=True) as home:
        async with Goalwright(home=home, cwd=folder, config=folder / "config") as app:
            try:
                yield app
            finally:
                await app.run("close the browser", approve=True)


@asynccontextmanager
async def _plain(folder: str) -> AsyncIterator[Page]:
    """A page for a script, in a Chromium as ours is."""
    await start_browser(BrowserChoices(folder=f"{folder}/plain"))
    async with async_playwright() as playwright:
        with line_address(f"{folder}/plain") as address:
            browser = await playwright.chromium.connect_over_cdp(address)
        try:
            yield browser.contexts[0].pages[0]
        finally:
            control = await browser.new_browser_cdp_session()
            await control.send("Browser.close")


@asynccontextmanager
async def _launched(program: str, like: Page) -> AsyncIterator[Page]:
    """A page for a script, in a Chromium that Playwright launches, of the same size."""
    width, height = await like.evaluate("() => [innerWidth, innerHeight]")
    flags = ["--no-sandbox"] if sys.platform == "linux" and os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=flags)
        yield await browser.new_page(viewport={"width": width, "height": height})
        await browser.close()


def _print_table(names: list[str], turns: list[Turn]) -> None:
    print(f"Browser: ten steps on a page, medians in ms of {len(turns)} turns")
    print(f"  {'':<12}{'launched':>12}{'Playwright':>12}{'Goalwright':>12}{'no journal':>12}")
    for at, name in enumerate(names):
        _print_row(name, [[taken.each[at] for taken in turn] for turn in turns])
    _print_row("all ten", [[taken.seconds for taken in turn] for turn in turns])
    _print_row("their checks", [[taken.checks_s for taken in turn] for turn in turns])
    _print_row("CPU", [[taken.cpu_s for taken in turn] for turn in turns])
    commits = median(turn.whole.seconds - turn.unwritten.seconds for turn in turns)
    print("  as ratios to plain Playwright")
    for label, target, ratio in _RATIOS:
        print(f"  {label:<44}{judged(median(map(ratio, turns)), target):>20}")
    print(f"  (the commits of the journal: {commits * 1e3:+.1f} ms)")


_RATIOS: tuple[tuple[str, str, Callable[[Turn], float]], ...] = (
    ("the commits of the journal apart", TARGET, lambda turn: turn.unwritten.seconds / turn.plain.seconds),
    (
        "the commits and the checks apart",
        CHECKS_TARGET,
        lambda turn: (turn.unwritten.seconds - turn.unwritten.checks_s) / turn.plain.seconds,
    ),
    ("with them", "", lambda turn: turn.whole.seconds / turn.plain.seconds),
    ("apart, to a Chromium launched by Playwright", "", lambda turn: turn.unwritten.seconds / turn.launched.seconds),
    ("CPU of all processes, with everything", "", lambda turn: turn.whole.cpu_s / max(turn.plain.cpu_s, 0.01)),
)


def _print_row(label: str, rows: list[list[float]]) -> None:
    print(f"  {label:<12}" + "".join(f"{median(column) * 1e3:>12.1f}" for column in zip(*rows, strict=True)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TURNS)
