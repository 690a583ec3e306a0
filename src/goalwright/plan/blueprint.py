"""Blueprint: a row's shape with everything that does not depend on a goal worked out once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from goalwright.plan.path_recipe import path_recipe
from goalwright.plan.state import ABSENT, EVERY, LOSE, SET, Condition, RegisterWrite, Value
from goalwright.plan.task import Tooling
from goalwright.rules.derive import DERIVATIONS, Derivation
from goalwright.rules.param_types import TYPES
from goalwright.rules.rule import Param, Ref, Shape

PAGE = "page"
BROWSING = frozenset({"page", "browser"})
MEMBER_FAMILIES = frozenset({"page", "app"})


class Blueprint:
    """What grounding needs of a shape. Fields that name parameters come as refs, the others as finished values."""

    def __init__(self, shape: Shape, toolings: tuple[Tooling, ...]) -> None:
        self.shape, self.toolings = shape, toolings
        self.is_event = shape.kind == "event"
        self.is_page = bool(shape.value) and shape.register is not None and shape.register.family == PAGE
        self.checks: dict[str, tuple[Param, Callable[..., Any]]] = {
            name: (param, TYPES[param.type]) for name, param in shape.params.items()
        }
        self.paths = tuple((name, param) for name, param in shape.params.items() if param.type == "path")
        self.relations = tuple((name, p.into or p.beside or "") for name, p in self.paths if p.into or p.beside)
        self.platforms = tuple(name for name, param in shape.params.items() if param.type == "platform")
        self.computed: tuple[tuple[str, Derivation], ...] = tuple(
            (name, DERIVATIONS[function]) for name, function in shape.derive.items() if name not in shape.params
        )
        self.value: tuple[Any, ...] | None = shape.value if not any("{" in item for item in shape.value) else None
        self.recipe = path_recipe(shape)
        self.ensure_refs = tuple((ref, fixed_value(ref)) for ref in shape.ensure)
        self.assume_refs = tuple((ref, fixed_value(ref)) for ref in _open(shape.assume))
        self.assume = tuple(_condition(ref) for ref in shape.assume) if not self.assume_refs else ()
        self.write_refs = _open(shape.writes)
        self.writes = (
            tuple(plain_write(ref, ref.family, _value(ref)) for ref in shape.writes) if not self.write_refs else ()
        )
        touched = ([shape.register] if shape.register is not None else []) + list(shape.touches)
        touched += list(shape.writes) if self.is_event else []
        self.is_browsing = any(ref.family in BROWSING for ref in (*touched, *shape.writes, *shape.assume))
        self.risk_refs = tuple((each.when, fixed_value(each.when), each.risk) for each in shape.risk_if)
        self.touch_refs = _open(touched)
        self.touches = tuple(dict.fromkeys(_register(ref) for ref in touched)) if not self.touch_refs else ()


def fixed_value(ref: Ref) -> tuple[Any, ...] | None:
    """What a ref wants its register to be; None if that depends on a goal's parameters."""
    if ref.change == "absent":
        return ABSENT
    return None if any("{" in item for item in ref.value) else ref.value


def plain_write(ref: Ref, register: str, value: Value) -> RegisterWrite:
    """A write to a register that is not a path."""
    if ref.every:
        return RegisterWrite(EVERY, ref.family, value)
    if ref.change == "not":
        return RegisterWrite(LOSE, register, value)
    return RegisterWrite(SET, register, value, (ref.family,) if ref.family in MEMBER_FAMILIES else ())


def _open(refs: Sequence[Ref]) -> tuple[Ref, ...]:
    """All of the refs if any of them depends on a goal's parameters."""
    is_open = any(ref.param is not None or any("{" in item for item in ref.value) for ref in refs)
    return tuple(refs) if is_open else ()


def _condition(ref: Ref) -> Condition:
    return Condition(_register(ref), _value(ref) or ABSENT)


def _value(ref: Ref) -> Value:
    if ref.change == "unknown":
        return None
    return ABSENT if ref.change == "absent" else ref.value


def _register(ref: Ref) -> str:
    return f"{ref.family}:*" if ref.every else ref.family
