"""Ten steps on a page, through Goalwright and in plain Playwright, each taken down with its time."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from playwright.async_api import Page

from goalwright import Goalwright
from goalwright.contracts import PlanGraph
from goalwright.runs.executor import PlanExecutor
from goalwright.runs.resolver import ToolResolver
from goalwright.tools.browser.outcomes import Outcome
from goalwright.tools.browser.page_tool import PageTool

_ARTICLES = "".join(f"<li>Article <a href='#{number}'>number {number}</a></li>" for number in range(100))
HTML = f"""<!doctype html><html lang="en"><head><title>Order</title></head><body>
<h1>Order form</h1>
<form onsubmit="document.getElementById('said').textContent = 'Sent for ' + this.elements.name.value; return false">
<label>Name <input name="name"></label>
<label><input type="checkbox" name="gift"> Gift wrap</label>
<label>Size <select name="size"><option>Small</option><option>Medium</option><option>Large</option></select></label>
<button type="button" onclick="document.getElementById('count').textContent = 'Added'">Add</button>
</form>
<p id="count"></p><p id="said"></p>
<ul>{_ARTICLES}</ul>
<p>That is all</p>
</body></html>"""
ANSWER = "Sent for bob"


class Step(NamedTuple):
    """One step: its name, the goal that asks Goalwright for it, and how a script does it with Playwright."""

    name: str
    goal: Mapping[str, Any]
    plain: Callable[[Page], Awaitable[object]]


def steps(url: str, picture: str) -> tuple[Step, ...]:
    """The ten steps at an address; the plain side keeps its picture where it is told."""
    bottom = "() => window.scrollTo(0, document.documentElement.scrollHeight)"
    return (
        _step("navigate", {"url": url}, lambda page: page.goto(url)),
        _step("read", {"selector": "role=heading"}, lambda page: page.get_by_role("heading").inner_text()),
        _step("type", {"text": "bob", "selector": "label=Name"}, lambda page: page.get_by_label("Name").fill("bob")),
        _step("check", {"selector": "label=Gift wrap"}, lambda page: page.get_by_label("Gift wrap").check()),
        _step(
            "select",
            {"option": "Large", "selector": "label=Size"},
            lambda page: page.get_by_label("Size").select_option("Large"),
        ),
        _step(
            "click",
            {"selector": 'role=button[name="Add"]'},
            lambda page: page.get_by_role("button", name="Add").click(),
        ),
        _step(
            "press",
            {"key": "Enter", "selector": "label=Name"},
            lambda page: page.get_by_label("Name").press("Enter"),
        ),
        _step("wait", {"selector": f"text={ANSWER}"}, lambda page: page.get_by_text(ANSWER).wait_for()),
        _step("scroll", {"direction": "bottom"}, lambda page: page.evaluate(bottom)),
        _step("screenshot", {}, lambda page: page.screenshot(path=picture)),
    )


def _step(verb: str, params: Mapping[str, Any], plain: Callable[[Page], Awaitable[object]]) -> Step:
    return Step(verb, {"domain": "browser", "verb": verb, "params": dict(params)}, plain)


class Taken(NamedTuple):
    """What the ten steps took in all, each by itself, and the checks in them; and the CPU time of all processes."""

    seconds: float
    each: tuple[float, ...]
    checks_s: float = 0.0
    cpu_s: float = 0.0


class Checks:
    """The time that goes into looking whether a page took what was pressed, and whether an action had its effect."""

    def __init__(self) -> None:
        self.seconds = 0.0
        for sort, name in ((Outcome, "begin"), (Outcome, "settle"), (PageTool, "verify")):
            setattr(sort, name, self._timed(getattr(sort, name)))

    def _timed(self, check: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def timed(*given: Any) -> Any:
            began = time.perf_counter()
            try:
                return await check(*given)
            finally:
                self.seconds += time.perf_counter() - began

        return timed


async def by_playwright(page: Page, ten: tuple[Step, ...]) -> Taken:
    began = time.perf_counter()
    each = []
    for step in ten:
        start = time.perf_counter()
        await step.plain(page)
        each.append(time.perf_counter() - start)
    return Taken(time.perf_counter() - began, tuple(each))


async def by_goalwright(app: Goalwright, ten: tuple[Step, ...], *, has_journal: bool = True) -> Taken:
    """From the goals' text to the last verified action. Without a journal, nothing else is left out."""
    began = time.perf_counter()
    document = json.dumps({"goals": [step.goal for step in ten]})
    prepared = app.prepare(app.goals_from(document, "ten steps"))
    if has_journal:
        outcomes = (await app.run(prepared)).outcomes
    else:
        assert prepared.plan is not None, prepared.result
        keep = str(app.home / "runs" / "unwritten" / "kept")
        executor = PlanExecutor(ToolResolver(app.registry), facts=app.facts)
        outcomes = (await executor.run(PlanGraph.of(prepared.plan), run_id="unwritten", keep=keep)).outcomes
    seconds = time.perf_counter() - began
    for outcome in outcomes.values():
        if not outcome.is_done:
            raise RuntimeError(f"{outcome.action_id} {outcome.state}: {outcome.error}")
    if len(outcomes) != len(ten):
        raise RuntimeError(f"{len(outcomes)} actions for {len(ten)} steps")
    return Taken(seconds, tuple(outcome.seconds for outcome in outcomes.values()))


@contextmanager
def served(html: str = HTML) -> Iterator[str]:
    """The address of a page on this machine."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            is_page = not self.path.endswith(".ico")
            body = html.encode() if is_page else b""
            self.send_response(200 if is_page else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
