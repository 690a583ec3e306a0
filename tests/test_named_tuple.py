"""Our NamedTuple does what the one of `typing` does, for every way the house uses it."""

from __future__ import annotations

import copy
import pickle
import typing
from collections.abc import Callable
from typing import Any

import pytest

from goalwright import named_tuple as ours


def kinds(maker: Any) -> tuple[Any, Any, Any]:
    """The same classes, made by our module or by the standard one."""

    class Point(maker.NamedTuple):  # type: ignore[misc]  # which one it is, is what the tests vary
        """Two numbers."""

        x: int
        y: int = 2

        @property
        def total(self) -> int:
            return self.x + self.y

        @classmethod
        def origin(cls) -> Any:
            return cls(0, y=0)

    class Held(maker.NamedTuple):  # type: ignore[misc]
        """Fields that all have a default, and a look of its own."""

        name: str = "n"
        items: tuple[int, ...] = ()

        def __repr__(self) -> str:
            return f"<{self.name}>"

    class Nothing(maker.NamedTuple):  # type: ignore[misc]
        """No fields."""

    return Point, Held, Nothing


def told(question: Callable[[Any, Any, Any], Any], classes: tuple[Any, Any, Any]) -> Any:
    """What comes of a question, an error included."""
    try:
        return repr(question(*classes))
    except (TypeError, ValueError, AttributeError) as error:
        return type(error), str(error).replace("kinds.<locals>.", "")


QUESTIONS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "by position": lambda point, *_: point(1, 5),
    "by name": lambda point, *_: point(y=4, x=3),
    "mixed": lambda point, *_: point(3, y=4),
    "with a default": lambda point, *_: point(1),
    "only defaults": lambda _point, held, _nothing: (held(), held("a"), held(items=(1,))),
    "no fields": lambda _point, _held, nothing: (nothing(), len(nothing())),
    "a field is missing": lambda point, *_: point(),
    "too many": lambda point, *_: point(1, 2, 3),
    "given twice": lambda point, *_: point(1, x=2),
    "an unknown name": lambda point, *_: point(1, z=2),
    "only an unknown name": lambda point, *_: point(z=2),
    "something for no fields": lambda _point, _held, nothing: nothing(1),
    "equal": lambda point, *_: (point(1, 2) == point(1), point(1) == (1, 2), hash(point(1)) == hash((1, 2))),
    "fields": lambda point, held, nothing: (point._fields, held._field_defaults, nothing._fields, point.__match_args__),
    "make": lambda point, *_: point._make([1, 2]),
    "make of too few": lambda point, *_: point._make([1]),
    "replace": lambda point, *_: point(1, 2)._replace(y=3),
    "replace what is not there": lambda point, *_: point(1, 2)._replace(z=3),
    "as a dict": lambda point, *_: point(1, 2)._asdict(),
    "reading": lambda point, *_: (point(1, 2).x, point(1, 2).total, point.origin(), [*point(1, 2)]),
    "setting": lambda point, *_: setattr(point(1, 2), "x", 3),
    "setting what is not there": lambda point, *_: setattr(point(1, 2), "z", 3),
    "names": lambda point, *_: (point.__name__, point.__doc__, point.__module__, point.__mro__[1:], point.__slots__),
    "copies": lambda point, *_: (copy.copy(point(1)), copy.deepcopy(point(1)), point(1).__getnewargs__()),
    "hints": lambda point, *_: typing.get_type_hints(point),
}


@pytest.mark.parametrize("built", [0, 19, 20, 21, 50], ids=lambda count: f"after {count} values")
def test_each_question_is_answered_as_by_the_standard_one(built: int) -> None:
    for name, question in QUESTIONS.items():
        mine, standard = kinds(ours), kinds(typing)
        for count in range(built):
            mine[0](count, y=1)
            mine[1](items=(count,))
        answers = [told(question, mine) for _ in range(3)]
        assert answers == [told(question, standard)] * 3, name


def test_a_match_statement_reads_it_by_position_and_by_name() -> None:
    point = kinds(ours)[0]
    match point(1, 2):
        case point(x, y=2):
            assert x == 1
        case _:
            pytest.fail("not matched")


class Kept(ours.NamedTuple):
    """At the top of a module, where pickle finds it."""

    name: str
    size: int = 0


def test_it_is_pickled() -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(Kept("a", 3), protocol)) == Kept("a", 3)


@pytest.mark.parametrize("maker", [ours, typing], ids=["ours", "typing"])
def test_a_class_that_can_not_be_is_refused(maker: Any) -> None:
    """A default before none, a field that begins with an underscore, a method that is the tuple's own."""
    base = maker.NamedTuple
    with pytest.raises(TypeError):

        class _Late(base):  # type: ignore[misc, valid-type]
            x: int = 1
            y: int

    with pytest.raises((TypeError, ValueError)):

        class _Hidden(base):  # type: ignore[misc, valid-type]
            _x: int

    with pytest.raises((TypeError, AttributeError)):

        class _New(base):  # type: ignore[misc, valid-type]
            x: int

            def __new__(cls) -> Any:
                return tuple.__new__(cls, (1,))
