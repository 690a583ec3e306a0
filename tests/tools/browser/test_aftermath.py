"""What an act has started is waited for before the page is looked at, or anything else is done to it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Answer, Site

VALUE = "<p>Value: <b id=price>old</b></p>"
SHOWN = "document.getElementById('price').textContent = 'new'"
# What a click starts -> the page that does it.
STARTS = {
    "a timer": f'{VALUE}<button onclick="setTimeout(() => {{ {SHOWN} }}, 300)">Go</button>',
    "a request": f"{VALUE}<button onclick=\"fetch('/slow').then(() => {{ {SHOWN} }})\">Go</button>",
    "requests in turn": f"""{VALUE}<button
        onclick="fetch('/slow').then(() => fetch('/slow?2')).then(() => {{ {SHOWN} }})">
        Go</button>""",
    "a timer, then a request": f"""{VALUE}<button
        onclick="setTimeout(() => fetch('/slow').then(() => {{ {SHOWN} }}), 200)">
        Go</button>""",
    "changes one after the other": f"""{VALUE}<button onclick="for (let n = 1; n < 9; n += 1) setTimeout(() => {{
        price.textContent = n < 8 ? n : 'new' }}, n * 100)">Go</button>""",
    "a mark that says so": f"""{VALUE}<button onclick="this.textContent = 'Saving…'; setTimeout(() => {{
        this.textContent = 'Go'; {SHOWN} }}, 1200)">Go</button>""",
    "a timer that takes long": f'{VALUE}<button onclick="setTimeout(() => {{ {SHOWN} }}, 1300)">Show</button>',
    "a worker": f"""{VALUE}<button onclick="const line = new Worker(window.URL.createObjectURL(new Blob([
        'onmessage = () => setTimeout(() => postMessage(1), 900)']))); line.onmessage = () => {{ {SHOWN} }};
        line.postMessage(0)">Show</button>""",
    "a slow page": f"{VALUE}<form action=/after><button>Go</button></form>",
    "a slow page by a script": f"""{VALUE}<button onclick="setTimeout(() => {{ location = '/after' }}, 100)">
        Go</button>""",
}


@pytest.mark.parametrize("body", STARTS.values(), ids=STARTS)
@pytest.mark.sampled(2)
def test_what_is_read_after_a_click_is_what_the_click_led_to(desk: PageDesk, site: Site, body: str) -> None:
    site.pages["/slow"] = Answer("done", delay_s=0.7)
    site.pages["/after"] = Answer("<title>After</title><p>Value: <b id=price>new</b></p>", delay_s=1.2)
    desk.do("navigate", url=site.page(body))
    desk.do("click", selector=f"text={'Show' if 'Show' in body else 'Go'}")
    assert desk.do("read", selector="#price")["text"] == "new"


def test_a_click_waits_for_what_the_one_before_it_has_started(desk: PageDesk, site: Site) -> None:
    site.pages["/slow"] = Answer("done", delay_s=0.5)
    body = "<button onclick=\"fetch('/slow').then(() => { document.title = 'ready' })\">First</button>"
    desk.do(
        "navigate", url=site.page(f'{body}<button onclick="price.textContent = document.title">Next</button>{VALUE}')
    )
    desk.do("click", selector="text=First")
    desk.do("click", selector="text=Next")
    assert desk.do("read", selector="#price")["text"] == "ready"


@pytest.mark.parametrize(
    "endless",
    [
        "setInterval(() => { price.textContent = Math.random() }, 10)",
        "fetch('/never')",
        "new EventSource('/never')",
        "setInterval(() => fetch('/quick'), 30)",
    ],
)
@pytest.mark.sampled(2)
def test_a_page_that_never_rests_is_looked_at_all_the_same(desk: PageDesk, site: Site, endless: str) -> None:
    site.pages |= {"/never": Answer("late", delay_s=30.0), "/quick": "x"}
    desk.do("navigate", url=site.page(f'{VALUE}<button onclick="{endless}">Go</button>'))
    desk.do("click", selector="text=Go")
    assert desk.do("read")["text"].startswith("Value:")


ASKS_LATE = """<button onclick="setTimeout(() => { document.title = String(confirm('Sure?')) }, %d)">Go</button>
<input aria-label=Name><p>text"""


@pytest.mark.parametrize("ms", [0, 100, 300, 900])
@pytest.mark.parametrize(("answer", "title"), [("OK", "true"), ("Cancel", "false")])
@pytest.mark.sampled(2)
def test_a_question_that_comes_late_is_answered_by_what_is_meant_for_it(
    desk: PageDesk, site: Site, ms: int, answer: str, title: str
) -> None:
    desk.do("navigate", url=site.page(ASKS_LATE % ms))
    desk.do("click", selector="text=Go")
    assert desk.do("click", selector=f"text={answer}")["answered"] == answer
    assert desk.do("read")["title"] == title


def test_a_key_answers_a_question_that_comes_late(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(ASKS_LATE % 300))
    desk.do("click", selector="text=Go")
    assert desk.do("press", key="Enter")["answered"] == "OK"
    assert desk.do("read")["title"] == "true"


def test_what_was_looked_for_when_a_question_came_is_done_once_that_is_cancelled(desk: PageDesk, site: Site) -> None:
    shows = "setTimeout(() => { document.title = String(confirm('Sure?')); more.hidden = false }, 900)"
    body = f'<button onclick="{shows}">Ask</button><button id=more hidden onclick="void 0">More</button>'
    desk.do("navigate", url=site.page(f"{body}<p>text"))
    desk.do("click", selector="text=Ask")
    assert "More" in desk.do("click", selector="text=More")["clicked"]
    assert desk.do("read")["title"] == "false"


# What a page does once no command is there -> what the next command tells of it, and the title that shows its answer.
BOXES = {
    "document.title = String(confirm('Sure?'))": ("a page had asked 'Sure?' and got Cancel", "false"),
    "document.title = String(prompt('Name?', 'Bob'))": ("a page had asked 'Name?' and got Cancel", "null"),
    "alert('Saved'); document.title = 'on'": ("a page had said 'Saved' in a box", "on"),
    "alert(1); alert(2); alert(3); document.title = String(confirm('Sure?'))": (
        "; ".join(
            [
                *(f"a page had said '{number}' in a box" for number in (1, 2, 3)),
                "a page had asked 'Sure?' and got Cancel",
            ]
        ),
        "false",
    ),
    "onbeforeunload = () => false; document.title = 'on'; location.reload()": (
        "a page had asked 'leave it without saving?' and got Cancel",
        "on",
    ),
}


def test_a_box_that_opens_between_commands_costs_no_page(own_desk: PageDesk, site: Site) -> None:
    for asks, (note, title) in BOXES.items():
        body = f'<button onclick="setTimeout(() => {{ {asks} }}, 1500)">Start</button><input aria-label=Name>'
        own_desk.do("navigate", url=site.page(body))
        own_desk.do("type", text="Ada", selector="label=Name")
        own_desk.do("click", selector="text=Start")
        own_desk.command()
        time.sleep(2)
        seen = own_desk.do("read", selector="label=Name")
        assert (seen["note"], seen["text"], seen["title"]) == (note, "Ada", title)
        own_desk.do("new_tab")


def test_an_act_that_does_not_answer_a_question_fails(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page(ASKS_LATE % 0))
    desk.do("click", selector="text=Go")
    with pytest.raises(ToolFailure, match="the page asked 'Sure\\?' and got Cancel: answer it first"):
        desk.do("type", text="Ada", selector="label=Name")
    assert desk.do("read")["title"] == "false"


# What is chosen, and the page that takes it back a moment later, or does not.
TAKEN_BACK = {
    "option": (
        "select",
        {"option": "Green", "selector": "field=Tea"},
        "<option>Black<option>Green",
        "this.value = 'Black'",
    ),
    "tick": ("check", {"selector": "label=Tea"}, "", "this.checked = false"),
}


@pytest.mark.parametrize(("tool", "args", "inner", "work"), TAKEN_BACK.values(), ids=TAKEN_BACK)
def test_what_a_page_takes_back_a_moment_later_is_not_called_done(
    desk: PageDesk, site: Site, tool: str, args: dict[str, Any], inner: str, work: str
) -> None:
    field = f"<select {{}}>{inner}</select>" if inner else "<input type=checkbox {}>"
    for change, verdict in ((work, "no"), ("this.title = 'kept'", "yes")):
        wired = field.format(f'onchange="setTimeout(() => {{ {change} }}, 200)"')
        desk.do("navigate", url=site.page(f"<label>Tea {wired}</label>"))
        assert desk.done(tool, **args).verdict == verdict
