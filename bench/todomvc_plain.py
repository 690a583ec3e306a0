"""Whether plain Playwright can add a todo in each implementation of TodoMVC: those where it cannot do not work here.

`.venv/bin/python -P bench/todomvc_plain.py [NAME ...]`: a field is waited for, "milk" is typed, Enter pressed.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench")]

# ruff: noqa: E402  # these are found only after the path is set
from playwright.async_api import Browser, Error, Page, async_playwright
from todomvc import AFTER, NOT_BUILT, PLACES, TODOS, installed, served, watched

from goalwright.tools.browser.find_browser import find_browser

FIELD = "input:visible:not([type=checkbox])"
FIELD_MS = 20_000
TAKEN_S = 5.0


async def main(names: list[str]) -> int:
    package = installed()
    folders = [each for each in sorted((package / "examples").iterdir()) if each.is_dir()]
    able = 0
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=find_browser().path, args=["--no-sandbox"] if os.geteuid() == 0 else []
        )
        for folder in folders:
            if not names or folder.name in names:
                problem = await _problem(browser, package, folder)
                able += not problem
                print(f"  {folder.name:<32}{problem or 'works'}", flush=True)
        await browser.close()
    print(f"Plain Playwright adds a todo in {able} implementations")
    return 0


async def _problem(browser: Browser, package: Path, folder: Path) -> str:
    place = next((folder / place for place in PLACES if (folder / place / "index.html").exists()), None)
    if place is None:
        return NOT_BUILT
    page = await browser.new_page()
    with served(package) as address, watched(page, address) as troubles:
        try:
            problem = await _adding(page, f"{address}/{place.relative_to(package)}/index.html")
        except Error as error:
            problem = error.message.splitlines()[0]
    await page.close()
    return f"{problem}: {min(troubles)[1]}" if problem and troubles else problem


async def _adding(page: Page, url: str) -> str:
    await page.goto(url)
    field = page.locator(FIELD).first
    await field.wait_for(timeout=FIELD_MS)
    await field.click()
    await page.keyboard.type("milk", delay=30)
    await page.keyboard.press("Enter")
    end = asyncio.get_running_loop().time() + TAKEN_S
    while (seen := await page.evaluate(TODOS)) != AFTER[0]:
        if asyncio.get_running_loop().time() > end:
            return f"the page has {seen or 'no todo'}"
        await asyncio.sleep(0.1)
    return ""


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
