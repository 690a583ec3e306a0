"""Keys reach a page by the names that the rules have for them."""

from __future__ import annotations

import pytest

from goalwright.rules import builtin_rules
from goalwright.tools.browser.browser_keys import browser_key
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

# These belong to the machine, or are on hardly any keyboard: Playwright has none of them.
NOT_FOR_PAGES = {"sleep", "power", "brightnessup", "brightnessdown", "stop", "help"}
NOT_FOR_PAGES |= {f"f{number}" for number in range(13, 25)}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("enter", "Enter"),
        ("Enter", "Enter"),
        ("ctrl+shift+t", "Control+Shift+t"),
        ("ctrl+plus", "Control++"),
        ("ctrl++", "Control++"),
        ("+", "+"),
        ("down", "ArrowDown"),
        ("ArrowDown", "ArrowDown"),
        ("f5", "F5"),
        ("numpad7", "Numpad7"),
        ("pagedown", "PageDown"),
        ("a", "a"),
        ("A", "A"),
    ],
)
def test_a_key_is_called_what_browsers_call_it(said: str, meant: str) -> None:
    assert browser_key(said) == meant


def test_a_page_hears_of_every_key_that_the_rules_name(desk: PageDesk, site: Site) -> None:
    names = [name for name in builtin_rules().words.keys if name not in NOT_FOR_PAGES]
    desk.do("navigate", url=site.page("<script>document.onkeydown = (event) => event.preventDefault()</script>"))
    for name in names:
        assert desk.do("press", key=name) == {"pressed": name}
