"""AccessLog: which steps must wait for which, given what each reads and changes.

Readers wait for the last change; a change waits for the last change and for every reader since.
Changing a folder's whole tree counts for everything below it, changing a family for all its members.
"""

from __future__ import annotations

from goalwright.plan.paths import identities_above
from goalwright.rules.rule import PATH_FAMILIES

NO_STEP = -1


class AccessLog:
    """Accesses in order, by number; each call returns the earlier ones it must come after."""

    def __init__(self) -> None:
        self._writer: dict[str, int] = {}
        self._readers: dict[str, list[int]] = {}
        self._children: dict[str, set[str]] | None = None  # by folder; kept only once a whole tree was changed
        self._members: dict[str, set[str]] = {}
        self._family_writer: dict[str, int] = {}
        self._family_readers: dict[str, list[int]] = {}
        self._followed: dict[str, int] = {}  # how many of its family's readers a member has followed already

    def read(self, register: str, who: int) -> list[int]:
        place = self._place(register)
        if register.endswith(":*"):
            self._family_readers.setdefault(place, []).append(who)
            writers = {self._writer_of(member) for member in self._members.get(place, ())}
            writers.add(self._family_writer.get(place, NO_STEP))
            return sorted(writers - {NO_STEP})
        self._readers.setdefault(place, []).append(who)
        writer = self._writer_of(place)
        return [writer] if writer >= 0 else []

    def write(self, register: str, who: int) -> list[int]:
        place = self._place(register)
        if register.endswith(":*"):
            return self._write_family(place, who)
        if register.startswith(("tree:", "entry:")):
            return self._write_tree(place, who)
        before = self._take(place)
        readers = self._family_readers.get(place.partition(":")[0])
        if readers:
            before += readers[self._followed.get(place, 0) :]
            self._followed[place] = len(readers)
        self._writer[place] = who
        return before

    def settle(self, register: str, who: int) -> None:
        """Note that a register is as it is because of `who`, without making anything wait."""
        self._writer[self._place(register)] = who

    def writer(self, register: str) -> int:
        """Who changed a register last, or NO_STEP."""
        return self._writer_of(self._place(register))

    def _place(self, register: str) -> str:
        """Files and folders of one name share a place; so do all members of a family asked for as one."""
        family, colon, rest = register.partition(":")
        if not colon:
            return register
        if family in PATH_FAMILIES:
            place = f"/{rest}"
            if self._children is not None:
                self._note(place, self._children)
            return place
        if rest == "*":
            return family
        self._members.setdefault(family, set()).add(register)
        return register

    @staticmethod
    def _note(place: str, children: dict[str, set[str]]) -> None:
        """Link a place into the folders above it, so that changing one of their trees finds it."""
        for above in identities_above(place[1:]):
            siblings = children.setdefault(f"/{above}", set())
            if place in siblings:
                return
            siblings.add(place)
            place = f"/{above}"

    def _writer_of(self, place: str) -> int:
        own = self._writer.get(place)
        if own is not None:
            return own
        if not place.startswith("/"):
            return self._family_writer.get(place.partition(":")[0], NO_STEP)
        if self._children is None:
            return NO_STEP
        return max((self._writer.get(f"/{above}#", NO_STEP) for above in identities_above(place[1:])), default=NO_STEP)

    def _take(self, place: str) -> list[int]:
        """All that an exclusive change must follow; none of it is followed again."""
        before = self._readers.pop(place, [])
        writer = self._writer_of(place)
        if writer >= 0:
            before.append(writer)
        return before

    def _write_tree(self, place: str, who: int) -> list[int]:
        if self._children is None:
            self._children = {}
            for known in (*self._readers, *self._writer, place):
                if known.startswith("/"):
                    self._note(known, self._children)
        before = self._take(place)
        waiting = [place]
        while waiting:
            for child in sorted(self._children.pop(waiting.pop(), ())):
                writers = [self._writer.pop(mark, NO_STEP) for mark in (child, f"{child}#")]
                before += [*self._readers.pop(child, ()), *(writer for writer in writers if writer != NO_STEP)]
                waiting.append(child)
        # The mark with # speaks for everything below, the plain one for the folder itself.
        self._writer[place] = self._writer[f"{place}#"] = who
        return before

    def _write_family(self, family: str, who: int) -> list[int]:
        before = [*self._family_readers.pop(family, ()), self._family_writer.get(family, NO_STEP)]
        for member in sorted(self._members.pop(family, ())):
            self._followed.pop(member, None)
            before += [*self._readers.pop(member, ()), self._writer.pop(member, NO_STEP)]
        self._family_writer[family] = who
        return [earlier for earlier in before if earlier != NO_STEP]
