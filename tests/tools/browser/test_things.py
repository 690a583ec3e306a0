"""Things that a page shows several of: which of them are meant, what they come to, and what is done to each."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

JOBS = (
    ("backup", "done", "2026-11-01", "2.5 MB", "€12.50"),
    ("index", "failed", "2026-11-03", "800 KB", "€8.99"),
    ("mail", "failed", "2026-10-30", "1.2 GB", "€1,021.00"),
    ("report", "running", "2026-11-10", "14 KB", "€9.50"),
)
ROW = (
    "<tr>{cells}<td><input type=checkbox> <button onclick=\"log.textContent += 'Retry {name};'\">Retry</button>"
    " <button onclick=\"log.textContent += 'Delete {name};'; this.closest('tr').remove()\">Delete</button></td></tr>"
)
TABLE = "<h2>Jobs</h2><table id=jobs><tr><th>Job<th>Status<th>Started<th>Size<th>Price<th></tr>{rows}</table>"
CARDS = """<h2>Books</h2><section>{cards}</section><p id=log></p>
<nav><table><tr><th>Job<th>Price</tr><tr><td>none</td><td>€0.10</td></tr></table></nav>"""
CARD = """<article><h3>{name}</h3><p class=price>${price}</p><p>Rating: {stars}</p>
<button onclick="log.textContent += '{name};'">Add to cart</button></article>"""
TODOS = "<ul>{items}</ul><ul class=pagination><li><a href=#1>1</a><li><a href=#2>2</a></ul>"
BOOKS = (("Emma", "12.50", 4), ("Dracula", "8.99", 5), ("Ulysses", "21.00", 3))


def jobs() -> str:
    rows = [ROW.format(name=job[0], cells="".join(f"<td>{text}</td>" for text in job)) for job in JOBS]
    return TABLE.format(rows="".join(rows)) + "<p id=log></p>"


def cards() -> str:
    return CARDS.format(cards="".join(CARD.format(name=name, price=price, stars=stars) for name, price, stars in BOOKS))


def todos() -> str:
    items = (f"<li><input type=checkbox {'checked' * done}>{name}</li>" for name, done in (("milk", 1), ("tea", 0)))
    return TODOS.format(items="".join(items))


COSTS = """<h2>Bills</h2><table><tr><th>When?<th>Who paid?<th>For what?<th>How much?<th></tr>
<tr><td>2027-03-01</td><td>Ann</td><td>Train</td><td>120.00 (30.00 each)</td><td><a href=#1>edit</a></td></tr>
<tr><td>2027-03-02</td><td>Ann</td><td>Museum</td><td>36.00 (9.00 each)</td><td><a href=#2>edit</a></td></tr>
<tr><td>2027-03-03</td><td>Bob</td><td>Dinner</td><td>88.00 (22.00 each)</td><td><a href=#3>edit</a></td></tr>
</table>"""


@pytest.mark.parametrize(
    ("selector", "measure", "text"),
    [
        ("things=bill >> most=price >> take=name", None, "Train"),
        ("things=bills >> where=[paid] is Ann >> all", "count", "2"),
        ("value=price of Dinner", None, "88.00 (22.00 each)"),
        ("value=price of bill for Dinner", None, "88.00 (22.00 each)"),
    ],
)
def test_a_row_is_called_by_what_tells_it_apart(desk: PageDesk, selector: str, measure: str | None, text: str) -> None:
    desk.show(COSTS)
    more: dict[str, Any] = {"measure": measure} if measure else {}
    assert desk.do("read", selector=selector, **more)["text"] == text


@pytest.mark.parametrize(
    ("selector", "texts"),
    [
        ("things=row >> where=[status] is failed >> take=job", "index\nmail"),
        ("things=job >> where=[] is failed >> take=name", "index\nmail"),
        ("things=row >> where=[status] not failed >> take=job", "backup\nreport"),
        ("things=row >> where=[size] over 1 MB >> take=job", "backup\nmail"),
        ("things=row >> where=[price] under 10 >> take=job", "index\nreport"),
        ("things=row >> where=[started] after 2026-11-02 >> take=job", "index\nreport"),
        ("things=row >> where=[started] before 2 November 2026 >> take=job", "backup\nmail"),
        ("things=job >> most=size >> take=name", "mail"),
        ("things=job >> least=price >> take=name", "index"),
        ("things=job >> most=date >> take=name", "report"),
        ("things=item >> take=status", "done\nfailed\nfailed\nrunning"),
    ],
)
@pytest.mark.sampled(2)
def test_rows_are_chosen_by_what_stands_in_their_columns(desk: PageDesk, selector: str, texts: str) -> None:
    desk.show(jobs())
    assert desk.do("read", selector=f"{selector} >> all", measure="list")["text"] == texts


def test_things_are_counted_summed_and_averaged(desk: PageDesk) -> None:
    desk.show(jobs())
    assert desk.do("read", selector="things=rows >> all", measure="count")["text"] == "4"
    assert desk.do("read", selector="things=rows >> where=[status] is lost >> all", measure="count")["text"] == "0"
    assert desk.do("read", selector="things=item >> take=price >> all", measure="sum")["text"] == "1051.99"
    assert desk.do("read", selector="things=item >> take=price >> all", measure="average")["text"] == "263"
    with pytest.raises(ToolFailure, match="is a number"):
        desk.do("read", selector="things=item >> take=status >> all", measure="sum")


def test_what_is_done_to_each_is_done_to_no_other(desk: PageDesk) -> None:
    desk.show(jobs())
    desk.do("click", selector="things=row >> where=[status] is failed >> all >> text=delete", risk="high")
    desk.do("click", selector="things=job >> most=date >> text=retry")
    assert desk.evaluate("log.textContent") == "Delete index;Delete mail;Retry report;"
    desk.do("check", selector="things=row >> where=[status] is done >> all >> role=checkbox")
    assert desk.evaluate("[...document.querySelectorAll(':checked')].length") == 1


def test_cards_have_attributes_by_their_marks_labels_and_looks(desk: PageDesk) -> None:
    desk.show(cards())
    desk.do("click", selector="things=book >> least=price >> text=add to cart")
    desk.do("click", selector="things=book >> most=rating >> text=add to cart")
    desk.do("click", selector="things=book >> where=[rating] under 4 >> text=add to cart")
    assert desk.evaluate("log.textContent") == "Dracula;Dracula;Ulysses;", "what stands in a menu is not meant"
    assert (
        desk.do("read", selector="things=book >> take=titles >> all", measure="list")["text"]
        == "Emma\nDracula\nUlysses"
    )


def test_a_box_tells_what_is_done_and_page_numbers_are_no_things(desk: PageDesk) -> None:
    desk.show(todos())
    assert desk.do("read", selector="things=todos >> where=[] is done >> all", measure="list")["text"] == "milk"
    assert desk.do("read", selector="things=item >> where=[] is left >> all", measure="count")["text"] == "1"


def test_rows_of_which_every_other_has_a_class_of_its_own_are_one_list(desk: PageDesk) -> None:
    row = "<div class={sort}><div class=entry><input type=checkbox {done}><label>{name}</label></div></div>"
    todos = (("odd", "checked", "milk"), ("even", "", "tea"), ("odd", "", "eggs"))
    desk.show("<div id=todos>" + "".join(row.format(sort=sort, done=done, name=name) for sort, done, name in todos))
    assert desk.do("read", selector="things=item >> where=[] is left >> all", measure="list")["text"] == "tea\neggs"
    assert desk.do("read", selector="things=item >> where=[] is done >> all", measure="count")["text"] == "1"


def test_what_the_page_does_not_have_is_no_answer(hasty_desk: PageDesk) -> None:
    hasty_desk.show(jobs())
    for selector in ("things=row >> where=[color] is red >> all", "things=unicorns >> all"):
        with pytest.raises(ToolFailure, match="there is no"):
            hasty_desk.do("read", selector=selector, measure="count")
    with pytest.raises(ToolFailure):
        hasty_desk.do("click", selector="things=row >> where=[status] is failed >> text=delete", risk="high")
    assert hasty_desk.evaluate("log.textContent") == "", "two rows, and one was asked for"


def test_more_than_are_done_at_once_are_left_alone(desk: PageDesk) -> None:
    desk.show("<ul>" + "<li><input type=checkbox aria-label=Pick>x</li>" * 201 + "</ul>")
    with pytest.raises(ToolFailure, match="201 of them, and at most 200"):
        desk.do("check", selector="things=item >> all >> role=checkbox")
    assert desk.evaluate("document.querySelectorAll(':checked').length") == 0


def test_the_most_that_is_done_at_once_counts_over_all_pages(
    desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that cannot be done whole is not begun, and what was done before it is told."""
    monkeypatch.setattr("goalwright.tools.browser.each.MOST", 20)
    boxes = "<ul>" + "<li><input type=checkbox aria-label=Pick>x</li>" * 12 + "</ul>"
    second = site.page(f"<h1>Second</h1>{boxes}")
    first = f"{boxes}<nav><b>1</b> <a href='{second}'>2</a> <a href='{second}'>Next</a></nav>"
    desk.do("navigate", url=site.page(first))
    with pytest.raises(ToolFailure, match="12 of them are done, and there are 12 more, and at most 20 "):
        desk.do("check", selector="pages >> things=item >> all >> role=checkbox")
    seen = "document.querySelector('h1').innerText + document.querySelectorAll(':checked').length"
    assert desk.evaluate(seen) == "Second0"


def test_two_that_are_the_least_are_listed_and_neither_is_taken(hasty_desk: PageDesk) -> None:
    books = (*BOOKS, ("Persuasion", "8.99", 2))
    hasty_desk.show(
        CARDS.format(cards="".join(CARD.format(name=name, price=price, stars=stars) for name, price, stars in books))
    )
    with pytest.raises(ToolFailure, match=r"Dracula.*Persuasion"):
        hasty_desk.do("click", selector="things=book >> least=price >> text=add to cart")
    assert hasty_desk.evaluate("log.textContent") == ""


def test_links_to_one_address_count_as_one(desk: PageDesk) -> None:
    desk.show("<a href='#there'>More</a><p>between</p><a href='#there'>More</a>")
    desk.do("click", selector="text=More")
    assert desk.evaluate("location.hash") == "#there"


def test_a_table_is_kept_with_its_header_and_quoted(desk: PageDesk) -> None:
    desk.show('<table><tr><th>Part<th>Note</tr><tr><td>Lid<td>round, "red"</tr><tr><td>Spout<td></tr></table>')
    text = desk.do("read", selector="role=table", measure="table")["text"]
    assert text == 'Part,Note\nLid,"round, ""red"""\nSpout,\n'


def test_a_table_is_sorted_until_its_rows_stand_so(desk: PageDesk) -> None:
    order = "(r, s) => (r.cells[0].textContent - s.cells[0].textContent) * window.turn"
    turned = f"[...table.tBodies[0].rows].sort({order}).forEach((row) => table.tBodies[0].append(row))"
    sort = f"window.turn = -window.turn || 1; {turned}"
    rows = "".join(f"<tr><td>{number}</td><td>x</td></tr>" for number in (3, 1, 20))
    head = f'<thead><tr><th onclick="{sort}">Price</th><th>Name</th></tr></thead>'
    desk.show(f"<table id=table>{head}<tbody>{rows}</tbody></table>")
    for state, first in (("descending", "20"), ("ascending", "1"), ("ascending", "1")):
        desk.do("click", selector='role=columnheader[name="price"]', state=state)
        assert desk.evaluate("table.tBodies[0].rows[0].cells[0].textContent") == first


def test_the_next_page_may_be_a_number(desk: PageDesk) -> None:
    links = "".join(f"<a href=#p{number}>{number}</a> " for number in (1, 2, 4))
    desk.show(f"<p class=paginator>{links.replace('2</a>', '2</a> <span>3</span>')}</p>")
    desk.do("click", selector="text=next")
    assert desk.evaluate("location.hash") == "#p4"
    desk.do("click", selector="text=previous")
    assert desk.evaluate("location.hash") == "#p2"


def test_an_entry_is_looked_for_in_its_menu_alone(desk: PageDesk) -> None:
    entry = "<a href=#shop>Orders</a>"
    title = "<a href=# onclick='m.hidden = !m.hidden; return false'>Shop</a>"
    menu = f"<ul><li>{title}<ul id=m hidden><li>{entry}</ul></ul>"
    desk.show(f"<a href=#home>Orders</a>{menu}")
    desk.do("click", selector="menu=Shop >> text=Orders")
    assert desk.evaluate("location.hash") == "#shop"


def test_a_menu_that_a_script_lays_over_the_page_is_that_of_the_button_beside_it(desk: PageDesk) -> None:
    button = "<button id=b aria-expanded=false aria-label=Actions>…</button><a href=#far>Copy</a>"
    work = """b.onmouseenter = () => document.body.insertAdjacentHTML('beforeend', '<i role=tooltip>Actions</i>')
    b.onclick = () => { b.ariaExpanded = 'true'; document.body.insertAdjacentHTML('beforeend',
    '<div style="position: absolute; top: 40px; left: 9px"><a href=#near>Copy</a></div>') }"""
    desk.show(f"{button}<script>{work}</script>")
    desk.do("click", selector="menu=Actions >> text=Copy")
    assert desk.evaluate("location.hash") == "#near"


def test_the_head_of_a_column_is_pressed_where_it_can_be(desk: PageDesk) -> None:
    desk.show("<table><tr><th><a href=#order>Title</a> 1-5 of 5 pages</th></tr><tr><td>Tea</td></tr></table>")
    desk.do("click", selector='role=columnheader[name="title"]')
    assert desk.evaluate("location.hash") == "#order"


def test_things_move_between_two_lists(desk: PageDesk) -> None:
    lists = """<div><label for=a>Available roles</label><select id=a multiple><option>Editor<option>Reader</select>
    <button title=Choose onclick="b.append(...a.selectedOptions)">›</button>
    <button title=Remove onclick="a.append(...b.selectedOptions)">‹</button>
    <label for=b>Chosen roles</label><select id=b multiple><option>Guest</select></div>"""
    desk.show(lists)
    desk.do("select", option="Reader", selector="field=chosen roles", mode="move")
    desk.do("select", option="Guest", selector="field=chosen roles", mode="take_out")
    assert desk.evaluate("[...b.options].map((one) => one.text).join()") == "Reader"
    with pytest.raises(ToolFailure, match="no two lists"):
        desk.do("select", option="Owner", selector="field=chosen roles", mode="move")


@pytest.mark.parametrize(
    ("mode", "line", "text"),
    [("end", "", "a\nb\nnew"), ("start", "", "new\na\nb"), ("after", "a", "a\nnew\nb"), ("before", "b", "a\nnew\nb")],
)
def test_a_line_is_put_where_it_was_asked_for(desk: PageDesk, mode: str, line: str, text: str) -> None:
    desk.show("<textarea aria-label=Memo>a\nb</textarea><div contenteditable aria-label=Page><p>a</p><p>b</p></div>")
    for name in ("Memo", "Page"):
        desk.do("type", text="new", selector=f"field={name}", mode=mode, line=line)
    assert desk.evaluate("document.querySelector('textarea').value") == text
    lines = "document.querySelector('[contenteditable]').innerText.split(/\\n+/).filter(Boolean).join('\\n')"
    assert desk.evaluate(lines) == text


def test_a_line_that_is_not_there_once_is_no_place(desk: PageDesk) -> None:
    desk.show("<textarea aria-label=Memo>a\na</textarea>")
    with pytest.raises(ToolFailure, match="exactly once"):
        desk.do("type", text="new", selector="field=Memo", mode="after", line="a")
    assert desk.evaluate("document.querySelector('textarea').value") == "a\na"
