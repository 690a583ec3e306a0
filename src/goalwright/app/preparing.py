"""Preparing: from what was asked to a plan that is ready to be looked at, approved and run."""

from __future__ import annotations

import threading
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from goalwright.contracts import Goal, MetaGoal, Prepared
from goalwright.contracts.digests import sha256
from goalwright.contracts.json_fields import canonical_json
from goalwright.dataclass import replace
from goalwright.errors import ContractViolation

if TYPE_CHECKING:
    from goalwright.app.wiring import Wiring

Result = TypeVar("Result")


def prepared(parts: Wiring, source: str | Goal | MetaGoal, *, text: str = "", any_tool: bool = False) -> Prepared:
    """The plan for a sentence or for goals on this machine as it is; one at a time, in any thread."""
    if not isinstance(source, str | Goal | MetaGoal):
        raise ContractViolation("Goalwright", "source", "must be a sentence, a Goal or a MetaGoal")
    text = text or (source if isinstance(source, str) else "")
    goals = _goals(parts, source) if isinstance(source, str) else source
    meta = MetaGoal(goals=(goals,)) if isinstance(goals, Goal) else goals
    with parts.guard:
        parts.registry.look_again()
        made = parts.orchestrator.prepare(meta, text=text, any_tool=any_tool)
    return with_circumstances(parts, made)


def with_circumstances(parts: Wiring, made: Prepared, *, is_doubted: bool = False) -> Prepared:
    """A plan with all that it relies on, if it needs approval."""
    if made.circumstances is not None or not (made.needs_approval or is_doubted):
        return made
    return replace(made, circumstances=_apart(parts.keeper.circumstances(made)))


def request_of(source: str | Goal | MetaGoal | Prepared, cwd: str) -> str:
    """What tells a command from others: what was asked for, and where."""
    if isinstance(source, Prepared):
        return digest(["plan", source.plan_hash])
    if isinstance(source, str):
        return digest(["text", source, cwd])
    goals = source.goals if isinstance(source, MetaGoal) else (source,)
    return digest(["goals", *map(repr, goals), cwd])


def digest(asked: list[str]) -> str:
    return sha256(canonical_json(asked).encode()).hexdigest()


def _goals(parts: Wiring, text: str) -> MetaGoal:
    """The goals of a sentence. A model takes its time, and other plans are made meanwhile."""
    if parts.interpreter.model is not None:
        return parts.read(text).meta_goal
    with parts.guard:
        return parts.read(text).meta_goal


def _apart(work: Coroutine[Any, Any, Result]) -> Result:
    """What the work comes to, also for a caller that is itself inside an event loop."""
    import asyncio  # few plans need it

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    found: list[Result] = []
    thread = threading.Thread(target=lambda: found.append(asyncio.run(work)))
    thread.start()
    thread.join()
    return found[0]
