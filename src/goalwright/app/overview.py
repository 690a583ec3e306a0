"""Overview: all runs of the user at once, for doors that stay open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from goalwright.errors import NotUnderstood
from goalwright.runs.following import event_of, left_alone

if TYPE_CHECKING:
    from goalwright.app.goalwright import Goalwright
    from goalwright.contracts import Interpretation, RunEvent, RunRecord
    from goalwright.contracts.run_report import RunStatus


def found_runs(
    gw: Goalwright, *, limit: int, before: str = "", status: RunStatus | None = None, text: str = ""
) -> list[tuple[RunRecord, str]]:
    """The newest runs with what each is now: those before a run, of a status, with these words, as far as is asked."""
    found = gw.journal.found(limit=limit, before=before, status=status, text=text)
    return [(record, status_now(gw, record)) for record in found]


def status_now(gw: Goalwright, record: RunRecord) -> str:
    """What a run is now, which the record of one that runs does not say."""
    if gw.journal.is_running(record.run_id):
        return "running"
    return record.status or "interrupted"


def running(gw: Goalwright) -> list[str]:
    """The runs that a process is at work on."""
    return [run_id for run_id in gw.journal.open_runs() if gw.journal.is_running(run_id)]


def at_rest(gw: Goalwright, run_ids: Iterable[str]) -> frozenset[str]:
    """Those of the runs that no process is at work on."""
    return frozenset(run_id for run_id in run_ids if not gw.journal.is_running(run_id))


async def come_to_rest(gw: Goalwright, run_id: str) -> None:
    """A run is at rest. Of one that was begun here that is heard; others are looked at."""
    await gw.parts.background.ended(run_id)
    await left_alone(gw.journal, run_id)


def news(gw: Goalwright, after: int, limit: int) -> tuple[list[RunEvent], int]:
    """The events of all runs after that number, oldest first, and the number up to which they go."""
    entries = gw.journal.news(after, limit)
    events = [event for event in map(event_of, entries) if event is not None]
    return events, entries[-1].number if entries else after


def past_events(gw: Goalwright, run_id: str, after: int) -> list[RunEvent]:
    """What has happened in one run so far, after that number."""
    return [event for event in map(event_of, gw.journal.entries(run_id, after)) if event is not None]


def latest(gw: Goalwright) -> int:
    """The number of the last entry there is."""
    return gw.journal.latest()


def tally(gw: Goalwright) -> Mapping[str, int]:
    """How many runs there are of each status; those that have none yet are `open`."""
    return gw.journal.tally()


def read_plainly(gw: Goalwright, text: str) -> Interpretation:
    """What the grammar alone makes of a sentence: a model is not asked while a person is still typing."""
    interpreter = gw.parts.interpreter
    if interpreter.model is None:
        with gw.parts.guard:
            return gw.read(text)
    from goalwright.interpret import GoalInterpreter

    plain = GoalInterpreter(gw.rules, grammar=interpreter.grammar.grammar)
    plain.grammar = interpreter.grammar
    try:
        with gw.parts.guard:
            return plain.read(text, on_page=gw.parts.browser_seen().is_running)
    except NotUnderstood as declined:
        if declined.readings or any(clause.problem for clause in declined.clauses):
            raise
        raise NotUnderstood(f"{declined.problem}; the model is asked when it is run", declined.clauses) from None


def ask_to_stop(gw: Goalwright, run_ids: Iterable[str], by: str, *, is_now: bool) -> None:
    """Leave word for the processes that are at work on these runs."""
    from goalwright.contracts.journal import Asked

    for run_id in run_ids:
        gw.journal.ask_to_stop(run_id, Asked(by, is_now))


def settings_document(gw: Goalwright) -> list[dict[str, Any]]:
    """Every setting as it is, and where it comes from."""
    from goalwright.contracts.documents import plain

    return [
        {"name": name, "value": plain(chosen.value), "source": chosen.source, "help": chosen.help}
        for name, chosen in gw.settings.chosen.items()
    ]


def taught(gw: Goalwright, limit: int) -> list[str]:
    """A few sentences that can be said on this machine now, and that do no harm."""
    from goalwright.errors import GoalwrightError
    from goalwright.language.tables import table

    found: list[str] = []
    for text in table("teaching")["sentences"]:
        try:
            prepared = gw.prepare(text)
        except GoalwrightError:
            continue
        if prepared.result.status == "success" and not prepared.refusals and not prepared.needs_approval:
            found.append(text)
        if len(found) == limit:
            break
    return found


def sentences_by_row(gw: Goalwright, limit: int) -> Mapping[str, tuple[str, ...]]:
    """A few sentences for each row of the rules, from any thread."""
    with gw.parts.guard:
        return gw.examples(limit)


def begun_here(gw: Goalwright) -> tuple[str, ...]:
    """The runs that this application began, and has not waited for."""
    return gw.parts.background.run_ids


async def begun_here_ended(gw: Goalwright) -> None:
    """All runs that this application began have come to their end."""
    await gw.parts.background.wait()
