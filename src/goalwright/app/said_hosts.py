"""Said hosts: whether a command is for hosts of the fleet, or says "on" in another sense."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from goalwright.app.known_hosts import KnownHosts
from goalwright.errors import ForTheFleet, NotUnderstood, UnparsedClause
from goalwright.interpret.host_phrases import HostPhrase, host_phrase, names_of
from goalwright.interpret.interpreter import checked_text
from goalwright.rules.host_words import told_of_hosts

Extract = Callable[[str], object]
"""Makes sense of a text as a command for this machine, or raises NotUnderstood; it asks no model."""


def require_local(text: str, home: Path, extract: Extract) -> None:
    """Raise ForTheFleet for a command that is for hosts of the fleet, NotUnderstood for one that may be.

    A phrase that says "all" is for the fleet, also where a free text could hold it; another one is, if the command
    makes no sense with it on this machine.
    """
    phrase = host_phrase(checked_text(text), KnownHosts(home).read())
    if phrase is None:
        return
    is_plain = _is_plain(extract, text)
    if is_plain and (phrase.place == "inside" or not _is_plain(extract, phrase.rest)):
        return
    if is_plain and not phrase.is_every:
        if phrase.problem:
            return
        raise _declined(text, phrase, told_of_hosts("text", what=f'"{phrase.text}"'))
    raise ForTheFleet(phrase.text, phrase.rest, phrase.hosts, phrase.problem)


def named_hosts(text: str, known: Mapping[str, Sequence[str]]) -> HostPhrase:
    """Which of the hosts a command names that is known to be for the fleet; NotUnderstood if it names none."""
    phrase = host_phrase(checked_text(text), known)
    if phrase is None:
        raise NotUnderstood(told_of_hosts("nowhere", known=names_of(known)))
    if phrase.problem:
        raise _declined(text, phrase, phrase.problem)
    return phrase


def _is_plain(extract: Extract, text: str) -> bool:
    try:
        extract(text)
    except NotUnderstood as declined:
        return bool(declined.readings)
    return True


def _declined(text: str, phrase: HostPhrase, problem: str) -> NotUnderstood:
    start = text.rfind(phrase.text)
    return NotUnderstood(problem, [UnparsedClause(phrase.text, start, start + len(phrase.text), problem)])
