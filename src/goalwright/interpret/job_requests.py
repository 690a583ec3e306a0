"""Sentences about the jobs there are: list my jobs, pause all jobs, remove the job about gmail."""

from __future__ import annotations

from goalwright.interpret.grammar.grammar_extractor import GrammarExtractor
from goalwright.interpret.grammar.tokens import STOP
from goalwright.interpret.trigger_phrases import TriggerPhrases
from goalwright.named_tuple import NamedTuple


class JobRequest(NamedTuple):
    """What is to be done about jobs: `list`, `show`, `pause`, `resume`, `run` or `remove`, and with which.

    `name` are the words that one job is known by; without them all are meant.
    """

    deed: str
    name: str = ""


def job_request(extractor: GrammarExtractor, text: str) -> JobRequest | None:
    """What a sentence that is not understood otherwise asks of the jobs there are; None if it is not about them."""
    phrases = TriggerPhrases(extractor, text)
    end = len(phrases.tokens)
    while end and phrases.tokens[end - 1].mark == STOP:
        end -= 1
    for deed, (every, one) in extractor.grammar.job_requests.items():
        for start, _ in phrases.framing.leads(0, end) if end else ():
            for stop, _ in phrases.framing.trails(start, end):
                if stop in phrases.reached(every, start, stop):
                    return JobRequest(deed)
                named = [place for place in phrases.reached(one, start, stop) if place < stop]
                if named:
                    return JobRequest(deed, phrases.said(max(named), stop).strip("\"'“”"))
    return None
