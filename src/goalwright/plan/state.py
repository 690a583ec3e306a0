"""Registers: what is known of the world at one moment of a plan.

A value is a tuple, most general part first; `ABSENT` (the empty one) is known absence and None is not knowing.
A condition is a prefix of a value: having content entails existing, a results page entails its site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from goalwright.named_tuple import NamedTuple
from goalwright.plan.paths import PATH_REGISTERS, folders_above, identities_above
from goalwright.rules.derive import FILE, FOLDER

Value = tuple[Any, ...] | None
ABSENT: tuple[Any, ...] = ()
EXISTS = ("exists",)

SET, MAKE, COPY, GRAFT, DROP, CLEAR, FORGET, LOSE, EVERY = range(9)
MAKING = (MAKE, COPY, GRAFT)
TREES = (GRAFT, CLEAR, FORGET)
BROWSER = "browser"
MAX_BRIEF = 80


class Condition(NamedTuple):
    """What must be so of one register: a prefix of its value, or ABSENT."""

    register: str
    value: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{self.register} = {shown(self.value)}"


class RegisterWrite(NamedTuple):
    """A change to a register. MAKE also brings the folders above into being, COPY does so with the value of another
    path, GRAFT with that of a folder and of everything in it. DROP leaves one path absent or unknown, CLEAR empties a
    whole tree, FORGET makes everything in a tree unknown, LOSE forgets a value if it is this one, EVERY changes all
    members of a family (`page`, `app`).

    `more` is, for MAKE, COPY and GRAFT, the registers of the folders above and, for SET on a member, its family;
    `source` is what COPY and GRAFT copy.
    """

    code: int
    register: str
    value: Value
    more: tuple[str, ...] = ()
    source: str = ""


def made_write(condition: Condition) -> RegisterWrite:
    """The write that makes a condition true, the folders above a path included."""
    family, _, path = condition.register.partition(":")
    if family in PATH_REGISTERS:
        return RegisterWrite(MAKE, condition.register, condition.value, folders_above(path))
    return RegisterWrite(SET, condition.register, condition.value, ("page",) if condition.register == "page" else ())


def copied_writes(path: str, source: str, kind: str | None, above: tuple[str, ...]) -> tuple[RegisterWrite, ...]:
    """What lies at a path after something of this kind was put there: a file or a folder with what is in it; `above`
    are the registers of the folders above the path."""
    if kind == FOLDER:
        return (RegisterWrite(GRAFT, f"dir:{path}", EXISTS, above, f"dir:{source}"),)
    if kind == FILE:
        return (RegisterWrite(COPY, f"file:{path}", EXISTS, above, f"file:{source}"),)
    return RegisterWrite(DROP, f"file:{path}", None), RegisterWrite(FORGET, f"dir:{path}", None)


def unpacked_writes(path: str, members: Iterable[str] | None) -> tuple[RegisterWrite, ...]:
    """What lies in a folder after an archive was unpacked into it; None if it is not known what is in the archive.

    Members are told by their paths below the folder, those that are folders with a slash at the end.
    """
    if members is None:
        return (RegisterWrite(FORGET, f"dir:{path}", None),)
    made = [(f"{path}/{member.rstrip('/')}", "dir" if member.endswith("/") else "file") for member in members]
    return tuple([RegisterWrite(MAKE, f"{family}:{place}", EXISTS, folders_above(place)) for place, family in made])


class Registers:
    """A mutable state of the world; copies are cheap and independent."""

    __slots__ = ("_below", "_children", "_defaults", "_has_own_below", "_linked", "_members", "_values")

    def __init__(self) -> None:
        self._values: dict[str, Value] = {}
        # What a family's members are unless listed, and which are listed: so that changing all of
        # them costs no more than setting each of them did.
        self._defaults: dict[str, Value] = {"page": ABSENT}
        self._members: dict[str, list[str]] = {}
        # What the things in a folder are unless listed; of several folders above one, the nearest counts.
        self._below: dict[str, Value] = {}
        self._has_own_below = True
        # Every path ever seen, by the folder it lies in, and all of them. They only grow, so copies share them.
        self._children: dict[str, list[str]] = {}
        self._linked: set[str] = set()

    def copy(self) -> Registers:
        twin = Registers.__new__(Registers)
        twin._values = self._values.copy()
        twin._below = self._below
        twin._has_own_below = self._has_own_below = False
        twin._defaults = self._defaults
        twin._members = {family: listed.copy() for family, listed in self._members.items()}
        twin._children, twin._linked = self._children, self._linked
        return twin

    def detached(self) -> Registers:
        """A copy that shares nothing, for a life of its own."""
        twin = self.copy()
        twin._children = {folder: inside.copy() for folder, inside in self._children.items()}
        twin._linked = self._linked.copy()
        return twin

    def key(self) -> tuple[frozenset[tuple[str, Value]], ...]:
        """What tells two states apart."""
        return frozenset(self._values.items()), frozenset(self._below.items()), frozenset(self._defaults.items())

    def value(self, register: str) -> Value:
        try:
            return self._values[register]
        except KeyError:
            return self._unlisted(register)

    def holds(self, condition: Condition) -> bool:
        value = self.value(condition.register)
        wanted = condition.value
        return value is not None and (value[: len(wanted)] == wanted if wanted else not value)

    def denies(self, condition: Condition) -> bool:
        return self.value(condition.register) is not None and not self.holds(condition)

    def apply(self, writes: Iterable[RegisterWrite], made: Callable[[str], None]) -> None:
        """Carry out writes; `made` hears of every register that got a known value."""
        for write in writes:
            if write.code == SET:
                self._values[write.register] = write.value
                if write.more:
                    self._members.setdefault(write.more[0], []).append(write.register)
                if write.value:
                    made(write.register)
            else:
                _APPLY[write.code](self, write, made)

    def _unlisted(self, register: str) -> Value:
        family, _, path = register.partition(":")
        if family == "entry":
            as_file = self.value(f"file:{path}")
            if as_file:
                return EXISTS
            as_folder = self.value(f"dir:{path}")
            return EXISTS if as_folder else (None if as_file is None and as_folder is None else ABSENT)
        if family in self._defaults:
            return self._defaults[family]
        if self._below and family in PATH_REGISTERS:
            return next((self._below[above] for above in identities_above(path) if above in self._below), None)
        return None

    def _make(self, write: RegisterWrite, made: Callable[[str], None]) -> None:
        self._put(write, write.value, made)

    def _copy(self, write: RegisterWrite, made: Callable[[str], None]) -> None:
        self._put(write, self.value(write.source) or write.value, made)

    def _put(self, write: RegisterWrite, value: Value, made: Callable[[str], None]) -> None:
        self._set_path(write.register, value)
        made(write.register)
        for folder in write.more:
            if self.value(folder) == EXISTS:
                break
            self._set_path(folder, EXISTS)
            made(folder)

    def _graft(self, write: RegisterWrite, made: Callable[[str], None]) -> None:
        """What is known of the things in a folder, and of those that are not listed, holds in the other one too."""
        source, target = (register.partition(":")[2] for register in (write.source, write.register))
        listed = {register: self._values[register] for register in self._inside(source)}
        above = (source, *identities_above(source))
        unlisted = next((self._below[folder] for folder in above if folder in self._below), None)
        inside = {folder: self._below[folder] for folder in self._paths_in(source) if folder in self._below}
        self._set_tree(RegisterWrite(CLEAR, write.register, unlisted), made)
        self._below |= {target + folder[len(source) :]: value for folder, value in inside.items()}
        for register, value in listed.items():
            family, _, path = register.partition(":")
            grafted = f"{family}:{target}{path[len(source) :]}"
            self._set_path(grafted, value)
            if value:
                made(grafted)
        self._make(write, made)

    def _inside(self, folder: str) -> Iterator[str]:
        """The listed registers of all that lies in a folder."""
        for path in self._paths_in(folder):
            yield from (register for register in (f"file:{path}", f"dir:{path}") if register in self._values)

    def _paths_in(self, folder: str) -> Iterator[str]:
        """All paths that lie in a folder, and in those in it."""
        waiting = [folder]
        while waiting:
            inside = self._children.get(waiting.pop(), ())
            waiting.extend(inside)
            yield from inside

    def _drop(self, write: RegisterWrite, _made: Callable[[str], None]) -> None:
        self._set_path(write.register, write.value)

    def _set_path(self, register: str, value: Value) -> None:
        path = register.partition(":")[2]
        if path not in self._linked:
            self._link(path)
        self._values[register] = value

    def _link(self, path: str) -> None:
        """Link a path into the folders above it, so that clearing one of those finds it."""
        linked, children = self._linked, self._children
        for above in folders_above(path):
            linked.add(path)
            folder = above[4:]
            siblings = children.get(folder)
            if siblings is None:
                children[folder] = [path]
            else:
                siblings.append(path)
            if folder in linked:
                return
            path = folder
        linked.add(path)

    def _set_tree(self, write: RegisterWrite, _made: Callable[[str], None]) -> None:
        path = write.register.partition(":")[2]
        value = write.value
        self._set_path(write.register, value)
        if not self._has_own_below:  # copies of the state share it; one copy for each change would be a square
            self._below, self._has_own_below = self._below.copy(), True
        below, values = self._below, self._values
        if path in self._children:
            for inner in self._paths_in(path):
                below.pop(inner, None)
                for register in (f"file:{inner}", f"dir:{inner}"):
                    if register in values:
                        values[register] = value
        below[path] = value

    def _lose(self, write: RegisterWrite, _made: Callable[[str], None]) -> None:
        if self._values.get(write.register) == write.value:
            self._values[write.register] = None

    def _every(self, write: RegisterWrite, _made: Callable[[str], None]) -> None:
        for register in self._members.pop(write.register, ()):
            self._values.pop(register, None)
        self._defaults = {**self._defaults, write.register: write.value}


_APPLY = {
    MAKE: Registers._make,
    COPY: Registers._copy,
    GRAFT: Registers._graft,
    DROP: Registers._drop,
    CLEAR: Registers._set_tree,
    FORGET: Registers._set_tree,
    LOSE: Registers._lose,
    EVERY: Registers._every,
}


def unheard(_register: str) -> None:
    """For changes whose makers do not matter."""


def are_related(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def shown(value: Value) -> str:
    """A value in a person's words, short."""
    if value is None:
        return "unknown"
    if len(value) == 1 and type(value[0]) is str:
        return brief(value[0])
    return brief(" ".join([str(part) for part in value])) if value else "absent"


def brief(text: str) -> str:
    """Any text on one short, printable line."""
    cut = text if len(text) <= MAX_BRIEF else f"{text[: MAX_BRIEF - 1]}…"
    return cut if cut.isprintable() else "".join(char if char.isprintable() else " " for char in cut)
