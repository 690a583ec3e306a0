"""Answering: from a sealed order to a sealed answer. Only orders that the host's own hub signed for it are obeyed."""

from __future__ import annotations

from collections.abc import Callable

from goalwright.app import Goalwright
from goalwright.errors import SealBroken
from goalwright.fleet.identity import Membership, fleet_folder, own_key
from goalwright.fleet.obedience import Obedience
from goalwright.fleet.order_memory import OrderMemory
from goalwright.fleet.orders import HostAnswer, Order, order_from


class Answering:
    """A host's word. It knows which runs it is at work on, and never raises."""

    def __init__(
        self, gw: Goalwright, membership: Membership, tell: Callable[[str], None], now: Callable[[], float]
    ) -> None:
        """`now` is the clock that deadlines go by."""
        self._key = own_key(gw.home, "worker")
        self._membership = membership
        self._tell = tell
        self._obedience = Obedience(gw, OrderMemory(fleet_folder(gw.home) / "orders.txt"), now)
        self._at_work: set[str] = set()

    def at_work(self) -> tuple[str, ...]:
        """The runs that are going on for the hub."""
        return tuple(self._at_work)

    async def answered(self, seal: str) -> str:
        """The sealed answer to what may be an order."""
        try:
            order = self._order(seal)
        except SealBroken as error:
            self._tell(f"refused an order: {error}")
            return self._refusal(Order(fleet="", host=self._membership.name, kind="plan"), str(error))
        if order.kind == "run":
            self._at_work.add(order.run_id)
        try:
            answer = await self._obedience.answer(order)
        except Exception as error:  # noqa: BLE001  # a door: the hub is told, and the order ends
            self._tell(f"{order.order_id}: {error!r}")
            return self._refusal(order, f"internal error: {type(error).__name__}")
        finally:
            self._at_work.discard(order.run_id)
        self._tell(f"{order.fleet}: {order.kind}: {answer.status}{f' ({answer.reason})' if answer.reason else ''}")
        return answer.sealed(self._key)

    def _order(self, seal: str) -> Order:
        order = order_from(seal, self._membership.hub_key)
        if order.host != self._membership.name:
            raise SealBroken(f"it is for {order.host}, and this is {self._membership.name}")
        return order

    def _refusal(self, order: Order, reason: str) -> str:
        answer = HostAnswer(
            fleet=order.fleet, host=order.host, kind=order.kind, serial=order.serial, status="refused", reason=reason
        )
        return answer.sealed(self._key)
