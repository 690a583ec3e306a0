"""A real Chromium at the page of a service, which fails a test for whatever a browser complains about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Dialog, Page, sync_playwright

AXE = Path(str(find_spec("axe_playwright_python").origin)).parent / "axe.min.js"  # type: ignore[union-attr]  # a dependency of the tests
HUNG_MS = 30_000


@contextmanager
def chromium() -> Iterator[Browser]:
    from goalwright.tools.browser.find_browser import find_browser
    from tools.browser.light_browser import light_browser

    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
        browser = playwright.chromium.launch(executable_path=light_browser() or find_browser().path, args=flags)
        yield browser
        browser.close()


class OpenPage:
    """A page at a service. What it should not do is kept, and looked at when it is closed."""

    def __init__(self, browser: Browser, address: str, origin: str, **context: Any) -> None:
        self.origin = origin
        self.context = browser.new_context(viewport=context.pop("viewport", {"width": 1280, "height": 800}), **context)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(HUNG_MS)
        self.complaints: list[str] = []
        self.foreign: list[str] = []
        self.dialogs: list[str] = []
        self._watch(self.page)
        self.page.goto(address)
        self.page.wait_for_selector("#sentence")

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("request", lambda request: self._requested(request.url))
        page.on("dialog", self._asked)

    def _heard(self, kind: str, text: str) -> None:
        # A problem that the service answers with is shown on the page, and the browser notes its status, too.
        if kind in ("error", "warning") and not text.startswith("Failed to load resource"):
            self.complaints.append(text)

    def _asked(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def _requested(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and f"{parts.scheme}://{parts.netloc}" != self.origin:
            self.foreign.append(url)

    def go(self, path: str) -> None:
        self.page.goto(f"{self.origin}{path}")

    def say(self, text: str) -> None:
        """Type a sentence, and wait until its plan is there."""
        self.page.fill("#sentence", text)
        self.planned()

    def planned(self) -> None:
        self.page.wait_for_selector(".shown:not(.is-behind):not(.is-lost) .action")

    def run(self, text: str) -> str:
        """Say a sentence and run it; the id of the run that is shown then."""
        self.say(text)
        self.page.press("#sentence", "Enter")
        self.page.wait_for_url("**/runs/*")
        self.page.wait_for_selector(".run .head")
        return self.page.url.rpartition("/")[2]

    def status(self, wanted: str) -> None:
        self.page.wait_for_selector(f".status.is-{wanted}")

    def words(self) -> list[str]:
        return [text.strip() for text in self.page.locator(".action .words").all_inner_texts()]

    def axe(self) -> list[str]:
        """What axe-core finds that is serious; it is evaluated beside the page's own policy."""
        self.page.evaluate(AXE.read_text("utf-8") + "; 0")
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{rule['id']}: {node['html']} {node['failureSummary']}"
            for rule in found["violations"]
            if rule["impact"] in ("serious", "critical")
            for node in rule["nodes"]
        ]

    def close(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints
        assert self.foreign == []
        assert self.dialogs == []


@contextmanager
def opened(browser: Browser, address: str, **context: Any) -> Iterator[OpenPage]:
    page = OpenPage(browser, address, address.partition("/enter")[0], **context)
    try:
        yield page
    except BaseException:
        page.context.close()
        raise
    page.close()
