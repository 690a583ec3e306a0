"""Answers: what the observing actions of a run saw, as text to read, and what any action met on its way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from goalwright.doors.cli.plain_text import harmless, message_text, value_text
from goalwright.doors.cli.screen import Line, show, show_text
from goalwright.doors.cli.short_paths import Places

_WIDEST_NAME = 60
ANYWHERE = Places()


def show_answers(
    answers: tuple[tuple[str, Mapping[str, Any]], ...], words: Mapping[str, str], places: Places = ANYWHERE
) -> None:
    """Write each answer; where there are several, below what was looked at."""
    for place, (action_id, output) in enumerate(answers):
        head = words.get(action_id, action_id)
        if len(answers) > 1 and head != output.get("text"):
            show(([Line()] if place else []) + [Line(((head, "bold"), (":", "bold")))])
        show_text(answer_text(output, places))


def answer_text(output: Mapping[str, Any], places: Places = ANYWHERE) -> str:
    """An answer with its own lines: the tool's own words for it, else its list, else all there is."""
    told = _told(output, places)
    return f"{told}\n(and more, which is left out)" if output.get("truncated") is True else told


def _told(output: Mapping[str, Any], places: Places) -> str:
    if isinstance(output.get("text"), str) and not _are_lines(output.get("matches")):
        return str(output["text"])
    lists = [value for value in output.values() if isinstance(value, tuple | list)]
    if len(lists) == 1:
        return "\n".join(_table(lists[0], places)) or "nothing"
    return "\n".join(_fields(output)) or "nothing"


def _are_lines(found: object) -> bool:
    """Whether these are lines of files, which are told by shorter paths than a tool knows."""
    return isinstance(found, tuple | list) and bool(found) and all({"path", "line"} <= {*each} for each in found)


def _table(items: Sequence[Any], places: Places) -> Iterator[str]:
    """One line for each thing; where they have sizes or days, these stand in columns."""
    names = [_item(item, places) for item in items]
    widest = min(max(map(len, names), default=0), _WIDEST_NAME)
    measures = [_measures(item) for item in items]
    has_any = any(map(any, measures))
    for name, (size, day) in zip(names, measures, strict=True):
        yield f"{name:<{widest}}  {size:>9}  {day}".rstrip() if has_any else name


def _measures(item: Any) -> tuple[str, str]:
    """The size and the day of a thing as people read them."""
    if not isinstance(item, Mapping) or not isinstance(item.get("kind"), str):
        return "", ""
    size = item.get("size")
    return _size(size) if isinstance(size, int) else "", str(item.get("modified", ""))


def _fields(output: Mapping[str, Any]) -> Iterator[str]:
    for name, value in output.items():
        yield f"{harmless(name)}: {value_text(value)}"


def _item(value: Any, places: Places) -> str:
    """One thing of a list in one line: files and folders by their names, anything else in full."""
    if isinstance(value, str):
        return harmless(value)
    if not isinstance(value, Mapping):
        return value_text(value)
    path = value.get("path")
    name = value.get("name", places.shown(path) if isinstance(path, str) else path)
    if isinstance(name, str) and {"line", "text"} <= value.keys():
        return harmless(f"{name}:{value['line']}: {value['text']}")
    if not isinstance(name, str):
        return "  ".join(_fields(value))
    return harmless(name) + ("/" if value.get("kind") == "folder" else "")


def remarks(output: Mapping[str, Any]) -> Iterator[str]:
    """A sentence for each thing to know: what a page asked in a box, where a download went, what a site answered."""
    for name in ("note", "problem"):
        if isinstance(output.get(name), str) and output[name]:
            yield message_text(output[name])
    for box in output.get("dialogs", ()):
        if isinstance(box, Mapping):
            yield message_text(_boxed(str(box.get("text", "")), str(box.get("answer", ""))))
    if {"path", "url"} <= output.keys() and "text" not in output:
        yield message_text(f"saved as {output['path']}")


def _boxed(text: str, answer: str) -> str:
    kind, _, advice = answer.partition(": ")
    return f"the page asks: {text} ({advice})" if kind == "open" else f"the page said: {text} (answered {answer})"


def _size(size: int) -> str:
    from goalwright.contracts.human_sizes import size_text  # loaded with a run, and not for --help

    return size_text(size)
