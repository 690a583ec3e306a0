"""files.open: hand a file or folder to the app that is meant for it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial

from goalwright.contracts import Before, ToolCall
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.disk_failures import cannot, told
from goalwright.disk.ends import needed
from goalwright.disk.entries import path_arg
from goalwright.disk.prints import print_of_resource, touched
from goalwright.tools.files.openers import OPENERS, open_missing
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

PATIENCE_S = 2.0
"""How long an opener may take to report that it found no app; some stay until the app is closed."""


def open_entry(services: Services) -> FunctionTool:
    roots = services.roots
    print_of = partial(print_of_resource, roots)
    return FunctionTool(act=partial(_open, roots), relies_on=touched, print_of=print_of, prints_apart=True)


def _open(roots: AllowedRoots, call: ToolCall, _before: Before) -> Before:
    path = path_arg(call)
    app = call.args.get("app", "")
    missing = "" if app else open_missing()
    if missing:
        raise cannot("open", path, missing)
    with told("open", path):
        with roots.opened(path, follow=True) as spot:
            needed(spot)
            real = spot.path
        if not app:
            _opener()(real)
            return {"path": path}
    from goalwright.tools.desktop.apps.launching import start_app

    return {**start_app(app, real), "path": path}


def _opener() -> Callable[[str], None]:
    if sys.platform == "win32":
        return os.startfile
    return partial(_handed_over, OPENERS.get(sys.platform, OPENERS["linux"])[0])


def _handed_over(opener: str, real: str) -> None:
    """Start the opener on its own, so that neither it nor the app ends with this process or writes to its terminal."""
    from goalwright.tools.desktop.apps.linux_launcher import detached

    try:
        status = detached((opener, real), cwd="/").wait(PATIENCE_S)  # an absolute path never looks like an option
    except subprocess.TimeoutExpired:
        return
    if status != 0:
        problem = "no app for it was found, or it did not start; choose a default app for this kind of file"
        raise cannot("open", real, problem)
