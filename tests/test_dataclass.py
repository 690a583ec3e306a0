"""Our dataclass does what the standard one does, for every way the house uses it."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, cast

import pytest

from goalwright import dataclass as ours

FROZEN = {"frozen": True, "slots": True, "kw_only": True}
WAYS = {
    "frozen": FROZEN,
    "frozen, by position": {"frozen": True, "slots": True},
    "frozen, no slots": {"frozen": True},
    "open": {"slots": True},
    "open, no slots": {"kw_only": True},
}


def kinds(maker: Any, **options: bool) -> list[Any]:
    """The same classes, made by our module or by the standard one."""
    dataclass, field = maker.dataclass, maker.field

    @dataclass(**options)
    class Point:
        """Two numbers."""

        shared: ClassVar[int] = 3
        x: int
        y: int = 2

        def sum(self) -> int:
            return self.x + self.y

    @dataclass(**options)
    class Held:
        """Fields of every kind."""

        name: str
        items: list[int] = field(default_factory=list)
        secret: str = field(default="s", repr=False, compare=False)
        size: int = field(init=False, compare=False)
        fixed: tuple[int, ...] = field(default=(), init=True)

        def __post_init__(self) -> None:
            object.__setattr__(self, "size", len(self.name))

    @dataclass(**options)
    class Far(Point):
        """One more."""

        z: int = 0

    @dataclass(**options)
    class Nothing:
        """No fields."""

    @dataclass(**options)
    class One:  # noqa: PLW1641  # whether it gets one is to be seen
        """A single field, and an equality of its own."""

        only: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, One) and self.only % 10 == other.only % 10

        def __repr__(self) -> str:
            return "one"

    @dataclass(**options)
    class Table(Mapping[str, Any]):
        """A mapping that is a value."""

        a: int = 1

        def __getitem__(self, key: str) -> Any:
            return getattr(self, key)

        def __iter__(self) -> Iterator[str]:
            return iter(("a",))

        def __len__(self) -> int:
            return 1

    return [Point, Held, Far, Nothing, One, Table]


def told(action: Callable[[], Any]) -> str:
    """What comes of an action, errors included, as far as both makers must agree on it."""
    try:
        return repr(action())
    except Exception as error:  # noqa: BLE001  # whichever it is, it must be the same
        return f"{type(error).__name__}: {error}"


def facts(maker: Any, often: int, **options: bool) -> list[str]:
    point, held, far, nothing, one, table = kinds(maker, **options)
    for number in range(often):
        for kind in (point, far):
            kind(x=number)
        for kind in (nothing, table):
            kind()
        held(name=str(number))
    values = [point(x=1), far(x=1, z=4), nothing(), one(only=13), table(), held(name="n", items=[1])]
    actions: list[Callable[[], Any]] = [
        lambda: values,
        lambda: point(1, 2),
        point,
        lambda: point(x=1, w=2),
        lambda: far(1, 2, 3),
        lambda: held(name="n", size=3),
        lambda: held(name="n").items is not held(name="n").items,
        lambda: held(name="n", secret="a") == held(name="n", secret="b"),
        lambda: point(x=1) == far(x=1),
        lambda: point(x=float("nan")) == point(x=float("nan")),
        lambda: one(only=3) == one(only=13),
        lambda: point(x=1).sum(),
        lambda: (point.shared, point.__doc__, point.__name__, point.__qualname__, point.__module__),
        lambda: [kind.__match_args__ for kind in (point, held, far, nothing)],
        lambda: [hasattr(kind(x=1), "__dict__") for kind in (point, far)],
        lambda: maker.replace(point(x=1), y=5),
        lambda: maker.replace(far(x=1), z=5),
        lambda: maker.replace(point(x=1), w=5),
        lambda: dataclasses.replace(far(x=1), z=5),
        lambda: dataclasses.asdict(held(name="name", items=[1])),
        lambda: [[field.name, field.init, field.repr, field.compare] for field in maker.fields(held)],
        lambda: [[field.name, field.kw_only, field.default] for field in dataclasses.fields(far)],
        lambda: [maker.is_dataclass(kind) for kind in (point, point(x=1), int)],
        lambda: [dataclasses.is_dataclass(kind) for kind in (point, point(x=1))],
        lambda: [copy.copy(value) == copy.deepcopy(value) == value for value in values],
        lambda: setattr(values[0], "x", 2),
        lambda: delattr(values[0], "y"),
        lambda: dict(values[4]),
        *(lambda value=value: isinstance(hash(value), int) for value in values),
        *(lambda value=value: hash(value) == hash(copy.copy(value)) for value in values[:4]),
    ]
    return [told(action) for action in actions]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("often", [0, 100])
def test_it_is_like_the_standard_one(way: str, often: int) -> None:
    expected = facts(dataclasses, often, **WAYS[way])
    for mine, standard in zip(facts(ours, often, **WAYS[way]), expected, strict=True):
        assert mine == standard


@ours.dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """At home in a module, as pickle needs it."""

    a: int
    b: tuple[int, ...] = ()


def test_values_can_be_pickled() -> None:
    value = Kept(a=1, b=(2,))
    assert all(pickle.loads(pickle.dumps(value, protocol)) == value for protocol in range(2, 6))


def test_a_plain_subclass_may_have_more() -> None:
    class Noted(Kept):
        """Not a dataclass itself."""

    value = cast(Any, Noted(a=1))
    value.note = "n"
    assert value.note == "n"
    with pytest.raises(dataclasses.FrozenInstanceError):
        value.a = 2


def test_it_is_compiled_when_it_is_worth_it() -> None:
    kind: Any = kinds(ours, **FROZEN)[0]
    early, few = kind.__init__, [kind(x=number) for number in range(5)]
    assert kind.__init__ is early
    many = [kind(x=number) for number in range(100)]
    assert kind.__init__ is not early
    assert kind.__init__.__qualname__ == f"{kind.__qualname__}.__init__"
    assert many[:5] == few


def test_what_is_not_given_to_init_cannot_be_replaced() -> None:
    held = kinds(ours, **FROZEN)[1]
    with pytest.raises(
        (TypeError, ValueError), match="field size is declared with init=False"
    ):  # as Python's version has it
        ours.replace(held(name="n"), size=5)


def test_the_standard_one_is_not_loaded() -> None:
    code = "import sys, goalwright.contracts; print('dataclasses' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
