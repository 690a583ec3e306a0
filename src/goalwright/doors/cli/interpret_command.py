"""`goalwright interpret`: what a sentence is taken to mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from goalwright.doors.cli.door_name import door_name
from goalwright.doors.cli.parameters import AsJson, Sentence
from goalwright.doors.cli.plain_text import harmless, value_text
from goalwright.doors.cli.plan_view import reference_lines
from goalwright.doors.cli.screen import Line, columns, show, show_document
from goalwright.doors.cli.sentences import understood
from goalwright.doors.cli.short_paths import Places
from goalwright.errors import AsksForJob

if TYPE_CHECKING:
    from goalwright.contracts import Interpretation

EPILOG = """\b
Example:
  goalwright interpret "open youtube and search nvidia"
  goalwright interpret "create a folder a and b.txt in it" --json
"""


def interpret(text: Sentence, as_json: AsJson = False) -> int:
    """Show what a sentence is taken to mean.

    Its clauses, the goals they give, and which goals come after which; words that
    were ignored are named. Nothing is planned or run.
    """
    from goalwright.app import Goalwright

    gw = Goalwright(conversation=door_name())
    try:
        found = understood(gw, text, as_json=as_json)
    except AsksForJob:
        from goalwright.doors.cli.job_making import show_asked

        return show_asked(gw, text, as_json=as_json)
    if as_json:
        show_document("interpretation", found)
    else:
        show(reference_lines(found.meta_goal.references, Places.here()))
        show(_lines(found))
    return 0


def _lines(found: Interpretation) -> Iterator[Line]:
    meta = found.meta_goal
    for clause in found.clauses:
        ignored = ", ".join(harmless(span.text) for span in clause.ignored)
        note = f"   ignored: {ignored}" if ignored else ""
        ids = ", ".join(clause.goal_ids)
        yield Line(((f"{ids}  ", "bold cyan"), (f"“{harmless(clause.span.text)}”", ""), (note, "dim")), 4)
    yield Line()
    rows = []
    for index, goal in enumerate(meta.goals):
        conditions = {name: value for name, value in (("each", goal.each), ("when", goal.when)) if value}
        params = "  ".join(f"{name}={value_text(value)}" for name, value in {**goal.params, **conditions}.items())
        before = ", ".join(f"g{place}" for place in meta.dependencies.get(index, ()))
        rows.append(
            (
                (goal.goal_id or f"g{index}", "bold cyan"),
                (f"{goal.domain}.{goal.verb}", ""),
                (f"after {before}" if before else "", "dim"),
                (harmless(goal.scope), "dim"),
                (params, ""),
            )
        )
    yield from columns(rows)
    yield Line()
    steps = f", as a plan of {found.step_count} steps" if found.step_count is not None else ""
    yield Line(((f"understood by the {found.extractor}{steps}", "dim"),))
