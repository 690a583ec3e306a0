"""`goalwright explain`: from the words to the actions, with the reasons."""

from __future__ import annotations

from contextlib import closing

from goalwright.doors.cli.explanation import explanation_document, explanation_lines
from goalwright.doors.cli.parameters import AsJson, Sentence
from goalwright.doors.cli.screen import show, show_json, warn
from goalwright.doors.cli.sentences import understood, warn_of_scopes
from goalwright.doors.cli.short_paths import Places
from goalwright.errors import NOT_PLANNABLE

EPILOG = """\b
Example:
  goalwright explain "create a folder docs, then notes.txt in it"
  goalwright explain "what time is it" --json
"""


def explain(text: Sentence, as_json: AsJson = False) -> int:
    """Say why a sentence leads to its plan.

    Each clause with its goals, each goal with the actions for it, why they are needed, what was
    found, and what is at stake. Nothing is run.
    """
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        found = understood(gw, text, as_json=as_json)
        prepared = gw.prepare(found.meta_goal, text=found.meta_goal.text, any_tool=True)
        if as_json:
            show_json(explanation_document(gw, found, prepared))
        else:
            warn_of_scopes(found.meta_goal)
            show(explanation_lines(gw, found, prepared, Places.around(gw.cwd)))
    if prepared.plan is not None:
        return 0
    if not as_json:
        warn(prepared.result.reason or prepared.result.status)
    return NOT_PLANNABLE
