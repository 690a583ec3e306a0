"""Random plans over random trees: every verb that can be taken back, mostly where it makes sense."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import strategies as st

from crash.workload import file_action, remember_action
from goalwright.contracts import PlannedAction
from runs.undo.trees import ARCHIVE, NAMES, NO_TEXT, Entry, names

TEXTS = st.sampled_from(("same\n", "x", "", "more\n", "日本\n", "long " * 3_000))
ENDINGS = st.sampled_from((".zip", ".tar", ".tar.gz"))


@dataclass(frozen=True, slots=True)
class Step:
    """An action before it has a place: paths are below the tree, `touched` all that it may touch."""

    verb: str
    path: str
    to: str = ""
    content: str | None = None
    risk: str = "high"
    touched: tuple[str, ...] = ()


@dataclass(slots=True)
class Sketch:
    """What is where once the steps so far are done, if all goes well; `targets` is where links lead."""

    kinds: dict[str, str]
    targets: dict[str, str] = field(default_factory=dict)
    archives: list[str] = field(default_factory=lambda: [ARCHIVE])

    def of(self, *kinds: str) -> list[str]:
        return sorted(path for path, kind in self.kinds.items() if kind in kinds)

    def remove(self, path: str) -> None:
        for known in [known for known in self.kinds if is_within(known, path)]:
            del self.kinds[known]
        self.archives = [known for known in self.archives if not is_within(known, path)]

    def transplant(self, path: str, to: str) -> None:
        inside = {known: kind for known, kind in self.kinds.items() if is_within(known, path)}
        self.kinds.update({to + known.removeprefix(path): kind for known, kind in inside.items()})

    def touched(self, *paths: str) -> tuple[str, ...]:
        return tuple(place for path in paths for place in (path, self.targets.get(path, path)))


@st.composite
def plans(draw: st.DrawFn, entries: tuple[Entry, ...]) -> tuple[Step, ...]:
    """Two to ten steps; some are bound to fail: names that are missing or taken, things of the wrong kind."""
    named = [entry for entry in entries if NO_TEXT not in entry.path]
    sketch = Sketch({"": "folder", **{entry.path: entry.kind for entry in named}})
    for entry in named:
        if entry.kind == "link":
            sketch.targets[entry.path] = posixpath.join(posixpath.dirname(entry.path), os.fsdecode(entry.content))
    return tuple(draw(st.sampled_from(VERBS))(draw, sketch) for _ in range(draw(st.integers(2, 10))))


def actions_of(tree: Path, steps: tuple[Step, ...]) -> tuple[PlannedAction, ...]:
    """The steps as actions: each waits for those before it that touch the same things, and for no others."""
    actions = [remember_action("note", "that this was done")]
    for number, step in enumerate(steps):
        after = " ".join(f"s{index}" for index, earlier in enumerate(steps[:number]) if _meet(step, earlier))
        content = {} if step.content is None else {"content": step.content}
        actions.append(
            file_action(f"s{number}", step.verb, tree, step.path, step.to, after=after, risk=step.risk, **content)
        )
    return tuple(actions)


def _place(draw: st.DrawFn, sketch: Sketch) -> str:
    """A name in a folder that should be there; it may be taken."""
    return posixpath.join(draw(st.sampled_from(sketch.of("folder"))), draw(names))


def _thing(draw: st.DrawFn, sketch: Sketch, *kinds: str) -> str:
    """Something that should be there; once in a while, or if there is no such thing, any place at all."""
    known = [path for path in sketch.of(*kinds) if path]
    return draw(st.sampled_from(known)) if known and _mostly(draw) else _place(draw, sketch)


def _place_for(draw: st.DrawFn, sketch: Sketch, path: str) -> str:
    """A name where something could be put: mostly outside of itself, and mostly one that is not taken by a folder."""
    folders = [folder for folder in sketch.of("folder") if not is_within(folder, path)]
    if not folders or not _mostly(draw):
        return _place(draw, sketch)
    taken = {name for name, kind in sketch.kinds.items() if kind != "file" or sketch.kinds.get(path) != "file"}
    places = [place for folder in folders for name in NAMES if (place := posixpath.join(folder, name)) not in taken]
    return draw(st.sampled_from([place for place in places if place != path]))


def _mostly(draw: st.DrawFn) -> bool:
    return draw(st.integers(0, 9)) < 9


def _create_file(draw: st.DrawFn, sketch: Sketch) -> Step:
    path = _place(draw, sketch)
    step = Step("create_file", path, touched=sketch.touched(path))
    sketch.kinds.setdefault(path, "file")
    return step


def _create_folder(draw: st.DrawFn, sketch: Sketch) -> Step:
    top = _place(draw, sketch)
    path = posixpath.join(top, *draw(st.lists(names, max_size=2)))
    step = Step("create_folder", path, touched=sketch.touched(top, path))
    for level in (top, path):
        sketch.kinds.setdefault(level, "folder")
    return step


def _write(verb: str) -> Callable[[st.DrawFn, Sketch], Step]:
    def drawn(draw: st.DrawFn, sketch: Sketch) -> Step:
        path = _thing(draw, sketch, "file", "link") if draw(st.booleans()) else _place(draw, sketch)
        risk = draw(st.sampled_from(("high", "high", "medium")))
        step = Step(verb, path, content=draw(TEXTS), risk=risk, touched=sketch.touched(path))
        sketch.kinds.setdefault(path, "file")
        return step

    return drawn


def _transfer(verb: str) -> Callable[[st.DrawFn, Sketch], Step]:
    def drawn(draw: st.DrawFn, sketch: Sketch) -> Step:
        path = _thing(draw, sketch, "file", "folder", "link")
        to = _place_for(draw, sketch, path)
        if verb == "rename":
            to = posixpath.join(posixpath.dirname(path), draw(names))
        risk = draw(st.sampled_from(("high", "high", "medium")))
        step = Step(verb, path, to, risk=risk, touched=sketch.touched(path, to))
        if path in sketch.kinds and to not in sketch.kinds and not is_within(to, path):
            sketch.transplant(path, to)
            if verb != "copy":
                sketch.remove(path)
        return step

    return drawn


def _delete(verb: str, kind: str) -> Callable[[st.DrawFn, Sketch], Step]:
    def drawn(draw: st.DrawFn, sketch: Sketch) -> Step:
        path = _thing(draw, sketch, kind, "link")
        step = Step(verb, path, touched=sketch.touched(path))
        sketch.remove(path)
        return step

    return drawn


def _compress(draw: st.DrawFn, sketch: Sketch) -> Step:
    path = _thing(draw, sketch, "file", "folder", "link")
    to = _place_for(draw, sketch, path) + draw(ENDINGS)
    step = Step("compress", path, to, touched=sketch.touched(path, to))
    sketch.kinds[to] = "file"
    sketch.archives.append(to)
    return step


def _extract(draw: st.DrawFn, sketch: Sketch) -> Step:
    """Unpack an archive that an earlier step made; without one, make one."""
    if not sketch.archives and _mostly(draw):
        return _compress(draw, sketch)
    path = draw(st.sampled_from(sketch.archives)) if sketch.archives else _thing(draw, sketch, "file")
    to = draw(st.sampled_from(sketch.of("folder"))) if draw(st.booleans()) else _place(draw, sketch)
    step = Step("extract", path, to or ".", touched=sketch.touched(path, to))
    sketch.kinds.setdefault(to, "folder")
    return step


VERBS = (
    _create_file,
    _create_folder,
    _write("write_file"),
    _write("append_file"),
    _write("append_file"),
    _transfer("copy"),
    _transfer("move"),
    _transfer("rename"),
    _delete("delete_file", "file"),
    _delete("delete_folder", "folder"),
    _compress,
    _extract,
)


def _meet(step: Step, earlier: Step) -> bool:
    return any(is_within(one, other) or is_within(other, one) for one in step.touched for other in earlier.touched)


def is_within(path: str, folder: str) -> bool:
    """Whether a path is that folder, or in it; everything is in the top folder, whose path is empty."""
    return not folder or path == folder or path.startswith(f"{folder}/")
