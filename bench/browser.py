"""The browser's part of `make bench`: ten steps beside plain Playwright, starting, commands in turn, and tabs.

The ten steps are done in turns: in plain Playwright, through Goalwright, and through Goalwright with no journal. Each
goes to a new address of the same page, in the same Chromium. A ratio is the median of the turns' own ratios.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.async_api import Page, async_playwright

from goalwright import Goalwright
from goalwright.errors import GoalwrightError
from goalwright.tools.browsers.finding import find_browser

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench")]

# ruff: noqa: E402  # these are found only after the path is set
from browser_costs import commands, starting, tabs
from browser_steps import Step, Taken, by_goalwright, by_playwright, served, steps
from judged import judged

TURNS = 25
TARGET = "≤ 1.1"


def main(turns: int = TURNS) -> None:
    try:
        browser = find_browser("").path
    except GoalwrightError as error:
        print(f"The browser's part is left out: {error}")
        return
    with served() as url:
        asyncio.run(ten_steps(url, browser, turns))
        starting(url, max(1, turns // 5))
        commands(url, max(2, turns // 5))
        asyncio.run(tabs(url))


class Turn(NamedTuple):
    """The ten steps as each has done them, one after the other."""

    plain: Taken
    whole: Taken
    unwritten: Taken


async def ten_steps(url: str, browser: str, turns: int) -> None:
    numbers = count()
    with tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as folder:

        def fresh() -> tuple[Step, ...]:
            return steps(f"{url}{next(numbers)}", f"{folder}/plain.png")

        async with _ours(Path(folder)) as app, _plain(browser, app, fresh) as page:
            taken = [await _turn(app, page, fresh) for _ in range(turns)]
        names = [step.name for step in fresh()]
    _print_table(names, taken)


async def _turn(app: Goalwright, page: Page, fresh: Callable[[], tuple[Step, ...]]) -> Turn:
    plain = await by_playwright(page, fresh())
    whole = await by_goalwright(app, fresh())
    return Turn(plain, whole, await by_goalwright(app, fresh(), has_journal=False))


@asynccontextmanager
async def _ours(folder: Path) -> AsyncIterator[Goalwright]:
    """Goalwright with a browser of its own, which is closed in the end. The journal is on the project's own disk."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=ROOT / "build", ignore_cleanup_errors=True) as home:
        async with Goalwright(home=home, cwd=folder, config=folder / "config") as app:
            try:
                yield app
            finally:
                await app.run("close the browser")


@asynccontextmanager
async def _plain(browser: str, app: Goalwright, fresh: Callable[[], tuple[Step, ...]]) -> AsyncIterator[Page]:
    """A page as a script would have it, of the size that ours has; both have done the steps once."""
    await by_goalwright(app, fresh())
    tool = next(entry.tool for entry in app.registry if entry.name == "browsers.read")
    mine: Page = tool.session.tabs.pages[0]  # type: ignore[attr-defined]  # a page's tool has a session
    width, height = await mine.evaluate("() => [innerWidth, innerHeight]")
    flags = ["--no-sandbox"] if sys.platform == "linux" and os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=browser, args=flags)
        page = await started.new_page(viewport={"width": width, "height": height})
        await by_playwright(page, fresh())
        yield page
        await started.close()


def _print_table(names: list[str], turns: list[Turn]) -> None:
    print(f"Browser: ten steps on a page, medians in ms of {len(turns)} turns")
    print(f"  {'':<12}{'Playwright':>12}{'Goalwright':>12}{'no journal':>12}")
    for at, name in enumerate(names):
        _print_row(name, [[taken.each[at] for taken in turn] for turn in turns])
    _print_row("all ten", [[taken.seconds for taken in turn] for turn in turns])
    print("  as ratios to plain Playwright")
    unwritten = median(turn.unwritten.seconds / turn.plain.seconds for turn in turns)
    whole = median(turn.whole.seconds / turn.plain.seconds for turn in turns)
    commits = median(turn.whole.seconds - turn.unwritten.seconds for turn in turns)
    print(f"  {'the commits of the journal apart':<34}{judged(unwritten, TARGET):>18}")
    print(f"  {'with them':<34}{judged(whole):>18}  (the commits: {commits * 1e3:+.1f} ms)")


def _print_row(label: str, rows: list[list[float]]) -> None:
    print(f"  {label:<12}" + "".join(f"{median(column) * 1e3:>12.1f}" for column in zip(*rows, strict=True)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TURNS)
