"""`NamedTuple` as in `typing`, but quick to load.

The standard one compiles a function and an expression per annotation for each class: a sixth of a short command.
Here all classes share their methods, and `__new__` is compiled when more than a few values of a class are built.
"""

from __future__ import annotations

from _collections import _tuplegetter  # type: ignore[import-not-found]  # what collections.namedtuple reads its fields with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, NamedTuple

__all__ = ["NamedTuple"]

_BUILT_BY_HAND = 20  # compiling takes as long as that many values
_OWN = ("__new__", "__init__", "__getnewargs__", "_asdict", "_make", "_replace")


class _Maker(type):
    """Makes a subclass of `tuple` out of a class statement; nothing of this class is left in it."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(mcs, name, bases, namespace)
        fields = tuple(namespace.get("__annotations__", ()))
        defaults = {field: namespace[field] for field in fields if field in namespace}
        if tuple(defaults) != fields[len(fields) - len(defaults) :]:
            raise TypeError(f"{name}: a field without a default follows one that has one")
        if any(own in namespace for own in _OWN) or any(field.startswith("_") for field in fields):
            raise TypeError(f"{name}: no field begins with an underscore, and {', '.join(_OWN)} are the tuple's own")
        members = {**_METHODS, **namespace, "__slots__": (), "__match_args__": fields}
        members.update(_fields=fields, _field_defaults=defaults)
        for index, field in enumerate(fields):
            members[field] = _tuplegetter(index, None)
        known: list[Any] = []  # the class, which is not made yet: setting a method later takes longer than all of this
        made = type(name, (tuple,), {**members, "__new__": _late_new(known, fields)})
        known.append(made)
        return made


def _late_new(known: list[Any], fields: tuple[str, ...]) -> Callable[..., Any]:
    """A `__new__` that makes way for a compiled one when more than a few values are built, or when in doubt."""
    left = _BUILT_BY_HAND
    names = frozenset(fields)

    def __new__(_cls: Any, /, *args: Any, **kwargs: Any) -> Any:  # noqa: N807  # tracebacks shall name it so
        nonlocal left
        left -= 1
        if left >= 0 and not kwargs and len(args) == len(fields):
            return tuple.__new__(_cls, args)
        if left >= 0 and len(args) <= len(fields) and kwargs.keys().isdisjoint(fields[: len(args)]):
            given = {**_cls._field_defaults, **dict(zip(fields, args, strict=False)), **kwargs}
            if given.keys() == names:
                return tuple.__new__(_cls, [given[field] for field in fields])
        made = known[0]
        compiled = _compiled_new(made, fields)
        made.__new__ = staticmethod(compiled)
        return compiled(_cls, *args, **kwargs)

    return __new__


def _compiled_new(made: Any, fields: tuple[str, ...]) -> Callable[..., Any]:
    named = "".join(f"{field}, " for field in fields)
    compiled: Callable[..., Any] = eval(
        f"lambda _cls, {named}: _new(_cls, ({named}))", {"_new": tuple.__new__}
    )  # names of fields only
    compiled.__name__ = "__new__"
    compiled.__qualname__ = f"{made.__qualname__}.__new__"
    compiled.__module__ = made.__module__
    compiled.__defaults__ = tuple(made._field_defaults.values())
    return compiled


def _make(cls: Any, content: Iterable[Any]) -> Any:
    made = tuple.__new__(cls, content)
    if len(made) != len(cls._fields):
        raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
    return made


def _replace(self: Any, /, **changes: Any) -> Any:
    made = self._make(map(changes.pop, self._fields, self))
    if changes:
        raise ValueError(f"Got unexpected field names: {list(changes)!r}")
    return made


def _repr(self: Any) -> str:
    shown = ", ".join(f"{field}={content!r}" for field, content in zip(self._fields, self, strict=True))
    return f"{self.__class__.__name__}({shown})"


def _asdict(self: Any) -> dict[str, Any]:
    return dict(zip(self._fields, self, strict=True))


def _getnewargs(self: Any) -> tuple[Any, ...]:
    return tuple(self)


_METHODS: dict[str, Any] = {
    "_make": classmethod(_make),
    "_replace": _replace,
    "_asdict": _asdict,
    "__repr__": _repr,
    "__getnewargs__": _getnewargs,
}

if not TYPE_CHECKING:
    NamedTuple = _Maker("NamedTuple", (), {"__doc__": "A tuple whose items have names."})
