"""All fields that are about to be filled are found before the first of them is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goalwright.contracts import PlannedAction
from goalwright.errors import ToolFailure
from tools.browser.page_desk import PageDesk

FORM = """<label>Guest <input id=guest></label><label>Nights <input id=nights></label>
<label>Room <select><option>Attic<option>Tower</select></label><details><summary>More</summary>
<label>Wishes <input></label></details>"""


def typed(desk: PageDesk, *ahead: tuple[str, str]) -> str:
    """What the first field holds after something was typed into it, with more to come."""
    actions = tuple(
        PlannedAction(
            action_id=f"next{at}",
            intent="browser_control",
            description="fill",
            tool=f"browsers.{tool}",
            args={"selector": selector},
        )
        for at, (tool, selector) in enumerate(ahead)
    )
    call = replace(desk.call("type", selector="field=guest", text="Ann"), ahead=actions)
    desk.run(desk.doing(call))
    return str(desk.evaluate("guest.value"))


def test_nothing_is_typed_where_a_field_further_on_is_not_there(hasty_desk: PageDesk) -> None:
    hasty_desk.show(FORM)
    with pytest.raises(ToolFailure, match="there is no field surname"):
        typed(hasty_desk, ("type", "field=nights"), ("type", "field=surname"))
    assert hasty_desk.evaluate("guest.value") == ""


@pytest.mark.parametrize(
    "ahead",
    [
        (("type", "field=nights"), ("select", "field=room")),
        (("type", "field=wishes"),),
        (("select", "field=room"), ("type", "field=what a choice brings")),
        (("click", "text=More"), ("type", "field=what a click brings")),
        (("type", "login=password"),),
    ],
    ids=["all there", "one is hidden", "behind a choice", "behind a click", "for logging in"],
)
def test_what_is_there_or_may_come_keeps_nobody_waiting(desk: PageDesk, ahead: tuple[tuple[str, str], ...]) -> None:
    desk.show(FORM)
    assert typed(desk, *ahead) == "Ann"


def test_nothing_is_typed_where_two_names_mean_one_field(hasty_desk: PageDesk) -> None:
    hasty_desk.show("<label for=guest>Guest</label><label for=guest>Host</label><input id=guest>")
    with pytest.raises(ToolFailure, match="the same field"):
        typed(hasty_desk, ("type", "field=host"))
    assert hasty_desk.evaluate("guest.value") == ""
