"""The port to what carries orders between machines and answers back, through crashes of either."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, Protocol

from goalwright.named_tuple import NamedTuple

Stage = Literal["waiting", "begun", "answered", "withdrawn", "broken"]


class Carried(NamedTuple):
    """How far an order has come, and the answer as the host gave it."""

    stage: Stage
    answer: str = ""


class OrderLine(Protocol):
    """The hub's end."""

    def send(self, orders: Sequence[tuple[str, str, str]]) -> None:
        """Put orders (host, id, text) before hosts, each once: a second one of the same id changes nothing."""

    def carried(self, order_ids: Iterable[str]) -> Mapping[str, Carried]:
        """How far orders have come, by id; those that were never sent are left out."""

    def withdraw(self, order_ids: Iterable[str]) -> None:
        """Take orders back that no host has begun."""

    def close(self) -> None: ...


class HostLine(Protocol):
    """A host's end: orders are handed to a function of the worker's, and again if it died before it answered."""

    def open(self, host: str, instance: str, answer: Callable[[str], str]) -> None:
        """Begin to hand over the orders of a host; `instance` tells this process from those before it."""

    def take_over(self) -> None:
        """Take up what other instances have begun for this host; only who holds its lease may call it."""

    def close(self) -> None: ...
