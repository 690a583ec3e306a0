"""Rows for the tools of a server, as the text of a rule file that its user can edit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from goalwright.language.tables import table
from goalwright.tools.mcp.param_guesses import choices, row_type
from goalwright.tools.mcp.server_entries import intent_of, tool_name
from goalwright.tools.mcp.server_record import ServerRecord
from goalwright.tools.mcp.tool_manifest import ManifestTool

LONGEST_COMMENT = 160
LONGEST_DEED = 8
MOST_NAMED = 2
MOST_OPTIONAL = 4
MOST_BOUND = 10**15
_KINDS = {"line": "text", "content": "content", "number": "number", "path": "path", "choice": "text"}
"""Type of a parameter -> the kind of slot that takes it; what is not here can't be said."""
_HEAD = """\
# Verbs of the MCP server {name}, made from what it says of its tools. Edit what you like: verbs' names, types and
# sentences (docs/own-verbs.md). How risky a tool is, is said with `goalwright mcp trust`; a comment is the server's own
# description, which nothing proves.
"""


def rows_text(record: ServerRecord, tools: Iterable[ManifestTool] | None = None) -> str:
    """The file with rows for the server's tools, or for some of them, without what stands above the first."""
    if tools is not None:
        return "".join(_row(record, tool) for tool in tools)
    return _HEAD.format(name=record.name) + "".join(_row(record, tool) for tool in record.tools)


def with_risk(text: str, called: str, risk: str) -> str:
    """A row file in which a verb's risk is another one; the same text if there is no such line."""
    head = re.compile(rf"^\[{re.escape(called)}\]\s*$", re.MULTILINE).search(text)
    if head is None:
        return text
    end = re.compile(r"^\[", re.MULTILINE).search(text, head.end())
    block = text[head.end() : end.start() if end is not None else len(text)]
    changed = re.sub(r'^risk = "[a-z]+"', f'risk = "{risk}"', block, count=1, flags=re.MULTILINE)
    return text[: head.end()] + changed + text[head.end() + len(block) :]


def _row(record: ServerRecord, tool: ManifestTool) -> str:
    types = {name: row_type(name, schema, is_local=not record.url) for name, schema in tool.properties.items()}
    named = [name for name in tool.required if types[name] in _KINDS and types[name] != "content"][:MOST_NAMED]
    shown = f"{tool.called}:{', '.join(f'{{{name}}}' for name in named)}" if named else tool.called
    lines = [
        "",
        *(f"# {line}" for line in _comment(tool.description)),
        f"[{tool.called}]",
        f"intent = {_quoted(intent_of(record.name))}",
        'action_class = "observe"  # what it answers is shown, and can be written somewhere',
        f"description_template = {_quoted(shown)}",
        f"required_params = [{', '.join(map(_quoted, tool.required))}]",
        *(_param(name, types[name], schema) for name, schema in tool.properties.items()),
        *(
            f"allowed_values.{name} = [{', '.join(map(_quoted, choices(schema)))}]"
            for name, schema in tool.properties.items()
            if types[name] == "choice"
        ),
        'kind = "event"',
        f"register = {_quoted(intent_of(record.name))}",
        f"tool = {_quoted(tool_name(record.name, tool.called))}",
        f"expected_effect = {_quoted(f'{record.name}_answered')}",
        f"risk = {_quoted(record.risk(tool.name))}",
        "say = [",
        *(f"  {_quoted(said)}," for said in dict.fromkeys(_sentences(record, tool, types))),
        "]",
        _example(tool, types, named),
    ]
    return "\n".join(lines) + "\n"


def _param(name: str, kind: str, schema: Mapping[str, Any]) -> str:
    bounds = {"min": schema.get("minimum"), "max": schema.get("maximum")} if kind == "number" else {}
    said = [f'type = "{kind}"']
    said += [f"{key} = {value}" for key, value in bounds.items() if type(value) is int and abs(value) <= MOST_BOUND]
    return f"params.{name} = {{ {', '.join(said)} }}"


def _example(tool: ManifestTool, types: Mapping[str, str], named: list[str]) -> str:
    samples = {name: _sample(types[name], tool.properties[name]) for name in tool.required}
    given = ", ".join(f"{name} = {_quoted(value) if type(value) is str else value}" for name, value in samples.items())
    told = f"{tool.called}:{', '.join(str(samples[name]) for name in named)}" if named else tool.called
    return f"examples = [{{ params = {{ {given} }}, description = {_quoted(told)} }}]"


def _sample(kind: str, schema: Mapping[str, Any]) -> str | int:
    if kind == "number":
        low, high = schema.get("minimum"), schema.get("maximum")
        bound = low if type(low) is int else high
        return bound if type(bound) is int and abs(bound) <= MOST_BOUND else 1
    return choices(schema)[0] if kind == "choice" else "x"


def _sentences(record: ServerRecord, tool: ManifestTool, types: Mapping[str, str]) -> Iterator[str]:
    """The sentences for a tool. Each names the server, so that none can be taken for one of ours."""
    said, server = table("servers"), record.name.replace("_", " ")
    if any(types[name] not in _KINDS for name in tool.required):
        return  # a list or a table is given as goals
    others = [name for name, kind in types.items() if name not in tool.required and kind in _KINDS][:MOST_OPTIONAL]
    for deed in _deeds(record, tool):
        for lead in said["leads"]:
            begun = lead.format(server=server, deed=deed)
            yield f"{begun} {_given(tool.required, types)}".strip()
            for name in others:
                yield f"{begun} {_given((*tool.required, name), types)}"
        for tail in said["tails"] if tool.required else said["bare"]:
            yield tail.format(server=server, deed=deed, given=_given(tool.required, types))


def _given(names: Iterable[str], types: Mapping[str, str]) -> str:
    said, listed = table("servers"), list(names)
    forms = [said["one"]] if len(listed) == 1 else [said["first"], *[said["further"]] * (len(listed) - 1)]
    return " ".join(
        form.format(name=name.replace("_", " "), slot=f"{{{_KINDS[types[name]]}:{name}}}")
        for form, name in zip(forms, listed, strict=False)
    )


def _deeds(record: ServerRecord, tool: ManifestTool) -> Iterator[str]:
    """What is done, in words: by the tool's name; if it needs nothing, also by the beginning of its description."""
    words = [word for word in tool.called.split("_") if word] or [tool.called]
    if len(words) > 1 and words[0] == record.name:
        words = words[1:]
    yield _deed(words)
    first = re.split(r"[.\n;:(,]", tool.description.strip(), maxsplit=1)[0].split()
    if (
        not tool.required
        and 1 < len(first) <= LONGEST_DEED
        and all(word.isascii() and word.isalpha() for word in first)
    ):
        lowered = [word.lower() for word in first]
        yield _deed([lowered[0].removesuffix("s"), *lowered[1:]])


def _deed(words: list[str]) -> str:
    return f"{words[0]} <the> {' '.join(words[1:])}" if len(words) > 1 else words[0]


def _comment(text: str) -> Iterator[str]:
    plain = "".join(char if char.isascii() and char.isprintable() else " " for char in text)
    plain = " ".join(plain.split())
    if plain:
        yield plain if len(plain) <= LONGEST_COMMENT else f"{plain[:LONGEST_COMMENT]}..."


def _quoted(text: str) -> str:
    """A text as TOML has it."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
