"""Problems that planners get wrong, each as small as it can be and still hard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts import Fact, MetaGoal, ToolCapability, WorldState
from plan_oracles.simulator import Problem, goals_of

Said = tuple[Any, ...]  # a verb, its parameters, then the indices of the goals before it


def _problem(
    *said: Said,
    world: WorldState | None = None,
    tools: tuple[ToolCapability, ...] | None = None,
    hopeless: Mapping[int, str] | None = None,
) -> Problem:
    goals = goals_of(*((verb, params) for verb, params, *_ in said))
    dependencies = {index: tuple(before) for index, (_, _, *before) in enumerate(said) if before}
    return Problem(MetaGoal(goals=goals, dependencies=dependencies), world or WorldState(), tools, hopeless or {})


def _tool(name: str, *serves: str, requires: tuple[str, ...] = (), effects: tuple[str, ...] = ()) -> ToolCapability:
    return ToolCapability(
        name=name, can_achieve=frozenset(serves), requires=frozenset(requires), effects=frozenset(effects)
    )


def _file(path: str) -> dict[str, str]:
    return {"path": path, "object_type": "file"}


def _folder(path: str) -> dict[str, str]:
    return {"path": path, "object_type": "folder"}


def _text(path: str, content: str) -> dict[str, str]:
    return {"path": path, "content": content}


_RUNNING = WorldState(browser_running=True)
_NEEDY = (
    _tool("browsers.navigate", "browser_navigate", "browser_search", requires=("browser_running",)),
    _tool("browsers.launch", "browser_open", effects=("browser_running",)),
    _tool("browsers.close", "browser_close"),
)
_QUIET = (
    _tool("system.clipboard.write", "clipboard_write", effects=("quiet",)),
    _tool("system.audio.mute", "audio_mute", requires=("quiet",)),
    _tool("echo_tool", "text_echo", requires=("quiet",)),
)
_LOGIN = (
    _tool("nav", "browser_navigate", requires=("logged_in",)),
    _tool("login", effects=("logged_in",)),
)

TROUBLE: Mapping[str, Problem] = {
    "an event two goals back still holds an action up": _problem(
        ("file.append", _text("a.txt", "x")),
        ("file.create", _file("docs/sub/m.txt"), 0),
        ("file.write", _text("~/Desktop/d.txt", "y"), 1),
        tools=(
            _tool("grant", effects=("vpn",)),
            _tool("files.append_file", "file_append"),
            _tool("files.write_file", "file_write"),
            _tool("files.create_file", "file_create_file", requires=("vpn",)),
            _tool("files.create_folder", "file_create_folder", requires=("vpn",)),
        ),
    ),
    "goals in line stay in line when one between them is unmet": _problem(
        ("file.create", _folder("docs/sub")),
        ("file.delete", _folder("docs/sub")),
        ("audio.mute", {"hard": True}),
        ("file.delete", _folder("docs/sub"), 2),
        ("file.delete", _folder("docs/sub")),
        hopeless={2: "validation_failed"},
    ),
    "an app is not active after it was closed, whoever is unmet": _problem(
        ("system.focus", {"app": "spotify"}),
        ("audio.set_volume", {"level": "loud"}),
        ("system.close", {"app": "spotify"}),
        ("system.focus", {"app": "spotify"}, 1),
        ("system.launch", {"app": "spotify"}),
        hopeless={1: "blocked"},
    ),
    "a folder is listed after something in it was deleted": _problem(
        ("file.delete", _folder("docs/sub")), ("file.list", {"path": "docs"})
    ),
    "a folder is listed after something was copied into it": _problem(
        ("file.copy", {"path": "a.txt", "to": "pics/p.png"}), ("file.list", {"path": "pics"})
    ),
    "a file is made again after its folder was deleted": _problem(
        ("file.delete", _file("pics/p.png")),
        ("file.create", _file("pics/p.png")),
        ("file.delete", _folder("pics")),
        ("file.create", _file("pics/p.png")),
    ),
    "a file is written after the folder it was copied into was deleted": _problem(
        ("file.copy", {"path": "docs/n.txt", "to": "pics/p.png"}),
        ("file.delete", _folder("pics"), 0),
        ("file.write", _text("pics/p.png", "y")),
    ),
    "a copy is gone with the folder it was put into": _problem(
        ("file.copy", {"path": "a.txt", "to": "docs/n.txt"}),
        ("file.delete", _folder("docs"), 0),
        ("file.read", {"path": "docs/n.txt"}, 1),
        world=WorldState(recent_facts=(Fact(key="file:docs/n.txt", value="absent"),)),
    ),
    "a copy has the content of what was copied": _problem(
        ("file.write", _text("a.txt", "y")),
        ("file.copy", {"path": "a.txt", "to": "b.txt"}, 0),
        ("file.write", _text("b.txt", "y"), 1),
    ),
    "a page event waits for whoever starts the browser again": _problem(
        ("browser.navigate", {"url": "example.com"}),
        ("browser.close", {}),
        ("browser.search", {"query": "x", "platform": "google"}),
        ("browser.screenshot", {}, 0),
    ),
    "a tool that needs a browser waits for whoever starts it": _problem(
        ("browser.close", {}),
        ("browser.navigate", {"url": "github"}),
        ("browser.navigate", {"url": "youtube.com"}),
        world=_RUNNING,
        tools=_NEEDY,
    ),
    "a page event before any page goal finds no browser": _problem(
        ("browser.type", {"text": "hi"}), ("browser.navigate", {"url": "youtube"})
    ),
    "two searches that nobody ordered do not share a tab": _problem(
        ("browser.navigate", {"url": "youtube"}),
        ("browser.search", {"query": "x", "platform": "youtube"}),
        ("browser.search", {"query": "y", "platform": "youtube"}),
    ),
    "goals after the same page do not replace each other's": _problem(
        ("browser.navigate", {"url": "example.com"}),
        ("browser.navigate", {"url": "github.com/a"}, 0),
        ("browser.navigate", {"url": "example.com"}),
        ("browser.search", {"query": "x", "platform": "google"}, 0, 2),
        ("browser.read", {}, 1),
        world=_RUNNING,
    ),
    "a state may come from a goal that is said later": _problem(
        ("text.echo", {"text": "x"}), ("clipboard.write", {"text": "x"}), tools=_QUIET
    ),
    "a state may come from a goal that was true already": _problem(
        ("audio.mute", {}),
        ("clipboard.write", {"text": "x"}),
        world=WorldState(recent_facts=(Fact(key="clipboard", value="x"),)),
        tools=_QUIET,
    ),
    "a state that is a known fact is not brought about again": _problem(
        ("browser.navigate", {"url": "youtube"}),
        world=WorldState(recent_facts=(Fact(key="logged_in", value=True),)),
        tools=_LOGIN,
    ),
    "a state is brought about once": _problem(
        ("file.append", _text("docs/n.txt", "x")),
        ("file.read", {"path": "pics/p.png"}, 0),
        world=WorldState(recent_facts=(Fact(key="dir:pics", value="absent"),)),
        tools=(
            _tool("files.create_folder", "file_create_folder", requires=("vpn",)),
            _tool("files.append_file", "file_append", requires=("vpn",)),
            _tool("files.read_file", "file_read"),
            _tool("grant", effects=("vpn",)),
        ),
    ),
    "an unmet predecessor is the reason, whatever else is wrong": _problem(
        ("browser.screenshot", {}),
        ("browser.teleport", {"url": "x"}, 0),
        ("text.echo", {"text": "x"}),
        hopeless={1: "rule_not_found"},
    ),
    "a state is held up by events like everything else": _problem(
        ("file.move", {"path": "docs/sub/m.txt", "to": "a.txt"}),
        ("file.delete", _folder("docs")),
        tools=(
            _tool("files.move", "file_move"),
            _tool("files.delete_folder", "file_delete_folder", requires=("vpn",)),
            _tool("grant", effects=("vpn",)),
        ),
    ),
}
