"""`make bench-miniwob`: the tasks of MiniWoB++ from the sentence to the reward, with no model and no task known.

Each episode is one `Goalwright.run` of the task's own instruction, attached to a Chromium that this bench has started.
An episode that is not over then is told "submit", whatever its task, and what this wins is counted apart.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from goalwright import Goalwright
from goalwright.errors import NotUnderstood, ToolFailure
from goalwright.tools.browser.find_browser import find_browser

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench")]

# ruff: noqa: E402  # these are found only after the path is set
from miniwob_pages import begin, pages_folder, state

if TYPE_CHECKING:
    from playwright.async_api import Page

NAMED = (
    *("click-button", "click-link", "click-test", "click-test-2", "click-dialog", "click-dialog-2", "click-tab"),
    *("click-option", "click-checkboxes", "click-checkboxes-large", "click-collapsible", "click-menu"),
    *("click-scroll-list", "click-button-sequence", "choose-list", "enter-text", "enter-text-2", "enter-password"),
    *("enter-date", "focus-text", "focus-text-2", "login-user", "use-spinner", "form-sequence-2"),
)
TARGET = 0.95
SEEDS, OTHER_SEEDS = 20, 5
ONE_MORE = "submit"
WINDOW = (500, 400)
COLUMNS = ("solved", "wrong", "failed", "refused")
PUBLISHED = "57-70% of 125 tasks, with a model call at every step"


class Episode(NamedTuple):
    """How an episode went: one of the columns, whether it took one more sentence, and why it was not solved."""

    ended: str
    is_followed: bool
    seconds: float
    said: str
    why: str = ""


Results: TypeAlias = dict[str, list[Episode]]


def main() -> int:
    asked = _arguments()
    pages = pages_folder()
    tasks = asked.tasks or sorted(file.stem for file in pages.glob("*.html"))
    results: Results = {}
    asyncio.run(_measure(pages, tasks, asked, results))
    _print_table(results)
    return 0 if all(_rate(results[task]) >= TARGET for task in NAMED if task in results) else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="MiniWoB++ through the whole pipeline.")
    parser.add_argument("tasks", nargs="*", help="only these tasks")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="episodes for each named task")
    parser.add_argument("--other-seeds", type=int, default=OTHER_SEEDS, help="episodes for each other task")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first episode of each task")
    parser.add_argument("--log", type=Path, help="a file that every episode is written to, one a line")
    return parser.parse_args()


async def _measure(pages: Path, tasks: Sequence[str], asked: argparse.Namespace, into: Results) -> None:
    with tempfile.TemporaryDirectory(prefix="miniwob-") as scratch:
        async with _page(Path(scratch)) as page, _app(Path(scratch)) as app:
            for task in tasks:
                count = asked.seeds if task in NAMED else asked.other_seeds
                seeds = range(asked.first, asked.first + count)
                into[task] = [await _episode(app, page, pages / f"{task}.html", seed) for seed in seeds]
                print(_row(task, into[task]), flush=True)
                _log(asked.log, task, seeds, into[task])


@asynccontextmanager
async def _page(scratch: Path) -> AsyncIterator[Page]:
    """A page in a browser of the bench's own, which the environment now tells Goalwright to use."""
    from playwright.async_api import async_playwright

    profile = scratch / "profile"
    arguments = ["--remote-debugging-port=0", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    width, height = WINDOW
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            profile,
            executable_path=find_browser(os.environ.get("GOALWRIGHT_BROWSER", "")).path,
            args=arguments,
            viewport={"width": width, "height": height},
        )
        port = (profile / "DevToolsActivePort").read_text(encoding="ascii").splitlines()[0]
        os.environ["GOALWRIGHT_CDP_URL"] = f"http://127.0.0.1:{port}"
        try:
            yield context.pages[0]
        finally:
            await context.close()


@asynccontextmanager
async def _app(scratch: Path) -> AsyncIterator[Goalwright]:
    """Goalwright with a state of its own, no model, and leave to work in pages that are files."""
    config, work = scratch / "config", scratch / "work"
    for folder in (config, work):
        folder.mkdir()
    (config / "config.toml").write_text('allowed_schemes = ["http", "https", "file"]\n', encoding="utf-8")
    async with Goalwright(home=scratch / "state", cwd=work, config=config) as app:
        yield app


async def _episode(app: Goalwright, page: Page, file: Path, seed: int) -> Episode:
    said = await begin(page, file, seed)
    began = time.perf_counter()
    why, is_followed = await _told(app, said), False
    if not why and not (await state(page)).is_done:
        is_followed = True
        await _told(app, ONE_MORE)
    took = time.perf_counter() - began
    end = await state(page)
    if end.reward == 1:
        return Episode("solved", is_followed, took, said)
    column, _, reason = why.partition(": ")
    reason = reason if column in COLUMNS else f"over: {end.is_done}, reward {end.reward:g}"
    return Episode(column if column in COLUMNS else "wrong", is_followed, took, said, reason)


async def _told(app: Goalwright, said: str) -> str:
    """Do what is said; nothing if it was done, else a column and why."""
    try:
        report = await app.run(said, approve=True)
    except NotUnderstood as error:
        return f"refused: {error}"
    except ToolFailure as failure:
        return f"failed: {failure.problem}"
    if report.status == "success":
        return ""
    return f"{'refused' if report.status == 'refused' else 'failed'}: {report.reason}"


def _rate(episodes: Sequence[Episode]) -> float:
    return sum(episode.ended == "solved" for episode in episodes) / len(episodes)


def _row(label: str, episodes: Sequence[Episode]) -> str:
    counted = Counter(episode.ended for episode in episodes)
    followed = sum(episode.is_followed and episode.ended == "solved" for episode in episodes)
    figures = "".join(f"{counted[column]:>9}" for column in COLUMNS)
    mark = f'  ({followed} after "{ONE_MORE}")' if followed else ""
    took = median(episode.seconds for episode in episodes)
    return f"  {label:<28}{len(episodes):>9}{figures}{_rate(episodes):>8.0%}{took:>8.2f}{mark}"


def _print_table(results: Results) -> None:
    heads = "".join(f"{column:>9}" for column in COLUMNS)
    parts = {
        f"named, each at {TARGET:.0%} or more": [task for task in results if task in NAMED],
        "the others": [task for task in results if task not in NAMED],
    }
    for label, tasks in parts.items():
        if tasks:
            print(f"\nMiniWoB++, {label}\n  {'task':<28}{'episodes':>9}{heads}{'rate':>8}{'s each':>8}")
            for task in tasks:
                low = "  under" if task in NAMED and _rate(results[task]) < TARGET else ""
                print(f"{_row(task, results[task])}{low}")
            print(_row("all of these", [episode for task in tasks for episode in results[task]]))
    _print_totals(results)


def _print_totals(results: Results) -> None:
    rates = {task: _rate(episodes) for task, episodes in results.items()}
    everything = [episode for episodes in results.values() for episode in episodes]
    print(f"\n{_row(f'all {len(results)} tasks', everything)}")
    whole = sum(rate == 1 for rate in rates.values())
    print(f"  mean rate over tasks {_mean(rates.values()):.1%}, every seed solved in {whole}")
    print(f"  model calls: none (published agents solve {PUBLISHED})")


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)


def _log(file: Path | None, task: str, seeds: Sequence[int], episodes: Sequence[Episode]) -> None:
    if file is not None:
        with file.open("a", encoding="utf-8") as log:
            for seed, episode in zip(seeds, episodes, strict=True):
                print(json.dumps({"task": task, "seed": seed, **episode._asdict()}), file=log)


if __name__ == "__main__":
    sys.exit(main())
