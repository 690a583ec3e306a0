"""The browser of most tests of pages: Chromium's engine without what draws windows, which takes a fifth less time.

It knows no policies, keeps no window's tabs in order and shows no PDF: tests about these, and about starting and
keeping a browser, use the one that users have.
"""

from __future__ import annotations

import os

# The program itself: what Debian has on the search path is a script, whose process is not the browser's.
_PLACES = ("/usr/lib/chromium/chromium-headless-shell",)


def light_browser() -> str:
    """Its path; empty where it is not installed, so that the browser that is found is used."""
    return next((place for place in _PLACES if os.access(place, os.X_OK)), "")
