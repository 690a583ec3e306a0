"""AccessLog: which steps must wait for which, given what each reads and changes.

Readers wait for the last change; a change waits for the last change and for every reader since.
Changing a folder's whole tree counts for everything below it, changing a family for all its members.
"""

from __future__ import annotations

from collections.abc import Collection

from goalwright.plan.paths import folder_above
from goalwright.rules.rule import PATH_FAMILIES

NO_STEP = -1


class _Place:
    """What is known of a register, or of a path: files and folders of one name share a place.

    `tree_writer` is who changed all that lies below. `is_linked` says that it is among the children of the folder
    above, and that one is linked in turn.
    """

    __slots__ = ("children", "family", "has_inside", "is_linked", "name", "parent", "readers", "tree_writer", "writer")

    def __init__(self, name: str, family: str, parent: _Place | None = None) -> None:
        self.name, self.family, self.parent = name, family, parent
        self.writer = self.tree_writer = NO_STEP
        self.readers: list[int] = []
        self.children: dict[str, _Place] = {}
        self.is_linked = self.has_inside = False


class AccessLog:
    """Accesses in order, by number; each call returns the earlier ones it must come after."""

    def __init__(self) -> None:
        self._places: dict[str, _Place] = {}  # by register
        self._paths: dict[str, _Place] = {}
        self._has_trees = False  # places are linked only once a whole tree was changed
        self._has_tree_above = False  # whether a tree was changed that has any place in it
        self._kept: dict[tuple[str, ...], list[_Place]] = {}
        self._members: dict[str, dict[str, _Place]] = {}
        self._family_writer: dict[str, int] = {}
        self._family_readers: dict[str, list[int]] = {}
        self._followed: dict[str, int] = {}  # how many of its family's readers a member has followed already

    def read(self, register: str, who: int) -> list[int]:
        place = self._place(register)
        if place is None:
            return self._read_family(register.partition(":")[0], who)
        place.readers.append(who)
        writer = self._writer_of(place)
        return [writer] if writer >= 0 else []

    def write(self, register: str, who: int) -> list[int]:
        place = self._place(register)
        if place is None:
            return self._write_family(register.partition(":")[0], who)
        if register.startswith(("tree:", "entry:")):
            return self._write_tree(place, who)
        before = self._take(place)
        readers = self._family_readers.get(place.family) if self._family_readers else None
        if readers:
            before += readers[self._followed.get(register, 0) :]
            self._followed[register] = len(readers)
        place.writer = who
        return before

    def write_tree(self, register: str, who: int) -> list[int]:
        """A change to a folder and to all that is in it, told by the register of either kind."""
        place = self._place(register)
        assert place is not None  # a path is no family
        return self._write_tree(place, who)

    def keep(self, registers: tuple[str, ...], who: int, enders: Collection[int]) -> list[int]:
        """Note that folders, or the browser, are there because of `who`, where no earlier one sees to that; returns
        the enders that had the last word on one of them."""
        before = []
        for place in self._kept.get(registers) or self._kept_places(registers):
            writer = place.writer if place.writer >= 0 else self._writer_of(place)
            if writer in enders:
                before.append(writer)
            elif writer != NO_STEP:
                continue
            place.writer = who
            if self._has_trees and not place.is_linked:
                _link(place)
        return before

    def writer(self, register: str) -> int:
        """Who changed a register last, or NO_STEP."""
        place = self._place(register)
        return self._writer_of(place) if place is not None else self._family_writer.get(register[:-2], NO_STEP)

    def _place(self, register: str) -> _Place | None:
        """The place of a register; None for all members of a family."""
        place = self._places.get(register)
        if place is not None and place.is_linked:
            return place  # a path, and nothing to be done about it
        if place is None:
            family, colon, rest = register.partition(":")
            if rest == "*" and family not in PATH_FAMILIES:
                return None
            is_path = colon and family in PATH_FAMILIES
            place = self._path_place(rest) if is_path else _Place(register, family)
            self._places[register] = place
        if place.family:
            if len(place.family) < len(register):
                self._members.setdefault(place.family, {})[register] = place
        elif self._has_trees and not place.is_linked:
            _link(place)
        return place

    def _path_place(self, path: str) -> _Place:
        place = self._paths.get(path)
        if place is None:
            above = folder_above(path)
            parent = self._path_place(above) if above is not None else None
            place = self._paths[path] = _Place(path, "", parent)
            if parent is not None:
                parent.has_inside = True
                self._has_tree_above = self._has_tree_above or parent.tree_writer >= 0
        return place

    def _kept_places(self, registers: tuple[str, ...]) -> list[_Place]:
        """The places of registers that are kept together: files of one folder share them."""
        places = [place for register in registers if (place := self._place(register)) is not None]
        self._kept[registers] = places
        return places

    def _writer_of(self, place: _Place) -> int:
        if place.writer >= 0:
            return place.writer
        if place.family:
            return self._family_writer.get(place.family, NO_STEP)
        found = NO_STEP
        above = place.parent if self._has_tree_above else None
        while above is not None:
            found = max(found, above.tree_writer)
            above = above.parent
        return found

    def _take(self, place: _Place) -> list[int]:
        """All that an exclusive change must follow; none of it is followed again."""
        before, place.readers = place.readers, []
        writer = self._writer_of(place)
        if writer >= 0:
            before.append(writer)
        return before

    def _write_tree(self, place: _Place, who: int) -> list[int]:
        if not self._has_trees:
            self._has_trees = True
            for known in self._paths.values():
                _link(known)
        before = self._take(place)
        waiting = [place] if place.children else []
        while waiting:
            folder = waiting.pop()
            inside, folder.children = folder.children, {}
            for name in sorted(inside):
                child = inside[name]
                before += [*child.readers, *(each for each in (child.writer, child.tree_writer) if each != NO_STEP)]
                child.readers, child.writer, child.tree_writer, child.is_linked = [], NO_STEP, NO_STEP, False
                waiting.append(child)
        place.writer = place.tree_writer = who
        self._has_tree_above = self._has_tree_above or place.has_inside
        return before

    def _read_family(self, family: str, who: int) -> list[int]:
        self._family_readers.setdefault(family, []).append(who)
        writers = {self._writer_of(member) for member in self._members.get(family, {}).values()}
        writers.add(self._family_writer.get(family, NO_STEP))
        return sorted(writers - {NO_STEP})

    def _write_family(self, family: str, who: int) -> list[int]:
        before = [*self._family_readers.pop(family, ()), self._family_writer.get(family, NO_STEP)]
        members = self._members.pop(family, {})
        for register in sorted(members):
            member = members[register]
            self._followed.pop(register, None)
            before += [*member.readers, member.writer]
            member.readers, member.writer = [], NO_STEP
        self._family_writer[family] = who
        return [earlier for earlier in before if earlier != NO_STEP]


def _link(place: _Place) -> None:
    """Link a path into the folders above it, so that changing one of their trees finds it."""
    while not place.is_linked:
        place.is_linked = True
        if place.parent is None:
            return
        place.parent.children[place.name] = place
        place = place.parent
