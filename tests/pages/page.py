"""Pages: the documentation as the tests read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
ROOT_PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = [*(ROOT / name for name in ROOT_PAGES), *sorted((ROOT / "docs").rglob("*.md"))]
_PROMPT = "$ "
_NAMED = re.compile(r"# (?P<name>[\w./-]+\.(?:toml|py))\n")
_NAMED_JSON = re.compile(r"`(?P<name>[\w./-]+\.json)`:\n\n```json\n(?P<content>.*?)^```$", re.MULTILINE | re.DOTALL)
_SITE = re.compile(r"<!-- (?P<address>[\w./-]+) -->\n")
_ON_DESKTOP = "<!-- on a desktop -->\n"
_BORROWED = re.compile(r"<!-- with the files of (?P<page>\S+) -->")


class Shown(NamedTuple):
    """A command that a page shows, and what it says the command writes."""

    command: str
    output: str


def text_of(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text: str) -> Iterator[Shown]:
    """The commands of all console blocks, in order; a line that begins with `$ ` begins one."""
    for block in blocks(text, "console"):
        for piece in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]:
            command, _, output = piece.partition("\n")
            yield Shown(command.removeprefix(_PROMPT), output)


def files(text: str) -> dict[str, str]:
    """The files that a page shows, by name: the first line has it, or for JSON, which has no comments, the line before.

    Those of a page that it borrows from are among them.
    """
    found: dict[str, str] = {}
    for page in _BORROWED.findall(text):
        found |= files(text_of(f"docs/{page}"))
    for block in [*blocks(text, "toml"), *blocks(text, "python")]:
        if named := _NAMED.match(block):
            found[named["name"]] = block
    return found | {named["name"]: named["content"] for named in _NAMED_JSON.finditer(text)}


def sites(text: str) -> dict[str, str]:
    """The pages of sites that a page shows, by address: the first line has it."""
    found = {}
    for block in blocks(text, "html"):
        if named := _SITE.match(block):
            found[named["address"]] = block
    return found


def needs_desktop(text: str) -> bool:
    """Whether a page says that its commands are typed on a desktop."""
    return _ON_DESKTOP in text


def python_examples(text: str) -> list[tuple[str, str]]:
    """Each piece of Python that is followed by what it prints."""
    return re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
