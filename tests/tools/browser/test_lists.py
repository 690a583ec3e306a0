"""Lists and menus that pages build themselves are opened and chosen from, and no other list is taken for theirs."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

# One page with a list of each sort: in a part at the end of the page, drawn only as far as it is seen, suggested.
TRAVEL = """<style>.drop { position: absolute; background: #fff; width: 200px; max-height: 120px; overflow: auto }
    .open { position: relative; width: 200px; height: 30px; border: 1px solid } .opt { height: 30px }</style>
    <div><label id=l>Airline</label><div id=air role=combobox aria-haspopup=listbox aria-expanded=false
        aria-labelledby="l air" tabindex=0 class=open>&#8203;</div></div>
    <div><div>Destination</div><div id=city class=open><span>Select a city</span><input readonly role=combobox
        style="opacity: 0; position: absolute; inset: 0; width: 100%"></div></div>
    <div><label for=meals>Meals</label><div><input id=meals autocomplete=off></div></div>
    <div><label for=lang>Languages</label><select id=lang multiple size=3><option>French<option>German</select></div>
    <script>const said = [];
    const drop = (at, names, tell, kind = 'div') => {
        document.querySelectorAll('.drop').forEach((old) => old.remove());
        const list = document.createElement('div'), box = at.getBoundingClientRect();
        list.className = 'drop';
        list.style.left = `${box.left}px`; list.style.top = `${box.bottom}px`;
        const inner = list.appendChild(document.createElement('div'));
        inner.style.cssText = `position: relative; height: ${names.length * 30}px`;
        const draw = () => { const from = Math.floor(list.scrollTop / 30);
            inner.replaceChildren(...names.slice(from, from + 5).map((name, at) => {
                const one = document.createElement(kind);
                one.className = 'opt'; one.style.cssText = `position: absolute; top: ${(from + at) * 30}px`;
                one.textContent = name;
                if (kind === 'li') one.setAttribute('role', 'option');
                one.onmousedown = (event) => { event.preventDefault(); said.push(name); tell(name); list.remove(); };
                return one; })); };
        list.onscroll = draw;
        document.body.append(list);
        draw();
    };
    air.onmousedown = () => drop(air, ['KLM', 'Lufthansa'], (name) => { air.textContent = name; }, 'li');
    const cities = [...Array(40).keys()].map((at) => `City ${at}`);
    city.onmousedown = () => setTimeout(drop, 100, city, cities, (name) => { city.firstChild.textContent = name; });
    const dishes = ['Vegan', 'Halal'];
    meals.onfocus = meals.oninput = () => drop(meals, dishes.filter((dish) => dish.includes(meals.value)), () => {});
    </script>"""
MENUS = """<style>.sub { display: none } li:hover > .sub, .sub.open { display: block }</style><ul>
    <li><a href="#">Products</a><ul class=sub><li><a href=#l onclick="said.push('laptops')">Laptops</a></ul></ul>
    <ul><li>Help<ul class=sub><li><a href=#h onclick="said.push('help')">Contact</a></ul></ul>
    <button id=file aria-haspopup=menu>File</button><div id=menu role=menu hidden>
    <div role=menuitem onclick="said.push('saved')">Save As…</div></div>
    <p>Save as you go</p><script>const said = [];
    file.onclick = () => { menu.hidden = !menu.hidden; }</script>"""


@pytest.mark.parametrize(
    ("selector", "option"),
    [
        ("label=Airline", "KLM"),
        ("field=airline", "lufthansa"),
        ("field=Destination", "City 3"),
        ("field=Destination", "City 38"),
        ("field=Meals", "Vegan"),
        ("label=Meals", "Halal"),
    ],
)
@pytest.mark.sampled(2)
def test_a_list_of_a_page_is_opened_and_chosen_from(desk: PageDesk, site: Site, selector: str, option: str) -> None:
    desk.do("navigate", url=site.page(TRAVEL))
    desk.do("select", option=option, selector=selector)
    assert desk.evaluate("said.join(' ')").casefold() == option.casefold()


def test_the_options_of_another_list_are_not_those_of_this_one(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(TRAVEL))
    with pytest.raises(ToolFailure, match="there is no option 'German' in that list: it has 'KLM', 'Lufthansa'"):
        desk.do("select", option="German", selector="label=Airline")
    assert desk.evaluate("[said.length, lang.selectedOptions.length]") == [0, 0]


@pytest.mark.parametrize(
    ("menu", "entry", "said"),
    [("Products", "Laptops", "laptops"), ("Help", "Contact", "help"), ("File", "Save as", "saved")],
)
def test_an_entry_is_chosen_from_a_menu_that_opens(
    desk: PageDesk, site: Site, menu: str, entry: str, said: str
) -> None:
    desk.do("navigate", url=site.page(MENUS))
    desk.do("select", option=entry, selector=f"field={menu}")
    assert desk.evaluate("said.join(' ')") == said


def test_a_list_that_stays_open_is_not_the_next_field(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(TRAVEL))
    with pytest.raises(ToolFailure, match="no option 'German'"):
        desk.do("select", option="German", selector="label=Airline")
    desk.do("select", option="City 7", selector="field=Destination")
    assert desk.evaluate("said.join(' ')") == "City 7"


def test_an_open_list_box_is_not_clicked_to_open_it(desk: PageDesk, site: Site) -> None:
    body = (
        """<div role=listbox aria-label=Size><div role=option onclick="document.title = 'chosen'">Small</div></div>"""
    )
    desk.do("navigate", url=site.page(body))
    with pytest.raises(ToolFailure, match="no option 'Large' in that list: it has 'Small'"):
        desk.do("select", option="Large", selector="label=Size")
    assert desk.do("read")["title"] == "Test"


def test_several_are_chosen_together_from_what_a_field_suggests(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(TRAVEL))
    desk.do("select", option="Vegan and Halal", selector="field=Meals")
    assert desk.evaluate("said.join(' ')") == "Vegan Halal"


def test_a_text_that_a_field_does_not_suggest_is_written(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<label>City <input id=it></label>"))
    desk.do("select", option="Oslo", selector="field=City", mode="set")
    assert desk.evaluate("it.value") == "Oslo"
