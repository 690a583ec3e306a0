"""`make bench-todomvc`: one sentence adds a todo, whatever framework the page was made with.

The pages are those of the npm package `todomvc`, each served from this machine on an origin of its own. Whether the
todo is there is read from the page in the bench's own way.
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
TODO = "buy milk"
SENTENCE = f'type "{TODO}" into the "What needs to be done?" field and press enter'
TARGET = 18
PATIENCE_S = 5.0
_CODE = ("script", "document", "xhr", "fetch")
# Where an implementation keeps the page that is ready to be served.
PLACES = (".", "www", "public", "build/web", "web")
# How often a text is seen in a page, as a text of its own.
COUNT = """(wanted) => {
    let count = 0;
    const visit = (node) => {
        for (const child of node.childNodes) {
            const isSeen = child.nodeType === 3 && node.getClientRects?.().length;
            if (isSeen && child.textContent.trim() === wanted) count += 1;
            if (child.nodeType === 1 && !/^(SCRIPT|STYLE|TEMPLATE)$/.test(child.tagName)) visit(child);
        }
        if (node.shadowRoot) visit(node.shadowRoot);
    };
    visit(document.body);
    return count;
}"""


class Result(NamedTuple):
    """How one implementation took the sentence; no problem means that the todo is there exactly once."""

    name: str
    problem: str
    seconds: float = 0.0


def main(names: list[str]) -> int:
    package = installed()
    results = asyncio.run(tried(package, names))
    print(f"TodoMVC: {SENTENCE}")
    for result in results:
        print(
            f"  {result.name:<32}{'added' if not result.problem else 'no':<8}{result.seconds:>6.1f} s  {result.problem}"
        )
    added = sum(not result.problem for result in results)
    served = sum(result.problem != NOT_BUILT for result in results)
    verdict = "ok" if added >= TARGET else "under"
    print(
        f"Added in {added} of {len(results)} implementations, {served} of which can be served: {verdict} (≥ {TARGET})"
    )
    return 0 if added >= TARGET or names else 1


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
    with _served(package) as address:
        try:
            problem = await _problem(app, f"{address}/{place.relative_to(package)}/index.html")
        except GoalwrightError as error:
            problem = str(error)
    return Result(folder.name, problem, time.perf_counter() - began)


async def _problem(app: Goalwright, url: str) -> str:
    """Why the todo is not there exactly once; nothing if it is."""
    page = await _page(app)
    with _watched(page, url.partition("/examples/")[0]) as troubles:
        opened = await app.run(f"go to {url}")
        if opened.status != "success":
            return opened.reason
        report = await app.run(SENTENCE)
        count = await _counted(page)
    if count == 1 and report.status == "success":
        return ""
    told = report.reason.partition(" (`goalwright")[0].partition(": ")[2]
    return min(troubles)[1] if troubles else told or f"the todo is there {count} times"


@contextmanager
def _watched(page: Page, address: str) -> Iterator[list[tuple[int, str]]]:
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


async def _counted(page: Page) -> int:
    """How often the todo is seen, once it is or nothing more is to be expected."""
    end = time.monotonic() + PATIENCE_S
    while not (count := int(await page.evaluate(COUNT, TODO))) and time.monotonic() < end:
        await asyncio.sleep(0.1)
    return count


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
def _served(folder: Path) -> Iterator[str]:
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
