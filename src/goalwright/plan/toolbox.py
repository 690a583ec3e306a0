"""Toolbox: which tools serve which rows, and which can bring about a state that another tool needs."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_

from goalwright.contracts import ToolCapability
from goalwright.plan.blueprint import Blueprint
from goalwright.plan.state import EXISTS, SET, Condition, RegisterWrite
from goalwright.plan.task import Tooling
from goalwright.rules.book import RuleBook
from goalwright.rules.rule import Shape, Way


class Toolbox:
    """The capabilities given to the planner; None means that tools are left to be chosen later."""

    def __init__(self, rules: RuleBook, capabilities: Sequence[ToolCapability] | None) -> None:
        self._rules, self._capabilities = rules, capabilities
        self._blueprints: dict[int, Blueprint] = {}
        self._serving: dict[str, list[int]] = {}
        for order, capability in enumerate(capabilities or ()):
            for key in capability.can_achieve:
                self._serving.setdefault(key, []).append(order)

    def holds(self, capabilities: Sequence[ToolCapability] | None) -> bool:
        """Whether these very tools are in it, in this order."""
        mine = self._capabilities
        if mine is None or capabilities is None:
            return mine is capabilities
        return len(mine) == len(capabilities) and all(map(is_, mine, capabilities))

    def blueprint(self, shape: Shape) -> Blueprint:
        """A row's shape made ready for grounding, with the tools that serve it."""
        found = self._blueprints.get(id(shape))
        if found is None:
            found = self._blueprints[id(shape)] = Blueprint(shape, self._find(shape))
        return found

    def givers(self, condition: Condition) -> tuple[tuple[Shape | None, Tooling], ...]:
        """Tools whose effects make a condition true and that need nothing told to them, with the row they serve."""
        found: list[tuple[Shape | None, Tooling]] = []
        for capability in self._capabilities or ():
            if any(self._state(effect) == condition for effect in sorted(capability.effects)):
                rows = self._served(capability)
                plain = [shape for shape in rows if not shape.when and not shape.required_params]
                if plain or not rows:
                    shape = plain[0] if plain else None
                    found.append((shape, self._tooling(shape.ways[-1] if shape is not None else None, capability)))
        return tuple(found)

    def _find(self, shape: Shape) -> tuple[Tooling, ...]:
        """The tools that serve a row, best way first, then in the order they were declared."""
        if self._capabilities is None:
            return tuple(Tooling(way, None, (), (), ()) for way in shape.ways)
        found = []
        for way in shape.ways:
            orders = sorted({order for key in way.achieved_by for order in self._serving.get(key, ())})
            found += [self._tooling(way, self._capabilities[order]) for order in orders]
        return tuple(found)

    def _tooling(self, way: Way | None, capability: ToolCapability) -> Tooling:
        requires = tuple(self._state(state) for state in sorted(capability.requires))
        effects = [self._state(effect) for effect in sorted(capability.effects)]
        return Tooling(way, capability, (), requires, tuple(RegisterWrite(SET, *effect) for effect in effects))

    def _served(self, capability: ToolCapability) -> list[Shape]:
        """The rows that a tool serves, each in every shape that it serves."""
        return [
            shape
            for rule in self._rules.values()
            for shape in rule.shapes
            if any(not capability.can_achieve.isdisjoint(way.achieved_by) for way in shape.ways)
        ]

    def _state(self, state: str) -> Condition:
        """A state's name as a condition: one the world knows, or a flag of its own."""
        known = self._rules.words.state(state)
        if known is not None:
            return Condition(known.register, (known.value,))
        return Condition(f"state:{state}", EXISTS)
