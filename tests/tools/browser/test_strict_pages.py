"""Pages as real sites serve them: strict about scripts, zoomed, covered by frames and layers of their own."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Answer, Site

POLICY = {
    "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-src 'self'; "
    "require-trusted-types-for 'script'"
}
FORM = """<!doctype html><title>Bank</title><label>Name <input name=n></label>
    <select name=s aria-label=State><option>Ohio<option>Texas</select><label><input type=checkbox name=c>Terms</label>
    <p>The text</p><form action=/sent><button>Send</button></form>"""


@pytest.mark.parametrize("frame", ["", "<iframe src=/inner></iframe>"], ids=["alone", "with a frame"])
def test_a_page_that_forbids_scripts_is_worked_with_as_any_other(desk: PageDesk, site: Site, frame: str) -> None:
    site.pages["/strict"] = Answer(FORM + frame, headers=POLICY)
    site.pages["/inner"] = Answer("<button>Inner</button>", headers=POLICY)
    site.page("<p>thanks", "Sent", path="/sent")
    desk.do("navigate", url=site.at("/strict"))
    assert desk.done("type", text="bob", selector="label=Name").verdict == "yes"
    assert desk.done("select", option="Texas", selector="label=State").verdict == "yes"
    assert desk.done("check", selector="label=Terms").verdict == "yes"
    assert desk.do("read", selector="role=paragraph")["text"] == "The text"
    desk.do("hover", selector="text=Send")
    desk.do("wait", selector="text=The text")
    desk.do("scroll", direction="bottom")
    if frame:
        desk.do("click", selector="text=Inner")
    desk.do("click", selector='role=button[name="Send"]')
    assert desk.do("read")["title"] == "Sent"


def test_a_zoomed_page_is_clicked_where_its_elements_are(desk: PageDesk, site: Site) -> None:
    body = """<style>body { margin: 0 }</style><div style="height: 120px"></div>
        <button style="width: 300px; height: 60px" onclick="document.title = 'clicked'">Go</button>
        <div style="position: absolute; left: 0; top: 0; width: 200px; height: 190px; background: #fff">banner</div>"""
    desk.do("navigate", url=site.page(body))
    for _ in range(3):
        desk.do("zoom", direction="in")
    desk.do("click", selector="text=Go")
    assert desk.do("read")["title"] == "clicked"


def test_a_button_in_a_frame_that_is_partly_out_of_sight_is_clicked(desk: PageDesk, site: Site) -> None:
    site.page(
        "<div style='height: 500px'></div><button onclick=\"top.document.title = 'clicked'\">Go</button>", path="/in"
    )
    tall = "<div style='height: 900px'></div>"
    body = f"{tall}<iframe src=/in style='height: 120px'></iframe>{tall}"
    desk.do("navigate", url=site.page(body))
    desk.do("click", selector="text=Go")
    assert desk.do("read")["title"] == "clicked"


@pytest.mark.parametrize(
    "style", ["display: none", "position: absolute; width: 1px; height: 1px; clip-path: inset(50%)"]
)
def test_a_list_that_a_widget_stands_for_is_chosen_from(desk: PageDesk, site: Site, style: str) -> None:
    body = f"""<label for=s>State</label><select id=s style="{style}"><option>Ohio<option>Texas</select>
        <span id=shown style="border: 1px solid">Ohio</span>
        <script>s.onchange = () => {{ shown.textContent = s.value; }}</script>"""
    desk.do("navigate", url=site.page(body))
    assert desk.done("select", option="Texas", selector="label=State").verdict == "yes"
    assert desk.evaluate("shown.textContent") == "Texas"


def test_a_field_whose_label_floats_over_it_is_clicked_and_filled(desk: PageDesk, site: Site) -> None:
    body = """<div style="position: relative"><input id=f style="width: 200px; height: 40px">
        <label for=f style="position: absolute; left: 0; top: 0; width: 200px; line-height: 40px">Mail</label></div>
        <div style="position: relative"><input id=g style="width: 200px; height: 40px">
        <span style="position: absolute; inset: 0; pointer-events: none">Phone</span></div>"""
    desk.do("navigate", url=site.page(body))
    desk.do("click", selector="label=Mail")
    assert desk.evaluate("document.activeElement.id") == "f"
    assert desk.done("type", text="a@b.c", selector="label=Mail").verdict == "yes"
    assert desk.done("type", text="123", selector="field=Phone").verdict == "yes"
    assert desk.evaluate("g.value") == "123"


FIELDS = ("title", "name", "id", "type", "value", "children", "labels", "className", "style", "open", "placeholder")


@pytest.mark.parametrize("frame", ["", "<iframe src=/ad></iframe>"], ids=["alone", "beside an advertisement"])
def test_a_form_is_looked_at_whatever_its_fields_are_called(desk: PageDesk, site: Site, frame: str) -> None:
    fields = "".join(f"<label>My {name} <input name={name}></label>" for name in FIELDS)
    form = f"<form style='display: inline'>{fields}<ul><li>A<li>B</ul><button type=button id=it>Next</button></form>"
    site.page("<button>Next offer</button>", path="/ad")
    step = "document.title = 'on'; h.textContent = 'Step 2'"
    script = f"<h1 id=h></h1><script>it.onclick = () => {{ {step} }}</script>"
    desk.do("navigate", url=site.page(f"{form}{frame}{script}"))
    for name in FIELDS:
        assert desk.done("type", text=name, selector=f"label=My {name}").verdict == "yes"
    desk.do("click", selector="text=next")
    assert desk.evaluate("document.title") == "on"


def test_nothing_is_clicked_while_a_frame_keeps_us_from_looking(hasty_desk: PageDesk, site: Site) -> None:
    site.page("<button>Next</button><script>Element.prototype.getAttribute = null;</script>", path="/inner")
    site.page("<button onclick='top.document.title = 1'>Next offer</button>", path="/ad")
    hasty_desk.do("navigate", url=site.page("<iframe src=/inner></iframe><iframe src=/ad></iframe>"))
    with pytest.raises(ToolFailure, match="there is no next"):
        hasty_desk.do("click", selector="text=next")
    assert hasty_desk.evaluate("document.title") == "Test"
