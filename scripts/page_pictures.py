#!/usr/bin/env python3
"""Take the pictures of the page that docs/service.md shows, from a real service in a real Chromium.

Usage: python scripts/page_pictures.py [FOLDER]; without one they go to docs/pictures.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

from goalwright.tools.browser.find_browser import find_browser

ROOT = Path(__file__).resolve().parents[1]
SENTENCE = "create folders letters, photos and music, put list.txt in letters saying hello, then delete draft.txt"
JOBS = (
    "every weekday at 9 append standup to log.txt",
    "when a pdf lands in documents move it to letters",
    "every friday at 5 pm delete all tmp files in documents",
)
SIZE: ViewportSize = {"width": 1120, "height": 620}
NARROW: ViewportSize = {"width": 380, "height": 700}


def main() -> int:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures"
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "you"
        (home / "Documents").mkdir(parents=True)
        (home / "draft.txt").write_text("old")
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GOALWRIGHT")},
            **{"HOME": str(home), "GOALWRIGHT_HOME": f"{folder}/state", "GOALWRIGHT_CONFIG": f"{folder}/config"},
        }
        command = [sys.executable, "-P", "-m", "goalwright", "serve", "--port", "0", "--json"]
        service = subprocess.Popen(command, cwd=home, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert service.stdout is not None
            taken(json.loads(service.stdout.readline())["address"], target)
        finally:
            service.terminate()
            service.wait(60)
    return 0


def taken(address: str, target: Path) -> None:
    """All pictures, in the order in which a person would see the views."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser().path, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE)
        page.goto(address)
        page.wait_for_selector(".example:enabled")
        kept(page, target / "empty.png")
        page.fill("#sentence", SENTENCE)
        page.wait_for_selector(".shown:not(.is-behind) .action >> nth=4")
        kept(page, target / "plan.png")
        page.press("#sentence", "Enter")
        page.wait_for_selector(".stake")
        kept(page, target / "approval.png")
        page.click("text=Approve and run")
        page.wait_for_selector(".status.is-success")
        page.locator(".action .line").nth(3).click()
        kept(page, target / "run.png")
        for said in JOBS:
            page.click("nav >> text=Do")
            page.fill("#sentence", said)
            page.click("text=Look at the job")
            page.click("text=/Make the job|Ask me each time/")
            page.wait_for_url("**/jobs")  # made, and not only looked at
            page.wait_for_selector(".job .mono")
        kept(page, target / "jobs.png")
        page.emulate_media(color_scheme="dark")
        kept(page, target / "dark.png")
        page.set_viewport_size(NARROW)
        page.click("nav >> text=Do")
        page.fill("#sentence", "create a folder trip and put notes.txt in it saying hello")
        page.wait_for_selector(".shown:not(.is-behind) .action >> nth=1")
        kept(page, target / "narrow.png")
        browser.close()


def kept(page: Page, file: Path) -> None:
    page.wait_for_timeout(300)  # what was just asked for is drawn
    page.screenshot(path=str(file))
    print(file)


if __name__ == "__main__":
    sys.exit(main())
