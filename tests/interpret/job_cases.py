"""The cases of `job_cases.txt`, and what a sentence makes of itself in their words."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from goalwright.contracts.jobs import AppChange, FileArrival, Moment, Recurrence, Routine, Threshold, Trigger
from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter
from goalwright.interpret.job_sentences import AskedJob, JobSentences
from goalwright.rules import builtin_rules
from goalwright.situate.anchoring import Surroundings
from goalwright.situate.said_triggers import trigger_of

ZONE = "Europe/Berlin"
NOW = datetime(2026, 11, 17, 16, 30, tzinfo=ZoneInfo(ZONE))


def cases() -> list[tuple[str, str]]:
    """Every sentence with what is expected of it."""
    lines = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    rows = [line.partition(" => ") for line in lines if line.strip() and not line.startswith("#")]
    return [(sentence, expected) for sentence, _, expected in rows]


@cache
def interpreter() -> GoalInterpreter:
    return GoalInterpreter()


def asked(sentence: str) -> AskedJob | None:
    return JobSentences(interpreter().grammar).asked(sentence, on_page=False, is_there=lambda _: False)


def made(sentence: str) -> str:
    """What comes of a sentence, as the cases write it."""
    try:
        interpreter().read(sentence)
        return "plain"
    except NotUnderstood as declined:
        first = declined
    try:
        job = asked(sentence)
        if job is None:
            raise first
        told = told_trigger(trigger_of(job, NOW, ZONE, _here().absolute))
    except NotUnderstood as declined:
        return f"no: {declined}"
    return f"{told}{' ask' if job.ask_then else ''} | {job.command}"


def fits(expected: str, found: str) -> bool:
    """Whether what came of a sentence is what was expected; of a refusal, whether it says what it should."""
    if expected.startswith("no: "):
        return found.startswith("no: ") and expected.removeprefix("no: ").casefold() in found.casefold()
    return found == expected


def told_trigger(trigger: Trigger) -> str:
    match trigger:
        case Moment():
            at = datetime.fromisoformat(trigger.at)
            return f"at {at:%Y-%m-%d %H:%M}" if at.tzinfo is None else f"in {(at - NOW) // timedelta(seconds=1)} s"
        case Recurrence():
            until = f" until {_short(trigger.until)}" if trigger.until else ""
            return f"{trigger.rule} from {_short(trigger.start)}{until}"
        case FileArrival():
            names = f"={trigger.file}" if trigger.file else ",".join(trigger.names) or "*"
            return f"file {trigger.folder} {names} {trigger.event}"
        case Threshold():
            return f"{trigger.measure} {trigger.side} {trigger.percent:g}"
        case AppChange():
            return f"app {trigger.app} {trigger.event}"
        case Routine():
            return f"routine {','.join(trigger.words)}"


def _short(moment: str) -> str:
    return f"{datetime.fromisoformat(moment):%Y-%m-%d %H:%M}"


@cache
def _here() -> Surroundings:
    return Surroundings(cwd="/home/ann/work", home="/home/ann", words=builtin_rules().words)
