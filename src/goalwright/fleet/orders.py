"""Orders from the hub to one host, and the host's answers. Both travel sealed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, get_args

from nacl.signing import SigningKey

from goalwright.dataclass import dataclass
from goalwright.errors import SealBroken
from goalwright.fleet.seals import opened, sealed

Kind: TypeAlias = Literal["plan", "run", "stop", "undo", "foresee"]
"""`foresee` asks what an undo would do."""
AnswerStatus: TypeAlias = Literal["ready", "refused", "success", "partial", "failed", "cancelled", "interrupted"]
MAX_ACTIONS_TOLD = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What one host is to do in one fleet run. `serial` tells a later order of the same kind from an earlier one.

    `voids` is the serial up to which no run of it is begun any more, in whichever order they arrive; -1 voids none.
    After `until`, by the clock of the database, it is not begun; 0 sets no deadline.
    """

    fleet: str
    host: str
    kind: Kind
    serial: int = 0
    goals: str = ""
    plan_hash: str = ""
    by: str = ""
    voids: int = -1
    until: int = 0

    @property
    def order_id(self) -> str:
        return f"{self.fleet}.{self.host}.{self.kind}.{self.serial}"

    @property
    def run_id(self) -> str:
        """The name of the run on the host: the same for every order of this fleet run, so that it is done once."""
        return f"{self.fleet}-{self.host}".replace(".", "_")

    def sealed(self, key: SigningKey) -> str:
        fields = tuple(_ORDER_FIELDS)
        return sealed("order", {name: getattr(self, name) for name in fields}, key)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldAction:
    """An action as the hub may know it: what is done where, and nothing of what is in any file."""

    what: str
    tool: str
    risk: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HostAnswer:
    """What came of an order. `shape` is alike for plans that differ only in where the host has its folders."""

    fleet: str
    host: str
    kind: Kind
    serial: int
    status: AnswerStatus
    reason: str = ""
    plan_hash: str = ""
    shape: str = ""
    actions: tuple[ToldAction, ...] = ()
    count: int = 0
    done: int = 0
    needs_approval: bool = False
    is_already_so: bool = False

    def sealed(self, key: SigningKey) -> str:
        body = {name: getattr(self, name) for name in _ANSWER_FIELDS}
        body["actions"] = [[action.what, action.tool, action.risk] for action in self.actions]
        return sealed("answer", body, key)


_ANSWER_FIELDS: Mapping[str, type] = {
    "fleet": str,
    "host": str,
    "kind": str,
    "serial": int,
    "status": str,
    "reason": str,
    "plan_hash": str,
    "shape": str,
    "count": int,
    "done": int,
    "needs_approval": bool,
    "is_already_so": bool,
}
_ORDER_FIELDS: Mapping[str, type] = {
    "fleet": str,
    "host": str,
    "kind": str,
    "serial": int,
    "goals": str,
    "plan_hash": str,
    "by": str,
    "voids": int,
    "until": int,
}


def order_from(seal: object, hub_key: str) -> Order:
    """The order that the hub of this key signed; SealBroken for anything else."""
    body = opened("order", seal, hub_key)
    _require(body, _ORDER_FIELDS, "order")
    if body["kind"] not in get_args(Kind):
        raise SealBroken(f"this order asks for {body['kind']!r}, which this version does not know")
    return Order(**body)


def answer_from(seal: object, order: Order, host_key: str) -> HostAnswer:
    """The answer that the host of this key gave to this very order; SealBroken for anything else."""
    body = opened("answer", seal, host_key)
    actions = body.pop("actions", [])
    _require(body, _ANSWER_FIELDS, "answer")
    answer = HostAnswer(**body, actions=tuple(_action(row) for row in actions))
    if (answer.fleet, answer.host, answer.kind, answer.serial) != (order.fleet, order.host, order.kind, order.serial):
        raise SealBroken(f"the answer from {order.host} is to another order")
    if answer.status not in get_args(AnswerStatus):
        raise SealBroken(f"the answer from {order.host} has the unknown status {answer.status!r}")
    return answer


def _require(body: Mapping[str, Any], fields: Mapping[str, type], what: str) -> None:
    if body.keys() != fields.keys() or any(type(body[name]) is not kind for name, kind in fields.items()):
        raise SealBroken(f"this {what} has other fields than this version knows: use the same version on all machines")


def _action(row: Any) -> ToldAction:
    if not isinstance(row, list) or len(row) != 3 or not all(isinstance(part, str) for part in row):
        raise SealBroken("this answer tells of its actions in a form that this version does not know")
    return ToldAction(what=row[0], tool=row[1], risk=row[2])
