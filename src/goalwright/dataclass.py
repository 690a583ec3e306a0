"""`dataclass`, `field`, `fields` and `replace` as in the standard library, but quick to load.

The standard decorator compiles six functions for each class, wanted or not, and needs `inspect`: 65 ms of a short
command. Here all classes share their methods, and the one that is called most, `__init__`, is compiled when more than a
few values of a class are built. Whatever asks the standard library about these classes (`dataclasses.fields`, `asdict`,
`replace`, `is_dataclass`) gets its answer.
"""

from __future__ import annotations

from operator import attrgetter
from reprlib import recursive_repr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from dataclasses import dataclass, field, fields, is_dataclass, replace
    from typing import Any, NoReturn

__all__ = ["dataclass", "field", "fields", "is_dataclass", "replace"]

_MISSING: Any = object()
_PARTS = "__parts__"
_BUILT_BY_HAND = 20  # compiling takes as long as that many values


class DataField:
    """One field of a class; the attributes are called as those of `dataclasses.Field`."""

    __slots__ = ("annotation", "compare", "default", "default_factory", "init", "kw_only", "name", "repr")

    name: str  # these three are told by the class
    annotation: Any
    kw_only: bool

    def __init__(self, default: Any, default_factory: Any, *, init: bool, repr: bool, compare: bool) -> None:  # noqa: A002  # Field's own name
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare

    @property
    def is_required(self) -> bool:
        return self.default is _MISSING and self.default_factory is _MISSING


def _field(
    *,
    default: Any = _MISSING,
    default_factory: Any = _MISSING,
    init: bool = True,
    repr: bool = True,  # noqa: A002  # as the standard library has it
    compare: bool = True,
) -> Any:
    return DataField(default, default_factory, init=init, repr=repr, compare=compare)


def _fields(of: Any) -> tuple[Any, ...]:
    """The parts of a class or of a value, in declared order."""
    return tuple(of.__parts__.values())


def _is_dataclass(value: object) -> bool:
    return hasattr(value, _PARTS)


def _replace(value: Any, /, **changes: Any) -> Any:
    parts = value.__parts__
    for name in changes:
        if name in parts and not parts[name].init:
            raise ValueError(f"field {name} is declared with init=False, it cannot be specified with replace()")
    kept = {name: getattr(value, name) for name, part in parts.items() if part.init and name not in changes}
    return value.__class__(**kept, **changes)


def _dataclass(*, frozen: bool = False, slots: bool = False, kw_only: bool = False) -> Callable[[type], type]:
    def decorated(cls: type) -> type:
        own = _own_parts(cls, kw_only=kw_only)
        parts = {**getattr(cls, _PARTS, {}), **own}
        names = {name: given for name, given in _methods(parts, frozen=frozen).items() if _is_wanted(cls, name)}
        if frozen and slots:
            names.update(__getstate__=_state_of, __setstate__=_set_state)
        known: list[Any] = []  # the class, which is not made yet: setting a method later takes longer than all of this
        names["__init__"] = _late_init(known, parts, is_plain=not frozen)
        made = _with_slots(cls, own, names) if slots else _with_names(cls, own, names)
        known.append(made)
        return made

    return decorated


if not TYPE_CHECKING:
    dataclass, field, fields, is_dataclass, replace = _dataclass, _field, _fields, _is_dataclass, _replace


def _own_parts(cls: type, *, kw_only: bool) -> dict[str, DataField]:
    parts = {}
    for name, annotation in cls.__dict__.get("__annotations__", {}).items():  # noqa: RUF063  # `inspect` is what must not be loaded
        if "ClassVar" in str(annotation):
            continue
        given = cls.__dict__.get(name, _MISSING)
        part = given if isinstance(given, DataField) else _field(default=given)
        part.name, part.annotation, part.kw_only = name, annotation, kw_only
        parts[name] = part
    return parts


def _methods(parts: dict[str, DataField], *, frozen: bool) -> dict[str, Any]:
    """What the class has besides its fields and what it says itself."""
    compared = _compared([part.name for part in parts.values() if part.compare])
    names = {
        _PARTS: parts,
        "__dataclass_fields__": _STANDARD_FIELDS,
        "__match_args__": tuple(part.name for part in parts.values() if part.init and not part.kw_only),
        "__repr__": _repr,
        "__eq__": _equal(compared),
        "__hash__": _hash(compared) if frozen else None,
    }
    if frozen:
        names.update(__setattr__=_refuse_to_set, __delattr__=_refuse_to_delete)
    return names


def _is_wanted(cls: type, name: str) -> bool:
    """A method of the class's own stays; `__hash__ = None` is no method but what Python adds to an `__eq__`."""
    return cls.__dict__.get(name) is None if name == "__hash__" else name not in cls.__dict__


def _with_slots(cls: type, own: dict[str, DataField], names: dict[str, Any]) -> type:
    """The same class again, as Python makes room for slots only when a class is made."""
    kept = {name: given for name, given in cls.__dict__.items() if name not in own}
    for name in ("__dict__", "__weakref__"):
        kept.pop(name, None)
    made = type(cls)(cls.__name__, cls.__bases__, {**kept, **names, "__slots__": tuple(own)})
    made.__qualname__ = cls.__qualname__
    return made


def _with_names(cls: type, own: dict[str, DataField], names: dict[str, Any]) -> type:
    for name, given in names.items():
        setattr(cls, name, given)
    for name, part in own.items():
        if part.default is not _MISSING:
            setattr(cls, name, part.default)
        elif name in cls.__dict__:
            delattr(cls, name)
    return cls


def _late_init(known: list[Any], parts: dict[str, DataField], *, is_plain: bool) -> Callable[..., None]:
    """An `__init__` that makes way for a compiled one when more than a few values are built, or when in doubt."""
    fields = {name for name, part in parts.items() if part.init}
    required = {name for name in fields if parts[name].is_required}
    left = _BUILT_BY_HAND

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807  # tracebacks shall name it so
        nonlocal left
        left -= 1
        named = dict(zip(known[0].__match_args__, args)) if args else {}  # noqa: B905  # what is too much is counted
        given = {**named, **kwargs}
        is_plainly_given = len(given) == len(args) + len(kwargs) and required <= given.keys() <= fields
        if left < 0 or not is_plainly_given:
            cls = known[0]
            cls.__init__ = made = _compiled_init(cls, parts, is_plain=is_plain)
            made(self, *args, **kwargs)
            return
        for name, part in parts.items():
            if name in given:
                object.__setattr__(self, name, given[name])
            elif part.default_factory is not _MISSING:
                object.__setattr__(self, name, part.default_factory())
            elif part.default is not _MISSING:
                object.__setattr__(self, name, part.default)
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    return __init__


def _compiled_init(cls: Any, parts: dict[str, DataField], *, is_plain: bool) -> Callable[..., None]:
    known: dict[str, Any] = {"_missing": _MISSING}
    lines = list(_init_lines(cls, parts, known, is_plain=is_plain))
    ordered = [part for part in parts.values() if part.init]
    given = [_parameter(part) for part in ordered if not part.kw_only]
    named = [_parameter(part) for part in ordered if part.kw_only]
    star = ["*"] if named else []
    exec(
        f"def __init__({', '.join(['self', *given, *star, *named])}):\n " + "\n ".join(lines or ["pass"]), known
    )  # names of fields, nothing else
    made: Callable[..., None] = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__module__ = cls.__module__
    return made


def _parameter(part: DataField) -> str:
    if part.is_required:
        return part.name
    return f"{part.name}={'_missing' if part.default is _MISSING else f'_default_{part.name}'}"


def _init_lines(cls: Any, parts: dict[str, DataField], known: dict[str, Any], *, is_plain: bool) -> Iterator[str]:
    for name, part in parts.items():
        if not part.init and part.is_required:
            continue  # `__post_init__` sets it
        known[f"_default_{name}"] = part.default if part.default_factory is _MISSING else part.default_factory
        content = name if part.init else f"_default_{name}"
        if part.default_factory is not _MISSING:
            content = f"_default_{name}() if {name} is _missing else {name}" if part.init else f"_default_{name}()"
        if is_plain:
            yield f"self.{name} = {content}"
            continue
        slot = getattr(cls, name, None)  # setting through the slot is quicker than object.__setattr__
        if hasattr(type(slot), "__set__"):
            known[f"_set_{name}"] = slot.__set__  # type: ignore[union-attr]  # looked at in the line above
            yield f"_set_{name}(self, {content})"
        else:
            known["_set"] = object.__setattr__
            yield f"_set(self, {name!r}, {content})"
    if hasattr(cls, "__post_init__"):
        yield "self.__post_init__()"


def _compared(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Gives what two values are compared by."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _equal(compared: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, object], Any]:
    def __eq__(self: Any, other: object) -> Any:  # noqa: N807
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash(compared: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any], int]:
    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(compared(self))

    return __hash__


@recursive_repr()
def _repr(self: Any) -> str:
    shown = ", ".join(f"{part.name}={getattr(self, part.name)!r}" for part in _fields(self) if part.repr)
    return f"{self.__class__.__qualname__}({shown})"


def _refuse_to_set(self: Any, name: str, content: Any) -> None:
    if name in self.__parts__ or _PARTS in type(self).__dict__:
        _refuse("assign to", name)
    object.__setattr__(self, name, content)


def _refuse_to_delete(self: Any, name: str) -> None:
    if name in self.__parts__ or _PARTS in type(self).__dict__:
        _refuse("delete", name)
    object.__delattr__(self, name)


def _refuse(what: str, name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot {what} field {name!r}")


def _state_of(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__parts__]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, content in zip(self.__parts__, state, strict=True):
        object.__setattr__(self, name, content)


class _StandardFields:
    """The fields as the standard library wants to see them, made when it looks."""

    def __get__(self, _value: Any, owner: Any) -> Any:
        import dataclasses

        listed = []
        for part in _fields(owner):
            known = {name: getattr(part, name) for name in ("init", "repr", "compare", "kw_only")}
            for name in ("default", "default_factory"):
                if getattr(part, name) is not _MISSING:
                    known[name] = getattr(part, name)
            listed.append((part.name, part.annotation, dataclasses.field(**known)))
        made: Any = dataclasses.make_dataclass(owner.__name__, listed)
        owner.__dataclass_fields__ = made.__dataclass_fields__
        return made.__dataclass_fields__


_STANDARD_FIELDS = _StandardFields()
