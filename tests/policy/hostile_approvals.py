"""What is not an approval of a plan, however much it looks like one; each row makes it from the plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from goalwright.contracts import Plan, PlannedAction
from goalwright.policy.approval import plan_hash


class NoApproval(NamedTuple):
    """A value for `approve` that must be taken for a no."""

    name: str
    value: Callable[[Plan], Any]


class AlwaysEqual(str):
    """A text that claims to equal everything."""

    __slots__ = ()

    def __eq__(self, _other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Yes:
    """True to whoever does not look closely."""

    def __bool__(self) -> bool:
        return True

    def __eq__(self, _other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


async def say_yes(_plan: Plan) -> bool:
    return True


def changed(plan: Plan, **changes: Any) -> Plan:
    """The plan with its first action changed."""
    return replace(plan, actions=(replace(plan.actions[0], **changes), *plan.actions[1:]))


def grown(plan: Plan) -> Plan:
    extra = PlannedAction(
        action_id="extra", intent="file_operation", description="delete:/", tool="files.delete_folder"
    )
    return replace(plan, actions=(*plan.actions, extra), total_actions=plan.total_actions + 1)


NO_APPROVALS = (
    NoApproval("nothing", lambda _: None),
    NoApproval("false", lambda _: False),
    NoApproval("one", lambda _: 1),
    NoApproval("one as a fraction", lambda _: 1.0),
    NoApproval("zero", lambda _: 0),
    NoApproval("an empty text", lambda _: ""),
    NoApproval("yes", lambda _: "yes"),
    NoApproval("y", lambda _: "y"),
    NoApproval("true in words", lambda _: "true"),
    NoApproval("True in words", lambda _: "True"),
    NoApproval("a star", lambda _: "*"),
    NoApproval("the hash in capitals", lambda plan: plan_hash(plan).upper()),
    NoApproval("the start of the hash", lambda plan: plan_hash(plan)[:12]),
    NoApproval("all but the end of the hash", lambda plan: plan_hash(plan)[:-1]),
    NoApproval("the hash and more", lambda plan: plan_hash(plan) + "0"),
    NoApproval("the hash with a space", lambda plan: " " + plan_hash(plan)),
    NoApproval("the hash with a line break", lambda plan: plan_hash(plan) + "\n"),
    NoApproval("the hash with its kind", lambda plan: "sha256:" + plan_hash(plan)),
    NoApproval(
        "the hash in wide digits", lambda plan: plan_hash(plan).translate({48 + n: 0xFF10 + n for n in range(10)})
    ),
    NoApproval("the hash with half a character", lambda plan: plan_hash(plan)[:-1] + "\ud800"),
    NoApproval("the hash with one digit off", lambda plan: plan_hash(plan)[:-1] + "g"),
    NoApproval("the hash turned round", lambda plan: plan_hash(plan)[::-1]),
    NoApproval("the hash as bytes", lambda plan: plan_hash(plan).encode()),
    NoApproval("the hash in a list", lambda plan: [plan_hash(plan)]),
    NoApproval("the hash of zeros", lambda _: "0" * 64),
    NoApproval("the plan itself", lambda plan: plan),
    NoApproval("the action's id", lambda plan: plan.actions[0].action_id),
    NoApproval("another path's hash", lambda plan: plan_hash(changed(plan, args={"path": "/tmp/harmless"}))),
    NoApproval("another argument's hash", lambda plan: plan_hash(changed(plan, args={**plan.actions[0].args, "x": 1}))),
    NoApproval("another description's hash", lambda plan: plan_hash(changed(plan, description="delete:nothing"))),
    NoApproval("another tool's hash", lambda plan: plan_hash(changed(plan, tool="files.get_info"))),
    NoApproval("another risk's hash", lambda plan: plan_hash(changed(plan, risk="low"))),
    NoApproval("another reason's hash", lambda plan: plan_hash(changed(plan, why="nobody will miss it"))),
    NoApproval("a longer plan's hash", lambda plan: plan_hash(grown(plan))),
    NoApproval("a text that equals everything", lambda _: AlwaysEqual("yes")),
    NoApproval("an object that equals everything", lambda _: Yes()),
    NoApproval("a callable that says no", lambda _: lambda _plan: False),
    NoApproval("a callable that says nothing", lambda _: lambda _plan: None),
    NoApproval("a callable that says 1", lambda _: lambda _plan: 1),
    NoApproval("a callable that says yes in words", lambda _: lambda _plan: "yes"),
    NoApproval("a callable that gives the hash", lambda _: plan_hash),
    NoApproval("a callable that gives a callable", lambda _: lambda _plan: lambda: True),
    NoApproval("a callable that gives something true", lambda _: lambda _plan: Yes()),
    NoApproval("an async callable", lambda _: say_yes),
)
