"""Goals as the text that travels: a goals file, which every host reads, anchors and judges by itself."""

from __future__ import annotations

import json
from typing import Any

from goalwright.contracts import Goal, MetaGoal
from goalwright.contracts.documents import plain


def goals_text(meta: MetaGoal, text: str) -> str:
    """The goals file that says the same as these goals."""
    return json.dumps({"goals": [_row(goal) for goal in meta.goals], "text": text})


def _row(goal: Goal) -> dict[str, Any]:
    fields = ("domain", "verb", "params", "object", "scope", "goal_id", "each", "when")
    row = {name: plain(getattr(goal, name)) for name in fields}
    return {name: value for name, value in row.items() if value not in (None, [], ())}
