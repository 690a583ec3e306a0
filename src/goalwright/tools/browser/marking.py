"""Which elements a failure speaks of, so that the picture which is kept of the page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from goalwright.tools.browser.at_once import is_installed, located
from goalwright.tools.browser.frames import Steps

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

COLOUR = "rgba(255, 120, 0, 0.4)"
"""What is painted over the elements: they can still be read."""
_spoken_of: WeakKeyDictionary[Page, tuple[Steps, str]] = WeakKeyDictionary()


def mark(page: Page, steps: Steps, purpose: str) -> None:
    """Have everything that the steps mean marked in the next picture."""
    _spoken_of[page] = steps, purpose


def unmark(page: Page) -> None:
    _spoken_of.pop(page, None)


def marked(page: Page) -> list[Locator]:
    """What is to be marked in a picture of the page."""
    if page not in _spoken_of or not is_installed(page):
        return []
    steps, purpose = _spoken_of[page]
    return [located(frame, steps, purpose) for frame in page.frames]
