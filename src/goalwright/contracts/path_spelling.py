"""Paths as text: joined, split and compared by the rules of the system they are written for.

Nothing here looks at a disk. A path that starts with a drive letter or a share (`C:\\docs`, `\\\\host\\share`)
follows Windows' rules on every platform; every other path follows POSIX rules. `..` is kept as it is:
with symlinks about, only a disk can say where it leads, or what lies above it.
"""

from __future__ import annotations

import re
from functools import lru_cache

_WINDOWS = r"[A-Za-z]:|\\\\[^\\/]"
_DRIVE = r"([A-Za-z]:)[\\/]*"
_SEPARATORS = r"[\\/]+"
_SHARE = r"\\\\[^\\/]+(?:[\\/]+[^\\/]+)?[\\/]*"


CACHED = 65_536
"""How many paths are remembered: more than a large plan names, few enough not to matter."""
CACHED_LENGTH = 256
"""Longer paths are worked out each time: remembering the folders above them would take too much room."""


def is_windows(path: str) -> bool:
    """Whether Windows' rules apply: the path names a drive or a share."""
    return not path.startswith("/") and re.match(_WINDOWS, path) is not None


def normal(path: str) -> str:
    """One spelling for each path: no doubled or trailing separators, no `.` parts."""
    return path if _is_plainly_normal(path) else _respelled(path)


def identity(path: str) -> str:
    """What two spellings of one path have in common; Windows' paths do not differ by case."""
    if _is_plainly_normal(path):
        return path
    spelled = _respelled(path)
    return spelled.casefold() if is_windows(spelled) else spelled


@lru_cache(maxsize=CACHED)
def _respelled(path: str) -> str:
    anchor, parts, separator = _split(path)
    return (anchor + separator.join(parts)) or "."


def parent(path: str) -> str:
    """The folder a path lies in; a root, `~`, the working folder and any path that ends in `..` lie in themselves."""
    if _is_plainly_normal(path) and path != "~":
        cut = path.rfind("/")
        return path[:cut] if cut > 0 else "." if cut < 0 else "/"
    anchor, parts, separator = _split(path)
    if parts[-1:] == [".."]:
        return anchor + separator.join(parts)
    if parts == ["~"] and not anchor:
        return "~"
    return (anchor + separator.join(parts[:-1])) or "."


def ancestors(path: str) -> tuple[str, ...]:
    """Every folder above a path, nearest first, as far as its text tells."""
    above = parent(path)
    if above == path or (not _is_plainly_normal(path) and above == normal(path)):
        return ()
    return _and_above(above) if len(above) <= CACHED_LENGTH else _and_above.__wrapped__(above)


@lru_cache(maxsize=CACHED)
def _and_above(folder: str) -> tuple[str, ...]:
    """A folder and every folder above it: all that lies in one folder shares them."""
    child, above = normal(folder), parent(folder)
    if above == child:
        return (folder,)
    if len(folder) <= CACHED_LENGTH:  # so it is not deep either
        return (folder, *_and_above(above))
    found = [folder]
    while above != child:
        found.append(above)
        child, above = above, parent(above)
    return tuple(found)


def name(path: str) -> str:
    """The last part of a path, or nothing for a root."""
    if _is_plainly_normal(path):
        return path[path.rfind("/") + 1 :]
    parts = _split(path)[1]
    return parts[-1] if parts else ""


def extension(path: str) -> str:
    """The ending of a path's name with its dot (`.txt`), or nothing; dot files have none."""
    last = name(path)
    stem, dot, ending = last.rpartition(".")
    return f".{ending}" if dot and stem.strip(".") and ending else ""


def join(base: str, path: str) -> str:
    """`path` as seen from `base`; an anchored path (`/x`, `~/x`, `C:\\x`) ignores the base.

    From a base on a drive or share, `\\x` starts at that drive's root.
    """
    if is_anchored(path) or base in ("", "."):
        return normal(path)
    if not is_windows(base):
        return normal(f"{base}/{path}")
    return normal((_split(base)[0] if path.startswith("\\") else base) + "\\" + path)


def is_anchored(path: str) -> bool:
    """Whether a path says by itself where it starts: at a root, a drive, a share or the home folder."""
    return path.startswith("/") or path == "~" or path.startswith("~/") or is_windows(path)


def _is_plainly_normal(path: str) -> bool:
    """Whether a glance is enough to see that a POSIX path is normal; most are, and splitting them costs more."""
    return (
        path[:1] not in ("", ".", "\\")
        and path[1:2] != ":"
        and path[-1] != "/"
        and "//" not in path
        and "/." not in path
    )


def _split(path: str) -> tuple[str, list[str], str]:
    """Anchor (`/`, `C:\\`, a share), parts and separator."""
    if is_windows(path):
        anchored = re.match(_SHARE, path) or re.match(_DRIVE, path)
        head = anchored.group() if anchored else ""
        drive = re.fullmatch(_DRIVE, head)
        anchor = drive.group(1).upper() if drive else "\\\\" + "\\".join(_windows_parts(head))
        return f"{anchor}\\", [part for part in _windows_parts(path[len(head) :]) if part != "."], "\\"
    parts = [part for part in path.split("/") if part not in ("", ".")]
    # `./~` is a file of that name; without its dot it would be the home folder (and `./C:` a drive).
    if parts and path.startswith(".") and is_anchored(parts[0]):
        parts.insert(0, ".")
    return "/" if path.startswith("/") else "", parts, "/"


def _windows_parts(path: str) -> list[str]:
    return [part for part in re.split(_SEPARATORS, path) if part]
