"""Controls that ask by their own name whether they are meant ("Are you sure?"), and take a second press for a yes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.tools.browser.outcomes import Outcome
from goalwright.tools.browser.pointing import press_on

if TYPE_CHECKING:
    from playwright.async_api import Page

    from goalwright.contracts import ToolCall
    from goalwright.tools.browser.session import Session


async def pressed_again(session: Session, page: Page, call: ToolCall, outcome: Outcome) -> Outcome:
    """The outcome of pressing once more what asks so, where what it does was approved; else the one that there is."""
    if not (outcome.question and outcome.is_asked_by_control and call.risk == "high"):
        return outcome
    control = await outcome.control()
    if control is None:
        return outcome
    outcome.end()
    again = session.outcomes[page] = Outcome(page, call)
    await again.begin()
    await press_on(control)
    await session.dialogs.until_done_or_asked(page, again.settle(page, session.dialogs))
    return again
