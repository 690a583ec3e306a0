"""What is done to a thing of a list: in its row, by the heads of columns, or on the page that it leads to."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from dataclasses import replace

import pytest

from goalwright.errors import ToolFailure
from tools.browser.answering_pages import page
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Answer, Site

LIST = "<h1>Courses</h1><table><tr><th>Name<th>Seats<tr><td><a href=/chess>Chess</a><td>8<tr><td><a href=/singing>Singing</a><td>30</table>"
EDITED = """<table><tr><th colspan=2>Student<th>Paid<th>Absent
    <tr><td>1<td><input value='Ann Lee'><td><input type=checkbox id=a><td><input type=checkbox id=b>
    <tr><td>2<td>Bob Stone<td><input type=checkbox id=c><td><input type=checkbox id=d></table>"""
CHAT = """<div role=log aria-live=polite id=l></div><textarea aria-label=Message id=m></textarea><script>
    m.onkeydown = async (event) => { if (event.key !== 'Enter') return; event.preventDefault();
    await fetch('/send', { method: 'POST' }); const add = (text) => l.insertAdjacentHTML('beforeend', `<div role=article>${text}</div>`);
    add(m.value); %s; m.value = ''; l.insertAdjacentHTML('beforeend', '<button>Retry</button>') }</script>"""


def course(site: Site, sure: str) -> None:
    site.page("<h1>Singing</h1><a href=/sure>Delete</a>", "Singing", path="/singing")
    site.page(sure, "Singing", path="/sure")
    site.answers["/gone"] = Answer("", 303, {"Location": "/after"})
    site.page("<p>The course was deleted.</p><ul><li>Chess</ul>", path="/after")


def delete(desk: PageDesk, name: str) -> None:
    """Delete a thing by its name, with nothing to follow in the same command."""
    call = desk.call("click", selector=f"item={name} >> text=delete", risk="high")
    desk.run(desk.doing(replace(call, is_last=True)))


def test_a_deed_that_no_row_offers_is_done_on_the_page_of_the_thing(desk: PageDesk, site: Site) -> None:
    course(
        site,
        "<h1>Are you sure?</h1><form method=post action=/gone><button>Yes, I'm sure</button></form><a href=/>No</a>",
    )
    desk.do("navigate", url=site.page(LIST, "Courses"))
    delete(desk, "course Singing")
    assert "/gone" in site.hits


def test_a_question_that_wants_a_word_typed_is_left_to_the_user(hasty_desk: PageDesk, site: Site) -> None:
    course(
        site,
        "<div role=dialog><p>Are you sure? Type DELETE to confirm.</p><input aria-label=Word><button>Delete</button></div>",
    )
    hasty_desk.do("navigate", url=site.page(LIST, "Courses"))
    with pytest.raises(ToolFailure, match="asks"):
        delete(hasty_desk, "course Singing")
    assert "/gone" not in site.hits


def test_of_two_things_of_a_name_the_one_with_a_page_is_not_taken(hasty_desk: PageDesk, site: Site) -> None:
    course(site, "<form method=post action=/gone><button>Yes, I'm sure</button></form>")
    twice = f"{LIST.removesuffix('</table>')}<tr><td>Singing<td>12</table>"
    hasty_desk.do("navigate", url=site.page(twice, "Courses"))
    with pytest.raises(ToolFailure):
        delete(hasty_desk, "Singing")
    assert not {"/singing", "/sure", "/gone"} & set(site.hits)


def test_a_thing_that_leads_nowhere_is_left_alone(hasty_desk: PageDesk, site: Site) -> None:
    hasty_desk.do("navigate", url=site.page("<ul><li>Chess<li>Singing</ul>", "Courses"))
    with pytest.raises(ToolFailure, match="no delete"):
        hasty_desk.do("click", selector="item=Singing >> text=delete", risk="high")


@pytest.mark.parametrize(("name", "box"), [("Ann Lee", "a"), ("Bob Stone", "c")])
def test_a_box_is_ticked_by_the_row_and_the_head_of_its_column(desk: PageDesk, name: str, box: str) -> None:
    desk.show(EDITED)
    desk.do("check", selector=f"item={name} >> label=paid")
    assert desk.evaluate("[...document.querySelectorAll(':checked')].map((el) => el.id).join()") == box


def test_a_text_is_added_to_where_it_stands(desk: PageDesk) -> None:
    desk.show("<label>Notes <textarea id=t>Bring </textarea></label>")
    desk.do("select", option="a board", selector="field=notes", mode="add")
    assert desk.evaluate("t.value") == "Bring a board"


def test_an_answer_in_a_talk_shows_that_it_was_taken(desk: PageDesk, site: Site) -> None:
    site.answers["/send"] = page("")
    desk.do("navigate", url=site.page(CHAT % "add('You said: ' + m.value)"))
    desk.do("type", text="good morning", selector="field=message")
    desk.do("press", key="Enter", selector="field=message")


def test_a_message_with_a_way_to_send_it_again_was_not_taken(desk: PageDesk, site: Site) -> None:
    site.answers["/send"] = page("")
    desk.do("navigate", url=site.page(CHAT % ""))
    desk.do("type", text="good morning", selector="field=message")
    with pytest.raises(ToolFailure, match="not confirmed"):
        desk.do("press", key="Enter", selector="field=message")


def test_a_list_that_stays_open_over_the_next_thing_is_left(desk: PageDesk) -> None:
    desk.show("""<input aria-label=Diets id=i onfocus="l.style.display = 'block'" onblur="l.style.display = 'none'">
        <div id=l style="display: none; position: absolute; width: 400px; height: 300px; background: #fff">Vegan</div>
        <p><button onclick="document.title = 'pressed'">Plan</button>""")
    desk.do("click", selector="field=diets")
    desk.do("click", selector="text=Plan")
    assert desk.evaluate("document.title") == "pressed"


GRID = """<div role=grid><table role=none><thead><tr role=row><th role=columnheader>Tea<th role=columnheader>Price</thead></table>
    <div role=none><div role=row><div role=gridcell>Green</div><div role=gridcell>4</div></div>
    <div role=row><div role=gridcell>White</div><div role=gridcell>6.5</div></div></div></div>"""


def test_the_heads_of_a_grid_may_be_a_table_of_their_own(desk: PageDesk) -> None:
    desk.show(GRID)
    assert desk.do("read", selector="value=price of White")["text"] == "6.5"


RESULT = """<label>Text <input id=t value=stressed></label><button id=b>Submit</button><label>Answer <textarea id=o readonly></textarea></label>
    <script>b.onclick = async () => { await fetch('/send', { method: 'POST' }); o.value = '%s' }</script>"""


def test_what_a_page_writes_into_a_field_of_its_own_is_its_answer(desk: PageDesk, site: Site) -> None:
    site.answers["/send"] = page("")
    desk.do("navigate", url=site.page(RESULT % "desserts"))
    desk.do("click", selector="text=Submit")
    desk.do("navigate", url=site.page(RESULT % "Error: too long"))
    with pytest.raises(ToolFailure, match="too long"):
        desk.do("click", selector="text=Submit")


LOGIN = """<p><label>Username</label> <input id=u></p><p><label>Password</label> <input type=password id=p></p>
    <button onclick="document.body.innerHTML = '<h1>Hello ' + u.value + '</h1>'">OK</button>"""


def test_login_is_the_only_button_by_the_password_whatever_it_says(desk: PageDesk) -> None:
    desk.show(LOGIN)
    desk.do("type", text="ann", selector="field=username")
    desk.do("type", text="x", selector="field=password")
    desk.do("click", selector="text=login")
    assert desk.evaluate("document.body.innerText") == "Hello ann"


def test_stars_are_pressed_by_their_number(desk: PageDesk) -> None:
    stars = "".join(
        f"<button aria-label='{at} out of 5 stars' onclick='document.title = {at}'></button>" for at in range(1, 6)
    )
    desk.show(stars.replace("<button", "<button style='width: 20px; height: 20px'"))
    desk.do("click", selector="text=4 stars")
    assert desk.evaluate("document.title") == "4"


def test_a_new_thing_is_named_in_the_form_that_its_way_opens(desk: PageDesk, site: Site) -> None:
    site.page(
        "<h1>Add author</h1><form method=post action=/made><label>Name: <input name=n></label><button>Save and add another</button><button>Save</button></form>",
        path="/new",
    )
    site.answers["/made"] = Answer("", 303, {"Location": "/authors"})
    site.page("<p>The author was added.</p><ul><li>Emily Bronte</ul>", path="/authors")
    desk.do("navigate", url=site.page("<h1>Authors</h1><a href=/new>Add author</a><ul><li>Jules Verne</ul>", "Authors"))
    desk.do("add", text="Emily Bronte", kind="author")
    assert site.posted == [b"n=Emily+Bronte"]


MENU = "<div class=media><b>@ann</b> <span class=btn id=w><span id=m onclick='l.hidden = !l.hidden'>…</span><ul id=l hidden><li onclick='document.title = 1'>Copy link</ul></span></div>"


def test_what_only_hides_a_button_is_not_pressed_for_it(desk: PageDesk) -> None:
    desk.show(MENU)
    desk.do("click", selector='item=@ann >> role=button[name="Copy link"]')
    assert desk.evaluate("document.title") == "1"


def test_a_field_may_stand_over_its_name(desk: PageDesk) -> None:
    rows = "".join(f"<div><input><div>{name}</div></div>" for name in ("Genre", "Director", "Year"))
    desk.show(f"<h2>Films</h2>{rows}")
    desk.do("type", text="1985", selector="field=year")
    desk.do("type", text="Hunter", selector="field=director")
    assert desk.evaluate("[...document.querySelectorAll('input')].map((el) => el.value).join()") == ",Hunter,1985"


def test_a_letter_is_pressed_as_it_was_written(desk: PageDesk) -> None:
    desk.show(
        "".join(
            f"<svg height=20><text y=15 onclick='document.title = \"{name}\"'>{name}</text></svg>" for name in "rRsS"
        )
    )
    desk.do("click", selector="text=R")
    assert desk.evaluate("document.title") == "R"
