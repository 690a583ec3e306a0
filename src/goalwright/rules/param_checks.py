"""Whether a row's parameters fit together: their types, bounds, defaults and what is derived from them."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.rules.derive import SIGNATURES
from goalwright.rules.file_place import RowPlace, one_of, shown
from goalwright.rules.param_types import check_param
from goalwright.rules.rule import PATH_FAMILIES, Param, Shape
from goalwright.rules.vocabulary import Vocabulary


def check_params(shape: Shape, words: Vocabulary, place: RowPlace) -> None:
    """Raise RuleFileError for the first parameter that does not go with the rest of its row."""
    for param in shape.params.values():
        _check_bounds(param, place)
    _check_allowed(shape, place)
    for field in ("required_params", "default_params", "inherit"):
        for name in getattr(shape, field):
            if name not in shape.params:
                raise place.wrong(field, f"names {name!r}, which has no type", f'add params.{name} = {{ type = "…" }}')
    for name, value in shape.default_params.items():
        check_value(value, shape.params[name], f"default_params.{name}", words, place)
    for param in shape.params.values():
        _check_relations(param, shape, place)
    _check_platform(shape, place)
    _check_derived(shape, place)


def check_value(value: object, param: Param, field: str, words: Vocabulary, place: RowPlace) -> None:
    """Raise RuleFileError for a value that the parameter would not take from a goal."""
    problem = check_param(value, param, words)
    if isinstance(problem, str):
        raise place.wrong(field, f"is {shown(value)}, which {problem}", "write a value that the parameter takes")


def types_of(shape: Shape) -> Mapping[str, str]:
    """The type of everything that a row can name: its parameters and what is derived from them."""
    derived = {name: SIGNATURES[function].gives for name, function in shape.derive.items()}
    return derived | {name: param.type for name, param in shape.params.items()}


def always_given(shape: Shape, plain: Shape) -> set[str]:
    """What has a value whenever the row is used."""
    early = {*shape.required_params, *shape.when}
    given = early | shape.default_params.keys()
    if shape.provides and shape.kind == "achieve":  # nothing says more than which path
        given = early = {name for name, wanted in shape.when.items() if wanted != "given"}
        if shape.register is not None and shape.register.family in PATH_FAMILIES:
            given.add("path")
    for name, function in shape.derive.items():
        signature = SIGNATURES[function]
        # A declared parameter is derived by the plain row, from what was said; others at the end, from everything.
        is_declared = name in shape.params
        source = early if is_declared else given
        is_derived = not is_declared or plain.derive.get(name) == function
        if is_derived and signature.is_certain and signature.needs.keys() <= source:
            given = given | {name}
    return given


def _check_bounds(param: Param, place: RowPlace) -> None:
    for bound in ("min", "max"):
        if getattr(param, bound) is not None and param.type != "number":
            raise place.wrong(f"params.{param.name}.{bound}", f"does not go with the type {param.type}", "leave it out")
    if param.min is not None and param.max is not None and param.min > param.max:
        raise place.wrong(f"params.{param.name}.min", f"is {param.min}, more than max", f"write at most {param.max}")
    if param.type == "choice" and not param.allowed:
        raise place.wrong(f"allowed_values.{param.name}", "is missing", "list the values that the choice allows")


def _check_allowed(shape: Shape, place: RowPlace) -> None:
    for name in shape.allowed_values:
        field = f"allowed_values.{name}"
        if name not in shape.params:
            raise place.wrong(field, "names no parameter", f'add params.{name} = {{ type = "choice" }}')
        kind = shape.params[name].type
        if kind != "choice":
            raise place.wrong(f"params.{name}.type", f"is {kind!r}, but {field} lists its values", "write 'choice'")


def _check_platform(shape: Shape, place: RowPlace) -> None:
    """What is offered to later goals, or taken from earlier ones, is a search platform."""
    declared = shape.params.get("platform")
    if (shape.offers or shape.inherit) and declared is not None and declared.type != "platform":
        raise place.wrong("params.platform.type", f"is {declared.type!r}", "write 'platform'")
    page = shape.params.get("url")
    if shape.offers and declared is None and page is not None and page.type != "url":
        raise place.wrong("params.url.type", f"is {page.type!r}, and offers reads the platform from it", "write 'url'")


def _check_relations(param: Param, shape: Shape, place: RowPlace) -> None:
    for relation in ("into", "beside"):
        other, field = getattr(param, relation), f"params.{param.name}.{relation}"
        if other is None:
            continue
        if param.type != "path":
            raise place.wrong(field, f"does not go with the type {param.type}", "leave it out")
        paths = {name for name in shape.required_params if shape.params[name].type == "path"} - {param.name}
        if other not in paths:
            remedy = one_of(paths, "name another parameter that is a required path")
            raise place.wrong(field, f"names {other!r}", remedy)


def _check_derived(shape: Shape, place: RowPlace) -> None:
    for name, function in shape.derive.items():
        if function not in SIGNATURES:
            raise place.wrong(f"derive.{name}", f"is {function!r}", one_of(SIGNATURES))
        signature = SIGNATURES[function]
        for needed, kind in signature.needs.items():
            if needed not in shape.params or shape.params[needed].type != kind:
                add = f'add params.{needed} = {{ type = "{kind}" }}'
                raise place.wrong(f"derive.{name}", f"is {function}, which needs the parameter {needed!r}", add)
        declared = shape.params.get(name)
        if declared is not None and declared.type != signature.gives:
            raise place.wrong(
                f"params.{name}.type", f"is {declared.type!r}, but {function} derives it", f"write {signature.gives!r}"
            )
