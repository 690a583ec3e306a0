"""Tools that make one file of several things: texts combined, and an archive of them all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from goalwright.contracts import Before, ToolCall, Verdict
from goalwright.contracts import path_spelling as paths
from goalwright.disk.allowed_roots import AllowedRoots, Spot
from goalwright.disk.atomic import clear, temp_name, temporary, write_all
from goalwright.disk.copies import require_copyable
from goalwright.disk.disk_failures import go_on, told
from goalwright.disk.ends import changed, needed
from goalwright.disk.entries import FILE, file_at, kind_of, path_arg, pieces, seen_at, seen_in, spot_of
from goalwright.disk.kept import drop_noted, note_print
from goalwright.disk.placing import held_inverse, place, require_place, take_back_placed
from goalwright.disk.prints import bytes_print, path_resource
from goalwright.disk.sameness import is_untouched, mark_of
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.files.archives import is_packed, kind_for, pack
from goalwright.tools.files.compressing import ident_of
from goalwright.tools.files.path_tool import fact_about, path_tool
from goalwright.tools.files.rewriting import print_of_all
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services


def combine(services: Services) -> FunctionTool:
    return _gathering(services, _combine, _is_combined)


def compress_all(services: Services) -> FunctionTool:
    return _gathering(services, _pack, _is_packed)


def _gathering(services: Services, act: object, check: object) -> FunctionTool:
    known = fact_about("file", arg="to")
    return path_tool(services.roots, _look, act, check, _inverse, _take_back, known=known, relies_on=_touched)  # type: ignore[arg-type]  # both are the functions below


def _touched(call: ToolCall) -> tuple[str, ...]:
    return (*map(path_resource, things_arg(call)), path_resource(path_arg(call, "to")))


def things_arg(call: ToolCall) -> tuple[str, ...]:
    """The things that a call is given."""
    things = call.args.get("things")
    if not isinstance(things, tuple | list) or not things or not all(isinstance(path, str) for path in things):
        raise ToolFailure("no things are given: say which files are meant")
    return tuple(things)


def _look(roots: AllowedRoots, call: ToolCall) -> Before:
    to = path_arg(call, "to")
    with told("make", to), roots.opened(to) as target:
        there = mark_of(seen_at(target))
        require_place(call, target, there, FILE)
        for source, _ in _sources(roots, call):
            if ident_of(seen_at(source)) == ident_of(seen_at(target)):
                raise ToolFailure(f"{printable(target.path)} is one of the things themselves: use another name")
        return {"real": target.path, "to": there}


@contextmanager
def _target(roots: AllowedRoots, call: ToolCall, before: Before) -> Iterator[Spot]:
    to = path_arg(call, "to")
    with told("make", to), roots.opened(to) as target:
        if target.path != before["real"]:
            raise changed(to)
        yield target


def _combine(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    with _target(roots, call, before) as target:
        if not _has_all(roots, call, target, before):
            with temporary(target.fd, temp_name(call)) as file:
                write_all(file, _texts(roots, call))
                os.fsync(file)
                note_print(call, bytes_print(file))
                place(call, target.fd, temp_name(call), target, before["to"])
        clear(target.fd, temp_name(call))
        return _done(call, target, before)


def _pack(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    kind = kind_for(path_arg(call, "to"))
    with _target(roots, call, before) as target:
        if not _holds_all(roots, call, target, before):
            with temporary(target.fd, temp_name(call)) as file:
                own = {ident_of(os.fstat(file)), ident_of(seen_at(target))}
                with os.fdopen(os.dup(file), "wb") as archive:
                    pack(call, kind, _sources(roots, call, doing="pack"), archive, own)
                os.fsync(file)
                go_on(call)
                note_print(call, bytes_print(file))
                place(call, target.fd, temp_name(call), target, before["to"])
        clear(target.fd, temp_name(call))
        return _done(call, target, before)


def _done(call: ToolCall, target: Spot, before: Before) -> Before:
    size, count = needed(target).st_size, len(things_arg(call))
    return {"to": path_arg(call, "to"), "size": size, "count": count, "replaced": before["to"] is not None}


def _is_combined(roots: AllowedRoots, call: ToolCall, before: Before) -> Verdict:
    with told("look at", before["real"]), spot_of(roots, before["real"]) as target:
        return _verdict(call, target, is_there=target is not None and _has_all(roots, call, target, before))


def _is_packed(roots: AllowedRoots, call: ToolCall, before: Before) -> Verdict:
    with told("look at", before["real"]), spot_of(roots, before["real"]) as target:
        return _verdict(call, target, is_there=target is not None and _holds_all(roots, call, target, before))


def _verdict(call: ToolCall, target: Spot | None, *, is_there: bool) -> Verdict:
    if target is None or seen_in(target.fd, temp_name(call)) is not None:
        return "no"
    return "yes" if is_there else "no"


def _has_all(roots: AllowedRoots, call: ToolCall, target: Spot, before: Before) -> bool:
    """Whether the file has the texts of all things, one behind the other."""
    there = seen_at(target)
    if there is None or is_untouched(before["to"], there) or kind_of(there) != FILE:
        return False
    with file_at(target) as file:
        return print_of_all(pieces(file)) == print_of_all(_texts(roots, call))


def _holds_all(roots: AllowedRoots, call: ToolCall, target: Spot, before: Before) -> bool:
    """Whether the archive is there and has all things in it."""
    there = seen_at(target)
    if there is None or is_untouched(before["to"], there) or kind_of(there) != FILE:
        return False
    with file_at(target) as file, os.fdopen(os.dup(file), "rb") as archive:
        return is_packed(_sources(roots, call), archive, {ident_of(there)})


def _sources(roots: AllowedRoots, call: ToolCall, doing: str = "") -> Iterator[tuple[Spot, str]]:
    """Each of the things with its name below the folder that holds them all, opened only while it is used."""
    things = [paths.normal(path) for path in things_arg(call)]
    start = len(os.path.commonpath([paths.parent(path) for path in things]).rstrip("/")) + 1
    for path in things:
        with told(doing or "look at", path), roots.opened(path) as source:
            seen = needed(source)
            if doing:
                require_copyable(source.fd, source.name, seen, source.path, doing=doing)
            yield source, path[start:]


def _texts(roots: AllowedRoots, call: ToolCall) -> Iterator[bytes]:
    """The texts of all things; one that does not end its last line gets a line break before the next."""
    last = b"\n"
    for source, _ in _sources(roots, call):
        with file_at(source) as file:
            for number, piece in enumerate(pieces(file)):
                go_on(call)
                if number == 0 and last != b"\n":
                    yield b"\n"
                yield piece
                last = piece[-1:]


def _inverse(roots: AllowedRoots, call: ToolCall, before: Before) -> Before:
    with told("look at", before["real"]), roots.opened(before["real"]) as target:
        return held_inverse(call, target, before["to"])


def _take_back(roots: AllowedRoots, call: ToolCall, before: Before, inverse: Before) -> None:
    with told("take back", before["real"]), spot_of(roots, before["real"]) as target:
        if target is not None:
            take_back_placed(call, target, inverse)
    drop_noted(call)
