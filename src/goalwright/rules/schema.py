"""The form of a row as it is written in TOML, checked strictly before anything is made of it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from goalwright.errors import RuleFileError

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Text = Annotated[str, Field(min_length=1, max_length=500)]
ToolName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$", max_length=120)]
Scalar = str | int | float | bool


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ParamForm(_Form):
    type: Literal[
        "any", "app", "choice", "content", "key", "line", "number", "path", "platform", "selector", "target", "url"
    ]
    min: float | int | None = None
    max: float | int | None = None
    into: Name | None = None
    beside: Name | None = None


class WayForm(_Form):
    needs: list[Text] = []
    achieved_by: list[Name] = []
    tool: ToolName | None = None
    args: dict[Name, str] | None = None
    args_for: dict[ToolName, dict[Name, str]] = {}


class ExampleForm(_Form):
    params: dict[Name, Any]
    description: Text
    args: dict[Name, Any] | None = None


class ShapeForm(_Form):
    """Fields that a row and its variants share; a variant leaves out what does not change."""

    intent: Name | None = None
    action_class: Literal["actuate", "observe"] | None = None
    description_template: Text | None = None
    main: Name | None = None
    required_params: list[Name] | None = None
    default_params: dict[Name, Scalar] | None = None
    allowed_values: dict[Name, list[Text]] | None = None
    params: dict[Name, ParamForm] | None = None
    inherit: list[Name] | None = None
    offers: list[Name] | None = None
    derive: dict[Name, Name] | None = None
    kind: Literal["achieve", "event"] | None = None
    register_: Text | None = Field(default=None, alias="register")
    value: list[Text] | None = None
    ensure: list[Text] | None = None
    assume: list[Text] | None = None
    writes: list[Text] | None = None
    touches: list[Text] | None = None
    provides: bool | None = None
    tool: ToolName | None = None
    achieved_by: list[Name] | None = None
    args: dict[Name, str] | None = None
    args_for: dict[ToolName, dict[Name, str]] | None = None
    ways: list[WayForm] | None = None
    expected_effect: Text | None = None
    risk: Literal["none", "low", "medium", "high"] | None = None


class VariantForm(ShapeForm):
    when: Annotated[dict[Name, Text], Field(min_length=1)]


class RowForm(ShapeForm):
    intent: Name
    description_template: Text
    kind: Literal["achieve", "event"]
    tool: ToolName
    expected_effect: Text
    variants: list[VariantForm] = []
    say: list[Text] = []
    examples: Annotated[list[ExampleForm], Field(min_length=1)]


FIELDS = tuple(sorted(field.alias or name for name, field in RowForm.model_fields.items()))


def check_form(row: Any, *, file: str, name: str) -> None:
    """Raise RuleFileError for the first thing in a row that has the wrong form."""
    if not isinstance(row, Mapping):
        raise RuleFileError(file, name, "", "is not a table", f"start the row with the header [{name}]")
    try:
        RowForm.model_validate(row)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        place = ".".join(f"[{part}]" if isinstance(part, int) else part for part in detail["loc"])
        problem, remedy = _words(detail)
        raise RuleFileError(file, name, place.replace(".[", "["), problem, remedy) from None


def _words(detail: ErrorDetails) -> tuple[str, str]:
    """What pydantic found, and what to write instead."""
    context = detail.get("ctx", {})
    match detail["type"]:
        case "missing":
            return "is missing", "add it"
        case "extra_forbidden":
            close = difflib.get_close_matches(str(detail["loc"][-1]), FIELDS, n=1)
            return "is not a field of a row", f"write {close[0]}" if close else f"use one of {', '.join(FIELDS)}"
        case "literal_error":
            return f"is {_shown(detail['input'])}", f"write {context['expected']}"
        case "string_pattern_mismatch":
            return f"is {_shown(detail['input'])}", "write lower-case letters, digits and underscores"
        case "too_short" | "string_too_short":
            return "is empty", "write at least one"
    wanted = detail["type"].removesuffix("_type").replace("dict", "table").replace("bool", "true or false")
    return f"is {_shown(detail['input'])}", f"write a {wanted} ({detail['msg'].lower()})"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
