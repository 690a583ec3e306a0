"""Every exception Goalwright raises on purpose.

GoalwrightError                 carries `exit_code`; its text is one sentence a person can act on
├── ContractViolation           a value that passes between rooms broke its contract (a bug in the caller)
├── GoalsFileError              a --goals file that is not what it should be
├── RuleFileError               a rule table that is not what it should be
├── SettingsError               a setting of the user's that cannot be used
├── NotUnderstood               a sentence the interpreter declines
│   ├── ModelUnavailable        the model that should have read it could not be asked
│   ├── ForTheFleet             it is for other machines, and this door is for this one
│   ├── AsksForJob              it says when, and so asks for a job rather than for something now
│   ├── AboutJobs               it is about the jobs there are
│   └── CallsRoutine            it is what a person says to have a routine done
├── NotPlannable                goals that no plan can meet, where a plan was demanded
│   └── NotYetSeen              what they ask for is only there once earlier goals are done
├── PolicyRefusal               something that is not allowed: a path outside the allowed folders, a missing approval
├── ApprovalRefused             a plan that waits is not approved by this: another hash, too late, or approved before
├── WorldDrifted                the world is no longer what a kept plan, or an undo, relies on
├── ToolFailure                 a tool could not do what it was asked; becomes a failed action
│   └── ResolutionRefused       an action gets no tool: none fits, it is not here, or its arguments are not the plan's
├── JournalError                the record of runs cannot be read or written
├── RunNotFound                 no run has the id, or none can be resumed or undone
├── RunIdTaken                  the id that a caller gave belongs to a run of another command
├── JobNotFound                 no job has the id
├── JobRefused                  a job that can't be made or done as it was asked for
├── SavedPlanError              a file is not a saved plan, or is not as it was saved
├── FleetError                  the fleet cannot be used, or a host of it is not what it should be
│   └── SealBroken              an order, an answer or a record without the signature it should carry
└── PlanPayloadError            a structured plan that breaks its contract
    └── StepCountError          a structured plan cannot have the number of steps asked for
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Self

from goalwright.dataclass import dataclass

USAGE = 2
NOT_UNDERSTOOD = 3
NOT_PLANNABLE = 4
ACTION_FAILED = 5
REFUSED = 6
DRIFTED = 7
UNFINISHED = 8
INTERRUPTED = 130


class GoalwrightError(Exception):
    """The root of every error that is meant to be read by a person. A copy is made from what it was made from."""

    exit_code = 1
    _made_from: tuple[tuple[Any, ...], dict[str, Any]]

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        error = super().__new__(cls, *args)
        error._made_from = args, kwargs
        return error

    def __reduce__(self) -> tuple[Any, ...]:
        args, kwargs = self._made_from
        return partial(type(self), **kwargs), args


class ContractViolation(GoalwrightError):
    """A contract value was built, or returned, against its contract.

    `contract` names the type, `field` the part of it, `problem` what is wrong with that part.
    """

    exit_code = USAGE

    def __init__(self, contract: str, field: str, problem: str) -> None:
        super().__init__(f"{contract}.{field}: {problem}")
        self.contract = contract
        self.field = field
        self.problem = problem


class GoalsFileError(GoalwrightError):
    """A goals file cannot be used; `source` is the file, `place` the path inside it."""

    exit_code = USAGE

    def __init__(self, source: str, place: str, problem: str) -> None:
        super().__init__(f"{source}: {place}: {problem}" if place else f"{source}: {problem}")
        self.source = source
        self.place = place
        self.problem = problem


class RuleFileError(GoalwrightError):
    """A rule table cannot be loaded: which file, which row, which field, and what to write instead."""

    exit_code = USAGE

    def __init__(self, file: str, row: str, field: str, problem: str, remedy: str) -> None:
        place = ": ".join(part for part in (file, f"row {row}" if row else "", field) if part)
        super().__init__(f"{place}: {problem}; {remedy}")
        self.file = file
        self.row = row
        self.field = field
        self.problem = problem
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class UnparsedClause:
    """A part of a sentence that was not understood: `sentence[start:end]`, why, and what would be."""

    text: str
    start: int
    end: int
    problem: str = ""
    suggestions: tuple[str, ...] = ()


class SettingsError(GoalwrightError):
    """The user's settings cannot be used: `source` is the file or variable, `field` the setting in it."""

    exit_code = USAGE

    def __init__(self, source: str, field: str, problem: str) -> None:
        super().__init__(f"{source}: {field}: {problem}" if field else f"{source}: {problem}")
        self.source = source
        self.field = field
        self.problem = problem


class NotUnderstood(GoalwrightError):
    """The interpreter declines a sentence rather than guess at it.

    `clauses` are the parts it could not make sense of. An ambiguous sentence has `readings` instead: the
    ways to understand it, each as one line of text, and `choices`, the same ways as values that a door can run.
    """

    exit_code = NOT_UNDERSTOOD

    def __init__(
        self,
        problem: str,
        clauses: Sequence[UnparsedClause] = (),
        readings: Sequence[str] = (),
        choices: Sequence[Any] = (),
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.clauses = tuple(clauses)
        self.readings = tuple(readings)
        self.choices = tuple(choices)


class ModelUnavailable(NotUnderstood):
    """The language model that was configured could not be asked: it is down, over quota, slow or talks nonsense."""


class ForTheFleet(NotUnderstood):
    """A sentence says on which hosts of the fleet to do it; `rest` is what to do there.

    With `problem`, it names none, as far as is known without asking the fleet.
    """

    def __init__(self, phrase: str, rest: str, hosts: Sequence[str], problem: str = "") -> None:
        named = ", ".join(hosts[:5]) + (f" and {len(hosts) - 5} more" if len(hosts) > 5 else "")
        super().__init__(problem or f'"{phrase}" is for the fleet ({named}): use `goalwright fleet run`')
        self.phrase = phrase
        self.rest = rest
        self.hosts = tuple(hosts)


class AsksForJob(NotUnderstood):
    """A sentence says when it is to be done; `command` is what is left of it without that."""

    def __init__(self, said: str, command: str) -> None:
        super().__init__(f"this asks for a job, which is not done now: make it with `goalwright {_quoted(said)}`")
        self.command = command


class AboutJobs(NotUnderstood):
    """A sentence asks for something about the jobs there are: `deed` is what, `name` the words for one of them."""

    def __init__(self, deed: str, name: str = "") -> None:
        super().__init__(f"this is about jobs: use `goalwright jobs {deed}`")
        self.deed = deed
        self.name = name


class CallsRoutine(NotUnderstood):
    """A sentence calls a routine, which has this id."""

    def __init__(self, job_id: str) -> None:
        super().__init__(f"this calls a routine: run it with `goalwright jobs run {job_id}`")
        self.job_id = job_id


class NotPlannable(GoalwrightError):
    """A plan was demanded for goals that have none; `status` is the planner's own."""

    exit_code = NOT_PLANNABLE

    def __init__(self, status: str, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class NotYetSeen(NotPlannable):
    """A goal looks at what an earlier goal of the same command is still to change."""


class PlanPayloadError(GoalwrightError):
    """A structured plan breaks its contract; `violations` lists each one as (place, problem)."""

    exit_code = USAGE
    shown = 5

    def __init__(self, violations: Sequence[tuple[str, str]]) -> None:
        self.violations = tuple((str(place), str(problem)) for place, problem in violations)
        listed = "; ".join(f"{place}: {problem}" for place, problem in self.violations[: self.shown])
        hidden = len(self.violations) - self.shown
        super().__init__(listed + (f"; and {hidden} more" if hidden > 0 else ""))


class StepCountError(PlanPayloadError):
    """The goals need more steps than were asked for, or the number asked for makes no sense."""

    exit_code = NOT_PLANNABLE


class PolicyRefusal(GoalwrightError):
    """The policy does not allow it; `subject` is the path, plan or address in question."""

    exit_code = REFUSED

    def __init__(self, subject: str, problem: str) -> None:
        super().__init__(f"{subject}: {problem}" if subject else problem)
        self.subject = subject
        self.problem = problem


class WorldDrifted(GoalwrightError):
    """What was relied on has changed; `changes` lists each thing with what became of it."""

    exit_code = DRIFTED
    shown = 3

    def __init__(self, problem: str, changes: Sequence[str] = ()) -> None:
        self.problem = problem
        self.changes = tuple(changes)
        listed = "; ".join(self.changes[: self.shown])
        hidden = len(self.changes) - self.shown
        listed += f"; and {hidden} more" if hidden > 0 else ""
        super().__init__(f"{problem}: {listed}" if listed else problem)


class ToolFailure(GoalwrightError):
    """A tool could not do what it was asked. `is_transient` says that trying again may help.

    `is_half_done` says that something is left of it, which only doing it again with the same `before` completes.
    """

    exit_code = ACTION_FAILED

    def __init__(self, problem: str, *, is_transient: bool = False, is_half_done: bool = False) -> None:
        super().__init__(problem)
        self.problem = problem
        self.is_transient = is_transient
        self.is_half_done = is_half_done


class ResolutionRefused(ToolFailure):
    """An action gets no tool, or would get arguments that are not the plan's."""

    def __init__(self, action_id: str, problem: str) -> None:
        super().__init__(problem)
        self.action_id = action_id


class JournalError(GoalwrightError):
    """The record of runs cannot be used; `file` is where it is. Whatever is in it stays as it is."""

    def __init__(self, file: str, problem: str) -> None:
        super().__init__(f"{file}: {problem}")
        self.file = file
        self.problem = problem


class RunIdTaken(GoalwrightError):
    """A caller gave an id that a run of another command has."""

    exit_code = USAGE

    def __init__(self, run_id: str) -> None:
        super().__init__(f"the run {run_id} was started for another command: use another id for this one")
        self.run_id = run_id


class ApprovalRefused(GoalwrightError):
    """A run that waits for approval stays as it is; the text says why, and what to do."""

    exit_code = REFUSED


class RunNotFound(GoalwrightError):
    """There is no such run, or it is not one that this can be done with."""

    exit_code = USAGE


class JobNotFound(GoalwrightError):
    """There is no such job."""

    exit_code = USAGE


class JobRefused(GoalwrightError):
    """A job is not made, or not done now; the text says why, and what to do."""

    exit_code = REFUSED


class SavedPlanError(GoalwrightError):
    """A file that is not a plan saved by `goalwright plan -o`, or that was changed since."""

    exit_code = USAGE

    def __init__(self, source: str, problem: str) -> None:
        super().__init__(f"{source}: {problem}")
        self.source = source
        self.problem = problem


class FleetError(GoalwrightError):
    """The fleet cannot be reached or used as asked; the text says why, and what to do."""

    exit_code = USAGE


class SealBroken(FleetError):
    """Something is not signed by the key that should have signed it, or was signed for another purpose."""

    exit_code = REFUSED


def _quoted(said: str) -> str:
    """A sentence as a shell takes it, on one line."""
    shown = " ".join(said.split())
    return f'"{shown}"' if '"' not in shown else f"'{shown}'"
