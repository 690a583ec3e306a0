"""The words Goalwright knows: sites, search platforms, apps, browsers, folders, keys, shortcuts and state names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from goalwright.contracts.frozen import EMPTY, FrozenDict
from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation

MAX_PATH_PARTS = 4
"""How deep a site's path may go: keeps looking a page up independent of how long its address is."""

_AROUND_PLUS = r"\s*\+\s*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """An entry of a word table: its name, and others that people have for it."""

    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Site(Named):
    """A website people call by name; `path` is empty or starts with a slash, and has no slash at its end."""

    host: str
    path: str = ""
    hosts: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """Where the site begins, as people write it: `google.com/maps`."""
        return self.host + self.path

    @property
    def all_hosts(self) -> tuple[str, ...]:
        return (self.host, *self.hosts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform(Named):
    """A place to search; `site` is a name in the sites table, `search` a template with one `{query}`."""

    site: str
    search: str

    def search_url(self, query: str) -> str:
        from urllib.parse import quote

        return self.search.replace("{query}", quote(query, safe=""))


@dataclass(frozen=True, slots=True, kw_only=True)
class App(Named):
    """A program people ask for by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Browser(Named):
    """A program that shows web pages; one that is not `steered` is only started."""

    steered: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFolder(Named):
    """A folder every user has; `path` is anchored (`~/Desktop`)."""

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Key(Named):
    """A key by its canonical name; a modifier is held while another key is pressed."""

    kind: Literal["key", "modifier"] = "key"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortcut(Named):
    """The key combination of a common command on each platform."""

    linux: str
    darwin: str
    win32: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownState(Named):
    """What a state name in a tool's `requires` or `effects` says of the planner's world."""

    register: str
    value: str


Entry = TypeVar("Entry", bound=Named)


def fold(name: str) -> str:
    """One spelling for each name: case and the amount of white space don't matter."""
    return " ".join(name.split()).casefold()


class LateTable(Mapping[str, Entry]):
    """The entries of a word table, each made of its row when it is wanted."""

    def __init__(self, rows: Mapping[str, Mapping[str, Any]], make: Callable[..., Entry]) -> None:
        self._rows, self._make = rows, make
        self._made: dict[str, Entry] = {}

    def __getitem__(self, name: str) -> Entry:
        if name not in self._made:
            self._made[name] = self._make(name=name, **_fields(self._rows[name]))
        return self._made[name]

    def names(self) -> Iterator[tuple[str, Iterable[str]]]:
        """The name of every entry with its aliases; no entry is made for that."""
        return ((name, row.get("aliases", ())) for name, row in self._rows.items())

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return repr(dict(self))


def _fields(row: Mapping[str, Any]) -> dict[str, Any]:
    return {field: tuple(value) if isinstance(value, list) else value for field, value in row.items()}


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """Word tables by entry name, in table order, with lookups that take any alias in any case."""

    sites: Mapping[str, Site] = EMPTY
    platforms: Mapping[str, Platform] = EMPTY
    apps: Mapping[str, App] = EMPTY
    browsers: Mapping[str, Browser] = EMPTY
    folders: Mapping[str, KnownFolder] = EMPTY
    keys: Mapping[str, Key] = EMPTY
    shortcuts: Mapping[str, Shortcut] = EMPTY
    states: Mapping[str, KnownState] = EMPTY

    @cached_property
    def _sites(self) -> _ByAnyName[Site]:
        return _ByAnyName(self.sites)

    @cached_property
    def _pages(self) -> FrozenDict[str, Site]:
        return _by_page(self.sites.values())

    @cached_property
    def _platforms(self) -> _ByAnyName[Platform]:
        return _ByAnyName(self.platforms)

    @cached_property
    def _platform_of_site(self) -> FrozenDict[str, Platform]:
        return _by_site(self.platforms.values())

    @cached_property
    def _apps(self) -> _ByAnyName[App]:
        return _ByAnyName(self.apps)

    @cached_property
    def _browsers(self) -> _ByAnyName[Browser]:
        return _ByAnyName(self.browsers)

    @cached_property
    def _folders(self) -> _ByAnyName[KnownFolder]:
        return _ByAnyName(self.folders)

    @cached_property
    def _keys(self) -> _ByAnyName[Key]:
        return _ByAnyName(self.keys)

    @cached_property
    def _modifiers(self) -> tuple[str, ...]:
        return tuple(key.name for key in self.keys.values() if key.kind == "modifier")

    @cached_property
    def _shortcuts(self) -> _ByAnyName[Shortcut]:
        return _ByAnyName(self.shortcuts)

    @cached_property
    def _states(self) -> _ByAnyName[KnownState]:
        return _ByAnyName(self.states)

    def site(self, name: str) -> Site | None:
        return self._sites.get(fold(name))

    def site_of_host(self, host: str, path: str = "") -> Site | None:
        """The site a page belongs to; given a path, the most specific one (`google.com`, `/maps/…`: google maps)."""
        page = host.casefold().removeprefix("www.")
        parts = path.split("/", MAX_PATH_PARTS + 1)[1 : MAX_PATH_PARTS + 1] if path.startswith("/") else []
        for count in range(len(parts), -1, -1):
            site = self._pages.get("/".join((page, *parts[:count])))
            if site is not None:
                return site
        return None

    def platform(self, name: str) -> Platform | None:
        """The platform with this name or alias, or the one that searches the site with it."""
        site = self.site(name)
        return self._platforms.get(fold(name)) or (self._platform_of_site.get(site.name) if site is not None else None)

    def platform_of_host(self, host: str, path: str = "") -> Platform | None:
        """The platform that searches the site of a page: the site's namesake, else the first in the table."""
        site = self.site_of_host(host, path)
        return self._platform_of_site.get(site.name) if site is not None else None

    def app(self, name: str) -> App | None:
        return self._apps.get(fold(name))

    def browser(self, name: str) -> Browser | None:
        return self._browsers.get(fold(name))

    def steered_browsers(self) -> frozenset[str]:
        """All names of browsers that Goalwright can steer."""
        return frozenset(name for name, browser in self._browsers.items() if browser.steered)

    def folder(self, name: str) -> KnownFolder | None:
        return self._folders.get(fold(name))

    def state(self, name: str) -> KnownState | None:
        """What a state name means, for those that mean something to the planner."""
        return self._states.get(fold(name))

    def key(self, combo: str) -> str | None:
        """A key combination in its one spelling (`Shift+Control+T`: `ctrl+shift+t`), or None if it is not one."""
        names = [self._key_name(part) for part in _combo_parts(re.sub(_AROUND_PLUS, "+", combo.strip()))]
        held = [name for name in self._modifiers if name in names]
        pressed = [name for name in names if name not in self._modifiers]
        if None in names or len(pressed) > 1 or len(held) + len(pressed) != len(names):
            return None
        return "+".join((*held, *(name for name in pressed if name is not None)))

    def shortcut(self, name: str, platform: str) -> str:
        """The key combination of a command on a platform named as `sys.platform` has it; others follow linux."""
        found = self._shortcuts.get(fold(name))
        if found is None:
            problem = f"has no {name!r}: use one of {', '.join(self.shortcuts)}"
            raise ContractViolation("Vocabulary", "shortcut", problem)
        combo = {"darwin": found.darwin, "win32": found.win32}.get(platform, found.linux)
        return self.key(combo) or combo

    def _key_name(self, part: str) -> str | None:
        known = self._keys.get(fold(part))
        if known is not None:
            return known.name
        if len(part) != 1 or not part.isprintable():
            return None
        small = part.lower()  # casefold would make two letters of a sharp s
        return small if len(small) == 1 else part


def _combo_parts(combo: str) -> list[str]:
    """The keys of a combination; a plus at the end, after a plus or alone, is the plus key."""
    if combo == "+":
        return ["+"]
    if combo.endswith("++"):
        return [*combo[:-2].split("+"), "+"]
    return combo.split("+")


def _named(entries: Mapping[str, Entry]) -> Iterator[tuple[str, Iterable[str]]]:
    """Each entry's name with its aliases."""
    if isinstance(entries, LateTable):
        return entries.names()
    return ((name, entry.aliases) for name, entry in entries.items())


class _ByAnyName(Generic[Entry]):
    """The entries of a table by their names and aliases; of two with one name the first counts."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self._entries, self._keys = entries, dict[str, str]()
        for key, aliases in _named(entries):
            for name in (key, *aliases):
                self._keys.setdefault(fold(name), key)

    def items(self) -> Iterator[tuple[str, Entry]]:
        return ((name, self._entries[key]) for name, key in self._keys.items())

    def get(self, name: str) -> Entry | None:
        key = self._keys.get(name)
        return None if key is None else self._entries[key]


def _by_page(sites: Iterable[Site]) -> FrozenDict[str, Site]:
    """Sites by where they begin; a host that no site has whole goes to the first that has a part of it."""
    listed = tuple(sites)
    index: dict[str, Site] = {}
    for site in listed:
        for page in (site.address, *site.hosts):
            index.setdefault(page, site)
    for site in listed:
        index.setdefault(site.host, site)
    return FrozenDict(index)


def _by_site(platforms: Iterable[Platform]) -> FrozenDict[str, Platform]:
    """Platforms by the site they search: the site's namesake, else the first in the table."""
    ranked = sorted(platforms, key=lambda platform: platform.name != platform.site)
    return FrozenDict({platform.site: platform for platform in reversed(ranked)})
