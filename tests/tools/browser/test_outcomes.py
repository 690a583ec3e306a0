"""A page that turns away what was sent is a failure, with the page's own words; one that takes it is not."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from goalwright.contracts.plan import Risk
from goalwright.errors import ToolFailure
from tools.browser.answer_tables import ALL_ACCEPTING, ALL_REJECTING
from tools.browser.answering_pages import ACCEPTING, LOG_IN, LOGIN, REJECTING, UNTOLD, Case, app, page, see
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Answer, Site, serving

AT_ONCE = 5


@pytest.fixture(scope="module")
def pages() -> Iterator[Site]:
    with serving() as site:
        yield site


async def problem(desk: PageDesk, site: Site, case: Case, tab: int) -> str:
    """Why what the case presses failed; nothing if it did not."""
    await desk.doing(desk.call("navigate", tab=tab, url=case.put(site)))
    try:
        press: dict[str, Any] = {**case.press}
        await desk.doing(desk.call("press" if "key" in press else "click", tab=tab, **press))
    except ToolFailure as failure:
        return failure.problem
    return ""


def problems(desk: PageDesk, site: Site, cases: Mapping[str, Case]) -> Mapping[str, str]:
    """Why each case failed. Several tabs work at the same time: most of the time is spent waiting."""
    waiting, found = list(cases.items()), {}

    async def work(tab: int) -> None:
        while waiting:
            name, case = waiting.pop(0)
            found[name] = await problem(desk, site, case, tab)

    async def work_all() -> None:
        await asyncio.gather(*(work(tab) for tab in range(1, AT_ONCE + 1)))

    desk.run(work_all())
    return found


def test_there_are_pages_of_many_sorts() -> None:
    assert len(REJECTING) >= 40
    assert len(ACCEPTING) >= 25


@pytest.fixture(scope="module")
def rejected(same_tab: PageDesk, pages: Site) -> Mapping[str, str]:
    return problems(same_tab, pages, ALL_REJECTING)


@pytest.mark.parametrize("name", ALL_REJECTING)
def test_a_page_that_turns_it_away_is_a_failure_in_its_own_words(rejected: Mapping[str, str], name: str) -> None:
    assert ALL_REJECTING[name].says in rejected[name]
    assert rejected[name]


@pytest.fixture(scope="module")
def accepted(same_tab: PageDesk, pages: Site) -> Mapping[str, str]:
    return problems(same_tab, pages, ALL_ACCEPTING)


@pytest.mark.parametrize("name", ALL_ACCEPTING)
def test_a_page_that_takes_it_is_no_failure(accepted: Mapping[str, str], name: str) -> None:
    assert accepted[name] == ""


def test_a_page_that_tells_neither_is_not_called_done(same_tab: PageDesk, pages: Site) -> None:
    found = problems(same_tab, pages, UNTOLD)
    assert [name for name, why in found.items() if "not confirmed" not in why or UNTOLD[name].says not in why] == []


ASKED = "<form method=post action=/delete onsubmit=\"return confirm('Delete Ann?')\"><button>Delete</button></form>"


def test_what_a_question_held_up_is_judged_when_it_is_answered(desk: PageDesk, site: Site) -> None:
    site.answers["/delete"] = page("<p class=error>Ann has guests and cannot be deleted.</p>")
    desk.do("navigate", url=site.page(ASKED))
    assert desk.do("click", selector="text=Delete")["dialogs"][0]["text"] == "Delete Ann?"
    with pytest.raises(ToolFailure, match="cannot be deleted"):
        desk.do("click", selector="text=OK")
    site.answers["/delete"] = page("<p>Ann was deleted.</p>")
    desk.do("navigate", url=site.page(ASKED))
    desk.do("click", selector="text=Delete")
    desk.do("click", selector="text=OK")
    assert desk.do("read")["text"] == "Ann was deleted."


def test_a_question_that_is_answered_no_sends_nothing_and_fails_nothing(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(ASKED))
    desk.do("click", selector="text=Delete")
    desk.do("click", selector="text=Cancel")
    assert site.posted == []


def test_a_page_that_never_answers_is_not_called_done(
    desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goalwright.tools.browser.outcomes.MOST_S", 1.0)
    case = Case(app("await send()"), Answer("{}", delay_s=6))
    desk.do("navigate", url=case.put(site))
    with pytest.raises(ToolFailure, match="has not answered"):
        desk.do("click", selector=case.press["selector"])


def test_a_form_that_is_sent_into_a_new_tab_is_judged_there(desk: PageDesk, site: Site) -> None:
    site.answers["/send"] = page("<h1>No room</h1>", "Full", 409)
    desk.do(
        "navigate",
        url=site.page("<form method=post action=/send target=_blank><input name=a><button>Book</button></form>"),
    )
    with pytest.raises(ToolFailure, match=r"409 \(conflict\).*No room"):
        desk.do("click", selector="text=Book")


def test_a_link_to_a_page_that_is_not_there_is_followed_as_before(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<a href=/nowhere>Prices</a>"))
    desk.do("click", selector="text=Prices")
    assert desk.do("read")["text"] == "nothing here"


def test_a_link_whose_connection_breaks_is_not_called_done(desk: PageDesk, site: Site) -> None:
    site.pages["/prices"] = Answer(is_cut=True)
    desk.do("navigate", url=site.page("<a href=/prices>Prices</a>"))
    with pytest.raises(ToolFailure, match="could not be loaded"):
        desk.do("click", selector="text=Prices")


# Each look at a page for its answer asks it once how it was loaded.
COUNTED = """<p>Looks: <b id=looks>0</b></p><script>
const ask = performance.getEntriesByType.bind(performance);
performance.getEntriesByType = (sort) => { looks.textContent = Number(looks.textContent) + 1; return ask(sort); };
</script><p id=said></p>"""


@pytest.mark.parametrize(
    ("body", "pressed", "looks"),
    [
        ('<button onclick="said.textContent = 1">Toggle</button>', "Toggle", "0"),
        ("<a href=#here>Down</a>", "Down", "0"),
        ("<button onclick=\"said.textContent = 'Saved'\">Save</button>", "Save", "2"),
        ("<form onsubmit=\"said.textContent = 'Thanks'; return false\"><input><button>Ask</button></form>", "Ask", "2"),
    ],
)
def test_a_page_is_looked_at_no_more_often_than_it_has_to_be(
    desk: PageDesk, site: Site, body: str, pressed: str, looks: str
) -> None:
    desk.do("navigate", url=site.page(f"{COUNTED}{body}"))
    desk.do("click", selector=f"text={pressed}")
    assert desk.do("read", selector="#looks")["text"] == looks


@pytest.mark.parametrize("way", ["submit", "requestSubmit"])
def test_what_a_script_sends_is_judged_whatever_was_pressed(desk: PageDesk, site: Site, way: str) -> None:
    site.answers["/send"] = page("<form><input name=a></form><p class=error>That is too much</p>")
    form = "<form id=f method=post action=/send><input name=a></form>"
    desk.do("navigate", url=site.page(f"{form}<button onclick=f.{way}()>Onwards</button>"))
    with pytest.raises(ToolFailure, match="too much"):
        desk.do("click", selector="text=Onwards")


# What a page does all the time -> the script that does it, and what a press on Next does beside its work.
ROUNDS = {
    "a timer that sets itself": ("const on = () => setTimeout(on, 900); on()", ""),
    "a wait in a loop": ("(async () => { for (;;) await new Promise((done) => setTimeout(done, 400)) })()", ""),
    "a timer that a press sets anew": (
        "let at; const on = () => { clearTimeout(at); at = setTimeout(on, 3000) }; on()",
        "on()",
    ),
}
LEFT = "() => window[Symbol.for('goalwright.pending')].left(window.pressed).timers.length"


@pytest.mark.parametrize(("script", "also"), ROUNDS.values(), ids=ROUNDS)
def test_what_a_page_does_again_and_again_is_not_waited_for(desk: PageDesk, site: Site, script: str, also: str) -> None:
    pressed = f"window.pressed = performance.now(); {also}; note.textContent = 'Page 2'"
    desk.do("navigate", url=site.page(f'<script>{script}</script><button onclick="{pressed}">Next</button><p id=note>'))
    desk.evaluate("() => new Promise((done) => setTimeout(done, 500))")
    desk.do("click", selector="text=Next")
    assert desk.evaluate(LEFT) == 0


# How a page asks before it deletes: a box, a word beside it, the button itself; and what only tells that it was done.
ASKING = {
    "box": ("<dialog id=q><p>Delete Ann?</p><button onclick='gone()'>Yes</button></dialog>", "q.showModal()", True),
    "word": ("<div id=q hidden><b>Are you sure?</b><button>Yes</button></div>", "q.hidden = false", True),
    "button": ("", "this.textContent = 'Sure?'", True),
    "form of its own": ("<dialog id=q><p>Who is meant?</p><input></dialog>", "q.showModal()", False),
    "done": ("<p id=q role=alert></p>", "q.textContent = 'Ann deleted. Undo?'", False),
}


# A picture to press that asks by its own name, and does it when it is pressed once more.
TWICE = """<ul><li>Ann <button title="delete" style="width: 20px; height: 20px"
onclick="if (this.textContent) this.closest('li').remove(); else this.textContent = 'Are you sure?'"></button></li>
<li>Bob</li></ul>"""


@pytest.mark.parametrize("risk", ["medium", "high"])
def test_what_asks_by_its_own_name_is_pressed_again_if_that_was_approved(
    desk: PageDesk, site: Site, risk: Risk
) -> None:
    desk.do("navigate", url=site.page(TWICE))
    call = replace(desk.call("click", selector="css=button", risk=risk), is_last=True)
    if risk == "high":
        desk.run(desk.doing(call))
    else:
        with pytest.raises(ToolFailure, match=r"deletes something|the page asks"):
            desk.run(desk.doing(call))
    assert desk.evaluate("document.querySelectorAll('li').length") == (1 if risk == "high" else 2)


# What is coloured in an editor is no word of the page.
EDITOR = """<div contenteditable id=e style="color: red" class=error>'Rent' is invalid</div>
<button onclick="setTimeout(() => { e.innerHTML += '<b style=color:red class=error>failed</b>';
out.textContent = 'Result: 1 row' }, 50)">Submit</button><p id=out></p>"""


def test_a_word_in_an_editor_is_no_answer(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(EDITOR))
    desk.do("click", selector="text=Submit")
    assert desk.evaluate("out.textContent") == "Result: 1 row"


@pytest.mark.parametrize(("more", "pressed", "is_asked"), ASKING.values(), ids=ASKING)
def test_what_a_page_asks_first_is_not_done_unless_the_same_command_answers(
    desk: PageDesk, site: Site, more: str, pressed: str, is_asked: bool
) -> None:
    call = desk.call("click", selector="text=Delete")
    for is_last in (False, True):
        desk.do("navigate", url=site.page(f'<p>Ann <button onclick="{pressed}">Delete</button></p>{more}'))
        if is_last and is_asked:
            with pytest.raises(ToolFailure, match="the page asks"):
                desk.run(desk.doing(replace(call, is_last=True)))
        else:
            desk.run(desk.doing(replace(call, is_last=is_last)))


PROOF = (
    "<h1>One more thing</h1><form method=post action=/otp><label>{} <input name={}></label><button>{}</button></form>"
)
HOME = "<h1>Home</h1><form><input name=q aria-label=Search></form><ul><li>Inbox<li>Files</ul>"


@pytest.mark.parametrize(
    ("body", "is_asked"),
    [
        (PROOF.format("Authentication code", "o", "Verify"), True),
        (PROOF.format("Bestätigung", "mfa", "Weiter"), True),
        (PROOF.format("Enter it here", "loginCode", "Submit"), True),
        (PROOF.format("New note", "n", "Add"), False),
        (HOME + PROOF.format("Gift code", "g", "Redeem"), False),
    ],
)
def test_a_log_in_that_wants_a_code_is_not_done_unless_the_same_command_gives_it(
    desk: PageDesk, site: Site, body: str, is_asked: bool
) -> None:
    call = desk.call("click", selector=LOG_IN["selector"])
    case = Case(LOGIN.format(""), see(), after=page(body))
    for is_last in (False, True):
        desk.do("navigate", url=case.put(site))
        if is_last and is_asked:
            with pytest.raises(ToolFailure, match='the page asks "One more thing" first'):
                desk.run(desk.doing(replace(call, is_last=True)))
        else:
            desk.run(desk.doing(replace(call, is_last=is_last)))
