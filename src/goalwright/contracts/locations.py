"""Where the files of goals lie, as far as paths and scopes tell; no disk is looked at."""

from __future__ import annotations

from collections.abc import Callable

from goalwright.contracts import path_spelling as paths
from goalwright.contracts.goal import DRIVE, INSIDE, ROOT, Goal, drive_root, scope_parts
from goalwright.named_tuple import NamedTuple

LONGEST_PATH = 4_096  # Linux opens none longer; without a limit, nested folders make paths that fill the memory


class PathUse(NamedTuple):
    """What a goal's verb does with `path` and `to`; without a rule that says so, nothing.

    `by_object` says that the goal's object may stand for the path, `may_lack_path` that without one it is the folder
    one is in, `is_beside` that a bare `to` is a new name in the folder of the path. `makes` is the parameter that names
    what is brought into being, if any, and `makes_folder` says that this is a folder for sure.
    """

    takes_path: bool = False
    takes_to: bool = False
    by_object: bool = False
    may_lack_path: bool = False
    is_beside: bool = False
    makes: str = ""
    makes_folder: bool = False


Uses = Callable[[Goal], PathUse]


class GoalLocation(NamedTuple):
    """Where a goal's path and its `to` lie; None where it has none, or none that is text.

    `is_scoped` says that an `inside` or a drive had a part in it. A path that would become too long by joining
    is left as it was given, and `fits` is false (one that was too long to begin with is for others to judge).
    """

    path: str | None = None
    to: str | None = None
    is_scoped: bool = False
    fits: bool = True


class _Makers(NamedTuple):
    """The first goal that makes a thing, by each way to name the thing, the surest way first.

    A path counts both as the place where it came to lie and as it was given; a name on a drive has no case.
    """

    by_place: dict[str, int]
    by_path: dict[str, int]
    by_name: dict[str, int]
    by_name_on_drive: dict[str, int]


class Locations:
    """The places of goals, learnt in goal order: a goal's `inside` sees only the goals added before it.

    Where a scope has several `inside` parts, or several drives, the first one says where a path starts.
    """

    def __init__(self, uses: Uses) -> None:
        self._uses = uses
        self._made: list[str | None] = []
        self._folders = _Makers({}, {}, {}, {})
        self._others = _Makers({}, {}, {}, {})

    def add(self, goal: Goal) -> GoalLocation:
        """The place of the next goal, which from now on may be what others lie inside of."""
        use = self._uses(goal)
        place = self._place(goal, use)
        made = _made(use, place)
        if made is not None:
            self._register(goal, use, made)
        self._made.append(made)
        return place

    def maker(self, target: str, before: int | None = None) -> int | None:
        """The index of the first goal that makes `target`: folders first, whole paths before names."""
        before = len(self._made) if before is None else before
        whole, spelled = paths.identity(target), paths.normal(target)
        ways = (whole, whole, spelled, spelled.casefold())
        for makers in (self._folders, self._others):
            for known, key in zip(makers, ways, strict=True):
                index = known.get(key)
                if index is not None and index < before:
                    return index
        return None

    def _place(self, goal: Goal, use: PathUse) -> GoalLocation:
        given, to = given_path(goal, use), _given_to(goal, use)
        if goal.resolved_path is not None:
            return GoalLocation(goal.resolved_path, to)
        inside, drive = self._start(goal.scope) if goal.scope != ROOT else ("", "")
        is_scoped = bool(inside or drive)
        if given is None and is_scoped and use.may_lack_path and "path" not in goal.params:
            given = "."
        if given is None:
            return GoalLocation()
        longest = max(len(given), len(to or ""))
        if is_scoped and len(drive) + len(inside) + longest >= LONGEST_PATH:
            return GoalLocation(given, to, is_scoped, fits=longest > LONGEST_PATH)
        if to is not None and not (use.is_beside and _is_bare(to)):
            to = _seen_from(inside, drive, to)
        return GoalLocation(_seen_from(inside, drive, given), to, is_scoped)

    def _start(self, scope: str) -> tuple[str, str]:
        """The folder and the drive that a scope names, each empty if it names none."""
        inside = drive = ""
        for part in scope_parts(scope):
            if part.kind == INSIDE and part.target and not inside:
                maker = self.maker(part.target)
                inside = (self._made[maker] if maker is not None else None) or part.target
            elif part.kind == DRIVE and not drive:
                drive = drive_root(part.target) or ""
        return inside, drive

    def _register(self, goal: Goal, use: PathUse, made: str) -> None:
        makers, index = self._folders if use.makes_folder else self._others, len(self._made)
        given = _given_to(goal, use) if use.makes == "to" else given_path(goal, use)
        makers.by_place.setdefault(paths.identity(made), index)
        makers.by_path.setdefault(paths.identity(given or made), index)
        if paths.is_windows(made):
            makers.by_name_on_drive.setdefault(paths.name(made).casefold(), index)
        else:
            makers.by_name.setdefault(paths.name(made), index)


def given_path(goal: Goal, use: PathUse) -> str | None:
    """The path a goal was given, by its `object` if not by a parameter; None if there is none that is text."""
    if not use.takes_path:
        return None
    if "path" in goal.params:
        path = goal.params["path"]
        return path if isinstance(path, str) and path else None
    return goal.object if use.by_object else None


def _given_to(goal: Goal, use: PathUse) -> str | None:
    to = goal.params.get("to") if use.takes_to else None
    return to if isinstance(to, str) and to else None


def _seen_from(inside: str, drive: str, path: str) -> str:
    """Windows gives a path without a drive, rooted or not, the drive that was named; `~` is on its own drive."""
    if not drive:
        return paths.join(inside, path)
    if path.startswith("/"):
        return paths.join(drive, "\\" + path)
    return paths.join(paths.join(drive, inside) if inside else drive, path)


def _is_bare(path: str) -> bool:
    return not paths.is_anchored(path) and "/" not in path and "\\" not in path


def _made(use: PathUse, place: GoalLocation) -> str | None:
    """The path that a goal brings into being, if it does."""
    if place.path is None:
        return None
    if use.makes == "to" and use.is_beside and place.to is not None and _is_bare(place.to):
        return paths.join(paths.parent(place.path), place.to)
    return place.path if use.makes == "path" else place.to if use.makes == "to" else None
