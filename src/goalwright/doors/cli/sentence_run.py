"""A sentence, or a file of goals, planned, shown and done."""

from __future__ import annotations

from contextlib import closing

from goalwright.doors.cli.sentences import Wanted, asked_goals, warn_of_scopes


def run_sentence(text: str | None, goals: str | None, wanted: Wanted) -> int:
    """Do what a sentence or a goals file says; the exit code says what came of it."""
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        asked = asked_goals(gw, text, goals, as_json=wanted.as_json)
        if asked.step_count is not None:
            from goalwright.doors.cli.plan_command import show_structured

            return show_structured(gw, asked.meta, asked.step_count)
        from goalwright.doors.cli.carrying_out import run_prepared  # not for what is declined

        prepared = gw.prepare(asked.meta, text=asked.text)
        if not wanted.as_json:
            warn_of_scopes(asked.meta)
        return run_prepared(gw, prepared, wanted)
