"""Triggers as sentences say them, made into the triggers of jobs here and now."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

from goalwright.contracts.jobs import Routine, Trigger
from goalwright.situate.trigger_events import Absolute, event_trigger
from goalwright.situate.trigger_rules import timed_trigger


class SaidTrigger(Protocol):
    """What a sentence says of when: a `time`, an `event` or a `routine`, and the features of it."""

    @property
    def kind(self) -> str: ...

    @property
    def features(self) -> Mapping[str, Any]: ...


def trigger_of(said: SaidTrigger, now: datetime, zone: str, absolute: Absolute) -> Trigger:
    """The trigger that is meant, seen from a moment in a zone; NotUnderstood where nothing can be."""
    if said.kind == "time":
        return timed_trigger(said.features, now, zone)
    if said.kind == "routine":
        return Routine(words=tuple(said.features["words"]))
    return event_trigger(said.features, absolute)
