"""A date is given to three lists or fields for its parts."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk

LISTS = """<div>Date of birth <select id=d aria-label=Day></select><select id=m aria-label=Month></select>
    <select id=y aria-label=Year></select></div><label>Name <input id=n></label><script>
    for (let at = 1; at < 32; at += 1) d.add(new Option(at));
    var named = (at) => new Date(2024, at, 5).toLocaleString('en', { month: 'long' });
    for (let at = 0; at < 12; at += 1) m.add(new Option(named(at), at + 1));
    for (let at = 2010; at > 1930; at -= 1) y.add(new Option(at));</script>"""
FIELDS = """<div>Born <input id=d name=dob-day size=2><input id=m name=dob-month size=2>
    <input id=y name=dob-year size=4></div>"""


@pytest.mark.parametrize("verb", ["type", "select"])
@pytest.mark.parametrize(("body", "name"), [(LISTS, "Date of birth"), (FIELDS, "born")], ids=["lists", "fields"])
def test_a_date_goes_to_its_three_parts(same_tab: PageDesk, body: str, name: str, verb: str) -> None:
    same_tab.show(body)
    said: dict[str, Any] = {"text": "5 March 1984"} if verb == "type" else {"option": "5 March 1984"}
    assert same_tab.done(verb, selector=f"field={name}", **said).verdict != "no"
    assert same_tab.evaluate("[d.value, m.value, y.value]") == ["5", "3", "1984"]


def test_a_part_is_chosen_by_itself_too(same_tab: PageDesk) -> None:
    same_tab.show(LISTS)
    same_tab.do("select", option="May", selector="field=Month")
    assert same_tab.evaluate("[d.value, m.value, y.value]") == ["1", "5", "2010"]


def test_a_year_that_is_not_in_the_list_is_told(same_tab: PageDesk) -> None:
    same_tab.show(LISTS)
    with pytest.raises(ToolFailure, match="there is no 1900 or 00 in that list of days, months or years"):
        same_tab.do("select", option="5 March 1900", selector="field=date of birth")
