"""Answering yes where a page asks, in a box or on a page of its own, whether what was approved is really wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.tools.browser.in_page import hold_in
from goalwright.tools.browser.pressing_again import outcome_of
from goalwright.tools.browser.selector_arg import optional_selector

if TYPE_CHECKING:
    from playwright.async_api import Page

    from goalwright.contracts import ToolCall
    from goalwright.tools.browser.outcomes import Outcome
    from goalwright.tools.browser.session import Session

_THINGS = frozenset({"item", "things"})
_YES = "([question, deed]) => page.yesTo(question, deed)"


async def answered_yes(session: Session, page: Page, call: ToolCall, outcome: Outcome) -> Outcome:
    """The outcome of a yes to what a page asks; the one that there is if more is said, or no one control says yes.

    Only a deed to a thing of a name is answered so, and only if it was approved: "delete the bill Rent". After a mere
    click on Delete, the next one answers.
    """
    selector = optional_selector(call)
    is_deed = selector is not None and selector.steps[0].way in _THINGS
    if not (outcome.question and is_deed and call.risk == "high" and call.is_last) or outcome.is_asked_by_control:
        return outcome
    control = (await hold_in(page.main_frame, _YES, [outcome.question, outcome.deed])).as_element()
    return outcome if control is None else await outcome_of(control, session, page, call, outcome)
