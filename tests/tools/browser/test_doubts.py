"""Silence is no sign that a page took what was sent to it, and neither is a form that stands there as it was."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.tools.browser.answered import Answered
from goalwright.tools.browser.doubts import doubt
from goalwright.tools.browser.page_looks import Form, Note, PageLook
from goalwright.tools.browser.rejections import judge

MAIL = "ann@example.org"
FORM = Form(fields={"mail": MAIL}, method="post")
BEFORE = PageLook(forms=(FORM,), born_ms=1, notes=(Note("3 members"),), control="Join", state="red")


def why(seen: Answered) -> str:
    return doubt(seen, judge(seen))


@pytest.mark.parametrize(
    ("deed", "mail", "note", "is_doubted"),
    [
        ("Subscribe", MAIL, Note("We know this one.", "", "form"), True),
        ("Subscribe", MAIL, Note("We know this one.", "status"), True),
        ("Subscribe", MAIL, Note("We know this one.", "float"), True),
        ("Subscribe", MAIL, Note("We know this one."), True),
        ("Subscribe", "", Note("We know this one.", "", "form"), False),  # taken, and emptied
        ("Subscribe", MAIL, Note("12:03", "", "form"), False),  # nothing said, and nothing shown either
        ("Subscribe", MAIL, Note("We are looking\N{HORIZONTAL ELLIPSIS}", "", "form"), False),
        ("Update profile", MAIL, Note("We know this one.", "", "form"), True),
        ("Continue", MAIL, Note("two letters and nine digits", "", "form"), True),
        ("Calculate", MAIL, Note("You pay 52 every month", "", "form"), False),
    ],
)
def test_a_form_that_stands_as_it_was_and_says_something_did_not_take_it(
    deed: str, mail: str, note: Note, is_doubted: bool
) -> None:
    now = PageLook(forms=(FORM._replace(fields={"mail": mail}),), born_ms=1, notes=(note,))
    seen = Answered(before=BEFORE, after=now, form=FORM, control="Go", deed=deed)
    assert ("still stands there" in why(seen)) is is_doubted


@pytest.mark.parametrize(
    ("change", "answer", "is_doubted"),
    [
        ({}, {}, True),
        ({"now_ms": 700}, {"data": "{}"}, True),
        ({"notes": (Note("4 members"),)}, {}, False),
        ({"control": "Leave"}, {}, False),
        ({"state": "grey"}, {}, True),
        ({"state": "grey", "forms": ()}, {}, False),
        ({"url": "#/members"}, {}, True),
        ({"forms": ()}, {}, False),
        ({}, {"is_made": True}, False),
        ({}, {"data": '{"mail": "ann@example.org", "id": 7}'}, False),
        ({}, {"deed": "Refresh"}, False),
        ({}, {"deed": "Delete"}, True),
    ],
)
def test_a_page_that_is_all_it_was_shows_nothing(
    change: dict[str, Any], answer: dict[str, Any], is_doubted: bool
) -> None:
    given: dict[str, Any] = {"before": BEFORE, "after": BEFORE._replace(**change), "form": FORM, "deed": "Join"}
    seen = Answered(**given | answer)
    assert ("nothing on the page" in why(seen)) is is_doubted


@pytest.mark.parametrize(
    ("deed", "answer", "is_doubted"),
    [
        ("Send", {}, True),
        ("Next", {}, True),
        ("Save", {}, False),  # what was saved may be shown
        ("Send", {"is_led_on": True}, True),  # led back to it
        ("Send", {"is_made": True}, False),
        ("Preview", {}, False),
    ],
)
def test_a_form_that_the_site_gives_once_more_was_not_taken(
    deed: str, answer: dict[str, Any], is_doubted: bool
) -> None:
    again = BEFORE._replace(born_ms=2, status=200)
    given: dict[str, Any] = {"before": BEFORE, "after": again, "form": FORM, "deed": deed}
    seen = Answered(**given | answer)
    assert ("same form again" in why(seen)) is is_doubted
