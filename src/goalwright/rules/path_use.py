"""What a row does with paths, as the scopes of goals need to know it."""

from __future__ import annotations

from goalwright.contracts.locations import PathUse
from goalwright.rules.rule import PATH_FAMILIES, Ref, Rule, Shape

_MADE = frozenset({"value", "like"})


def path_use(rule: Rule, shape: Shape) -> PathUse:
    """What comes of the paths of a goal that one of a row's shapes is meant for."""
    params = {**rule.shape.params, **shape.params}
    paths = {name: param for name, param in params.items() if param.type == "path"}
    made = next((ref for ref in _made(shape) if ref.param in paths), None)
    return PathUse(
        takes_path="path" in paths,
        takes_to="to" in paths,
        by_object=rule.shape.main == "path",
        may_lack_path="path" in paths and shape.default_params.get("path") == ".",
        is_beside="to" in paths and paths["to"].beside is not None,
        makes=made.param or "" if made is not None else "",
        makes_folder=made is not None and made.family == "dir",
    )


def _made(shape: Shape) -> list[Ref]:
    """The registers of paths that a row brings about."""
    own = [shape.register] if shape.register is not None and shape.kind == "achieve" else []
    written = [ref for ref in shape.writes if ref.change in _MADE]
    return [ref for ref in (*own, *written) if ref.family in PATH_FAMILIES and not ref.parent]
