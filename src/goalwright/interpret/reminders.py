"""Reminders: commands that only make sense at a later time, said as the notifications that they are."""

from __future__ import annotations

from collections.abc import Iterable

from goalwright.interpret.grammar.grammar_extractor import GrammarExtractor
from goalwright.interpret.grammar.time_kinds import UNSURE
from goalwright.interpret.grammar.tokens import STOP
from goalwright.interpret.trigger_phrases import TriggerPhrases
from goalwright.named_tuple import NamedTuple
from goalwright.rules.trigger_words import job_text, job_words


class Reminding(NamedTuple):
    """A command with its reminders said otherwise: whole, or `quoted` the text of the one that it is.

    `is_first` says that the command begins with one; `is_report`, that its text tells something, perhaps of a time.
    """

    text: str
    quoted: str
    is_first: bool
    is_report: bool


def reminding(extractor: GrammarExtractor, command: str, about: str) -> Reminding | None:
    """The command with notifications for reminders; None if it has none. `about` is the text of one without its own."""
    phrases = TriggerPhrases(extractor, command)
    end = len(phrases.tokens)
    while end and phrases.tokens[end - 1].mark == STOP:
        end -= 1
    starts = [start for start, _ in phrases.framing.leads(0, end)] if end else []
    for is_first, start in (*((True, start) for start in starts), *((False, gap.end) for gap in phrases.gaps)):
        if start < end and (found := _at(phrases, start, end, about)) is not None:
            before = "" if is_first else phrases.text[: phrases.tokens[start].start]
            text, quoted, is_report = found
            return Reminding(before + text, before + quoted if quoted else "", is_first, is_report)
    return None


def rings_early(phrases: TriggerPhrases, start: int, end: int, clocks: Iterable[str]) -> bool:
    """Whether a command wakes someone, or is an alarm, at an hour that could be of the morning or the evening."""
    unsure = [clock for clock in clocks if clock.endswith(UNSURE)]
    rings = not job_words("woken_by").isdisjoint(phrases.kinds.folded[start:end])
    for first, _ in phrases.framing.leads(start, end) if unsure else ():
        if phrases.ends("waking", first, end):
            return True
        if rings and phrases.ends("alarms", first, end):
            return all(clock >= job_text("alarms_from") for clock in unsure)
    return False


def _at(phrases: TriggerPhrases, start: int, end: int, about: str) -> tuple[str, str, bool] | None:
    notify = job_text("notify")
    for use in ("reports", "reminders"):
        for stop in phrases.ends(use, start, end):
            if stop < end:
                rest = phrases.said(stop, end)
                quoted = f'{notify} "{rest}"' if '"' not in rest else ""
                return f"{notify} {rest}", quoted, use == "reports"
    for stop in (*phrases.ends("alarms", start, end), *phrases.ends("waking", start, end)):
        first = stop + (phrases.kinds.word(stop) in job_words("alarm_joints"))
        said = phrases.said(first, end)
        if stop == end or (first > stop and said):
            return f'{notify} "{said or job_text("alarm_text")}"', "", False
    stops = [gap.start for gap in phrases.gaps if gap.start >= start and gap.start <= end] or [end]
    for stop in phrases.ends("bare", start, end):
        if about and stop == min(stops[0], end):
            return f'{notify} "{about}"' + phrases.text[phrases.tokens[stop - 1].end :], "", False
    return None
