"""Changes that somebody makes to things that a run touched, before it is undone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from goalwright.contracts import PlannedAction, RunReport

Change = Callable[[Path], None]


def watched(report: RunReport, before: set[str], tree: Path) -> list[Path]:
    """What undo must not find changed: the paths of everything that was done.

    A folder that was there before something was unpacked into it may change: only what came out is the run's.
    """
    assert report.plan is not None
    found: list[Path] = []
    for action in report.plan.actions:
        if report.outcomes[action.action_id].is_done:
            found += [path for path in _paths(action) if not _is_shared(action, path, before, tree)]
            found += _made_above(action, before, tree)
    return sorted(set(found))


def changes_to(path: Path) -> list[Change]:
    """Every change that can be made to what is, or is not, at a path."""
    if path.is_symlink():
        return [_removed, _retargeted, *([_behind] if path.is_file() else [])]
    if path.is_file():
        return [_removed, _chmodded, _grown, _made_folder, *([_flipped] if path.stat().st_size else [])]
    if path.is_dir():
        return [_renamed, _chmodded, _entered, _made_file, *([_emptied] if any(path.iterdir()) else [])]
    return [_appeared, _appeared_as_folder] if path.parent.is_dir() else []


def _paths(action: PlannedAction) -> Iterator[Path]:
    for name in ("path", "to"):
        if name in action.args:
            yield Path(action.args[name])


def _made_above(action: PlannedAction, before: set[str], tree: Path) -> list[Path]:
    """The folders that had to be made for a folder to be made in them."""
    above = Path(action.args["path"]).parents if action.tool == "files.create_folder" else ()
    return [folder for folder in above if tree in folder.parents and str(folder.relative_to(tree)) not in before]


def _is_shared(action: PlannedAction, path: Path, before: set[str], tree: Path) -> bool:
    is_target = action.tool == "files.extract" and path == Path(action.args["to"])
    return is_target and (path == tree or str(path.relative_to(tree)) in before)


def _removed(path: Path) -> None:
    path.unlink()


def _retargeted(path: Path) -> None:
    path.unlink()
    path.symlink_to("somewhere else")


def _behind(path: Path) -> None:
    """Change the file that a link leads to, and not the link."""
    _grown(path.resolve())


def _chmodded(path: Path) -> None:
    path.chmod(path.stat().st_mode ^ 0o010)


def _grown(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"+")


def _flipped(path: Path) -> None:
    """Change a byte, and nothing that shows from outside: not the size, not the time."""
    seen = path.stat()
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    with path.open("r+b") as file:
        file.write(content)
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))


def _made_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _made_file(path: Path) -> None:
    _renamed(path)
    path.write_bytes(b"")


def _renamed(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def _entered(path: Path) -> None:
    (path / "from somebody else").write_bytes(b"")


def _emptied(path: Path) -> None:
    """Take one thing out of a folder."""
    path.joinpath(sorted(os.listdir(path))[0]).rename(path.parent / "taken out")  # noqa: PTH208  # names, not Paths


def _appeared(path: Path) -> None:
    path.write_bytes(b"somebody else's")


def _appeared_as_folder(path: Path) -> None:
    path.mkdir()
