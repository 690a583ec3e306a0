"""`make bench-pages`: everyday tasks on real applications, from the sentence to the database, the page or the file.

A task is done if it was reported so and its judges agree; wrong if it was reported so and they do not, or if it
failed and the database is not what it was; refused otherwise.

PAGES_ARGS: names of sites, numbers of tasks, `--table FILE`.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tests")]

from page_host import Host  # noqa: E402  # found by the line above
from page_hosts import HOSTS  # noqa: E402
from playwright.async_api import Error, Page  # noqa: E402

from goalwright import Goalwright  # noqa: E402
from goalwright.errors import GoalwrightError  # noqa: E402
from goalwright.tools.browser.page_tool import PageTool  # noqa: E402
from goalwright.tools.late_tool import LateTool  # noqa: E402

TABLE = ROOT / "bench" / "page_tasks.toml"
JUDGING_S = 4.0
TASK_S = 120.0
LOGGED_IN = ("session", "last_login", "objectcache", "module_deps", 'INSERT INTO "user"', "accesslog", "otks")


class Result(NamedTuple):
    """How a task went: done, refused or wrong, and why."""

    outcome: str
    why: str = ""
    seconds: float = 0.0


def main(arguments: list[str]) -> int:
    table = TABLE
    if "--table" in arguments:
        at = arguments.index("--table")
        table = Path(arguments.pop(at + 1))
        arguments.pop(at)
    tasks = tomllib.loads(table.read_text(encoding="utf-8"))["task"]
    wanted = [
        (number, task)
        for number, task in enumerate(tasks, 1)
        if not arguments or task["site"] in arguments or str(number) in arguments
    ]
    results = asyncio.run(tried(wanted))
    print()
    for site in dict.fromkeys(task["site"] for _, task in wanted):
        counts = Counter(results[number].outcome for number, task in wanted if task["site"] == site)
        print(f"  {site:<12}" + "".join(f"{name} {counts[name]:<6}" for name in ("done", "refused", "wrong")))
    counts = Counter(result.outcome for result in results.values())
    print(f"{counts['done']} of {len(results)} done, {counts['refused']} refused, {counts['wrong']} wrong")
    return 0


async def tried(tasks: list[tuple[int, Mapping[str, Any]]]) -> dict[int, Result]:
    """What became of each task, one after the other in one browser."""
    results: dict[int, Result] = {}
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pages-", ignore_cleanup_errors=True)))
        work = scratch / "work"
        (scratch / "home" / "Downloads").mkdir(parents=True)
        work.mkdir()
        os.environ |= {"HOME": str(scratch / "home"), "DISPLAY": "", "WAYLAND_DISPLAY": ""}
        hosts: dict[str, Host] = {}
        async with Goalwright(home=scratch / "state", cwd=work, config=scratch / "config") as app:
            try:
                for number, task in tasks:
                    site = task["site"]
                    if site not in hosts:
                        folder = scratch / site
                        folder.mkdir()
                        hosts[site] = stack.enter_context(HOSTS[site](folder))
                    results[number] = result = await _tried(app, hosts[site], task, work)
                    said = " / ".join(task["say"])
                    print(f"{number:>3} {result.outcome:<8}{result.seconds:>6.1f} s  {site}: {said}", flush=True)
                    if result.why:
                        print(f"        {result.why}", flush=True)
            finally:
                await app.run("close the browser", approve=True)
    return results


async def _tried(app: Goalwright, host: Host, task: Mapping[str, Any], work: Path) -> Result:
    shutil.rmtree(work)
    work.mkdir()
    (work / "note.txt").write_text("a note\n", encoding="utf-8")
    host.reset()
    page = await _fresh(app)
    if host.enter is not None:
        await host.enter(page)
    await app.run(f"go to {host.address}{task['start']}")
    await _at_rest(page)
    before = _dump(host)
    began = time.perf_counter()
    answers: list[str] = []
    failure = ""
    for sentence in task["say"]:
        try:
            async with asyncio.timeout(TASK_S):
                report = await app.run(sentence, approve=True)
        except GoalwrightError as error:
            failure = str(error)
        except TimeoutError:
            failure = "it takes too long"
        else:
            answers = [str(seen.get("text", seen)) for _, seen in report.answers] or answers
            failure = "" if report.status == "success" else f"{report.status}: {report.reason}"
        if failure:
            break
    seconds = time.perf_counter() - began
    problem = await _problem(await _page(app), host, task, answers, work)
    if "turned_away" in task:
        is_told = task["turned_away"].casefold() in failure.casefold() and before == _dump(host)
        return Result("done" if is_told else "refused" if failure else "wrong", failure, seconds)
    if not failure:
        return Result("wrong" if problem else "done", problem, seconds)
    is_changed = before != _dump(host) and bool(problem)
    short = failure.partition(" (`goalwright")[0]
    return Result("wrong" if is_changed else "refused", f"{'CHANGED ' if is_changed else ''}{short[:400]}", seconds)


async def _at_rest(page: Page) -> None:
    """Applications that draw themselves are looked at once they have done so, as a person would."""
    with suppress(Error):
        await page.wait_for_load_state("networkidle", timeout=8_000)
    await asyncio.sleep(0.3)


async def _problem(page: Page, host: Host, task: Mapping[str, Any], answers: list[str], work: Path) -> str:
    """What is not as the judges of a task want it; nothing if all is."""
    end = time.monotonic() + JUDGING_S
    while problem := await _seen(page, host, task, answers, work):
        if time.monotonic() >= end:
            break
        await asyncio.sleep(0.2)
    return problem


async def _seen(page: Page, host: Host, task: Mapping[str, Any], answers: list[str], work: Path) -> str:
    problems = []
    gives = task.get("gives")
    if "sql" in task:
        assert host.database is not None
        with closing(sqlite3.connect(host.database, timeout=10)) as connection:
            rows = [list(row) for row in connection.execute(task["sql"])]
        problems.append("" if rows == gives else f"the database has {rows}")
    if "page" in task:
        try:
            seen = await page.evaluate(f"() => {task['page']}")
        except Error as error:
            seen = error.message.splitlines()[0]
        problems.append("" if seen == gives else f"the page has {seen!r}")
    if "kept" in task:
        file = host.folder / task["kept"]
        kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        is_right = (
            all(kept.get(key) == value for key, value in gives.items()) if isinstance(gives, dict) else kept == gives
        )
        problems.append("" if is_right else f"the site has {kept}")
    if "saved" in task:
        text = (host.folder / task["saved"]).read_text(encoding="utf-8")
        problems.append("" if text.strip() == gives else f"the file has {text!r}")
    if "kept_text" in task:
        text = (host.folder / task["kept_text"]).read_text(encoding="utf-8")
        problems.append("" if task["has"] in text else f"the file has {text[-200:]!r}")
    problems += _misplaced(host.folder, task)
    if "file" in task:
        text = (work / task["file"]).read_text(encoding="utf-8") if (work / task["file"]).exists() else ""
        is_right = task["is"] == text if "is" in task else task["holds"] in text
        problems.append("" if is_right else f"the file has {text[:200]!r}")
    if "download" in task:
        found = list((Path(os.environ["HOME"]) / "Downloads").glob(task["download"])) + list(
            work.glob(task["download"])
        )
        is_right = any(task["holds"] in file.read_text(encoding="utf-8") for file in found)
        problems.append("" if is_right else f"there is {[file.name for file in found]}")
    if "answer" in task:
        is_right = any(task["answer"] in answer for answer in answers)
        problems.append("" if is_right else f"the answer is {answers[-1:]}"[:300])
    return "; ".join(problem for problem in problems if problem)


def _misplaced(folder: Path, task: Mapping[str, Any]) -> list[str]:
    """What is there and should be gone, or the other way round."""
    wanted = {name: key == "there" for key in ("there", "gone") for name in task.get(key, ())}
    wrong = [name for name, is_there in wanted.items() if (folder / name).exists() is not is_there]
    return [f"{name} is {'not ' if wanted[name] else ''}there" for name in wrong]


def _dump(host: Host) -> str:
    """The data of a site that has a database, but for what logging in leaves there."""
    if host.database is None:
        return ""
    with closing(sqlite3.connect(host.database, timeout=10)) as connection:
        lines = [line for line in connection.iterdump() if not any(mark in line for mark in LOGGED_IN)]
    return "\n".join(lines)


async def _fresh(app: Goalwright) -> Page:
    """A tab of its own for a task: what the one before left open must not ask to be kept."""
    pages = [each for each in (await _page(app)).context.pages if not each.is_closed()]
    fresh = await pages[-1].context.new_page()
    for old in pages:
        await old.close(run_before_unload=False)
    return fresh


async def _page(app: Goalwright) -> Page:
    """The page that the app works in."""
    await app.run("open the browser")
    tool = next(entry.tool for entry in app.registry if entry.name == "browsers.read")
    assert isinstance(tool, LateTool)
    assert isinstance(tool.made, PageTool)
    return tool.made.session.tabs.pages[-1]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
