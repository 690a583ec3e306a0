"""Every file tool by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module

from goalwright.contracts import Tool
from goalwright.disk.rooted_walk import HAS_DESCRIPTORS
from goalwright.tools.files.openers import open_missing
from goalwright.tools.services import Services

# The module beside this one that makes each tool, and the function that does; it is loaded with the tool's first use.
MAKERS: Mapping[str, tuple[str, str]] = {
    "files.create_file": ("create", "create_file"),
    "files.create_folder": ("create", "create_folder"),
    "files.read_file": ("read_file", "read_file"),
    "files.write_file": ("write_file", "write_file"),
    "files.append_file": ("append", "append_file"),
    "files.copy": ("copy", "copy"),
    "files.move": ("moving", "move"),
    "files.rename": ("moving", "rename"),
    "files.delete_file": ("delete", "delete_file"),
    "files.delete_folder": ("delete", "delete_folder"),
    "files.list_directory": ("listing", "list_directory"),
    "files.get_info": ("info", "get_info"),
    "files.find": ("find_files", "find"),
    "files.open": ("open_path", "open_entry"),
    "files.compress": ("compressing", "compress"),
    "files.extract": ("extracting", "extract"),
    "files.compress_all": ("gathering", "compress_all"),
    "files.combine": ("gathering", "combine"),
    "files.sort_lines": ("rewriting", "sort_lines"),
    "files.unique_lines": ("rewriting", "unique_lines"),
    "files.replace_text": ("rewriting", "replace_text"),
    "files.insert_line": ("rewriting", "insert_line"),
    "files.delete_lines": ("rewriting", "delete_lines"),
    "files.keep_lines": ("rewriting", "keep_lines"),
    "files.restyle_lines": ("rewriting", "restyle_lines"),
    "files.search": ("text_search", "search"),
    "files.compare": ("text_search", "compare"),
    "files.list_things": ("text_search", "list_things"),
    "files.empty_trash": ("trash_emptying", "empty_trash"),
}


def make_tools(services: Services) -> Mapping[str, Tool]:
    """The file tools at work inside the allowed folders."""
    return FileTools(services)


def missing(_services: Services) -> Mapping[str, str | Callable[[], str]]:
    if not HAS_DESCRIPTORS:
        why = "this system cannot hold folders open while it works in them, which keeps file tools inside their bounds"
        return dict.fromkeys(MAKERS, why)
    return {"files.open": open_missing}


class FileTools(Mapping[str, Tool]):
    """The file tools by name; each is made, and its module loaded, when it is first taken."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._made: dict[str, Tool] = {}

    def __getitem__(self, name: str) -> Tool:
        if name not in self._made:
            module, function = MAKERS[name]
            made = getattr(import_module(f"goalwright.tools.files.{module}"), function)
            self._made[name] = made(self._services)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(MAKERS)

    def __len__(self) -> int:
        return len(MAKERS)
