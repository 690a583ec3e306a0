"""What goals may select, for doors that teach programs to write goals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.rules.things import thing_table


def thing_list() -> Mapping[str, Any]:
    """The kinds of things, each with its attributes; and the attributes, each with its type."""
    return {"kinds": dict(thing_table("kinds")), "attributes": dict(thing_table("attributes"))}
