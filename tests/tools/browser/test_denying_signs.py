"""What speaks against a page's having taken something, each sign beside a page that looks alike and has it not."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.tools.browser.answered import Answered
from goalwright.tools.browser.page_change import change_of
from goalwright.tools.browser.page_looks import Form, Note, PageLook
from goalwright.tools.browser.taking_signs import weigh

FORM = Form(fields={"tag": "green"}, method="post", texts=("tag",))
EMPTY = FORM._replace(fields={"tag": ""})
BEFORE = PageLook(forms=(FORM,), born_ms=1, control="Add tag", title="Tags", notes=(Note("blue", "", "item"),))
PLAIN = PageLook(born_ms=1, title="Blue lamp", notes=(Note("Blue lamp", "", "heading"), Note("Step 2 of 3")))
ITEMS = (Note("red", "", "item"), Note("pink", "", "item"))


def signs_of(before: PageLook, change: dict[str, Any], deed: str, **answer: Any) -> set[str]:
    """The signs that are shown, those that count for nothing beside others aside."""
    form = before.forms[0] if before.forms else None
    seen = Answered(before=before, after=before._replace(**change), form=form, control=deed, deed=deed, **answer)
    return {name for name, weight in weigh(change_of(seen, deed)).items() if weight}


# A sign -> the deed, the page before, what it is after that, and what makes it another matter.
SIGNS: dict[str, tuple[str, PageLook, dict[str, Any], dict[str, Any]]] = {
    "marred": (
        "Add tag",
        BEFORE,
        {"forms": (EMPTY,), "notes": (*BEFORE.notes, Note("green", "struck", "item"))},
        {"forms": (EMPTY,), "notes": (*BEFORE.notes, Note("green", "", "item"))},
    ),
    "sent_back": ("Next", PLAIN, {"notes": (Note("Step 1 of 3"),)}, {"notes": (Note("Step 3 of 3"),)}),
    "still_there": (
        "Delete lamp",
        PLAIN,
        {"born_ms": 2, "notes": (Note("Blue lamp", "", "item"),)},
        {"born_ms": 2, "notes": (Note("Red lamp", "", "item"),)},
    ),
    "missing": (
        "Create tag",
        BEFORE,
        {"born_ms": 2, "forms": (), "notes": (Note("All plans"),)},
        {"born_ms": 2, "forms": (), "notes": (Note("All plans"),), "url": "http://x.org/tags/green"},
    ),
    "focused": ("Add tag", BEFORE, {"is_pointing": True}, {"is_pointing": True, "forms": (EMPTY,)}),
    "retitled_form": ("Save", BEFORE, {"born_ms": 2, "title": "Look here"}, {"born_ms": 2, "title": "Tags: green"}),
    "offered_instead": ("Add tag", BEFORE, {"control": "Notify me"}, {"control": "Added"}),
    "upset": ("Add tag", BEFORE, {"state": "button shake"}, {"state": "button on"}),
    "curt": (
        "Add tag",
        BEFORE,
        {"forms": (), "notes": (Note("Come Monday"),)},
        {"forms": (), "notes": (Note("Order 4711"),)},
    ),
    "reddened": (
        "Submit",
        PLAIN,
        {"notes": (PLAIN.notes[0], Note("Step 2 of 3", "error", "entry"))},
        {"notes": (*PLAIN.notes, Note("Job 7", "error", "entry"))},
    ),
    "asked": (
        "Save",
        BEFORE,
        {"notes": (*BEFORE.notes, Note("Did you mean dark green?"))},
        {"notes": (*BEFORE.notes, Note("Did you mean dark green?")), "forms": (EMPTY,)},
    ),
    "held": ("Send", PLAIN, {"notes": (Note("Draft"),)}, {"notes": (Note("Sent box"),)}),
    "refused_there": (
        "Submit",
        PLAIN,
        {"notes": (Note("Not accepted", "", "entry"),)},
        {"notes": (Note("Graded", "", "entry"),)},
    ),
    "unproven": (
        "Pay now",
        PLAIN,
        {"notes": (Note("We sent a code to your phone."),)},
        {"notes": (Note("We sent a receipt to your phone."),)},
    ),
}


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_against_it_is_seen_where_it_is_and_nowhere_else(sign: str) -> None:
    deed, before, change, other = SIGNS[sign]
    assert sign in signs_of(before, change, deed)
    assert sign not in signs_of(before, other, deed)


@pytest.mark.parametrize(
    ("deed", "more", "is_sign"),
    [
        ("Send", (), True),
        ("Next", (), True),  # the same field for what comes next
        ("Verify", (), False),  # a wrong code is wiped, too
        ("Add tag", ITEMS, False),  # the list would have it
        ("Reserve", (Note("Board meeting", "", "entry"),), False),  # others are in it
        ("Add tag", (*ITEMS, Note("Green", "", "item")), True),
    ],
)
def test_an_empty_form_tells_only_where_nothing_else_would(deed: str, more: tuple[Note, ...], is_sign: bool) -> None:
    before = BEFORE._replace(notes=())
    is_listing = len(more) > 1
    if is_listing:
        before = before._replace(notes=ITEMS)
    shown = signs_of(before, {"forms": (EMPTY,), "notes": more}, deed)
    assert ("emptied" in shown or "listed" in shown) is is_sign


@pytest.mark.parametrize(
    ("is_led_on", "is_sign"),
    [(True, True), (False, False)],
)
def test_a_page_that_the_site_leads_to_is_more_than_one_that_it_answers_with(is_led_on: bool, is_sign: bool) -> None:
    change = {"born_ms": 2, "forms": (), "notes": (Note("Other times", "", "heading"),)}
    shown = signs_of(BEFORE, change, "Reserve", is_written=True, is_led_on=is_led_on)
    assert ("led_on" in shown) is is_sign
    assert ("answered_by_page" in shown) is not is_sign


def test_a_clock_is_no_count() -> None:
    before = PLAIN._replace(notes=(Note("09:12"), Note("3 votes")))
    assert "counted" not in signs_of(before, {"notes": (Note("09:13"), Note("3 votes"))}, "Vote")
    assert "counted" in signs_of(before, {"notes": (Note("09:13"), Note("4 votes"))}, "Vote")
