"""What happened: the outcome of each action, the events along the way and the report of a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, get_args

from goalwright.contracts.checks import freeze_items, freeze_mapping, put, require_choice, require_text
from goalwright.contracts.frozen import EMPTY, FrozenDict
from goalwright.contracts.plan import LOOK_TOOL, Plan, PlanStatus, UnmetGoal
from goalwright.contracts.tool import Verdict
from goalwright.dataclass import dataclass
from goalwright.errors import ACTION_FAILED, INTERRUPTED, NOT_PLANNABLE, REFUSED, ContractViolation

ActionState = Literal["pending", "running", "done", "failed", "skipped", "cancelled", "in_doubt"]
RunStatus = Literal["success", "partial", "failed", "refused", "cancelled", "interrupted", "awaiting_approval"]
EventKind = Literal[
    "run_waiting",
    "run_approved",
    "run_started",
    "action_started",
    "action_retried",
    "action_ended",
    "run_stopping",
    "run_ended",
    "undo_started",
    "undo_ended",
    "run_undone",
]
_STATES = get_args(ActionState)
_STATUSES = get_args(RunStatus)
_VERDICTS = (*get_args(Verdict), "")
_EXIT_CODES: Mapping[RunStatus, int] = {
    "success": 0,
    "partial": 0,
    "failed": ACTION_FAILED,
    "refused": REFUSED,
    "cancelled": INTERRUPTED,
    "interrupted": ACTION_FAILED,
    "awaiting_approval": REFUSED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionOutcome:
    """What became of one action. `output` is what it saw or made, `error` what went wrong and what to do about it.

    `verified` is empty for an action that did not run, or that only observes. `seconds` is how long it ran.
    """

    action_id: str
    state: ActionState
    output: Mapping[str, Any] = EMPTY
    error: str = ""
    verified: Verdict | Literal[""] = ""
    attempts: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        require_text(self, "action_id")
        require_text(self, "error", empty=True)
        if self.state not in _STATES:
            require_choice(self, "state", _STATES)
        if self.verified not in _VERDICTS:
            require_choice(self, "verified", _VERDICTS)
        freeze_mapping(self, "output")

    @property
    def is_done(self) -> bool:
        return self.state == "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEvent:
    """Something happened in a run.

    `outcome` comes with `action_ended`, `status` and `reason` with `run_ended`, `by` with what a person asked for.
    `number` is the journal's, larger for later events and never given twice; a listener in the run's own process
    hears of events before they have one, and is told 0.
    """

    kind: EventKind
    run_id: str
    action_id: str = ""
    outcome: ActionOutcome | None = None
    at: float = 0.0
    number: int = 0
    status: RunStatus | None = None
    reason: str = ""
    by: str = ""


Listener: TypeAlias = Callable[[RunEvent], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReport:
    """A run from beginning to end. `reason` is one sentence for every status but success.

    `outcomes` are by action id, in the plan's order; a refused run has none. `plan_status` is the planner's.
    """

    run_id: str
    status: RunStatus
    plan: Plan | None = None
    plan_status: PlanStatus = "success"
    plan_hash: str = ""
    outcomes: Mapping[str, ActionOutcome] = EMPTY
    unmet: tuple[UnmetGoal, ...] = ()
    reason: str = ""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        require_choice(self, "status", _STATUSES)
        require_choice(self, "plan_status", get_args(PlanStatus))
        require_text(self, "run_id", "plan_hash", "reason", empty=True)
        put(self, "outcomes", FrozenDict(self.outcomes))
        freeze_items(self, "unmet", UnmetGoal)
        for name, outcome in self.outcomes.items():
            if not isinstance(outcome, ActionOutcome) or outcome.action_id != name:
                raise ContractViolation("RunReport", "outcomes", "must be ActionOutcomes by their action ids")

    @property
    def exit_code(self) -> int:
        """What a command that did this run ends with."""
        if self.status == "refused" and self.plan_status != "success":
            return NOT_PLANNABLE
        return _EXIT_CODES[self.status]

    @property
    def answers(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """What the observing actions saw, in the plan's order, by action id; looks only led to other actions."""
        if self.plan is None:
            return ()
        observing = [
            action.action_id
            for action in self.plan.actions
            if action.action_class == "observe" and action.tool != LOOK_TOOL
        ]
        seen = [(name, self.outcomes[name]) for name in observing if name in self.outcomes]
        return tuple((name, outcome.output) for name, outcome in seen if outcome.is_done)
