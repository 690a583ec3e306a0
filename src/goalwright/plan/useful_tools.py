"""Useful tools: those that a plan for some goals could be made of. What the others can do need not be known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goalwright.contracts import Goal, ToolCapability
from goalwright.rules.book import RuleBook
from goalwright.rules.rule import Shape


def useful_tools(goals: Iterable[Goal], rules: RuleBook, tools: Mapping[str, ToolCapability]) -> frozenset[str]:
    """The names of tools that serve the goals' rows, or rows and states that these need, and so on.

    A planner that is given no other tools makes the same plan, and gives the same reasons where there is none.
    """
    asked = dict.fromkeys((goal.domain, goal.verb) for goal in goals)
    reach = _Reach(rules, tools)
    for key in asked:
        if key in rules:
            reach.add_shapes(rules[key].shapes)
    return frozenset(reach.tools)


class _Reach:
    """What has been reached: rows are added by their shapes, tools by name, and register families by name."""

    def __init__(self, rules: RuleBook, tools: Mapping[str, ToolCapability]) -> None:
        self._rules, self._known = rules, tools
        self._families: set[str] = set()
        self._shapes: set[int] = set()
        self.tools: set[str] = set()

    def add_shapes(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            if id(shape) in self._shapes:
                continue
            self._shapes.add(id(shape))
            keys = {key for way in shape.ways for key in way.achieved_by}
            for name, tool in self._known.items():
                if not keys.isdisjoint(tool.can_achieve):
                    self._add_tool(name, tool)
            for ref in (*shape.ensure, *shape.assume, *(need for way in shape.ways for need in way.needs)):
                self._add_family(ref.family)

    def _add_tool(self, name: str, tool: ToolCapability) -> None:
        if name not in self.tools:
            self.tools.add(name)
            for state in tool.requires:
                self._add_family(self._family(state))

    def _add_family(self, family: str) -> None:
        """A register of the family may have to be made true: by the row that provides it, or by a tool's effect."""
        if family in self._families:
            return
        self._families.add(family)
        if family in self._rules.providers:
            self.add_shapes([self._rules.providers[family][1]])
        for name, tool in self._known.items():
            if any(self._family(effect) == family for effect in tool.effects):
                self._add_tool(name, tool)
                self._add_served(tool)

    def _add_served(self, tool: ToolCapability) -> None:
        """A tool that is used for its effect does the work of a row that it serves."""
        for rule in self._rules.values():
            for shape in rule.shapes:
                if any(not tool.can_achieve.isdisjoint(way.achieved_by) for way in shape.ways):
                    self.add_shapes([shape])

    def _family(self, state: str) -> str:
        known = self._rules.words.state(state)
        return known.register.partition(":")[0] if known is not None else f"state:{state}"
