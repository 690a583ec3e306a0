"""A page stays open while its service is killed, is away and comes back: it reconnects, and has missed nothing."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from doors.web.page_browser import chromium, opened
from doors.web.process import served_process

pytestmark = pytest.mark.slow


def test_a_service_that_was_killed_and_restarted_is_found_again(tmp_path: Path) -> None:
    with chromium() as browser:
        with served_process(tmp_path) as first:
            port = first.port
            shown = opened(browser, first.address)
            page = shown.__enter__()
            page.page.wait_for_selector(".line.is-open")
            page.run("nap for 60 seconds, then create a folder dreams")
            page.page.wait_for_selector("g.node.is-running")
            first.stop(signal.SIGKILL)
            page.page.wait_for_selector(".line.is-broken")
            done = first.command("create a folder alpha", "--json").document
        with served_process(tmp_path, port=port) as second:
            page.page.wait_for_selector(".line.is-open")
            page.status("interrupted")
            assert page.page.locator(".doing >> text=Resume").count() >= 1
            page.page.click("nav >> text=Do")
            page.page.wait_for_selector(f".recent a[href='/runs/{done['run_id']}'] .dot.is-success")
            page.run("create a folder beta")
            page.status("success")
            assert (second.work / "beta").is_dir()
            page.complaints = [text for text in page.complaints if "ERR_" not in text]
            shown.__exit__(None, None, None)
