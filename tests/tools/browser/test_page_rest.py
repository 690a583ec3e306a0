"""What is not there is given up soon on a page at rest, and waited for on one that may still bring it."""

from __future__ import annotations

import re

import pytest

from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Answer, Site

MADE = "document.body.insertAdjacentHTML('beforeend', '<button>Checkout</button>')"
# How a page brings what is looked for -> the script that does it, well after a page at rest would be given up.
LATE = {
    "a timer": f"setTimeout(() => {{ {MADE} }}, 3500)",
    "timers in turn": f"const on = (n) => n ? setTimeout(on, 600, n - 1) : {MADE}; on(6)",
    "an interval": f"let n = 0; setInterval(() => {{ if (++n === 7) {{ {MADE} }} }}, 500)",
    "a request": f"fetch('/slow').then(() => {{ {MADE} }})",
    "a worker": f"""new Worker(window.URL.createObjectURL(new Blob([
        'setTimeout(() => postMessage(1), 3000)']))).onmessage = () => {{ {MADE} }}""",
    "frames that are drawn": f"""const end = performance.now() + 3500;
        const draw = () => performance.now() < end ? requestAnimationFrame(draw) : {MADE}; draw()""",
    "a socket": f"""const line = new WebSocket(location.origin.replace('http', 'ws') + '/line');
        line.onopen = () => line.send('x'); line.onmessage = () => {{ {MADE} }}""",
}


def waited_s(desk: PageDesk) -> float:
    """How long something that is not there was waited for, as the failure tells."""
    with pytest.raises(ToolFailure, match=r"no button Checkout .* after waiting") as failed:
        desk.do("click", selector='role=button[name="Checkout"]')
    return float(re.findall(r"waiting ([\d.]+) s", str(failed.value))[0])


@pytest.mark.parametrize("body", ["<p>Empty", "<button>Save</button>", "<iframe srcdoc='<p>x'></iframe>", "<ul><li>a"])
def test_on_a_page_at_rest_what_is_not_there_is_given_up_soon(desk: PageDesk, site: Site, body: str) -> None:
    desk.do("navigate", url=site.page(body))
    assert waited_s(desk) < 4.0


def test_a_page_that_was_loaded_by_an_earlier_command_is_known_to_rest_too(desk: PageDesk, site: Site) -> None:
    desk.do("navigate", url=site.page("<p>Empty"))
    desk.command()
    assert waited_s(desk) < 4.0


@pytest.mark.parametrize("late", LATE.values(), ids=LATE)
@pytest.mark.sampled(2)
def test_what_a_page_may_still_bring_is_waited_for(desk: PageDesk, site: Site, late: str) -> None:
    site.pages |= {"/slow": Answer("x", delay_s=3.0), "/line": Answer("x", delay_s=3.0, is_socket=True)}
    desk.do("navigate", url=site.page(f"<p>Cart<script>{late}</script>"))
    assert "Checkout" in desk.do("click", selector='role=button[name="Checkout"]')["clicked"]
