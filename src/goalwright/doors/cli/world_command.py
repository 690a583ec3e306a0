"""`goalwright world`: what can be seen of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

from goalwright.doors.cli.facts_command import fact_key
from goalwright.doors.cli.parameters import AsJson
from goalwright.doors.cli.plain_text import message_text, value_text
from goalwright.doors.cli.screen import Line, Part, columns, show, show_json
from goalwright.doors.cli.short_paths import Places

if TYPE_CHECKING:
    from goalwright.contracts import WorldState

EPILOG = """\b
Example:
  goalwright world
  goalwright world --json
"""


def world(as_json: AsJson = False) -> int:
    """Show what can be seen of this machine now.

    It is what a plan is made from, apart from the files that a sentence names.
    """
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        seen = gw.world()
        places = Places.around(gw.cwd)
    if as_json:
        show_json(seen)
    else:
        show(world_lines(seen, places))
    return 0


def world_lines(seen: WorldState, places: Places) -> Iterator[Line]:
    """A snapshot of the world, one thing a line."""
    browser = f"running, at {seen.browser_last_url or 'an unknown page'}" if seen.browser_running else "not running"
    rows: list[tuple[Part, Part]] = [
        (("browser", "cyan"), (message_text(browser), "")),
        (("window", "cyan"), (message_text(seen.active_window or "unknown"), "")),
        (("apps", "cyan"), (message_text(", ".join(sorted(seen.running_apps)) or "unknown"), "")),
    ]
    rows += [
        ((message_text(fact_key(fact.key, places)), "cyan"), (value_text(fact.value), "")) for fact in seen.recent_facts
    ]
    return columns(rows)
