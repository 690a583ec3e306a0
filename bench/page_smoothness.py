"""How smoothly the page shows a run of 500 actions: the longest tasks of its main thread.

Usage: python bench/page_smoothness.py [ACTIONS]. Tasks are told by the clock, which a busy machine makes longer,
and by the CPU time that the thread took.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from service import Bench, served

from goalwright.tools.browser.find_browser import find_browser

LONG_MS = 100
RECEIVED = "import('/page/stream.js').then((stream) => stream.connection.received)"


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as bench, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser().path, args=["--no-sandbox"])
        page = browser.new_page()
        line = bench.line()
        _, link = bench.ask(line, "POST", "/api/links", {})
        page.goto(link["address"])
        page.wait_for_selector(".line.is-open")
        shown(bench, browser, page, count)
        browser.close()
    return 0


def shown(bench: Bench, browser: Browser, page: Page, count: int) -> None:
    """Print how it went from the run's start to its last event."""
    browser.start_tracing(page=page, categories=["toplevel", "disabled-by-default-devtools.timeline"])
    began = time.perf_counter()
    goals = [
        {"domain": "file", "verb": "create", "params": {"path": f"many/{number:03}", "object_type": "folder"}}
        for number in range(count - 1)
    ]
    _, begun = bench.ask(bench.line(), "POST", "/api/runs", {"goals": goals, "run_id": "many-1"})
    page.evaluate("history.pushState(null, '', '/runs/many-1'); dispatchEvent(new Event('goalwright-route'))")
    total = begun["run"]["plan"]["total_actions"]
    page.wait_for_selector(".status.is-success", timeout=300_000)
    page.wait_for_selector(f"g.node.is-done >> nth={total - 1}", timeout=60_000)
    _, told = bench.ask(bench.line(), "GET", "/api/runs/many-1/events?limit=2000")
    events = len(told["events"])
    while page.evaluate(RECEIVED) < events:
        time.sleep(0.05)
    seconds = time.perf_counter() - began
    print(f"{total} actions, {events} events in {seconds:.1f} s ({events / seconds:.0f} a second), none missed")
    for name, times in zip(("by the clock", "of CPU"), longest(browser.stop_tracing()), strict=True):
        told = ", ".join(f"{each:.0f}" for each in times[:6])
        over = sum(each > LONG_MS for each in times)
        print(f"  longest tasks, ms {name}: {told}; {over} over {LONG_MS}; {sum(times):.0f} in all")


def longest(trace: bytes) -> tuple[list[float], list[float]]:
    """The tasks of the thread that draws the page, in milliseconds by the clock and of CPU, longest first."""
    events = json.loads(trace)["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        (event["dur"] / 1000, event.get("tdur", 0) / 1000)
        for event in events
        if event["name"].endswith("RunTask") and event.get("ph") == "X" and (event["pid"], event["tid"]) in mains
    ]
    clock, cpu = zip(*tasks, strict=True)
    return sorted(clock, reverse=True), sorted(cpu, reverse=True)


if __name__ == "__main__":
    sys.exit(main())
