"""Remarks: what an action met on its way that the person should know, though it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goalwright.doors.cli.plain_text import message_text


def remarks(output: Mapping[str, Any]) -> Iterator[str]:
    """A sentence for each thing to know: what a page asked in a box, where a download went, what a site answered."""
    for name in ("note", "problem"):
        if isinstance(output.get(name), str):
            yield message_text(output[name])
    for box in output.get("dialogs", ()):
        if isinstance(box, Mapping):
            yield message_text(_boxed(str(box.get("text", "")), str(box.get("answer", ""))))
    if {"path", "url"} <= output.keys() and "text" not in output:
        yield message_text(f"saved as {output['path']}")


def _boxed(text: str, answer: str) -> str:
    kind, _, advice = answer.partition(": ")
    return f"the page asks: {text} ({advice})" if kind == "open" else f"the page said: {text} (answered {answer})"
