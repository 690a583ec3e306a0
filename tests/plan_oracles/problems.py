"""Random planning problems over a small pool, so that goals meet on the same pages, files and apps.

One generator serves two sources of chance: a seed, for tables of fixed problems, and Hypothesis, which shrinks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from hypothesis import strategies as st

from goalwright.contracts import Fact, Goal, MetaGoal, ToolCapability, WorldState
from plan_oracles.meanings import own_capabilities, servers, verb_of
from plan_oracles.simulator import Problem

FILES = ("a.txt", "docs/n.txt", "docs/sub/m.txt", "pics/p.png", "~/Desktop/d.txt")
FOLDERS = ("docs", "docs/sub", "pics")
APPS = ("notepad", "spotify")
URLS = ("youtube", "youtube.com", "github", "github.com/a", "example.com", "https://www.example.com/b/")
STATES = ("logged_in", "vpn", "quiet")


class Chance(Protocol):
    """Where the choices come from."""

    def pick(self, options: Sequence[Any]) -> Any: ...

    def number(self, least: int, most: int) -> int: ...


class Seeded:
    """Choices from a seed: the same ones on every machine and in every process."""

    def __init__(self, seed: int | str) -> None:
        self._random = random.Random(f"problem {seed}")

    def pick(self, options: Sequence[Any]) -> Any:
        return options[self.number(0, len(options) - 1)]

    def number(self, least: int, most: int) -> int:
        return least + int(self._random.random() * (most - least + 1))


class Drawn:
    """Choices that Hypothesis makes, and can shrink."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self._draw = draw

    def pick(self, options: Sequence[Any]) -> Any:
        return self._draw(st.sampled_from(options))

    def number(self, least: int, most: int) -> int:
        return int(self._draw(st.integers(least, most)))


def problems(max_goals: int = 8, *, with_hopeless: bool = True) -> st.SearchStrategy[Problem]:
    """Problems for Hypothesis."""

    @st.composite
    def build(draw: Callable[[Any], Any]) -> Problem:
        return make_problem(Drawn(draw), max_goals, with_hopeless=with_hopeless)

    return build()


def seeded_problem(seed: int | str, max_goals: int = 8, *, with_hopeless: bool = True) -> Problem:
    """The problem that belongs to a seed."""
    return make_problem(Seeded(seed), max_goals, with_hopeless=with_hopeless)


def make_problem(chance: Chance, max_goals: int, *, with_hopeless: bool) -> Problem:
    """One problem: a theme of verbs, goals, an order among them, a world and tools."""
    verbs = chance.pick(_THEMES)
    count = chance.number(1, max_goals)
    goals = []
    hopeless: dict[int, str] = {}
    for index in range(count):
        if with_hopeless and chance.number(0, 24) == 24:
            goal, hopeless[index] = chance.pick(_HOPELESS)
        else:
            goal = _goal(chance, chance.pick(verbs))
        goals.append(goal)
    meta = MetaGoal(goals=tuple(goals), dependencies=_dependencies(chance, count))
    problem = Problem(meta, _world(chance), _capabilities(chance), hopeless)
    return replace(problem, hopeless={**_unserved(problem), **hopeless})


def _unserved(problem: Problem) -> Mapping[int, str]:
    """Goals for whose verb no tool was given."""
    if problem.capabilities is None:
        return {}
    found = {}
    for index, goal in enumerate(problem.meta.goals):
        rule = f"{goal.domain}.{goal.verb}"
        if index in problem.hopeless:
            continue
        verb = verb_of(rule, goal.params)
        # A running app can be brought forward by whatever serves system.focus.
        serving = servers(verb, problem.capabilities)
        if not serving and verb != "system.launch":
            found[index] = "no_capability"
    return found


def _goal(chance: Chance, rule: str) -> Goal:
    domain, _, verb = rule.partition(" ")[0].partition(".")
    return Goal(domain=domain, verb=verb, params=_PARAMS.get(rule, _nothing)(chance))


def _nothing(_chance: Chance) -> dict[str, Any]:
    return {}


def _two_files(chance: Chance) -> dict[str, Any]:
    source = chance.number(0, len(FILES) - 1)
    target = (source + chance.number(1, len(FILES) - 1)) % len(FILES)
    return {"path": FILES[source], "to": FILES[target]}


_PARAMS: Mapping[str, Callable[[Chance], dict[str, Any]]] = {
    "browser.navigate": lambda chance: {"url": chance.pick(URLS)},
    "browser.search": lambda chance: {
        "query": chance.pick(("x", "c & d")),
        "platform": chance.pick(("youtube", "google")),
    },
    "browser.click": lambda _chance: {"selector": "#go"},
    "browser.type": lambda _chance: {"text": "hi", "selector": "#q"},
    "browser.wait": lambda _chance: {"selector": "#go"},
    "browser.screenshot": lambda chance: chance.pick(({}, {}, {"path": "pics/p.png"}, {"path": "a.png"})),
    "file.create": lambda chance: {"path": chance.pick(FILES), "object_type": "file"},
    "file.create folder": lambda chance: {"path": chance.pick(FOLDERS), "object_type": "folder"},
    "file.write": lambda chance: {"path": chance.pick(FILES), "content": chance.pick(("x", "y"))},
    "file.append": lambda chance: {"path": chance.pick(FILES), "content": "x"},
    "file.read": lambda chance: {"path": chance.pick(FILES)},
    "file.copy": _two_files,
    "file.move": _two_files,
    "file.delete": lambda chance: {"path": chance.pick(FILES), "object_type": "file"},
    "file.delete folder": lambda chance: {"path": chance.pick(FOLDERS), "object_type": "folder"},
    "file.list": lambda chance: chance.pick(({"path": "docs"}, {"path": "docs/sub"}, {"path": "pics"}, {})),
    "system.launch": lambda chance: {"app": chance.pick(APPS)},
    "system.focus": lambda chance: {"app": chance.pick(APPS)},
    "system.close": lambda chance: {"app": chance.pick(APPS)},
    "system.brightness": lambda chance: {"level": chance.pick((20, 80))},
    "audio.set_volume": lambda chance: {"level": chance.pick((10, 30))},
    "clipboard.write": lambda chance: {"text": chance.pick(("x", "y"))},
    "text.echo": lambda chance: {"text": chance.pick(("x", "y"))},
}

_PAGES = ("browser.navigate", "browser.navigate", "browser.search")
_LOOKS = ("browser.screenshot", "browser.wait", "browser.read")
_TOUCHES = ("browser.click", "browser.type", "browser.back", "browser.new_tab")
_MAKES = ("file.create", "file.create folder", "file.write", "file.append")
_HANDLES = ("file.read", "file.copy", "file.move", "file.delete", "file.delete folder", "file.list")
_APPS = ("system.launch", "system.launch", "system.focus", "system.close")
_SETTINGS = ("audio.set_volume", "audio.mute", "audio.unmute", "clipboard.write", "system.brightness")
_READINGS = ("audio.get_volume", "audio.volume_up", "clipboard.read", "text.echo")
_THEMES = (
    _PAGES + _LOOKS,
    _PAGES + _PAGES + _LOOKS + _TOUCHES,
    _PAGES + _LOOKS + _TOUCHES + ("browser.open", "browser.close"),
    _MAKES,
    _MAKES + _HANDLES,
    _MAKES + _MAKES + _HANDLES,
    _APPS + _SETTINGS,
    _SETTINGS + _READINGS,
    _PAGES + _LOOKS + _MAKES,
    _PAGES + _LOOKS + _TOUCHES + _MAKES + _HANDLES + _APPS + _SETTINGS + _READINGS + ("browser.open", "browser.close"),
)

_HOPELESS: tuple[tuple[Goal, str], ...] = (
    (Goal(domain="browser", verb="teleport", params={"url": "x"}), "rule_not_found"),
    (Goal(domain="kitchen", verb="boil"), "rule_not_found"),
    (Goal(domain="browser", verb="search", params={"platform": "youtube"}), "validation_failed"),
    (Goal(domain="browser", verb="click", params={}), "validation_failed"),
    (Goal(domain="file", verb="write", params={"path": "a.txt"}), "validation_failed"),
    (Goal(domain="audio", verb="mute", params={"hard": True}), "validation_failed"),
    (Goal(domain="browser", verb="scroll", params={"direction": "sideways"}), "blocked"),
    (Goal(domain="audio", verb="set_volume", params={"level": 101}), "blocked"),
    (Goal(domain="audio", verb="set_volume", params={"level": "loud"}), "blocked"),
    (Goal(domain="browser", verb="navigate", params={"url": "ftp://example.com"}), "blocked"),
    (Goal(domain="browser", verb="search", params={"query": "x", "platform": "nowhere"}), "blocked"),
)


def _dependencies(chance: Chance, count: int) -> dict[int, tuple[int, ...]]:
    shape = chance.pick(("none", "chain", "sparse", "sparse", "dense", "chains"))
    if shape == "chain":
        return {index: (index - 1,) for index in range(1, count)}
    found: dict[int, tuple[int, ...]] = {}
    for index in range(1, count):
        if shape == "chains" and index >= 2:
            found[index] = (index - 2,)
        elif shape == "sparse" and chance.number(0, 2):
            found[index] = (chance.number(0, index - 1),)
        elif shape == "dense":
            found[index] = tuple(other for other in range(index) if chance.number(0, 2) == 2)
    return {index: before for index, before in found.items() if before}


def _world(chance: Chance) -> WorldState:
    running = chance.pick((False, True))
    facts = [
        Fact(key=key, value=value)
        for key, value in (
            ("dir:docs", chance.pick((None, None, "exists", "absent"))),
            ("dir:pics", chance.pick((None, None, "exists", "absent"))),
            ("file:a.txt", chance.pick((None, None, "exists", "absent"))),
            ("file:docs/n.txt", chance.pick((None, None, None, "absent"))),
            ("volume", chance.pick((None, None, 10))),
            ("clipboard", chance.pick((None, None, "x"))),
            ("sound", chance.pick((None, None, "muted"))),
        )
        if value is not None
    ]
    return WorldState(
        browser_running=running,
        browser_last_url=chance.pick((None, "https://youtube.com/results?search_query=x", "https://github.com/"))
        if running
        else None,
        active_window=chance.pick((None, None, "notepad")),
        running_apps=chance.pick(((), ("notepad",), ("notepad", "spotify"))),
        recent_facts=tuple(facts),
    )


def _capabilities(chance: Chance) -> tuple[ToolCapability, ...] | None:
    shape = chance.pick(("none", "full", "full", "fewer", "browser", "chain", "alternatives", "by-product"))
    if shape == "none":
        return None
    tools = own_capabilities()
    return tuple(_SHAPES[shape](chance, tools))


def _full(_chance: Chance, tools: list[ToolCapability]) -> list[ToolCapability]:
    return tools


def _fewer(chance: Chance, tools: list[ToolCapability]) -> list[ToolCapability]:
    return [tool for tool in tools if chance.number(0, 7)]


def _needy_browser(chance: Chance, tools: list[ToolCapability]) -> list[ToolCapability]:
    """Pages that need a running browser, with or without a tool that starts it."""
    keep_launcher = chance.number(0, 2)
    made = []
    for tool in tools:
        if tool.name == "browsers.navigate":
            made.append(replace(tool, requires=frozenset({"browser_running"}), effects=frozenset({"url_loaded"})))
        elif tool.name == "browsers.launch":
            # Said to start a browser but not to open pages, it can only support.
            if keep_launcher:
                made.append(replace(tool, effects=frozenset({"browser_running"})))
        else:
            made.append(tool)
    return made


def _chain(chance: Chance, tools: list[ToolCapability]) -> list[ToolCapability]:
    """Tools that need a state, which a tool without a rule gives, which may need another state."""
    state, deeper = chance.pick((("logged_in", "vpn"), ("vpn", "logged_in")))
    made = [replace(tool, requires=frozenset({state})) if chance.number(0, 4) == 4 else tool for tool in tools]
    givers = [
        ToolCapability(
            name="grant.first", effects=frozenset({state}), requires=frozenset({deeper} if chance.number(0, 1) else ())
        )
    ]
    if chance.number(0, 5):
        givers.append(ToolCapability(name="grant.second", effects=frozenset({deeper})))
    return made + givers if chance.number(0, 1) else givers + made


def _alternatives(chance: Chance, tools: list[ToolCapability]) -> list[ToolCapability]:
    """Two tools for some verbs, the dearer one first or last."""
    others = [
        replace(tool, name=f"other.{tool.name}", requires=frozenset({"vpn"}))
        for tool in tools
        if chance.number(0, 3) == 3
    ]
    giver = ToolCapability(name="grant.vpn", effects=frozenset({"vpn"}))
    return [*others, *tools, giver] if chance.number(0, 1) else [*tools, giver, *others]


def _by_product(chance: Chance, tools: list[ToolCapability]) -> list[ToolCapability]:
    """A state that some verb's own tool gives on the side, and that other tools need."""
    source = chance.pick(("system.audio.mute", "system.audio.set_volume", "system.clipboard.write"))
    made = []
    for tool in tools:
        if tool.name == source:
            made.append(replace(tool, effects=frozenset({"quiet"})))
        else:
            made.append(replace(tool, requires=frozenset({"quiet"})) if chance.number(0, 5) == 5 else tool)
    return made


_SHAPES: Mapping[str, Callable[[Chance, list[ToolCapability]], list[ToolCapability]]] = {
    "full": _full,
    "fewer": _fewer,
    "browser": _needy_browser,
    "chain": _chain,
    "alternatives": _alternatives,
    "by-product": _by_product,
}
