"""A file that a tool writes whole with what only its act finds out, such as a picture: what it replaces is kept.

What the file will hold is written down beside what is kept before the file changes, so that an act that was cut off
can be told from another program's.
"""

from __future__ import annotations

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.contracts.frozen import EMPTY
from goalwright.disk import folder_times, kept
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.atomic import temp_name, write_whole
from goalwright.disk.disk_failures import told
from goalwright.disk.ends import changed, in_the_way, same_spot
from goalwright.disk.entries import file_at, path_arg, seen_at, spot_of
from goalwright.disk.prints import ABSENT, bytes_print, content_print, path_resource, print_of_resource
from goalwright.disk.removal import remove_file
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable


class WrittenFile:
    """The file at the `path` of a call; a call without one writes none, and has nothing to look at or to undo."""

    def __init__(self, roots: AllowedRoots) -> None:
        self._roots = roots

    def look(self, call: ToolCall) -> Before:
        if not call.args.get("path"):
            return EMPTY
        with told("write", path_arg(call)), self._roots.opened(path_arg(call)) as spot:
            times = folder_times.times_around(self._roots, [spot.path])
            return {"real": spot.path, "old": _bytes_at(spot), "kept": kept.kept_name(call), "times": times}

    def put(self, call: ToolCall, before: Before, content: bytes) -> None:
        """Write the file. Only a call of high risk may replace one that is there."""
        with told("write", path_arg(call)), same_spot(self._roots, call, before, follow=False) as spot:
            now = _bytes_at(spot)
            if now not in (before["old"], kept.noted_print(call)):
                raise in_the_way(spot.path) if before["old"] == ABSENT else changed(spot.path)
            if now == before["old"] != ABSENT:
                if call.risk != "high":
                    raise in_the_way(spot.path)
                kept.keep_file(call, spot.fd, spot.name, before["kept"])
            kept.note_print(call, content_print(content))
            try:
                write_whole(spot.fd, spot.name, [content], temp=temp_name(call), replace=now != ABSENT)
            except FileExistsError:
                raise in_the_way(spot.path) from None

    def verify(self, call: ToolCall, before: Before) -> Verdict:
        """Whether the file is what was to be written."""
        if not before.get("real"):
            return "unobservable"
        with told("look at", before["real"]), spot_of(self._roots, before["real"]) as spot:
            now = ABSENT if spot is None else _bytes_at(spot)
            if now == kept.noted_print(call):
                return "yes"
            return "no" if now == before["old"] else "unobservable"

    def inverse(self, call: ToolCall, before: Before) -> Before | None:
        new = kept.noted_print(call)
        if not before.get("real") or not new:
            return None
        resources = [path_resource(before["real"])]
        if before["old"] != ABSENT:
            resources.append(kept.kept_resource(call, before["kept"]))
        times = {folder: [was, folder_times.time_of(self._roots, folder)] for folder, was in before["times"].items()}
        return {"new": new, "holds": {resources[0]: new}, "resources": resources, "times": times}

    def take_back(self, call: ToolCall, before: Before, inverse: Before) -> None:
        with told("take back", before["real"]), spot_of(self._roots, before["real"]) as spot:
            now = ABSENT if spot is None else _bytes_at(spot)
            if spot is None or now not in (inverse["new"], before["old"]):
                raise changed(before["real"])
            if before["old"] == ABSENT:
                remove_file(spot)
            elif now == inverse["new"]:
                _put_back(call, before, spot)
        kept.drop_noted(call)
        folder_times.put_times_back(self._roots, inverse["times"])

    def print_of(self, resource: str) -> str:
        """The fingerprint of the file, of what is kept, or of the time of a folder."""
        if resource.startswith(kept.RESOURCE):
            return kept.print_of_kept(resource)
        is_time = resource.startswith(folder_times.RESOURCE)
        return (folder_times.print_of_time if is_time else print_of_resource)(self._roots, resource)


def _put_back(call: ToolCall, before: Before, spot: Spot) -> None:
    if kept.kept_print(call, before["kept"]) != before["old"]:
        raise ToolFailure(f"the kept copy of {printable(spot.path)} is gone or changed, so nothing was put back")
    kept.put_back(call, before["kept"], spot.fd, spot.name)
    kept.drop_kept(call, before["kept"])


def _bytes_at(spot: Spot) -> str:
    if seen_at(spot) is None:
        return ABSENT
    with file_at(spot) as file:
        return bytes_print(file)
