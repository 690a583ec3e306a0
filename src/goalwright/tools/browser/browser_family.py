"""The tools of the browser by name, loaded when the first is used, and why they cannot be used here."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

from goalwright.contracts import Tool
from goalwright.errors import GoalwrightError
from goalwright.tools.browser.find_browser import find_browser
from goalwright.tools.catalogue import names_under
from goalwright.tools.services import Services


def make_tools(services: Services) -> Mapping[str, Tool]:
    """The browser tools; all of them share one session."""
    from goalwright.tools.browser.browser_tools import make_tools as made

    return made(services)


def missing(services: Services) -> Mapping[str, str]:
    why = ""
    if find_spec("playwright") is None:
        why = "the Python package playwright is not installed: `pip install 'goalwright[browser]'`"
    elif not services.browser.cdp_url:
        try:
            find_browser(services.browser.path)
        except GoalwrightError as error:
            why = str(error)
    return dict.fromkeys(names_under("browsers"), why) if why else {}
