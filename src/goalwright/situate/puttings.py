"""What goals put somewhere as a whole: folders that are carried about, archives that are unpacked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from goalwright.contracts import Fact, Goal
from goalwright.contracts.path_spelling import ancestors, name, normal
from goalwright.rules import RuleBook
from goalwright.situate.anchoring import said_path

Members = Callable[[str, str], Iterable[str] | None]
"""What unpacking an archive into a folder of some name makes there, paths of folders with a slash at the end; None if
that can't be told."""
_TOP = "./"


def carried(goal: Goal, rules: RuleBook, paths: Sequence[str], family: str = "entry") -> Iterator[tuple[str, str]]:
    """Where a goal may put something as a whole, and where that is now; `paths` are those that the goal is about.

    `tree` is the family of what comes out of an archive, `entry` that of what is carried about.
    """
    rule = rules.get((goal.domain, goal.verb))
    for ref in rule.shape.writes if rule is not None else ():
        if rule is not None and ref.change == "like" and ref.family == family:
            source = said_path(goal, rule, ref.value[0].strip("{}"))
            if source is not None:
                origin = normal(source)
                yield from ((target, origin) for target in map(normal, paths) if target != origin)


def unpacked_facts(unpackings: Iterable[tuple[str, str]], paths: Iterable[str], members: Members) -> Iterator[Fact]:
    """For each folder that an archive is unpacked into: which of the paths that matter it then holds."""
    unpackings = tuple(unpackings)
    inside: dict[str, set[str]] = {}
    for path in paths if unpackings else ():
        for folder in ancestors(path):
            inside.setdefault(folder, set()).add(path[len(folder) :].strip("/\\"))
    for folder, archive in unpackings:
        wanted = {part for path in inside.get(folder, ()) for part in (path, *ancestors(path))}
        found = members(archive, name(folder)) if wanted else None
        if found is not None:
            listed = sorted(member for member in found if member.rstrip("/") in wanted)
            yield Fact(key=f"members:{folder}:{archive}", value=(_TOP, *listed))
