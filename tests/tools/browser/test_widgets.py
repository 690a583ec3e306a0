"""Calendars, sliders and colour fields that pages build themselves."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

CALENDAR = """<label>Departure <input id=it readonly></label><div id=pop hidden>
    <div><button id=back title=Prev>&lsaquo;</button><b id=head></b><button id=on title=Next>&rsaquo;</button></div>
    <table id=days></table></div><script>
    let month = 2026 * 12 + 10;
    const draw = () => {
        const first = new Date(Math.floor(month / 12), month % 12, 1);
        head.textContent = first.toLocaleString('en', { month: 'long' }) + ' ' + first.getFullYear();
        const last = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
        days.innerHTML = '<tr><td class=other-month>30</td></tr><tr>'
            + Array.from({ length: last }, (_, at) => '<td><a>' + (at + 1) + '</a></td>').join('') + '</tr>';
        for (const day of days.querySelectorAll('a')) day.onclick = () => {
            it.value = head.textContent + ' ' + day.textContent; pop.hidden = true; };
    };
    it.onclick = () => { pop.hidden = false; draw(); };
    back.onclick = () => { month -= 1; draw(); };
    on.onclick = () => { month += 1; draw(); };
    </script>"""
SLIDER = """<div class=my-slider style="width: 200px; height: 9px; background: #ddd">
    <span id=it class=my-slider-handle tabindex=0 style="display: inline-block; width: 9px; height: 9px"></span></div>
    <p>Rooms: <b>7</b></p><p>Value: <b id=said>0</b></p><script>
    it.onkeydown = (event) => {
        const step = { ArrowRight: 5, ArrowLeft: -5 }[event.key] || 0;
        said.textContent = Math.max(-20, Math.min(100, Number(said.textContent) + step)); };</script>"""


@pytest.mark.parametrize(
    ("said", "picked"),
    [
        ("2026-11-30", "November 2026 30"),
        ("12/05/2026", "December 2026 5"),
        ("January 14, 2026", "January 2026 14"),
        ("3 March 2027", "March 2027 3"),
    ],
)
@pytest.mark.sampled(2)
def test_a_calendar_is_turned_to_the_month_and_the_day_is_clicked(
    desk: PageDesk, site: Site, said: str, picked: str
) -> None:
    days = "".join(f"<option>{day}" for day in range(1, 32))
    desk.do("navigate", url=site.page(f"<select aria-label=Day>{days}</select>{CALENDAR}"))
    desk.do("select", option=said, selector="field=Departure")
    assert desk.evaluate("it.value") == picked
    desk.do("type", text="4 May 2026", selector="field=Departure")
    assert desk.evaluate("it.value") == "May 2026 4"


def test_a_date_that_a_field_does_not_take_by_typing_is_picked(desk: PageDesk, site: Site) -> None:
    forgets = "<script>it.onblur = () => { if (/-/.test(it.value)) it.value = ''; }; it.onkeydown = it.onblur</script>"
    desk.do("navigate", url=site.page(CALENDAR.replace(" readonly", "") + forgets))
    desk.do("type", text="2026-12-05", selector="field=Departure", mode="replace")
    assert desk.evaluate("it.value") == "December 2026 5"


def test_a_field_without_a_calendar_is_told(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<label>Departure <input readonly></label>"))
    with pytest.raises(ToolFailure, match="no calendar"):
        desk.do("select", option="2026-11-30", selector="field=Departure")


@pytest.mark.parametrize("value", ["35", "-20", "0"])
def test_a_slider_is_moved_with_keys_until_it_says_the_value(desk: PageDesk, site: Site, value: str) -> None:
    desk.do("navigate", url=site.page(SLIDER))
    desk.do("select", option=value, selector="role=slider")
    assert desk.evaluate("said.textContent") == value


def test_a_value_out_of_a_sliders_reach_is_told(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(SLIDER.replace("100", "10")))
    with pytest.raises(ToolFailure, match="out of its reach"):
        desk.do("select", option="500", selector="role=slider")
    with pytest.raises(ToolFailure, match="not a number"):
        desk.do("select", option="loud", selector="role=slider")


@pytest.mark.parametrize(("held", "color", "wanted"), [("FFFFFF", "red", "FF0000"), ("#ffffff", "black", "#000000")])
def test_a_field_that_holds_a_colour_gets_it_in_figures(
    desk: PageDesk, site: Site, held: str, color: str, wanted: str
) -> None:
    desk.do("navigate", url=site.page(f"<input id=it value='{held}'>"))
    desk.do("select", option=color, selector="role=color")
    assert desk.evaluate("it.value") == wanted


def test_a_time_goes_to_the_only_clock(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<input><input id=it type=time>"))
    desk.do("select", option="5 pm")
    assert desk.evaluate("it.value") == "17:00"
