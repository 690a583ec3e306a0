"""Choosing by how a name starts and ends, in lists and in fields that suggest something."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from goalwright.tools.browser.options import matching
from tools.browser.page_desk import PageDesk

SUGGESTING = """<input id=it><ul id=pop class=autocomplete></ul><script>
    it.oninput = () => setTimeout(() => {
        const names = ['Angola', 'Antarctica', 'Austria'].filter((name) => it.value && name.startsWith(it.value));
        pop.innerHTML = names.map((name) => `<li>${name}</li>`).join('');
        for (const li of pop.children) li.onclick = () => { it.value = li.textContent; pop.innerHTML = ''; };
    }, 100);</script>"""
PAGES = {
    "a field that suggests": SUGGESTING,
    "a list": "<select id=it><option>Angola<option>Antarctica<option>Austria</select>",
    "a field with a list": "<input id=it list=all><datalist id=all><option>Angola<option>Antarctica</datalist>",
}
NAMES = ("Iceland", "icing", "India", "in*a")


@pytest.mark.parametrize("body", PAGES.values(), ids=PAGES)
def test_what_starts_and_ends_so_is_chosen(same_tab: PageDesk, body: str) -> None:
    same_tab.show(body)
    assert same_tab.do("select", option="An*ica") == {"selected": ("Antarctica",)}
    assert same_tab.evaluate("it.value") == "Antarctica"


def test_what_is_suggested_instead_is_said(same_tab: PageDesk) -> None:
    same_tab.show(SUGGESTING)
    with pytest.raises(ToolFailure, match="no suggestion is like 'An\\*x': there is 'Angola', 'Antarctica'"):
        same_tab.do("select", option="An*x")


@pytest.mark.parametrize(
    ("wanted", "name"),
    [("I*d", "Iceland"), ("i*g", "icing"), ("IN*A", "India"), ("*x", None), ("*", "Iceland"), ("Ind*dia", "India")],
)
def test_letters_count_as_they_are_written_before_they_count_at_all(wanted: str, name: str | None) -> None:
    assert matching(wanted, NAMES) == name
