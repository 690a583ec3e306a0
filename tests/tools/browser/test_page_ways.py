"""Ways through pages of several makes: adding to lists, turning pages, grids, cells, log-ins, sizes and orders."""

# ruff: noqa: E501  # pages are easier to read with an element a line

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk

FORM_LIST = """<form onsubmit="const li = document.createElement('li'); li.textContent = entry.value; list.append(li);
entry.value = ''; return false"><input id=entry placeholder="Add a task"></form><ul id=list><li>tea</li></ul>"""
BUTTON_LIST = """<label>Item <input id=entry></label><button onclick="list.insertAdjacentHTML('beforeend', `<p>${entry.value}</p>`);
entry.value = ''">+</button><div id=list></div>"""
DEAF_LIST = "<input id=entry placeholder='New entry'><ul><li>tea</li></ul>"
SEARCH_ONLY = "<input type=search placeholder='Search'><input placeholder='Filter tasks'>"
PAGED = """<table id=t><thead><tr><th>Item<th>Amount<th></tr></thead><tbody></tbody></table><p id=log></p><div class=pager></div>
<script>var at = 0; var draw = () => {{
  t.tBodies[0].innerHTML = [0, 1].map((i) => at * 2 + i).map((n) =>
    `<tr><td>Tea ${{n}}</td><td>${{n + 1}}.50</td><td><button onclick="log.textContent += 'drop ${{n}};'">Drop</button></td></tr>`).join('');
  document.querySelector('.pager').innerHTML = {pager}; }};
var go = (n) => {{ at = n; draw(); }}; draw(); </script>"""
ARROWS = "`<a href=# onclick='go(0); return false'>«</a>` + (at < 2 ? ` <a href=# onclick='go(at + 1); return false'>›</a> <a href=# onclick='go(2); return false'>»</a>` : '')"
NUMBERS = "[0, 1, 2].map((n) => n === at ? `<b class=current>${n + 1}</b>` : `<a href=# onclick='go(${n}); return false'>${n + 1}</a>`).join(' ')"
BUTTONS = "`<button ${at === 2 ? 'disabled' : ''} aria-label='Next page' onclick='go(at + 1)'>→</button>`"
GRID = """<div id=g role=grid style="height: 200px; overflow-y: auto; position: relative; width: 300px">
<div role=row><div role=columnheader>Article</div><div role=columnheader>Amount</div></div><div id=b style="height: 8000px; position: relative"></div></div>
<script>const data = Array.from({length: 400}, (_, n) => n * 3);
const draw = () => { const from = Math.floor(g.scrollTop / 20); b.innerHTML = [...Array(12).keys()].map((i) => from + i).filter((n) => n < 400).map((n) =>
  `<div role=row style="position: absolute; top: ${n * 20}px; height: 20px; display: flex"><div role=gridcell>Article ${n}</div><div role=gridcell data-n=${n}>${data[n]}</div></div>`).join(''); };
g.onscroll = draw; draw();
b.onclick = (event) => { const cell = event.target.closest('[data-n]'); if (!cell || cell.firstElementChild) return;
  cell.innerHTML = '<input>'; const field = cell.firstElementChild; field.focus();
  field.onkeydown = ({ key }) => { if (key === 'Enter') { data[cell.dataset.n] = field.value; cell.textContent = field.value; } }; };
</script>"""


@pytest.mark.parametrize("page", [FORM_LIST, BUTTON_LIST])
def test_an_entry_is_added_where_new_ones_are_written(desk: PageDesk, page: str) -> None:
    desk.show(page)
    desk.do("add", text="milk")
    assert desk.evaluate("[list.innerText.includes('milk'), entry.value]") == [True, ""]


PEOPLE_LIST = FORM_LIST.replace("Add a task", "Add participant") + "<input placeholder='New label'>"


def test_an_entry_of_a_kind_is_added_where_those_are_written(hasty_desk: PageDesk) -> None:
    hasty_desk.show(PEOPLE_LIST)
    with pytest.raises(ToolFailure, match="there is no adder"):
        hasty_desk.do("add", text="Eve", kind="invoice")
    hasty_desk.do("add", text="Eve", kind="participant")
    assert hasty_desk.evaluate("[list.innerText.includes('Eve'), entry.value]") == [True, ""]


SEARCH_FORM = """<p>Genre <input id=g></p><p>Director name <input id=d></p>
<button onclick="document.title = g.value + d.value">Go!</button><button>Help</button>"""


def test_what_sends_the_fields_is_found_by_what_it_is_called(desk: PageDesk) -> None:
    desk.show(SEARCH_FORM)
    desk.do("type", text="Lee", selector="field=director")
    desk.do("type", text="crime", selector="field=kind")
    desk.do("click", selector="role=sender")
    assert desk.evaluate("document.title") == "crimeLee"


@pytest.mark.parametrize(("page", "problem"), [(DEAF_LIST, "no entry came of it"), (SEARCH_ONLY, "there is no adder")])
def test_what_takes_no_entry_is_told(desk: PageDesk, page: str, problem: str) -> None:
    desk.show(page)
    with pytest.raises(ToolFailure, match=problem):
        desk.do("add", text="milk")


@pytest.mark.parametrize("pager", [ARROWS, NUMBERS, BUTTONS])
def test_all_pages_are_counted_summed_and_copied(desk: PageDesk, pager: str) -> None:
    for measure, selector, text in (
        ("count", "things=rows >> all", "6"),
        ("sum", "things=item >> take=amount >> all", "24"),
        (
            "table",
            "role=table",
            "Item,Amount\nTea 0,1.50\nTea 1,2.50\nTea 2,3.50\nTea 3,4.50\nTea 4,5.50\nTea 5,6.50\n",
        ),
    ):
        desk.show(PAGED.format(pager=pager))
        read = desk.do("read", selector=f"pages >> {selector}", measure=measure)["text"].replace(",Drop", "")
        assert read.replace("Amount,", "Amount") == text


def test_what_is_on_a_further_page_is_found_and_done_to_each(desk: PageDesk) -> None:
    desk.show(PAGED.format(pager=BUTTONS))
    desk.do("click", selector="pages >> things=row >> where=[amount] over 3 >> all >> text=drop")
    assert desk.evaluate("log.textContent") == "drop 2;drop 3;drop 4;drop 5;"
    desk.show(PAGED.format(pager=ARROWS))
    desk.do("click", selector="pages >> item=Tea 4 >> text=drop")
    assert desk.evaluate("log.textContent") == "drop 4;"
    with pytest.raises(ToolFailure, match="on any page"):
        desk.do("click", selector="pages >> item=Tea 9 >> text=drop")


def test_a_button_is_pressed_until_it_is_gone(desk: PageDesk) -> None:
    desk.show('<p id=n>0</p><button onclick="if (++n.textContent > 3) this.remove()">Load more</button>')
    assert desk.do("click", selector="text=Load more", state="gone")["times"] == 4


def test_a_grid_that_draws_what_is_seen_is_read_and_set_further_down(desk: PageDesk) -> None:
    desk.show(GRID)
    assert desk.do("read", selector="value=amount of Article 250")["text"] == "750"
    desk.do("select", selector="field=amount of Article 301", option="7", mode="set")
    assert desk.evaluate("data[301]") == "7"
    with pytest.raises(ToolFailure, match="there is no"):
        desk.do("click", selector="text=Article 999")


LOG_IN = (
    '<form onsubmit="document.body.innerHTML = `<p>Welcome, ann</p><a href=#>Log out</a>`; return false">'
    "<input name=username><input type=password name=password><button>Log in</button></form>"
)


def test_logging_in_is_done_once_and_for_the_user_who_is_named(desk: PageDesk) -> None:
    desk.show(LOG_IN)
    for _ in range(2):
        desk.do("type", selector="login=username", text="ann", mode="replace")
        desk.do("type", selector="login=password", text="pass", mode="replace")
        desk.do("click", selector="login=log in")
    assert "Welcome" in desk.evaluate("document.body.innerText")
    with pytest.raises(ToolFailure, match="log out first"):
        desk.do("type", selector="login=username", text="bob", mode="replace")


def test_sizes_orders_and_rows_of_values(desk: PageDesk) -> None:
    desk.show(
        "<textarea id=t style='width: 100px; height: 60px'></textarea><input type=range max=20><input type=range max=20>"
    )
    desk.do("drag", selector="role=textarea", to="height+")
    desk.do("drag", selector="role=textarea", to="width-")
    assert desk.evaluate("[t.offsetHeight > 66, t.offsetWidth < 100]") == [True, True]
    desk.do("select", selector="role=slider >> all", option="3, 13", mode="set")
    assert desk.evaluate("[...document.querySelectorAll('[type=range]')].map((one) => one.value).join()") == "3,13"
    with pytest.raises(ToolFailure, match="3 values"):
        desk.do("select", selector="role=slider >> all", option="1, 2, 3", mode="set")


def test_a_sum_on_the_page_is_worked_out_and_two_are_not(desk: PageDesk) -> None:
    desk.show("<p>Page 3 / 10</p><div>4 x 5 = </div><input>")
    assert desk.do("read", selector="css=body", measure="solve")["text"] == "20"
    desk.show("<div>4 x 5 = </div><div>2 + 2 = </div>")
    with pytest.raises(ToolFailure, match="2 sums"):
        desk.do("read", selector="css=body", measure="solve")


def test_the_list_that_a_thing_is_in_is_gone_back_to(desk: PageDesk) -> None:
    desk.show("""<nav><a href=#home>Home</a></nav><div class=breadcrumbs><a href=#top>Shop</a> › <a href=# onclick="log.textContent = 'orders'; return false">Orders</a> › 7</div>
<a href=#x>Books</a><p id=log></p>""")
    desk.do("click", selector="role=listway")
    assert desk.evaluate("log.textContent") == "orders"
    desk.do("click", selector='role=listway[name="orders"]')
    with pytest.raises(ToolFailure, match="there is no listway"):
        desk.do("click", selector='role=listway[name="books"]')


PEOPLE = "".join(
    f"<div class=card><b>{name}</b> <button onclick=\"log.textContent = '{name}'\">Remove</button></div>"
    for name in ("Ann Lee", "Bob Stone")
)


def test_candidates_are_told_in_words_that_find_one_of_them(desk: PageDesk) -> None:
    desk.show(f"{PEOPLE}<p id=log></p>")
    with pytest.raises(ToolFailure, match=r"say which, such as \"Remove by 'Ann Lee'\" or \"the second Remove\""):
        desk.do("click", selector="text=Remove")
    desk.do("click", selector="item=Ann Lee >> text=Remove", risk="high")
    assert desk.evaluate("log.textContent") == "Ann Lee"


@pytest.mark.parametrize(
    ("tool", "selector", "named"),
    [
        ("click", "text=Chekout", "there is 'Checkout'"),
        ("click", "text=Download report", "there is 'Yearly report'"),
        ("read", "value=Totl", "there is 'Total'"),
        ("click", "text=Zebra", "check its name"),
    ],
)
def test_near_names_are_offered_and_others_are_not(desk: PageDesk, tool: str, selector: str, named: str) -> None:
    desk.show("<a href=#c>Checkout</a><button>Yearly report</button><table><tr><th>Total<td>17</table>")
    with pytest.raises(ToolFailure, match=named):
        desk.do(tool, selector=selector)


def test_logging_out_is_over_when_the_page_has_no_way_to(desk: PageDesk) -> None:
    """The way out may lead to a page that asks for it with a button, beside a form for a new password."""
    asking = (
        "document.body.innerHTML = `<p>Logged in as ann</p><form onsubmit='document.body.innerHTML = `"
        "+ `&quot;<p>Bye</p>&quot;; return false'><button>Log out</button></form>"
        "<form><input type=password><input type=password></form>`; return false"
    )
    desk.show(f'<a href="#" onclick="{asking}">Log out</a>')
    desk.do("click", selector="login=log out")
    assert desk.evaluate("document.body.innerText").strip() == "Bye"


KEYED_TABLES = """<table><tr><td>Key:</td><td>Open</td><td>Closed</td></tr></table>
<table><tr><th>Title</th><th>State</th></tr><tr><td>Leak</td><td>Open</td></tr><tr><td>Typo</td><td>Closed</td></tr>
<tr><td>Dark</td><td>Open</td></tr></table>"""


def test_rows_are_counted_in_the_table_with_the_data(desk: PageDesk) -> None:
    desk.show(KEYED_TABLES)
    assert "Leak" in desk.do("read", selector="role=row >> nth=0")["text"]
    assert "Key" not in desk.do("read", selector="role=table", measure="table")["text"]


def test_names_are_found_but_for_small_words_and_letters_that_draw_icons(desk: PageDesk) -> None:
    desk.show(
        "<button title='Edit this page' onclick='document.title = 1'>✎</button><table><tr><th>Room</th>"
        "<th>Price<i class=material-icons aria-hidden=true>arrow_upward</i></th></tr>"
        "<tr><td>Attic</td><td>80</td></tr><tr><td>Tower</td><td>60</td></tr></table>"
        "<div>Draft of 'New'</div><input class=my-titlebar><input placeholder=tags>"
    )
    desk.do("click", selector="text=edit page")
    assert desk.evaluate("document.title") == "1"
    assert desk.do("read", selector="things=room >> least=price >> take=name")["text"] == "Tower"
    desk.do("type", selector="field=title", text="Tea", mode="replace")
    assert desk.evaluate("document.querySelector('.my-titlebar').value") == "Tea"


# As Adminer has it: what heads the columns begins with a cell to press, fields of a form have a list before them.
PRESSED_HEAD = """<table><thead><tr><td><input type=checkbox aria-label=all><a href=#m>Modify</a></td><th>name</th>
<th>seats</th></tr></thead><tr><td><input type=checkbox><a href=#1>edit</a></td><td>Ann</td><td>4</td></tr>
<tr><td><input type=checkbox><a href=#2>edit</a></td><td>Bob</td><td>2</td></tr></table>"""
FUNCTIONS = "<td><select><option>NULL<option><option>SQL</select></td>"
FUNCTION_FORM = f"""<form><table><tr><th>name</th>{FUNCTIONS}<td><input id=name></td></tr>
<tr><th>price</th>{FUNCTIONS}<td><input id=price value=3></td></tr></table></form>"""


def test_a_row_of_heads_may_begin_with_something_to_press(desk: PageDesk) -> None:
    desk.show(PRESSED_HEAD)
    assert desk.do("read", selector="value=seats of Bob")["text"] == "2"
    assert desk.do("read", selector="things=item >> take=seats >> all", measure="sum")["text"] == "6"
    assert "Ann" in desk.do("read", selector="role=row >> nth=0")["text"]


def test_a_value_goes_into_the_field_behind_the_list_that_says_what_is_done_with_it(desk: PageDesk) -> None:
    desk.show(FUNCTION_FORM)
    desk.do("type", selector="field=name", text="Mint")
    desk.do("select", selector="field=price", option="9", mode="set")
    assert desk.evaluate("[document.querySelector('#name').value, price.value].join()") == "Mint,9"
    desk.do("select", selector="field=price", option="NULL", mode="set")
    assert desk.evaluate("document.querySelectorAll('select')[1].value + price.value") == "NULL9"


def test_an_editor_is_named_by_the_text_area_that_it_hides(desk: PageDesk) -> None:
    desk.show("<pre contenteditable id=shown>old</pre><textarea name=query style='display: none'></textarea>")
    desk.do("type", selector="field=query", text="select 1", mode="replace")
    assert desk.evaluate("shown.innerText") == "select 1"


def test_the_link_in_the_page_is_meant_and_neither_the_box_of_its_row_nor_the_menu(desk: PageDesk) -> None:
    desk.show(
        "<div id=menu><a href=#menu-way>booking</a></div><table><tr><td><input type=checkbox aria-label=booking></td>"
        "<td><a href=#main-way>booking</a></td></tr><tr><td><input type=checkbox aria-label=tea></td>"
        "<td><a href=#tea>tea</a></td></tr></table>"
    )
    desk.do("click", selector="text=booking")
    assert desk.evaluate("location.hash + document.querySelectorAll(':checked').length") == "#main-way0"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (
            "<nav><a href=#a>Tea</a></nav><a href=#b>Tea</a>",
            "not link 'Tea', which is in a menu, or beside the page's own matter",
        ),
        ("<a href=#a>Tea</a><p>or<p><a href=#a>Tea</a>", "not link 'Tea', which does the same"),
        (
            "<a href=#a aria-current=page>Tea</a><p><a href=#b>Tea</a>",
            "not link 'Tea', which leads to what is shown already",
        ),
        ("<a href=#a>Tea</a><a href=#b>Coffee</a>", None),
    ],
)
def test_why_this_one_and_no_other_is_told(desk: PageDesk, body: str, why: str | None) -> None:
    desk.show(body)
    assert desk.do("click", selector="text=Tea").get("why") == why


@pytest.mark.parametrize(
    ("tool", "selector", "purpose", "reason"),
    [
        (
            "click",
            "text=Tea",
            "click",
            "link 'Tea'; not link 'Tea', which is in a menu, or beside the page's own matter",
        ),
        ("type", "field=name", "type", "textbox 'Name', the only one that is called so"),
        ("click", "text=Coffee", "click", "there is no Coffee on the page now"),
        ("click", "text=Drop", "click", "any of 2 may be meant: button 'Drop' #one; button 'Drop' #two"),
    ],
)
def test_which_element_is_meant_is_told_beforehand(
    desk: PageDesk, tool: str, selector: str, purpose: str, reason: str
) -> None:
    desk.show(
        "<nav><a href=#a>Tea</a></nav><a href=#b>Tea</a><label>Name <input></label>"
        "<p>A <button id=one>Drop</button><p>B <button id=two>Drop</button>"
    )
    assert desk.run(desk.tool(tool).reason(desk.call(tool, selector=selector), purpose)) == reason


def test_the_menu_beside_what_says_that_it_is_open_is_meant_and_no_other(desk: PageDesk) -> None:
    """As Wagtail has it: a menu of the site is there all the time, and what opens has no role."""
    desk.show(
        "<ul role=menu><li role=menuitem>Pages</li></ul><div style='position: relative'><button aria-label=Actions "
        "aria-expanded=false onclick=\"this.setAttribute('aria-expanded', 'true'); over.hidden = false\">…</button>"
        "<div id=over hidden style='position: absolute; z-index: 5'><div><a href=#unpublish>Unpublish</a></div></div></div>"
    )
    desk.do("click", selector="menu=Actions >> text=Unpublish", risk="high")
    assert desk.evaluate("location.hash") == "#unpublish"
