"""PathRecipe: what a row about paths says of any goal's paths, worked out once; a set has thousands of such goals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goalwright.contracts.plan import Risk
from goalwright.named_tuple import NamedTuple
from goalwright.plan.paths import PlannedPath, is_standing
from goalwright.plan.state import ABSENT, CLEAR, DROP, EXISTS, Condition, RegisterWrite, copied_writes
from goalwright.plan.task import Task
from goalwright.rules.rule import PATH_FAMILIES, Ref, Shape


class _Wanted(NamedTuple):
    """A register of one of the goal's paths, or of the folder that it lies in, and what is said of it."""

    param: str
    family: str
    is_parent: bool
    value: tuple[Any, ...]


class _Put(NamedTuple):
    """That what lies at one path is put at another, or that nothing lies there any more."""

    param: str
    source: str = ""


class PathRecipe:
    """For rows of events that put, move or remove what lies at paths, and look at nothing but paths."""

    def __init__(
        self,
        puts: Sequence[_Put],
        ensure: Sequence[_Wanted],
        assume: Sequence[_Wanted],
        touches: Sequence[_Wanted],
        risks: Sequence[tuple[_Wanted, Risk]],
    ) -> None:
        self._puts, self._ensure, self._assume, self._touches = puts, ensure, assume, touches
        self._risks = risks
        wanted = [*ensure, *assume, *touches, *(each for each, _ in risks)]
        named = [*(put.param for put in puts), *(each.param for each in wanted), *(put.source for put in puts)]
        self.params = tuple(param for param in dict.fromkeys(named) if param)
        self.sources = tuple(put.source for put in puts if put.source)
        self._standing: dict[str, Condition | None] = {}

    def fill(self, task: Task, places: Mapping[str, PlannedPath], kinds: Mapping[str, str | None]) -> None:
        """Give a task its conditions and changes; `kinds` says what lies at each source."""
        task.writes = tuple([write for put in self._puts for write in _writes(put, places, kinds)])
        if self._ensure:
            task.ensure = tuple(
                [each for wanted in self._ensure if (each := self._lasting(wanted, places)) is not None]
            )
        task.assume = tuple([each for wanted in self._assume if (each := self._lasting(wanted, places)) is not None])
        touched = [_register(wanted, places) for wanted in self._touches]
        task.touches = tuple(touched) if len(touched) == len(set(touched)) else tuple(dict.fromkeys(touched))
        if self._risks:
            task.risks = tuple(
                [(Condition(_register(wanted, places), wanted.value), risk) for wanted, risk in self._risks]
            )

    def _lasting(self, wanted: _Wanted, places: Mapping[str, PlannedPath]) -> Condition | None:
        """The condition; None for a folder that always exists."""
        register = _register(wanted, places)
        if not register.startswith("dir:") or wanted.value != EXISTS:
            return Condition(register, wanted.value)
        if register not in self._standing:
            stands = is_standing(register[4:])
            self._standing[register] = None if stands else Condition(register, wanted.value)
        return self._standing[register]


def path_recipe(shape: Shape) -> PathRecipe | None:
    """The recipe of a shape; None if it is about anything else than its paths."""
    touched = [*([shape.register] if shape.register is not None else []), *shape.touches, *shape.writes]
    refs = [*touched, *shape.ensure, *shape.assume, *(each.when for each in shape.risk_if)]
    paths = {name for name, param in shape.params.items() if param.type == "path"}
    puts = [_put(ref, paths) for ref in shape.writes]
    is_fit = shape.kind == "event" and not shape.value and shape.writes and all(_is_of(ref, paths) for ref in refs)
    if not is_fit or any(put is None for put in puts):
        return None
    return PathRecipe(
        [put for put in puts if put is not None],
        [_wanted(ref) for ref in shape.ensure],
        [_wanted(ref) for ref in shape.assume],
        [_wanted(ref) for ref in touched],
        [(_wanted(each.when), each.risk) for each in shape.risk_if],
    )


def _is_of(ref: Ref, paths: set[str]) -> bool:
    fixed = ref.change in ("absent", "like") or not any("{" in item for item in ref.value)
    return ref.param in paths and ref.family in PATH_FAMILIES and not ref.every and fixed


def _put(ref: Ref, paths: set[str]) -> _Put | None:
    """What a row's write does, if it puts or removes whatever lies at a path."""
    if ref.param is None or ref.family != "entry" or ref.parent:
        return None
    if ref.change == "absent":
        return _Put(ref.param)
    source = ref.value[0].strip("{}") if ref.change == "like" else ""
    return _Put(ref.param, source) if source in paths else None


def _wanted(ref: Ref) -> _Wanted:
    return _Wanted(ref.param or "", ref.family, ref.parent, ABSENT if ref.change == "absent" else ref.value)


def _register(wanted: _Wanted, places: Mapping[str, PlannedPath]) -> str:
    place = places[wanted.param]
    return place.parent if wanted.is_parent else place.register(wanted.family)


def _writes(put: _Put, places: Mapping[str, PlannedPath], kinds: Mapping[str, str | None]) -> tuple[RegisterWrite, ...]:
    place = places[put.param]
    if not put.source:
        gone = RegisterWrite(CLEAR, place.register("dir"), ABSENT)
        return RegisterWrite(DROP, place.register("file"), ABSENT), gone
    return copied_writes(place.identity, places[put.source].identity, kinds[put.source], place.above)
