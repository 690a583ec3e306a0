"""No list of English words stands outside `language/`: what a mechanism looks words up in is a table there."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from goalwright.interpret.grammar.slot_kinds import KINDS
from goalwright.interpret.grammar.tokens import PATTERNS
from goalwright.language.tables import table
from goalwright.rules import builtin_rules

PACKAGE = Path(__file__).parents[1] / "src" / "goalwright"
LEAST = 4
WORD = re.compile(r"[a-z]{2,}(?:[ '-][a-z]+){0,2}\.?")
GROUP = re.compile(r"\(\?P<(\w+)>")
ALTERNATION = re.compile(r"[a-z][a-z' ?-]*(?:\|[a-z][a-z' ?-]*){3,}")
CLASS_NAMES = re.compile(r"\[-_\\s\]\)\([^()]*\)")
NAMED_LISTS = {"__all__", "__slots__"}

# Names that the web's standards give: roles of ARIA, and ours for what it has none for; types of inputs; schemes of
# addresses; properties of CSS, states of elements and header fields.
WEB = set(
    """
    alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
    complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid
    gridcell group heading img insertion link list listbox listitem log main mark marquee math menu menubar menuitem
    menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio
    radiogroup region row rowgroup rowheader scrollbar search searchbox section separator slider spinbutton status
    strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree
    treegrid treeitem
    color date datetime-local email file hidden image month number password range reset submit tel text url week
    textarea editable
    http https ws wss about blob data chrome chrome-error chrome-extension devtools javascript mailto
    attached detached visible
    block inline inline-block flow-root list-item table-cell fixed absolute sticky class style tabindex
    content-encoding content-length transfer-encoding speculation-rules
    """.split()
)

# The ways of a selector, and the styles of a console.
WAYS = {"css", "field", "item", "label", "placeholder", "text", "value", "xpath"}
STYLES = {"bold", "cyan", "dim", "green", "red", "yellow"}

# What no rule tells from words that people say. Each file with the first word of the list, and why it is none.
EXCEPTIONS = {
    ("interpret/grammar/template_entries.py", "inside"): "slots of a scope",
    ("doors/cli/bundle_writing.py", "_weakrefset"): "modules of the standard library",
    ("doors/cli/late_modules.py", "asyncio.sslproto"): "modules of the standard library",
    ("rules/language.py", "openings"): "groups of a table",
    ("interpret/host_phrases.py", "at"): "groups of a table",
    ("tools/browser/site_answers.py", "document"): "types that Playwright has for requests",
    ("tools/browser/page_things.js", "is"): "comparisons in a step of a selector",
    ("tools/browser/page_twins.js", "page"): "values of aria-current",
    ("doors/cli/rules_command.py", "min"): "bounds of a parameter, and how they are shown",
    ("doors/cli/tools_command.py", "tool"): "headings of a table",
    ("tools/mcp/param_guesses.py", "string"): "types of JSON Schema",
    ("tools/mcp/tool_manifest.py", "name"): "fields of a manifest",
    ("interpret/model_settings.py", "key"): "parts of the names that settings with secrets have",
    ("interpret/grammar/noun_phrases.py", "kind"): "fields of a selection",
    ("rules/thing_reading.py", "kind"): "fields of a selection",
    ("interpret/llm/answer_expressions.py", "exists"): "tests of a condition that name a path",
    ("interpret/llm/answer_expressions.py", "its"): "fields of a value that hold names of tables",
    ("rules/value_reading.py", "count"): "forms of a value",
    ("store/opening.py", "answers"): "names in the state folder",
    ("tools/browser/downloads.py", "con"): "devices of Windows, which no file may be called",
    ("tools/browser/aftermath.py", "document"): "the browser's names for kinds of requests",
    ("tools/browser/script_guard.js", "pointerdown"): "names of events",
    ("tools/desktop/installed/menu.py", "bash"): "programs that start others",
    ("tools/files/info.py", "entries"): "fields of a tool's answer",
}


class Found(NamedTuple):
    """A list of words: where it stands, and the words."""

    file: str
    line: int
    words: tuple[str, ...]


@cache
def names() -> frozenset[str]:
    """Names of the program's own: fields, closed sets, commands, tools, verbs, parameters, kinds, roles, keys."""
    found = {*KINDS, *WEB, *WAYS, *PATTERNS, *table("noun_phrases")}
    for path in PACKAGE.rglob("*.js"):
        found |= {*path.stem.split("_")}
    for path in PACKAGE.rglob("*.py"):
        found |= {path.stem, path.stem.removesuffix("_command")}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found.update(_declared(node))
    for rule in builtin_rules().values():
        found |= {rule.domain, rule.verb}
        for shape in rule.shapes:
            found |= {*shape.params, *(value for param in shape.params.values() for value in param.allowed)}
            found |= {ref.family for ref in (shape.register, *shape.writes, *shape.touches, *shape.assume) if ref}
    catalogue = tomllib.loads((PACKAGE / "tools" / "catalogue.toml").read_text(encoding="utf-8"))
    for name, row in catalogue.items():
        found |= {*name.split("."), *row.get("args", ()), *(kind.rstrip("?") for kind in row.get("args", {}).values())}
    keys = tomllib.loads((PACKAGE / "rules" / "words" / "keys.toml").read_text(encoding="utf-8"))
    found |= {*keys, *(alias for row in keys.values() for alias in row.get("aliases", ()))}
    things = tomllib.loads((PACKAGE / "rules" / "words" / "things.toml").read_text(encoding="utf-8"))
    found |= {*things["kinds"], *things["attributes"], *things["types"]}
    found |= {comparison for listed in things["comparisons"].values() for comparison in listed}
    found |= {*table("elements")["kinds"], *table("elements")["counted"]}
    return frozenset(found)


def _declared(node: ast.AST) -> Iterator[str]:
    """The names that a piece of code declares: fields, attributes, the members of a Literal, groups of a pattern."""
    if isinstance(node, ast.ClassDef):
        fields = [field.target for field in node.body if isinstance(field, ast.AnnAssign)]
        yield from (field.id for field in fields if isinstance(field, ast.Name))
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
        yield from (text for item in ast.walk(node.slice) for text in _text(item))
    if isinstance(node, ast.FunctionDef) and any("property" in ast.unparse(mark) for mark in node.decorator_list):
        yield node.name
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        yield node.attr
    yield from (group for text in _text(node) for group in GROUP.findall(text))


def _text(node: ast.AST | None) -> list[str]:
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def lists_in(source: str, file: str = "") -> Iterator[Found]:
    """The lists of words in a piece of Python, those with nothing but names left out."""
    tree = ast.parse(source)
    skipped = {id(inner) for node in ast.walk(tree) if _is_no_list(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) not in skipped:
            for words in _listed(node):
                if is_word_list(words):
                    yield Found(file, getattr(node, "lineno", 0), tuple(words))


def _is_no_list(node: ast.AST) -> bool:
    """Whether a statement lists names by its own nature: `__all__`, or a docstring and other texts that stand alone."""
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Name) and target.id in NAMED_LISTS for target in node.targets)
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _listed(node: ast.AST) -> Iterator[list[str]]:
    """The texts that stand side by side in a collection, in a text that is split, or in an alternation."""
    if isinstance(node, ast.Set | ast.Tuple | ast.List):
        yield list(_side_by_side(node))
    elif isinstance(node, ast.Dict) and all(map(_is_constant, node.values)):  # else it is a record, or names functions
        yield [text for key in node.keys for text in _text(key)]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        yield [word for text in _text(node.func.value) for word in text.split()]
    for text in _text(node):
        yield from alternatives(text)


def _side_by_side(node: ast.AST) -> Iterator[str]:
    """The texts of a collection and of those in it, but for a text with the style that it is shown in."""
    if isinstance(node, ast.Starred):
        yield from _side_by_side(node.value)
    elif isinstance(node, ast.Set | ast.Tuple | ast.List):
        texts = [text for item in node.elts for text in _side_by_side(item)]
        yield from () if texts and texts[-1] in STYLES else texts
    else:
        yield from _text(node)


def _is_constant(node: ast.AST) -> bool:
    parts = [node, *ast.walk(node)]
    return all(isinstance(part, ast.Constant | ast.Tuple | ast.UnaryOp | ast.USub | ast.Load) for part in parts)


def alternatives(pattern: str) -> Iterator[list[str]]:
    """The words between the bars of a regular expression."""
    for found in ALTERNATION.finditer(pattern):
        yield [word.replace("?", "").strip() for word in found.group().split("|")]


def is_word_list(texts: list[str]) -> bool:
    words = [text for text in texts if WORD.fullmatch(text.strip())]
    return len(words) >= LEAST and len(words) * 2 > len(texts) and not names().issuperset(words)


def script_lists(source: str, file: str = "") -> Iterator[Found]:
    """The lists of words in a page script; names of classes stand between `[-_\\s]`, tags are in capitals."""
    for number, line in enumerate(source.splitlines(), 1):
        code = CLASS_NAMES.sub("", line)
        listed = [re.findall(r'"([^"]*)"', found) for found in re.findall(r"\[[^\[\]]*\]|\{[^{}]*\}", code)]
        split = [found.split() for found in re.findall(r'"([^"]*)"\.split', code)]
        for words in (*listed, *split, *alternatives(code)):
            if is_word_list(words):
                yield Found(file, number, tuple(words))


@cache
def all_lists() -> tuple[Found, ...]:
    found: list[Found] = []
    for ending, look in (("py", lists_in), ("js", script_lists)):
        for path in sorted(PACKAGE.rglob(f"*.{ending}")):
            if path.parent.name == "vendor":  # as its authors have it
                continue
            found += look(path.read_text(encoding="utf-8"), path.relative_to(PACKAGE).as_posix())
    return tuple(found)


def test_no_word_list_stands_outside_the_language_room() -> None:
    lists = [found for found in all_lists() if (found.file, found.words[0]) not in EXCEPTIONS]
    assert not lists, "put the words into a table of language/en:\n" + "\n".join(map(str, lists))


def test_every_exception_is_still_needed() -> None:
    assert EXCEPTIONS.keys() <= {(found.file, found.words[0]) for found in all_lists()}


@pytest.mark.parametrize(
    "planted",
    [
        '_FRUIT = frozenset({"apple", "pear", "plum", "fig"})',
        '_FRUIT = ("apple", "pear", "plum", "fig")',
        '_FRUIT = (("apple", "pear"), ("plum", "fig"))',
        '_FRUIT = (*("apple", "pear"), *("plum", "fig"))',
        '_FRUIT = "apple pear plum fig".split()',
        '_FRUIT = {"apple": 1, "pear": 2, "plum": 3, "fig": -1}',
        '_FRUIT = re.compile(r"(?:apple|pears?|plum|fig) tree")',
        'def f(word):\n    return word in ("apple", "pear", "plum", "fig")',
        '_CLICKS = frozenset("click press tap hit".split())',
    ],
)
def test_a_new_list_is_found(planted: str) -> None:
    assert list(lists_in(planted))


@pytest.mark.parametrize(
    "planted",
    [
        'const FRUIT = new Set(["apple", "pear", "plum", "fig"]);',
        "const FRUIT = /^(apple|pears?|plum|fig)$/i;",
        'const FRUIT = "apple pear plum fig".split(" ");',
    ],
)
def test_a_new_list_in_a_script_is_found(planted: str) -> None:
    assert list(script_lists(planted))


@pytest.mark.parametrize(
    "innocent",
    [
        '__all__ = ["apple", "pear", "plum", "fig"]',
        '"""apple|pear|plum|fig"""',
        'ROLES = {"button", "link", "checkbox", "radio"}',
        'return_value = {"apple": size, "pear": kind, "plum": name, "fig": mode}',
        'f(("apple", "pear"), x["plum"], y["fig"])',
        'SIGNS = ("+", "-", "*", "/")',
    ],
)
def test_names_are_no_words(innocent: str) -> None:
    assert not list(lists_in(innocent))


READ = """
import importlib, pkgutil, sys
from goalwright.language import tables
read, asked = [], tables.table_digest
tables.table_digest = lambda *names: read.extend(names) or asked(*names)
for name in ("goalwright.interpret.grammar", "goalwright.tools.state", "goalwright.tools.browser"):
    for module in pkgutil.iter_modules(importlib.import_module(name).__path__):
        importlib.import_module(f"{name}.{module.name}")
assert not read, f"importing has read {read}"
from goalwright.interpret.interpreter import GoalInterpreter
GoalInterpreter().interpret("create a folder docs and put notes.txt in it saying hello")
print(*sorted(read))
"""


def test_a_table_is_read_when_it_is_needed() -> None:
    done = subprocess.run([sys.executable, "-P", "-c", READ], capture_output=True, text=True, timeout=60, check=True)
    others = {"instructions", "pages", "places", "samples", "windows"}
    assert others.isdisjoint(done.stdout.split())
    assert "words" in done.stdout.split()
