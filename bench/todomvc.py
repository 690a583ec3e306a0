"""`make bench-todomvc`: four sentences about a list of todos, whatever framework the page was made with.

The pages are those of the npm package `todomvc`, each served from this machine on an origin of its own. Two todos are
added, one is ticked, what is left is counted, and what is done is deleted. Whether it was is read from the page in the
bench's own way.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from playwright.async_api import Error, Page, Request, Response

from goalwright import Goalwright
from goalwright.errors import GoalwrightError
from goalwright.tools.browser.page_tool import PageTool
from goalwright.tools.late_tool import LateTool

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "todomvc"
PACKAGE, VERSION = "todomvc", "0.1.1"
INSTALL_S = 300
STEPS = (
    ("add milk", "add"),
    ("add eggs", "add"),
    ("tick milk", "tick"),
    ("how many are left", "count"),
    ("delete all done todos", "delete"),
)
KINDS = ("add", "tick", "count", "delete")
TARGET = 60
PATIENCE_S = 5.0
_CODE = ("script", "document", "xhr", "fetch")
# Where an implementation keeps the page that is ready to be served.
PLACES = (".", "www", "public", "build/web", "web")
# The todos that are seen, each with whether it is done: by its box, its entry's class, or how its text is drawn.
TODOS = """() => {
    const found = [], seen = (el) => el.getClientRects().length > 0;
    const visit = (node) => {
        for (const child of node.childNodes) {
            const text = child.nodeType === 3 ? child.textContent.trim() : '';
            if ((text === 'milk' || text === 'eggs') && seen(node)) {
                const root = node.getRootNode(), up = node.closest('li, [role=listitem], .todo');
                const entry = up || root.host?.closest('li') || node.parentElement, sort = 'input[type=checkbox]';
                const box = entry.querySelector(sort) || root.querySelector(sort);
                const isMarked = /(^|[\\s_-])(completed?|done)(\\s|$)/.test(entry.className);
                const isStruck = getComputedStyle(node).textDecorationLine.includes('line-through');
                found.push([text, Boolean((box && box.checked) || isMarked || isStruck)]);
            }
            if (child.nodeType === 1 && !/^(SCRIPT|STYLE|TEMPLATE|TEXTAREA)$/.test(child.tagName)) visit(child);
        }
        if (node.shadowRoot) visit(node.shadowRoot);
    };
    visit(document.body);
    return found.map(([text, done]) => text + (done ? '+' : '-')).sort().join();
}"""
AFTER = ("milk-", "eggs-,milk-", "eggs-,milk+", "eggs-,milk+", "eggs-")


class Result(NamedTuple):
    """How one implementation took the sentences: the kinds of them that were followed, and what went wrong first.

    `wrong` is a sentence that was reported as done and is not.
    """

    name: str
    problem: str
    followed: tuple[str, ...] = ()
    wrong: str = ""
    seconds: float = 0.0


def main(names: list[str]) -> int:
    package = installed()
    results = asyncio.run(tried(package, names))
    print(f"TodoMVC: {'; '.join(said for said, _ in STEPS)}")
    for result in results:
        what = "all" if not result.problem else ",".join(result.followed) or "no"
        print(f"  {result.name:<32}{what:<18}{result.seconds:>6.1f} s  {result.problem}")
    served = sum(result.problem != NOT_BUILT for result in results)
    whole = sum(not result.problem for result in results)
    counts = ", ".join(f"{kind} {sum(kind in result.followed for result in results)}" for kind in KINDS)
    wrong = sum(bool(result.wrong) for result in results)
    verdict = "ok" if whole >= TARGET else "under"
    print(
        f"All four in {whole} of {len(results)} implementations, {served} of which can be served: {verdict} "
        f"(≥ {TARGET}); {counts}; wrong in {wrong}"
    )
    return 0 if whole >= TARGET or names else 1


NOT_BUILT = "the package has its sources only"


async def tried(package: Path, names: list[str]) -> list[Result]:
    """What became of the sentence in each implementation, one after the other in one browser."""
    folders = [each for each in sorted((package / "examples").iterdir()) if each.is_dir()]
    results = []
    with tempfile.TemporaryDirectory(prefix="todomvc-", ignore_cleanup_errors=True) as scratch:
        async with Goalwright(home=f"{scratch}/home", cwd=scratch, config=f"{scratch}/config") as app:
            try:
                for folder in folders:
                    if not names or folder.name in names:
                        results.append(await _tried(app, package, folder))
            finally:
                await app.run("close the browser", approve=True)
    return results


async def _tried(app: Goalwright, package: Path, folder: Path) -> Result:
    place = next((folder / place for place in PLACES if (folder / place / "index.html").exists()), None)
    if place is None:
        return Result(folder.name, NOT_BUILT)
    began = time.perf_counter()
    with served(package) as address:
        try:
            result = await _followed(app, folder.name, f"{address}/{place.relative_to(package)}/index.html")
        except GoalwrightError as error:
            result = Result(folder.name, str(error))
    result = result._replace(seconds=time.perf_counter() - began)
    print(f"  {result}", flush=True)
    return result


async def _followed(app: Goalwright, name: str, url: str) -> Result:
    """What became of the sentences in a page, up to the first that was not followed."""
    page = await _page(app)
    followed: list[str] = []
    with watched(page, url.partition("/examples/")[0]) as troubles:
        opened = await app.run(f"go to {url}")
        if opened.status != "success":
            return Result(name, opened.reason)
        for (said, kind), after in zip(STEPS, AFTER, strict=True):
            problem, is_done = await _problem(app, page, said, after)
            if problem:
                told = min(troubles)[1] if troubles and said == STEPS[0][0] else f"{said}: {problem}"
                return Result(name, told, tuple(dict.fromkeys(followed)), said if is_done else "")
            followed.append(kind)
    return Result(name, "", tuple(dict.fromkeys(followed)))


async def _problem(app: Goalwright, page: Page, said: str, after: str) -> tuple[str, bool]:
    """What is not so after a sentence, nothing if all is; and whether it was reported as done."""
    try:
        report = await app.run(said, approve=True)
    except GoalwrightError as error:
        return str(error), False
    is_done = report.status == "success"
    seen = await _seen(page, after)
    if not is_done:
        return report.reason.partition(" (`goalwright")[0], False
    answers = [str(answer.get("text", answer)) for _, answer in report.answers]
    if said.startswith("how many") and answers[-1:] != ["1"]:
        return f"the answer is {answers[-1:]}", True
    return ("" if seen == after else f"the page has {seen or 'nothing'}"), True


@contextmanager
def watched(page: Page, address: str) -> Iterator[list[tuple[int, str]]]:
    """What goes wrong in a page by itself meanwhile, with how little it explains."""
    troubles: list[tuple[int, str]] = []

    def failed(request: Request) -> None:
        if request.resource_type in _CODE and not request.url.startswith(address):
            troubles.append((0, f"it needs {request.url[:60]}"))

    def answered(response: Response) -> None:
        if response.status == HTTPStatus.NOT_FOUND and response.request.resource_type in _CODE:
            troubles.append((1, f"the package lacks {response.url.removeprefix(address)[:60]}"))

    def erred(error: Error) -> None:
        troubles.append((2, f"its own code fails here: {error.message.splitlines()[0][:80]}"))

    watched: Sequence[tuple[Any, Any]] = (("requestfailed", failed), ("response", answered), ("pageerror", erred))
    for event, listener in watched:
        page.on(event, listener)
    try:
        yield troubles
    finally:
        for event, listener in watched:
            page.remove_listener(event, listener)


async def _page(app: Goalwright) -> Page:
    """The page that the app works in."""
    await app.run("open the browser")
    tool = next(entry.tool for entry in app.registry if entry.name == "browsers.read")
    assert isinstance(tool, LateTool)
    assert isinstance(tool.made, PageTool)
    return tool.made.session.tabs.pages[-1]


async def _seen(page: Page, after: str) -> str:
    """The todos that are seen, once they are as they should be or nothing more is to be expected."""
    end = time.monotonic() + PATIENCE_S
    while (seen := str(await page.evaluate(TODOS))) != after and time.monotonic() < end:
        await asyncio.sleep(0.1)
    return seen


def installed() -> Path:
    """The package's folder; it is installed under build/ if it is not there."""
    package = FOLDER / "node_modules" / PACKAGE
    if not (package / "package.json").exists():
        npm = shutil.which("npm")
        if npm is None:
            raise SystemExit("TodoMVC is an npm package, and there is no npm: install Node.js")
        print(f"Installing {PACKAGE} into {FOLDER.relative_to(ROOT)} (only needed once)", flush=True)
        FOLDER.mkdir(parents=True, exist_ok=True)
        options = ("--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=dev", "--prefix", str(FOLDER))
        command = [npm, "install", *options, f"{PACKAGE}@{VERSION}"]
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=INSTALL_S)
        if done.returncode:
            told = done.stderr.strip().splitlines()
            raise SystemExit(f"{PACKAGE} could not be installed: {told[0] if told else 'npm says nothing'}")
    return package


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Pages that go on to the next one hang up in the middle of an answer."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A folder on an origin of its own."""
    server = _Server(("127.0.0.1", 0), partial(_Quiet, directory=os.fspath(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
