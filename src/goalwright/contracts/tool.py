"""The port of tools: what the executor may ask of one, and the call it makes."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, Literal, Protocol, get_args

from goalwright.contracts.checks import freeze_mapping, require_choice, require_flag, require_text, require_text_or_none
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.plan import PlannedAction, Risk
from goalwright.contracts.world_state import Fact
from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation

Verdict = Literal["yes", "no", "unobservable"]
Before = Mapping[str, Any]
"""What a tool saw before it acted."""
_RISKS = get_args(Risk)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """A tool's outcome: `output` is what it saw or made, `error` what went wrong and what to do about it."""

    ok: bool
    output: Mapping[str, Any] = EMPTY
    error: str | None = None

    def __post_init__(self) -> None:
        require_flag(self, "ok")
        freeze_mapping(self, "output")
        require_text_or_none(self, "error")
        if self.ok == (self.error is not None):
            problem = "must be left out of a good result" if self.ok else "is missing: say what went wrong"
            raise ContractViolation("ToolResult", "error", problem)


class StopSignal(Protocol):
    """Whether work should end now: long tools ask between pieces, and leave nothing half done."""

    def is_set(self) -> bool: ...


class _Never:
    def is_set(self) -> bool:
        return False


NEVER: StopSignal = _Never()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One call of one tool. `args` are the plan's own, paths in them absolute.

    `risk` is what was approved: only a call of high risk may replace something that is there. `keep` is a folder
    private to the run, where old bytes are kept for undo; the first tool to need it makes it. `touches` names the page,
    file or device that the plan gave to the action, `filled` the arguments that came from what an earlier action saw.
    After a call that `is_last` no other of the run waits for it. `ahead` are the actions that follow it on its page.
    """

    tool: str
    action_id: str
    args: Mapping[str, Any] = EMPTY
    run_id: str = ""
    risk: Risk = "low"
    keep: str = ""
    touches: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()
    is_last: bool = False
    ahead: tuple[PlannedAction, ...] = ()
    stop: StopSignal = NEVER

    def __post_init__(self) -> None:
        require_text(self, "tool", "action_id")
        require_text(self, "run_id", "keep", empty=True)
        if self.risk not in _RISKS:
            require_choice(self, "risk", _RISKS)
        freeze_mapping(self, "args")


class Tool(Protocol):
    """A tool at work. Only `run` and `undo` change anything; the rest looks.

    What `look` and `inverse` return is journalled: plain JSON values only. A failure is a ToolFailure whose
    sentence a person can act on.
    """

    def resources(self, call: ToolCall) -> tuple[str, ...]:
        """What the call relies on or changes, such as `path:/home/me/notes.txt`; undo and saved plans compare them."""

    async def fingerprint(self, resource: str, apart: Container[str] = ()) -> str:
        """What there is now under a name that `resources` gave; the same text means nothing has changed.

        A thing that holds others leaves out those that are named in `apart`: they have a fingerprint of their own.
        """

    async def look(self, call: ToolCall) -> Mapping[str, Any]:
        """What there is before the effect, as far as `verify`, a second `run` and `undo` need it."""

    async def run(self, call: ToolCall, before: Mapping[str, Any]) -> ToolResult:
        """Bring the effect about. After a crash it is called again with the same `before`: what the first
        attempt left half done is completed, never doubled."""

    async def verify(self, call: ToolCall, before: Mapping[str, Any]) -> Verdict:
        """Whether the effect is there, by looking."""

    def facts(self, call: ToolCall) -> tuple[Fact, ...]:
        """What is known once the effect is there."""

    async def inverse(self, call: ToolCall, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """What `undo` will need, taken once the effect is there; None if it cannot be taken back.

        A list under "resources" names what the effect changed besides what `resources` tells from the call alone,
        one under "changed" what another program has already changed of it: such a run is not undone. "times" has
        the times of folders that changed with what is in them, as {folder: [before, after]}: `undo` puts the first
        back, and a folder "path" is `times:path` among the resources.
        """

    async def undo(self, call: ToolCall, before: Mapping[str, Any], inverse: Mapping[str, Any]) -> None:
        """Take the effect back; called again after a crash, it completes what it began."""
