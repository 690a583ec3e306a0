"""Jobs: a command, what starts it, and the approval that was given when it was made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, TypeAlias, get_args

from goalwright.contracts.checks import (
    freeze_items,
    freeze_texts,
    put,
    require_choice,
    require_flag,
    require_text,
)
from goalwright.contracts.frozen import freeze
from goalwright.contracts.plan import Risk
from goalwright.contracts.shown import shown
from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation

FileEvent = Literal["appears", "changes"]
Measure = Literal["battery", "disk", "cpu", "memory"]
Side = Literal["below", "above"]
AppEvent = Literal["starts", "ends"]
Missed = Literal["once", "skip"]

RISKS: tuple[Risk, ...] = get_args(Risk)
_RULE_PART = re.compile(r"[A-Z]+=[A-Z0-9,+-]+")
_FREQUENCIES = ("YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY")
_JOB_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z_-]{0,31}")


LONGEST_NAME = 255
"""How many bytes the name of a file has at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One point in time: `at` is what the clock of the zone shows ("2026-11-18T08:00:00").

    With an offset ("2026-10-25T02:30:00+01:00") it is that very instant, which the clock of a zone cannot always tell:
    use it for "in 10 minutes".
    """

    at: str
    zone: str

    def __post_init__(self) -> None:
        _require_time(self, "at", may_have_offset=True)
        _require_zone(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recurrence:
    """Points in time that follow a rule of RFC 5545 ("FREQ=WEEKLY;BYDAY=MO,TU"), as the clock of the zone shows them.

    `start` is the rule's DTSTART, which is one of the times if the rule says so; `until` is the last time there may
    be, itself included. The rule has no DTSTART and no UNTIL of its own.
    """

    rule: str
    start: str
    zone: str
    until: str = ""

    def __post_init__(self) -> None:
        _require_time(self, "start")
        require_text(self, "until", empty=True)
        if self.until:
            _require_time(self, "until")
        _require_zone(self)
        _require_rule(self)

    @property
    def frequency(self) -> str:
        return re.search(r"FREQ=([A-Z]+)", self.rule).group(1)  # type: ignore[union-attr]  # looked for when built


@dataclass(frozen=True, slots=True, kw_only=True)
class FileArrival:
    """A file that appears or changes in a folder, once it is complete. The command's "it" is that file.

    `file` is the name of the one file that is meant; else `names` are patterns with * and ? ("*.pdf"), any of which
    may fit, in letters of either case. Without either, it is any file. `is_deep` counts the folders below, too.
    """

    folder: str
    file: str = ""
    names: tuple[str, ...] = ()
    event: FileEvent = "appears"
    is_deep: bool = False

    def __post_init__(self) -> None:
        require_text(self, "folder")
        require_text(self, "file", empty=True)
        freeze_texts(self, "names")
        require_choice(self, "event", get_args(FileEvent))
        require_flag(self, "is_deep")
        if not self.folder.startswith("/") and not re.match(r"[A-Za-z]:[\\/]", self.folder):
            raise ContractViolation("FileArrival", "folder", f"is {shown(self.folder)}: use an absolute path")
        if self.file and self.names:
            raise ContractViolation("FileArrival", "names", "must be left out where one file is named")
        for name in (self.file, *self.names):
            if "/" in name or "\0" in name or name in (".", ".."):
                raise ContractViolation("FileArrival", "names", f"holds {shown(name)}: use names without a folder")
            if len(name.encode("utf-8", "surrogatepass")) > LONGEST_NAME:
                raise ContractViolation("FileArrival", "names", f"holds {shown(name)}: no file has so long a name")


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A measure of this machine that falls below, or rises above, so many per cent.

    `battery` is how full it is; `disk` how much of the disk of the home folder is used; `cpu` how busy the processor
    is; `memory` how much is in use. "Less than 10% free" is above 90.
    """

    measure: Measure
    side: Side
    percent: float

    def __post_init__(self) -> None:
        require_choice(self, "measure", get_args(Measure))
        require_choice(self, "side", get_args(Side))
        if type(self.percent) not in (int, float) or not 0 <= self.percent <= 100:
            raise ContractViolation("Threshold", "percent", f"is {shown(self.percent)}: use a number from 0 to 100")
        put(self, "percent", float(self.percent))


@dataclass(frozen=True, slots=True, kw_only=True)
class AppChange:
    """A program that starts or ends, by the name it goes by in commands."""

    app: str
    event: AppEvent

    def __post_init__(self) -> None:
        require_text(self, "app")
        require_choice(self, "event", get_args(AppEvent))


@dataclass(frozen=True, slots=True, kw_only=True)
class Routine:
    """Words that call the command when a person says them; it needs no service."""

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        freeze_texts(self, "words")
        if not self.words:
            raise ContractViolation("Routine", "words", "is empty: say what calls it")


Trigger: TypeAlias = Moment | Recurrence | FileArrival | Threshold | AppChange | Routine
TRIGGERS: Mapping[str, type] = {
    "moment": Moment,
    "recurrence": Recurrence,
    "file": FileArrival,
    "threshold": Threshold,
    "app": AppChange,
    "routine": Routine,
}
"""What a trigger is called in JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapePart:
    """One of the verbs of a plan ("file.move"): the most that it puts at stake, and how many things it is about.

    `most` is 0 where the command itself leaves open how many there are ("all pdfs").
    """

    verb: str
    risk: Risk = "none"
    most: int = 1

    def __post_init__(self) -> None:
        require_text(self, "verb")
        require_choice(self, "risk", RISKS)
        if type(self.most) is not int or self.most < 0:
            raise ContractViolation("ShapePart", "most", f"is {shown(self.most)}: use a whole number from 0 up")


@dataclass(frozen=True, slots=True, kw_only=True)
class JobShape:
    """What a job may do without being asked again: its verbs, and what is of high risk as it was listed then."""

    parts: tuple[ShapePart, ...] = ()
    high_risk: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        freeze_texts(self, "high_risk")
        freeze_items(self, "parts", ShapePart)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A command that is done whenever its trigger says so.

    `said` is the whole sentence that made it, or what stood for it. The command is either `text`, a sentence that is
    understood again each time, or `goals`, as a goals file has them. `cwd` is the folder it works in. `shape` is what
    was approved when it was made; with `ask_then`, high risk waits for approval at each firing. `missed` says what
    happens to times that passed while no service ran: made up for once, or not at all.
    """

    job_id: str
    trigger: Trigger
    cwd: str
    said: str = ""
    text: str = ""
    goals: tuple[Mapping[str, Any], ...] = ()
    made_at: float = 0.0
    made_by: str = ""
    shape: JobShape = JobShape()
    ask_then: bool = False
    missed: Missed = "once"
    is_paused: bool = False

    def __post_init__(self) -> None:
        require_job_id(self.job_id)
        if not isinstance(self.trigger, get_args(Trigger)):
            raise ContractViolation("Job", "trigger", f"is {shown(self.trigger)}: use one of {', '.join(TRIGGERS)}")
        require_text(self, "cwd")
        require_text(self, "said", "text", "made_by", empty=True)
        put(self, "goals", freeze(tuple(self.goals), contract="Job", field="goals"))
        require_choice(self, "missed", get_args(Missed))
        require_flag(self, "ask_then", "is_paused")
        if bool(self.text) == bool(self.goals):
            raise ContractViolation("Job", "goals", "a job has either a sentence (text) or goals")


def require_job_id(job_id: str) -> str:
    """The id itself, if a job may be called so; else ContractViolation."""
    if not isinstance(job_id, str) or not _JOB_ID.fullmatch(job_id):
        problem = f"is {shown(job_id)}: use letters, digits, - and _, at most 32 of them"
        raise ContractViolation("Job", "job_id", problem)
    return job_id


def _require_time(value: Moment | Recurrence, field: str, *, may_have_offset: bool = False) -> None:
    require_text(value, field)
    text = getattr(value, field)
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        read = None
    if read is None or "T" not in text:
        problem = f"is {shown(text)}: write a time such as 2026-11-18T08:00:00"
        raise ContractViolation(type(value).__name__, field, problem)
    if read.tzinfo is not None and not may_have_offset:
        raise ContractViolation(type(value).__name__, field, f"is {shown(text)}: write it without an offset")


def _require_zone(value: Moment | Recurrence) -> None:
    from zoneinfo import ZoneInfo

    require_text(value, "zone")
    try:
        ZoneInfo(value.zone)
    except (KeyError, OSError, ValueError):  # unknown, the name of a folder, and no name of a zone at all
        problem = f"is {shown(value.zone)}: use the name of a time zone such as Europe/Berlin"
        raise ContractViolation(type(value).__name__, "zone", problem) from None


def _require_rule(value: Recurrence) -> None:
    require_text(value, "rule")
    parts = value.rule.split(";")
    names = [part.partition("=")[0] for part in parts]
    if not all(_RULE_PART.fullmatch(part) for part in parts) or len(set(names)) < len(names):
        problem = f"is {shown(value.rule)}: write a rule such as FREQ=WEEKLY;BYDAY=MO,TU"
    elif "DTSTART" in names or "UNTIL" in names:
        problem = "has a DTSTART or UNTIL of its own: say them as start and until"
    elif "FREQ" not in names or value.frequency not in _FREQUENCIES:
        problem = f"is {shown(value.rule)}: FREQ must be one of {', '.join(_FREQUENCIES)}"
    else:
        return
    raise ContractViolation("Recurrence", "rule", problem)
