"""Every file tool by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from goalwright.contracts import Tool
from goalwright.disk.rooted_walk import HAS_DESCRIPTORS
from goalwright.tools.files.append import append_file
from goalwright.tools.files.compressing import compress
from goalwright.tools.files.copy import copy
from goalwright.tools.files.create import create_file, create_folder
from goalwright.tools.files.delete import delete_file, delete_folder
from goalwright.tools.files.extracting import extract
from goalwright.tools.files.find_files import find
from goalwright.tools.files.info import get_info
from goalwright.tools.files.listing import list_directory
from goalwright.tools.files.moving import move, rename
from goalwright.tools.files.open_path import open_entry, open_missing
from goalwright.tools.files.read_file import read_file
from goalwright.tools.files.write_file import write_file
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

MAKERS: Mapping[str, Callable[[Services], FunctionTool]] = {
    "files.create_file": create_file,
    "files.create_folder": create_folder,
    "files.read_file": read_file,
    "files.write_file": write_file,
    "files.append_file": append_file,
    "files.copy": copy,
    "files.move": move,
    "files.rename": rename,
    "files.delete_file": delete_file,
    "files.delete_folder": delete_folder,
    "files.list_directory": list_directory,
    "files.get_info": get_info,
    "files.find": find,
    "files.open": open_entry,
    "files.compress": compress,
    "files.extract": extract,
}


def make_tools(services: Services) -> Mapping[str, Tool]:
    """The file tools at work inside the allowed folders."""
    return {name: make(services) for name, make in MAKERS.items()}


def missing(_services: Services) -> Mapping[str, str]:
    """Why file tools cannot be used here, by name."""
    if not HAS_DESCRIPTORS:
        why = "this system cannot hold folders open while it works in them, which keeps file tools inside their bounds"
        return dict.fromkeys(MAKERS, why)
    why = open_missing()
    return {"files.open": why} if why else {}
