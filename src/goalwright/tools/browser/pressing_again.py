"""Controls that ask by their own name whether they are meant ("Are you sure?"), and take a second press for a yes."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from goalwright.tools.browser.outcomes import Outcome
from goalwright.tools.browser.pointing import press_on

if TYPE_CHECKING:
    from playwright.async_api import ElementHandle, Page

    from goalwright.contracts import ToolCall
    from goalwright.tools.browser.session import Session

_CALLED = "(el) => (el.isConnected ? el.textContent : '').replace(/\\s+/g, ' ').trim()"


async def outcome_of(control: ElementHandle, session: Session, page: Page, call: ToolCall, before: Outcome) -> Outcome:
    """The outcome of one more press for the same call, in place of the one before."""
    before.end()
    again = session.outcomes[page] = Outcome(page, call)
    await again.begin()
    await press_on(control)
    await session.dialogs.until_done_or_asked(page, again.settle(page, session.dialogs))
    return again


async def pressed_again(session: Session, page: Page, call: ToolCall, outcome: Outcome) -> Outcome:
    """The outcome of pressing once more what asks so, where what it does was approved; else the one that there is."""
    from playwright.async_api import Error

    if not (outcome.question and outcome.is_asked_by_control and call.risk == "high"):
        return outcome
    control = await outcome.control()
    if control is None:
        return outcome
    again = await outcome_of(control, session, page, call, outcome)
    with suppress(Error):  # it may be gone with its page, which is what was wanted
        if (now := await control.evaluate(_CALLED)) and now in outcome.question:
            again.question = outcome.question
    return again
