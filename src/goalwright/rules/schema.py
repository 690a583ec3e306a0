"""The form of a row as it is written in TOML, checked strictly before anything is made of it."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from goalwright.contracts.plan import Risk
from goalwright.rules.file_place import RowPlace, one_of, shown, shown_name
from goalwright.rules.param_types import CONTROL, CONTROL_IN_TEXT, MAX_CONTENT, SURROGATE

MAX_TEXT = 500
MAX_BOUND = 10**15

_UNSET: Any = None  # a field that may be left out, but not be nothing


def _complaint(problem: str, remedy: str) -> PydanticCustomError:
    return PydanticCustomError("row_form", "{problem}; {remedy}", {"problem": problem, "remedy": remedy})


def _spelled(pattern: str, remedy: str) -> Callable[[str], str]:
    compiled = re.compile(pattern)

    def check(text: str) -> str:
        if not compiled.fullmatch(text):
            raise _complaint(f"is {shown(text)}", remedy)
        return text

    return check


def _clean(text: str, control: str, limit: int) -> str:
    found = re.search(control, text) or re.search(SURROGATE, text)
    if found:
        raise _complaint(f"holds the control character U+{ord(found.group()):04X}", "leave it out")
    if len(text) > limit:
        raise _complaint(f"is {len(text)} characters long", f"write at most {limit}")
    return text


def _text(text: str) -> str:
    if not text.strip():
        raise _complaint("is empty", "write at least one word")
    return _clean(text, CONTROL, MAX_TEXT)


def _argument(text: str) -> str:
    return _clean(text, CONTROL_IN_TEXT, MAX_CONTENT)


def _bound(value: Any) -> Any:
    if type(value) not in (int, float) or not abs(value) <= MAX_BOUND:
        raise _complaint(f"is {shown(value)}", "write a number of at most 15 digits, such as 100")
    return value


def _scalar(value: Any) -> Any:
    if type(value) not in (str, int, float, bool) or (type(value) is float and not math.isfinite(value)):
        raise _complaint(f"is {shown(value)}", "write text in quotes, a number, true or false")
    return value


def _example_value(value: Any) -> Any:
    if isinstance(value, Mapping):
        parts = [*value.keys(), *value.values()]
    else:
        parts = value if isinstance(value, list) else [value]
    for part in parts:
        _scalar(part)
    return value


_A_NAME = _spelled(r"[a-z][a-z0-9_]{0,63}", "write lower-case letters, digits and underscores, a letter first")
_A_TOOL = _spelled(r"(?=.{1,120}\Z)[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*", "write a tool's name, such as files.copy")

Name = Annotated[str, AfterValidator(_A_NAME)]
ToolName = Annotated[str, AfterValidator(_A_TOOL)]
Text = Annotated[str, AfterValidator(_text)]
Arguments = dict[Name, Annotated[str, AfterValidator(_argument)]]
Bound = Annotated[Any, BeforeValidator(_bound)]
Scalar = Annotated[Any, BeforeValidator(_scalar)]
ExampleValue = Annotated[Any, BeforeValidator(_example_value)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ParamForm(_Form):
    type: Literal[
        "any",
        "app",
        "choice",
        "content",
        "key",
        "line",
        "number",
        "path",
        "paths",
        "platform",
        "selector",
        "target",
        "url",
    ]
    min: Bound = _UNSET
    max: Bound = _UNSET
    into: Name = _UNSET
    beside: Name = _UNSET
    tells: Name = _UNSET
    dated: Name = _UNSET


class WayForm(_Form):
    needs: list[Text] = _UNSET
    achieved_by: list[Name] = _UNSET
    tool: ToolName = _UNSET
    args: Arguments = _UNSET
    args_for: dict[ToolName, Arguments] = _UNSET


class ExampleForm(_Form):
    params: dict[Name, ExampleValue]
    description: Text
    args: dict[Name, ExampleValue] = _UNSET


class FirstForm(_Form):
    verb: ToolName
    with_: dict[Name, Scalar] = Field(default=_UNSET, alias="with")
    gives: Name = _UNSET


class SayForm(_Form):
    say: Text
    with_: dict[Name, Scalar] = Field(default=_UNSET, alias="with")
    on_page: bool = _UNSET
    first: FirstForm | list[FirstForm] = _UNSET


class ShapeForm(_Form):
    """Fields that a row and its variants share; a variant leaves out what does not change."""

    intent: Name = _UNSET
    action_class: Literal["actuate", "observe"] = _UNSET
    description_template: Text = _UNSET
    main: Name = _UNSET
    required_params: list[Name] = _UNSET
    default_params: dict[Name, Scalar] = _UNSET
    allowed_values: dict[Name, list[Text]] = _UNSET
    params: dict[Name, ParamForm] = _UNSET
    inherit: list[Literal["platform"]] = _UNSET
    offers: list[Literal["platform"]] = _UNSET
    derive: dict[Name, Name] = _UNSET
    kind: Literal["achieve", "event"] = _UNSET
    register_: Text = Field(default=_UNSET, alias="register")
    value: list[Text] = _UNSET
    ensure: list[Text] = _UNSET
    assume: list[Text] = _UNSET
    writes: list[Text] = _UNSET
    touches: list[Text] = _UNSET
    provides: bool = _UNSET
    tool: ToolName = _UNSET
    achieved_by: list[Name] = _UNSET
    args: Arguments = _UNSET
    args_for: dict[ToolName, Arguments] = _UNSET
    ways: list[WayForm] = _UNSET
    expected_effect: Text = _UNSET
    risk: Risk = _UNSET
    risk_if: dict[Text, Risk] = _UNSET


def _sentence(entry: Any) -> Any:
    """A template is text, or a table that says more about it."""
    if isinstance(entry, str):
        return _text(entry)
    if not isinstance(entry, Mapping):
        raise _complaint(f"is {shown(entry)}", "write a sentence as text in quotes")
    return SayForm.model_validate(entry, by_alias=True)


class VariantForm(ShapeForm):
    when: Annotated[dict[Name, Text], Field(min_length=1)]


class RowForm(ShapeForm):
    intent: Name
    description_template: Text
    kind: Literal["achieve", "event"]
    tool: ToolName
    expected_effect: Text
    variants: list[VariantForm] = _UNSET
    say: list[Annotated[Any, BeforeValidator(_sentence)]] = _UNSET
    examples: Annotated[list[ExampleForm], Field(min_length=1)]


# Where in a row a field may stand -> the form that stands there; anywhere else a name is the user's own.
_FORMS: Mapping[str, type[_Form]] = {
    "params": ParamForm,
    "ways": WayForm,
    "examples": ExampleForm,
    "say": SayForm,
    "variants": VariantForm,
}
_MISSING = {
    "intent": 'add it, such as intent = "file_operation"',
    "description_template": 'add it, such as description_template = "copy:{path}"',
    "kind": 'add kind = "achieve" for something that can be so already, kind = "event" for anything else',
    "tool": 'add it, such as tool = "files.copy"',
    "expected_effect": 'add it, such as expected_effect = "copied:{path}"',
    "examples": 'add examples = [{ params = {}, description = "…" }]',
    "type": 'add it, such as type = "line"',
    "params": "add params = {}",
    "description": "add the description that this example gets",
    "say": 'add the sentence, such as say = "copy {path} to {to}"',
    "when": 'add it, such as when = { path = "given" }',
}
_TYPES = {
    "string_type": 'write text in quotes, such as "path"',
    "list_type": 'write a list in square brackets, such as ["path"]',
    "dict_type": 'write a table, such as { path = "…" }',
    "model_type": "write a table in curly brackets",
    "bool_type": "write true or false",
    "too_short": "write at least one entry",
}


def check_form(row: Any, *, file: str, name: str) -> None:
    """Raise RuleFileError for the first thing in a row that has the wrong form."""
    place = RowPlace(file, name)
    if not isinstance(row, Mapping):
        raise place.wrong("", f"is {shown(row)}, not a row", f"start the row with the header [{name}], or leave it out")
    try:
        RowForm.model_validate(dict(row))
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        problem, remedy = _words(detail)
        raise place.wrong(_field(detail), problem, remedy) from None


def _field(detail: ErrorDetails) -> str:
    """Where pydantic was, as a person would write it: `variants[0].params.path.type`."""
    parts = [part for part in detail["loc"] if part != "[key]"]
    spelled = "".join(f"[{part}]" if isinstance(part, int) else f".{shown_name(part)}" for part in parts)
    return spelled.removeprefix(".")


def _words(detail: ErrorDetails) -> tuple[str, str]:
    """What pydantic found, and what to write instead."""
    context = detail.get("ctx", {})
    last = str(detail["loc"][-1])
    match detail["type"]:
        case "row_form":
            return context["problem"], context["remedy"]
        case "missing":
            return "is missing", _MISSING[last]
        case "extra_forbidden" | "invalid_key":
            return "is not a known field", _near(last, detail["loc"])
        case "literal_error":
            return f"is {shown(detail['input'])}", f"write {context['expected']}"
    return f"is {shown(detail['input'])}", _TYPES.get(detail["type"], f"correct it: {detail['msg'].lower()}")


def _near(name: str, loc: tuple[int | str, ...]) -> str:
    form: type[_Form] = RowForm
    for part in loc[:-1]:
        form = _FORMS.get(str(part), form)
        if form is ParamForm:  # what follows is a parameter's own name
            break
    fields = [field.alias or own for own, field in form.model_fields.items()]
    close = difflib.get_close_matches(name[:64], fields, n=1)
    return f"write {close[0]}" if close else one_of(fields)
