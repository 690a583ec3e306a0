"""What verbs mean, written down a second time: nothing here comes from the planner or its rule tables.

State is a dict from register to value; a register that is missing is unknown. A page's value is a tuple of its
host and the rest of its address, a file's is ("exists",) or ("exists", text), everything else a 1-tuple, and what
is known not to be there is ABSENT.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from goalwright.contracts import Goal, ToolCapability, WorldState

ABSENT = ("absent",)
EXISTS = ("exists",)
RUNNING = ("running",)
NOT_THAT = ("something else",)  # what is active after the active app was closed
TRUE = ("true",)
State = dict[str, tuple[Any, ...]]

ALWAYS_THERE = frozenset({".", "~", "/", "~/Desktop", "~/Documents", "~/Downloads"})
SITES = {"youtube": "youtube.com", "github": "github.com", "google": "google.com"}
SEARCHES = {
    "youtube": "https://youtube.com/results?search_query=",
    "google": "https://google.com/search?q=",
}

# Tool and can_achieve of each verb, from the verb table.
TOOLS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "browser.navigate": ("browsers.navigate", ("browser_navigate", "browser_open")),
    "browser.search": ("browsers.navigate", ("browser_search",)),
    "browser.open": ("browsers.launch", ("browser_open",)),
    "browser.click": ("browsers.click", ("browser_click",)),
    "browser.type": ("browsers.type", ("browser_type",)),
    "browser.back": ("browsers.back", ("browser_back",)),
    "browser.new_tab": ("browsers.new_tab", ("browser_new_tab",)),
    "browser.wait": ("browsers.wait", ("browser_wait",)),
    "browser.read": ("browsers.read", ("browser_read",)),
    "browser.screenshot": ("browsers.screenshot", ("browser_screenshot",)),
    "browser.close": ("browsers.close", ("browser_close",)),
    "file.create": ("files.create_file", ("file_create_file", "file_create")),
    "file.create folder": ("files.create_folder", ("file_create_folder", "file_create")),
    "file.write": ("files.write_file", ("file_write",)),
    "file.append": ("files.append_file", ("file_append",)),
    "file.read": ("files.read_file", ("file_read",)),
    "file.copy": ("files.copy", ("file_copy",)),
    "file.move": ("files.move", ("file_move",)),
    "file.delete": ("files.delete_file", ("file_delete_file", "file_delete")),
    "file.delete folder": ("files.delete_folder", ("file_delete_folder", "file_delete")),
    "file.list": ("files.list_directory", ("file_list",)),
    "system.launch": ("system.apps.launch.shell", ("system_launch",)),
    "system.focus": ("system.apps.focus", ("system_focus",)),
    "system.close": ("system.apps.request_close", ("system_close",)),
    "system.brightness": ("system.display.set_brightness", ("system_brightness",)),
    "audio.set_volume": ("system.audio.set_volume", ("audio_set_volume",)),
    "audio.volume_up": ("system.audio.change_volume", ("audio_volume_up",)),
    "audio.get_volume": ("system.audio.get_volume", ("audio_get_volume",)),
    "audio.mute": ("system.audio.mute", ("audio_mute",)),
    "audio.unmute": ("system.audio.unmute", ("audio_unmute",)),
    "clipboard.write": ("system.clipboard.write", ("clipboard_write",)),
    "clipboard.read": ("system.clipboard.read", ("clipboard_read",)),
    "text.echo": ("echo_tool", ("text_echo",)),
}
# Verbs that a plan may add of its own accord to give a state: they ask for nothing and leave a known state behind.
PARAMETERLESS = ("audio.mute", "audio.unmute", "browser.open")
LEAVES_PAGE_UNKNOWN = frozenset({"browser.click", "browser.type", "browser.back", "browser.new_tab"})
LEAVES_PAGE_ALONE = frozenset({"browser.wait", "browser.read", "browser.screenshot"})
PAGE_EVENTS = LEAVES_PAGE_UNKNOWN | LEAVES_PAGE_ALONE
PAGE_MAKERS = frozenset({"browser.navigate", "browser.search"})


@dataclass(frozen=True)
class Act:
    """One action: what must be known to hold, what must not be known to fail, and what it changes.

    `changes` are instructions for `apply`; `holds` and `denied` are judged on the state before the action.
    """

    holds: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    denied: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    changes: tuple[tuple[Any, ...], ...] = ()
    entry: str = ""  # a path at which a file or a folder is needed


@dataclass(frozen=True)
class Meaning:
    """What one goal asks for: a condition to hold at some moment, or an event of its own."""

    verb: str
    act: Act
    args: Mapping[str, Any]
    touches: frozenset[str]
    condition: tuple[str, tuple[Any, ...]] | None = None

    @property
    def is_event(self) -> bool:
        return self.condition is None

    @property
    def is_on_page(self) -> bool:
        return self.verb in PAGE_EVENTS or self.verb in PAGE_MAKERS


def meaning_of(goal: Goal, tab: int = 0) -> Meaning:
    """What a goal asks for, with its page, if it has one, in the given tab."""
    verb = verb_of(f"{goal.domain}.{goal.verb}", goal.params)
    return meaning(verb, dict(goal.params), tab)


def verb_of(rule: str, args: Mapping[str, Any]) -> str:
    """The verb, told apart by object type where files and folders differ."""
    return f"{rule} folder" if rule in ("file.create", "file.delete") and args["object_type"] == "folder" else rule


def meaning(verb: str, args: dict[str, Any], tab: int) -> Meaning:
    """What a verb with these parameters asks for."""
    domain = verb.partition(".")[0]
    return _DOMAINS[domain](verb, args, tab)


def page_value(url: str) -> tuple[str, ...]:
    """The page an address names: a bare host is a prefix of everything on the site."""
    spelled = SITES.get(url, url)
    parts = urlsplit(spelled if "://" in spelled else f"https://{spelled}")
    rest = parts.path.rstrip("/") + (f"?{parts.query}" if parts.query else "")
    return (parts.netloc.removeprefix("www."), rest) if rest else (parts.netloc.removeprefix("www."),)


def absolute(url: str) -> str:
    """The address as a plan must give it."""
    spelled = SITES.get(url, url)
    return spelled if "://" in spelled else f"https://{spelled}"


def parent(path: str) -> str:
    """The folder a path lies in."""
    head = path.rpartition("/")[0]
    return head or ("/" if path.startswith("/") else ".")


def above(path: str) -> list[str]:
    """Every folder above a path that is not always there."""
    found = []
    while path not in ALWAYS_THERE:
        path = parent(path)
        found.append(path)
    return [folder for folder in found if folder not in ALWAYS_THERE]


def is_under(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies in it."""
    return path == folder or path.startswith(f"{folder}/") or (folder == "." and path[:1] not in "/~")


def share_register(left: Meaning, right: Meaning) -> bool:
    """Whether two goals touch the same register; `tree:` and `entry:` reach everything below a path.

    Two that only look, one at a folder and one at something in it, do not get in each other's way.
    """
    if left.touches & right.touches:
        return True
    if not left.act.changes and not right.act.changes:
        return False
    return any(_same(one, other) for one in left.touches for other in right.touches)


def _same(one: str, other: str) -> bool:
    (family, _, path), (family2, _, path2) = one.partition(":"), other.partition(":")
    if family == family2 == "page":
        return "*" in (path, path2)
    if not {family, family2} <= {"file", "dir", "entry", "tree"}:
        return False
    reach, reach2 = family in ("entry", "tree"), family2 in ("entry", "tree")
    return (reach and is_under(path2, path)) or (reach2 and is_under(path, path2))


def holds(state: Mapping[str, tuple[Any, ...]], register: str, wanted: tuple[Any, ...]) -> bool:
    """Whether a condition, a prefix of a value, is known to hold."""
    return state.get(register, ())[: len(wanted)] == wanted


def start(world: WorldState, paths: Iterable[str]) -> State:
    """The state a snapshot describes, for the paths a problem mentions."""
    state: State = {"browser": RUNNING if world.browser_running else ABSENT}
    if not world.browser_running:
        state["page:0"] = ABSENT
    elif world.browser_last_url is not None:
        state["page:0"] = page_value(world.browser_last_url)
    for app in world.running_apps:
        state[f"app:{app}"] = RUNNING
    if world.active_window is not None:
        state["active"] = (world.active_window,)
    known = set(paths)
    for folder in ALWAYS_THERE:
        state[f"dir:{folder}"] = EXISTS
    facts = {fact.key: fact.value for fact in world.recent_facts}
    for key in sorted(facts, key=lambda key: (facts[key] != "absent", key)):  # what exists overrules what is missing
        apply(state, _fact_changes(key, facts[key]), known)
    return state


def _fact_changes(key: str, value: Any) -> list[tuple[Any, ...]]:
    family, _, path = key.partition(":")
    if family == "dir":
        return [("gone", path)] if value == "absent" else [("folder", path)]
    if family == "file":
        return [("set", key, ABSENT)] if value == "absent" else [("file", path, EXISTS)]
    if family == "app":
        return [("set", key, ABSENT if value == "absent" else RUNNING)]
    if value is True:
        return [("set", *state_register(key))]
    return [("set", key, (value,))]


def apply(state: State, changes: Iterable[tuple[Any, ...]], paths: Iterable[str]) -> None:
    """Make changes to a state; `paths` are all the paths that matter."""
    for kind, *rest in changes:
        _CHANGES[kind](state, paths, *rest)


def _set(state: State, _paths: Iterable[str], register: str, value: tuple[Any, ...]) -> None:
    state[register] = value


def _forget(state: State, _paths: Iterable[str], register: str) -> None:
    state.pop(register, None)


def _file(state: State, _paths: Iterable[str], path: str, value: tuple[Any, ...]) -> None:
    state[f"file:{path}"], state[f"dir:{path}"] = value, ABSENT
    for folder in above(path):
        state[f"dir:{folder}"] = EXISTS


def _folder(state: State, _paths: Iterable[str], path: str) -> None:
    for folder in [path, *above(path)]:
        state[f"dir:{folder}"], state[f"file:{folder}"] = EXISTS, ABSENT


def _gone(state: State, paths: Iterable[str], path: str) -> None:
    for other in paths:
        if is_under(other, path):
            state[f"file:{other}"] = state[f"dir:{other}"] = ABSENT


def _like(state: State, paths: Iterable[str], source: str, target: str) -> None:
    """The target becomes what the source is: same kind, same content, and for a folder the same things in it.

    A source of unknown kind whose name has an extension is taken for a file, as everywhere else.
    """
    for other in paths:
        if is_under(other, target):
            twin = source + other[len(target) :]
            for family in ("file", "dir"):
                value = state.get(f"{family}:{twin}")
                if value is None:
                    state.pop(f"{family}:{other}", None)
                else:
                    state[f"{family}:{other}"] = value
    if f"file:{source}" not in state and state.get(f"dir:{source}", ABSENT) == ABSENT and "." in source[1:]:
        state[f"file:{target}"], state[f"dir:{target}"] = EXISTS, ABSENT
    for folder in above(target):
        state[f"dir:{folder}"] = EXISTS


def _deactivate(state: State, _paths: Iterable[str], app: str) -> None:
    if state.get("active") == (app,):
        state["active"] = NOT_THAT


def _pages(state: State, _paths: Iterable[str]) -> None:
    for register in [register for register in state if register.startswith("page:")]:
        state[register] = ABSENT


_CHANGES: Mapping[str, Callable[..., None]] = {
    "set": _set,
    "forget": _forget,
    "file": _file,
    "folder": _folder,
    "gone": _gone,
    "like": _like,
    "deactivate": _deactivate,
    "no pages": _pages,
}


def refusal(state: Mapping[str, tuple[Any, ...]], act: Act) -> str:
    """Why an action cannot run in a state, or nothing."""
    for register, value in act.holds:
        if not holds(state, register, value):
            return f"{register} is {state.get(register, 'unknown')}, not {value}"
    for register, value in act.denied:
        if state.get(register, ())[:1] == value:
            return f"{register} is known to be {value}"
    if act.entry and nothing_at(state, act.entry):
        return f"there is nothing at {act.entry}"
    return ""


def nothing_at(state: Mapping[str, tuple[Any, ...]], path: str) -> bool:
    """Whether a path is known to be empty: no file, and no folder that is known to be there instead."""
    return state.get(f"file:{path}") == ABSENT and state.get(f"dir:{path}") != EXISTS


def _browser(verb: str, args: dict[str, Any], tab: int) -> Meaning:
    page = f"page:{tab}"
    if verb == "browser.open":
        act = Act(changes=(("set", "browser", RUNNING), ("forget", "page:0")))
        return Meaning(verb, act, args, frozenset({"browser", "page:*"}), ("browser", RUNNING))
    if verb == "browser.close":
        act = Act((("browser", RUNNING),), (), (("set", "browser", ABSENT), ("no pages",)))
        return Meaning(verb, act, args, frozenset({"browser", "page:*"}))
    if verb in PAGE_MAKERS:
        if verb == "browser.search" and "url" not in args:
            args = {"url": SEARCHES[args.get("platform", "google")] + quote(args["query"], safe="")}
        url = absolute(args["url"])
        value = page_value(url)
        act = Act(changes=(("set", page, value), ("set", "browser", RUNNING)))
        return Meaning(verb, act, {"url": url}, frozenset({page}), (page, value))
    changes: tuple[tuple[Any, ...], ...] = (("forget", page),) if verb in LEAVES_PAGE_UNKNOWN else ()
    if verb == "browser.wait":
        args = {"state": "visible", **args}
    needs, denied, touches = [("browser", RUNNING)], [], {page}
    if "path" in args:
        path = args["path"]
        needs.append((f"dir:{parent(path)}", EXISTS))
        denied.append((f"dir:{path}", EXISTS))
        changes += (("file", path, EXISTS),)
        touches.add(f"file:{path}")
    return Meaning(verb, Act(tuple(needs), tuple(denied), changes), args, frozenset(touches))


def _files(verb: str, args: dict[str, Any], _tab: int) -> Meaning:
    path = args.get("path", ".")
    if "to" in args:
        return _carried(verb, args, path, args["to"])
    made = _made(verb, args, path)
    if made is not None:
        return made
    file, folder, tree = f"file:{path}", f"dir:{path}", frozenset({f"tree:{path}"})
    if verb == "file.read":
        return Meaning(verb, Act(denied=((file, ABSENT),)), args, frozenset({file}))
    if verb == "file.delete":
        return Meaning(verb, Act((), ((file, ABSENT),), (("set", file, ABSENT),)), args, frozenset({file}))
    if verb == "file.delete folder":
        return Meaning(verb, Act((), ((folder, ABSENT),), (("gone", path),)), args, tree)
    return Meaning(verb, Act((), ((folder, ABSENT),)), {"path": path}, tree)


def _made(verb: str, args: dict[str, Any], path: str) -> Meaning | None:
    """The verbs that bring a file or a folder about."""
    file, folder = f"file:{path}", f"dir:{path}"
    if verb == "file.create folder":
        act = Act(denied=((file, EXISTS),), changes=(("folder", path),))
        return Meaning(verb, act, args, frozenset({folder}), (folder, EXISTS))
    if verb not in ("file.create", "file.write", "file.append"):
        return None
    value = ("exists", args["content"]) if verb == "file.write" else EXISTS
    act = Act(((f"dir:{parent(path)}", EXISTS),), ((folder, EXISTS),), (("file", path, value),))
    return Meaning(verb, act, args, frozenset({file}), None if verb == "file.append" else (file, value))


def _carried(verb: str, args: dict[str, Any], path: str, target: str) -> Meaning:
    changes: tuple[tuple[Any, ...], ...] = (("like", path, target),)
    if verb == "file.move":
        changes += (("gone", path),)
    act = Act(((f"dir:{parent(target)}", EXISTS),), (), changes, path)
    return Meaning(verb, act, args, frozenset({f"entry:{path}", f"entry:{target}"}))


def _system(verb: str, args: dict[str, Any], _tab: int) -> Meaning:
    if verb == "system.brightness":
        value = (args["level"],)
        return Meaning(
            verb,
            Act(changes=(("set", "brightness", value),)),
            args,
            frozenset({"brightness"}),
            ("brightness", value),
        )
    app = args.get("app", args.get("app_name"))
    running, touches, said = f"app:{app}", frozenset({"active", f"app:{app}"}), {"app_name": app}
    if verb == "system.launch":
        act = Act(changes=(("set", running, RUNNING), ("set", "active", (app,))))
        return Meaning(verb, act, said, frozenset({"active"}), ("active", (app,)))
    if verb == "system.focus":
        return Meaning(verb, Act((), ((running, ABSENT),), (("set", "active", (app,)),)), said, touches)
    changes = (("set", running, ABSENT), ("deactivate", app))
    return Meaning(verb, Act((), ((running, ABSENT),), changes), said, touches)


def _audio(verb: str, args: dict[str, Any], _tab: int) -> Meaning:
    if verb in ("audio.mute", "audio.unmute"):
        value = ("muted" if verb == "audio.mute" else "unmuted",)
        return Meaning(verb, Act(changes=(("set", "sound", value),)), args, frozenset({"sound"}), ("sound", value))
    if verb == "audio.set_volume":
        value = (args["level"],)
        return Meaning(verb, Act(changes=(("set", "volume", value),)), args, frozenset({"volume"}), ("volume", value))
    if verb == "audio.volume_up":
        return Meaning(verb, Act(changes=(("forget", "volume"),)), {"amount": 10, **args}, frozenset({"volume"}))
    return Meaning(verb, Act(), args, frozenset({"volume"}))


def _clipboard(verb: str, args: dict[str, Any], _tab: int) -> Meaning:
    if verb == "clipboard.read":
        return Meaning(verb, Act(), args, frozenset({"clipboard"}))
    value = (args["text"],)
    act = Act(changes=(("set", "clipboard", value),))
    return Meaning(verb, act, args, frozenset({"clipboard"}), ("clipboard", value))


def _text(verb: str, args: dict[str, Any], _tab: int) -> Meaning:
    return Meaning(verb, Act(), args, frozenset())


_DOMAINS: Mapping[str, Callable[[str, dict[str, Any], int], Meaning]] = {
    "browser": _browser,
    "file": _files,
    "system": _system,
    "audio": _audio,
    "clipboard": _clipboard,
    "text": _text,
}


def own_capabilities() -> list[ToolCapability]:
    """Every tool of the verb table used here, with no requirements and no effects of its own."""
    serves: dict[str, set[str]] = {}
    for verb, (tool, keys) in TOOLS.items():
        # browsers.launch starts a browser; that it could also open a page is for browser_open to say.
        serves.setdefault(tool, set()).update(keys[:1] if verb != "browser.navigate" else {"browser_navigate"})
    return [ToolCapability(name=name, can_achieve=frozenset(keys)) for name, keys in serves.items()]


def servers(verb: str, capabilities: Iterable[ToolCapability]) -> list[ToolCapability]:
    """The tools that serve a verb, in the order given."""
    keys = set(TOOLS[verb][1])
    return [tool for tool in capabilities if keys & tool.can_achieve]


def state_register(name: str) -> tuple[str, tuple[Any, ...]]:
    """The register and value that a name in `requires` or `effects` stands for."""
    return ("browser", RUNNING) if name == "browser_running" else (f"state:{name}", TRUE)


def tool_changes(tool: ToolCapability | None) -> tuple[tuple[Any, ...], ...]:
    """What a tool's effects change."""
    return tuple(("set", *state_register(name)) for name in sorted(tool.effects)) if tool else ()


def tool_needs(tool: ToolCapability | None) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """What a tool's requirements ask for."""
    return tuple(state_register(name) for name in sorted(tool.requires)) if tool else ()
