"""Which registers each field of a row may name, and what it may say of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

from goalwright.rules.file_place import RowPlace, one_of, shown
from goalwright.rules.rule import PATH_FAMILIES, Change, Ref, Shape

_WHOLE = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_CONDITIONS: frozenset[Change] = frozenset({"value", "absent"})
_CHANGES: frozenset[Change] = frozenset({"value", "absent", "unknown", "not", "like"})
_SAYS = {
    "ensure": frozenset({"value"}),
    "assume": _CONDITIONS,
    "ways.needs": _CONDITIONS,
    "risk_if": _CONDITIONS,
    "writes": _CHANGES,
}
# What may be said of a family in `writes`; what may be said of it in conditions.
_WRITTEN: Mapping[str, tuple[frozenset[Change], str]] = {
    "page": (frozenset({"unknown", "absent"}), "page = unknown"),
    "tree": (frozenset({"absent", "unknown", "like"}), "tree:{path} = absent, or tree:{path} = unknown"),
    "entry": (frozenset({"absent", "like"}), "entry:{to} = like {path}, or entry:{path} = absent"),
    "file": (frozenset({"value", "absent", "unknown"}), "file:{path} = exists"),
    "dir": (frozenset({"value", "absent", "unknown"}), "dir:{path} = exists"),
}
_NOT_ASKED = {"page": "browser = running", "tree": "dir:{path} = exists"}


def check_registers(shape: Shape, types: Mapping[str, str], always: Set[str], place: RowPlace) -> None:
    """Raise RuleFileError for the first register that the planner could make nothing of."""
    for field, ref in _refs(shape):
        _check_names(ref, field, types, always, place)
        if field in _SAYS:
            _check_said(ref, field, types, place)
        elif ref.change != "value" or ref.value != ("exists",):
            remedy = "put what it gets into value" if field == "register" else "leave out what follows the register"
            raise place.wrong(field, f"says {shown(ref.text)}", remedy)
        if ref.every and field not in ("writes", "touches"):
            raise place.wrong(field, f"has {shown(ref.text)}", "name one register, not all of them")
    _check_risks(shape, place)
    _check_kind(shape, types, always, place)


def _refs(shape: Shape) -> Iterator[tuple[str, Ref]]:
    if shape.register is not None:
        yield "register", shape.register
    for field in ("ensure", "assume", "writes", "touches"):
        for ref in getattr(shape, field):
            yield field, ref
    for way in shape.ways:
        for ref in way.needs:
            yield "ways.needs", ref
    for each in shape.risk_if:
        yield "risk_if", each.when


def _check_risks(shape: Shape, place: RowPlace) -> None:
    """What a risk depends on is something the row works on: only then is it settled when the row's turn comes."""
    # An achieve does not wait for those who change what it merely touches.
    fields = {"register", "ensure", "assume", "writes"} | ({"touches"} if shape.kind == "event" else set())
    used = {_thing(ref) for field, ref in _refs(shape) if field in fields}
    for each in shape.risk_if:
        if _thing(each.when) not in used:
            problem = f"has {shown(each.when.text)}, which the row does not work on"
            raise place.wrong("risk_if", problem, "name its register, or one that it ensures, assumes or writes")


def _thing(ref: Ref) -> tuple[str, str | None, bool]:
    """What a reference is about; a file and a folder of one path are the same thing."""
    return ("path" if ref.family in PATH_FAMILIES else ref.family), ref.param, ref.parent


def _check_names(ref: Ref, field: str, types: Mapping[str, str], always: Set[str], place: RowPlace) -> None:
    for text in ref.value:
        _check_part(text, field, types, always, place)
    if ref.param is None:
        return
    _check_known(ref.param, field, types, always, place)
    wanted = "path" if ref.family in PATH_FAMILIES else "app"
    is_several = wanted == "path" and field != "writes" and not ref.parent and types[ref.param] == "paths"
    if types[ref.param] != wanted and not is_several:
        problem = f"uses {ref.param!r} to name {ref.family}"
        raise place.wrong(field, problem, f"give that parameter the type {wanted}")


def _check_part(text: str, field: str, types: Mapping[str, str], always: Set[str], place: RowPlace) -> None:
    """A part of a value is one parameter in braces, or a word without any."""
    whole = _WHOLE.fullmatch(text)
    if whole:
        _check_known(whole.group(1), field, types, always, place)
    elif "{" in text or "}" in text:
        raise place.wrong(field, f"has {shown(text)}", "write {app} alone, or a word without braces")


def _check_known(name: str, field: str, types: Mapping[str, str], always: Set[str], place: RowPlace) -> None:
    if name not in types:
        raise place.wrong(field, f"names the parameter {name!r}, which the row does not have", one_of(types))
    if name not in always:
        remedy = "make it required, give it a default, or move this into a variant for when it is given"
        raise place.wrong(field, f"names the parameter {name!r}, which may be missing", remedy)


def _check_said(ref: Ref, field: str, types: Mapping[str, str], place: RowPlace) -> None:
    if field != "writes":
        _check_condition(ref, field, place)
        return
    allowed, example = _WRITTEN.get(ref.family, (_CHANGES - {"like"}, f"{ref.family} = unknown"))
    if ref.every:
        allowed, example = frozenset({"absent", "unknown"}), f"{ref.family}:* = unknown"
    if ref.change not in allowed or (ref.change == "like" and not _is_path(ref.value[0], types)):
        raise place.wrong(field, f"has {shown(ref.text)}", f"write {example}")
    _check_path_value(ref, field, place)


def _is_path(text: str, types: Mapping[str, str]) -> bool:
    whole = _WHOLE.fullmatch(text)
    return whole is not None and types.get(whole.group(1)) == "path"


def _check_condition(ref: Ref, field: str, place: RowPlace) -> None:
    if ref.family in _NOT_ASKED:
        raise place.wrong(field, f"has {shown(ref.text)}", f"write {_NOT_ASKED[ref.family]}")
    if ref.change not in _SAYS[field]:
        remedy = "write what must be so, such as browser = running"
        if field == "ensure" and ref.change == "absent":
            remedy = "move it to assume: nothing can be made absent on the way"
        raise place.wrong(field, f"has {shown(ref.text)}", remedy)
    _check_path_value(ref, field, place)


def _check_path_value(ref: Ref, field: str, place: RowPlace) -> None:
    if ref.family in PATH_FAMILIES and ref.change == "value" and ref.value != ("exists",):
        register = ref.text.partition("=")[0].strip()
        raise place.wrong(field, f"has {shown(ref.text)}", f"write {register} = exists, or {register} = absent")


def _check_kind(shape: Shape, types: Mapping[str, str], always: Set[str], place: RowPlace) -> None:
    if shape.kind == "event":
        if shape.value:
            raise place.wrong("value", "does not go with kind 'event'", "leave it out, or say what changes in writes")
        if shape.provides:
            raise place.wrong("provides", "does not go with kind 'event'", "leave it out")
        return
    if shape.register is None:
        raise place.wrong("register", "is missing", "name the register that the row makes true")
    if not shape.value:
        raise place.wrong("value", "is missing", 'say which value the register gets, such as ["exists"]')
    for text in shape.value:
        _check_part(text, "value", types, always, place)
    for name in shape.required_params if shape.provides else ():
        if name not in always:
            raise place.wrong("provides", f"does not go with the required parameter {name!r}", "leave it out")
    _check_family(shape, shape.register, types, place)


def _check_family(shape: Shape, register: Ref, types: Mapping[str, str], place: RowPlace) -> None:
    family = register.family
    if family in ("entry", "tree"):
        raise place.wrong("register", f"is {shown(register.text)}", "write file:{path} or dir:{path}")
    if family in PATH_FAMILIES and shape.value[0] != "exists":
        raise place.wrong("value", f"begins with {shown(shape.value[0])}", "begin with exists")
    if family == "page":
        urls = {name for name, kind in types.items() if kind == "url"}
        if len(urls) != 1 or shape.value != tuple(f"{{{name}}}" for name in urls):
            raise place.wrong("value", f"is {shown(list(shape.value))}", 'give the row one url and write ["{url}"]')
        if not any(name in shape.params for name in urls) and "url" not in urls:
            raise place.wrong("derive", "gives the page another name", "call it url")
