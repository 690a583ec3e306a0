"""Remarks: what an action met on its way that the person should know, though it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goalwright.cli.wording import message_text


def remarks(output: Mapping[str, Any]) -> Iterator[str]:
    """A sentence for each thing to know: what a page asked in a box, where a download went, what a site answered."""
    for name in ("note", "problem"):
        if isinstance(output.get(name), str):
            yield message_text(output[name])
    for box in output.get("dialogs", ()):
        if isinstance(box, Mapping):
            yield message_text(f"the page said: {box.get('text', '')} ({_answered(str(box.get('answer', '')))})")
    if {"path", "url"} <= output.keys() and "text" not in output:
        yield message_text(f"saved as {output['path']}")


def _answered(answer: str) -> str:
    return answer if answer.startswith("open") else f"answered {answer}"
