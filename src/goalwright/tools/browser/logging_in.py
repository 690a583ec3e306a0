"""Logging in: getting to the form for it, or seeing that there is no need to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.errors import ToolFailure
from goalwright.tools.browser import item_pages, pointing
from goalwright.tools.browser.loading import wait_until_loaded
from goalwright.tools.browser.locating import find_all, look_at_all
from goalwright.tools.browser.pointing import press_on
from goalwright.tools.browser.selector_arg import optional_selector, selector_arg
from goalwright.tools.browser.waiting import until

if TYPE_CHECKING:
    from playwright.async_api import Page

COMING_S = 5.0
ALREADY_IN = "logged in already"
_PASSWORD = (SelectorStep("css", "input[type=password]"),)
_FORM_OF = "(el) => [[...document.forms].indexOf(el.form), page.visible(el)]"
_IN = (SelectorStep("role", role="button", name="log in"),)
_OUT = (SelectorStep("role", role="button", name="log out"),)
# A button in a form of its own: the page is there to ask for it.
_OUT_BUTTON = (SelectorStep("css", "main form, form"), SelectorStep("role", role="button", name="log out"))
OUT = "log out"


def is_login(selector: Selector | None) -> bool:
    """Whether a selector means a part of a form for logging in."""
    return selector is not None and selector.last.way == "login"


async def click(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Click what the selector means; what sends a form for logging in is left alone where there is no need for it."""
    selector = selector_arg(call)
    if not is_login(selector):
        return await item_pages.click(page, call)
    if selector.last.value == OUT:
        return await _logged_out(page, call)
    if await is_logged_in(page):
        return {"clicked": [], "note": ALREADY_IN}
    return await pointing.click(page, call)


async def _logged_out(page: Page, call: ToolCall) -> Mapping[str, Any]:
    """Click what logs out; what that leads to may have a button of its own for it."""
    given = await pointing.click(page, call)
    await wait_until_loaded(page, "domcontentloaded", COMING_S)
    buttons = [] if await _has_form(page) else await find_all(page, _OUT_BUTTON, "click")
    if len(buttons) != 1 or await find_all(page, _IN, "click"):
        return given
    await press_on(buttons[0])
    await wait_until_loaded(page, "domcontentloaded", COMING_S)
    if not await until(lambda: _is_out(page), COMING_S):
        raise ToolFailure("not confirmed: the page still has a way to log out: look at it")
    return given


async def _is_out(page: Page) -> bool:
    return await _has_form(page) or not await find_all(page, _OUT, "attached")


async def needs_no_typing(page: Page, call: ToolCall) -> bool:
    """Whether what is to be typed is for logging in, and that is done already."""
    selector = optional_selector(call)
    if not is_login(selector):
        return False
    is_user = selector is not None and selector.last.value == "username"
    return await is_logged_in(page, str(call.args["text"]) if is_user else "")


async def is_logged_in(page: Page, user: str = "") -> bool:
    """Whether a page has a way to log out and no form to log in; what leads to that form is followed.

    ToolFailure if someone is logged in, and the page does not show that it is the user who was named.
    """
    if await _has_form(page):
        return False
    if await find_all(page, _OUT, "attached"):
        shown = await page.evaluate("() => document.body.innerText")
        if user and user.casefold() not in shown.casefold():
            raise ToolFailure(
                f"someone is logged in already, and the page does not say that it is {user}: log out first"
            )
        return True
    ways = await find_all(page, _IN, "click")
    if len(ways) == 1:
        await press_on(ways[0])
        await wait_until_loaded(page, "domcontentloaded", COMING_S)
        await until(lambda: _has_form(page), COMING_S)
    return False


async def _has_form(page: Page) -> bool:
    """Whether there is a form for logging in: one that asks for one password. More are asked for a new one."""
    forms = await look_at_all(page, _PASSWORD, "read", _FORM_OF)
    shown = [form for form, is_shown in forms if is_shown]
    return any(count == 1 for count in Counter(shown).values())
