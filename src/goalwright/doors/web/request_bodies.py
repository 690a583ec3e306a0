"""What requests may say, checked where it enters: bodies and queries, with nothing in them that is not known."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

LONGEST_TEXT = 20_000
MOST_GOALS = 500
RUN_ID = r"^[0-9A-Za-z][0-9A-Za-z_-]{0,99}$"
JOB_ID = r"^[0-9A-Za-z][0-9A-Za-z_-]{0,31}$"
HASH = r"^[0-9a-f]{64}$"
LONGEST_WAIT_S = 60
_ONE_SOURCE: dict[str, Any] = {"oneOf": [{"required": ["text"]}, {"required": ["goals"]}]}
_SAYS_WHEN: dict[str, Any] = {
    **_ONE_SOURCE,
    "if": {"required": ["goals"]},
    "then": {"required": ["when"], "properties": {"when": {"type": "object"}}},
}


def _whole(value: Any) -> Any:
    """JSON knows one sort of numbers: 47.0 is as whole as 47."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]
HostName = Annotated[str, Field(min_length=1, max_length=63)]
RunStatusName = Literal["success", "partial", "failed", "refused", "cancelled", "interrupted", "awaiting_approval"]


class Body(BaseModel):
    """A body: JSON of exactly this form, nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class SentenceBody(Body):
    text: str = Field(max_length=LONGEST_TEXT, description="What to do, in words.")
    ask_model: bool = Field(default=True, description="Whether a model is asked if the grammar declines.")


class WantedBody(Body):
    """What is wanted: a sentence, or goals as data."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, json_schema_extra=_ONE_SOURCE)

    text: str = Field(default="", max_length=LONGEST_TEXT, description="What to do, in words.")
    goals: list[dict[str, Any]] = Field(
        default_factory=list, min_length=1, max_length=MOST_GOALS, description="Goals as data, as in a goals file."
    )
    cwd: str = Field(default="", max_length=4_000, description="The folder that relative paths start from.")
    reading: Whole = Field(default=0, ge=0, le=100, description="Which reading of an ambiguous sentence, from 1.")

    @model_validator(mode="after")
    def _one_source(self) -> WantedBody:
        if len({"text", "goals"} & self.model_fields_set) != 1:
            raise ValueError("give either text or goals")
        return self


class PlanBody(WantedBody):
    ask_model: bool = Field(default=True, description="Whether a model is asked if the grammar declines.")


class RunBody(WantedBody):
    run_id: str = Field(
        default="", pattern=rf"^$|{RUN_ID}", description="An id of your own: starting it twice takes it up."
    )
    partial: bool = Field(default=False, description="Do what can be done if some goals cannot.")
    wait_s: Whole = Field(
        default=0, ge=0, le=LONGEST_WAIT_S, description="Reply when it rests, or after so many seconds."
    )


class JobBody(Body):
    """A job: when, and a sentence or goals as data; or a sentence that says both."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, json_schema_extra=_SAYS_WHEN)

    when: dict[str, Any] | None = Field(
        default=None, description="What starts it, by its kind: moment, recurrence, file, … Or the text says it."
    )
    text: str = Field(default="", max_length=LONGEST_TEXT, description="What to do, in words.")
    goals: list[dict[str, Any]] = Field(
        default_factory=list, min_length=1, max_length=MOST_GOALS, description="Goals as data, as in a goals file."
    )
    cwd: str = Field(default="", max_length=4_000, description="The folder that relative paths start from.")
    missed: Literal["once", "skip"] = Field(default="once", description="What becomes of times that were missed.")
    ask_then: bool = Field(default=False, description="Whether high risk waits for approval each time.")

    @model_validator(mode="after")
    def _one_source(self) -> JobBody:
        if len({"text", "goals"} & self.model_fields_set) != 1:
            raise ValueError("give either text or goals")
        if self.goals and self.when is None:
            raise ValueError("say when: goals do not")
        return self


class NewJobBody(JobBody):
    approve: str = Field(default="", pattern=rf"^$|{HASH}", description="The approval of the draft that was looked at.")


class JobRunBody(Body):
    file: str = Field(default="", max_length=4_000, description="The file that it is to be done with.")


class ApprovalBody(Body):
    plan_hash: str = Field(pattern=HASH, description="The hash of the plan that was looked at.")
    wait_s: Whole = Field(default=0, ge=0, le=LONGEST_WAIT_S)


class StopBody(Body):
    now: bool = Field(default=False, description="Abandon what is running, too.")


class ResumeBody(Body):
    redo: list[str] = Field(default_factory=list, max_length=MOST_GOALS, description="Actions in doubt to do again.")
    skip: list[str] = Field(default_factory=list, max_length=MOST_GOALS, description="Actions in doubt to leave out.")
    wait_s: Whole = Field(default=0, ge=0, le=LONGEST_WAIT_S)


class UndoBody(Body):
    dry_run: bool = Field(default=False, description="Only say what would be taken back.")


class FleetRunBody(Body):
    text: str = Field(max_length=LONGEST_TEXT, description="What to do, in words; it may say on which hosts.")
    on: list[HostName] = Field(
        default_factory=list, max_length=1_000, description="Hosts and tags, unless the words say them."
    )
    canary: Whole = Field(default=0, ge=0, le=1_000_000, description="So many hosts first; a person lets the rest go.")
    batch: Whole = Field(default=0, ge=0, le=1_000_000, description="So many hosts at a time.")
    stop_after: Whole = Field(default=0, ge=0, le=1_000_000, description="Send no more after so many failures.")
    deadline_s: Whole = Field(
        default=0, ge=0, le=31_622_400, description="What no host has begun by then is not begun any more."
    )


class SetBody(Body):
    set_hash: str = Field(pattern=HASH, description="The hash of the set of plans that was looked at.")


class EmptyBody(Body):
    """Nothing is said: an empty object."""


class Query(BaseModel):
    """What follows the question mark; each name once."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NoQuery(Query):
    pass


class RunsQuery(Query):
    limit: int = Field(default=20, ge=1, le=200)
    before: str = Field(default="", pattern=rf"^$|{RUN_ID}", description="The last run of the page before.")
    status: RunStatusName | None = None
    text: str = Field(default="", max_length=200, description="Words of the sentence, or the beginning of the id.")


class EventsQuery(Query):
    after: int = Field(default=0, ge=0, le=2**53, description="The number of the last event that was seen.")
    limit: int = Field(default=500, ge=1, le=2_000)


class StreamQuery(Query):
    after: int | None = Field(default=None, ge=0, le=2**53, description="Begin after this event, not with the next.")


class FactsQuery(Query):
    limit: int = Field(default=50, ge=1, le=500)
    key: str = Field(default="", max_length=2_000)
    prefix: str = Field(default="", max_length=2_000)
    tool: str = Field(default="", max_length=200)
    text: str = Field(default="", max_length=200)


class RulesQuery(Query):
    name: str = Field(default="", max_length=200, description="A domain, or domain.verb.")


class RecordQuery(Query):
    limit: int = Field(default=100, ge=1, le=1_000)
