#!/usr/bin/env python3
"""Lint the code that runs in pages: page_*.js, joined as they run, script_*.js, functions in Python, the service's own.

The page_*.js files share one scope, so an unused or undeclared name shows only when they are read together. Findings
name the line they come from.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BROWSER = ROOT / "src" / "goalwright" / "tools" / "browser"
SERVICE_PAGE = ROOT / "src" / "goalwright" / "doors" / "web" / "page"
OXLINT = Path(sysconfig.get_path("scripts")) / "oxlint"
_FINDING = re.compile(r"^(?P<file>[^:]+\.js):(?P<line>\d+):(?P<column>\d+): (?P<said>.*)$")
_FUNCTION = re.compile(r"\s*\(?(?:async )?\([^()]*\) =>")

Origin = tuple[Path, int]


def main() -> int:
    if not OXLINT.exists():
        print("scripts in pages: SKIPPED, oxlint has no wheel for this platform", file=sys.stderr)
        return int(os.environ.get("CI") == "true")  # CI has everything that is needed
    origins: dict[str, list[Origin]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, lines in scripts():
            Path(folder, name).write_text("".join(f"{text}\n" for text, _ in lines), encoding="utf-8")
            origins[name] = [origin for _, origin in lines]
        command = [str(OXLINT), "--config", str(ROOT / ".oxlintrc.json"), "--format=unix", "."]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    findings = [_FINDING.match(line) for line in done.stdout.splitlines()]
    for found in filter(None, findings):
        file, line = origins[Path(found["file"]).name][int(found["line"]) - 1]
        print(f"{file.relative_to(ROOT)}:{line}:{found['column']}: {found['said']}")
    if done.returncode and not any(findings):
        print(done.stdout, done.stderr)
    print(f"scripts in pages: {len(origins)} read, {sum(map(bool, findings))} findings")
    return done.returncode


def scripts() -> Iterator[tuple[str, list[tuple[str, Origin]]]]:
    """Each script by a name of its own: its lines, with where each comes from."""
    yield "joined.js", joined()
    for file in sorted(BROWSER.glob("script_*.js")):
        script = f"globalThis.script = {file.read_text(encoding='utf-8').strip()};"
        yield file.name, [(line, (file, number)) for number, line in enumerate(script.splitlines(), 1)]
    for file in sorted(SERVICE_PAGE.glob("*.js")):  # what is vendored is as its authors have it
        yield file.name, [(line, (file, number)) for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)]
    for file in sorted(BROWSER.glob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                text = node.value.value
                if isinstance(text, str) and _FUNCTION.match(text):
                    lines = f"globalThis.script = {text.strip().replace('%s', 'globalThis')};".splitlines()
                    yield (
                        f"{file.stem}_{node.lineno}.js",
                        [(one, (file, node.lineno + n)) for n, one in enumerate(lines)],
                    )


def joined() -> list[tuple[str, Origin]]:
    """The code of `page_code.page_code`, line by line."""
    code = ast.parse((BROWSER / "page_code.py").read_text(encoding="utf-8"))
    given = next(
        str(ast.literal_eval(node.value))
        for node in code.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_GIVEN"
    )
    lines: list[tuple[str, Origin]] = []
    for file in sorted(BROWSER.glob("page_*.js")):
        text = file.read_text(encoding="utf-8")
        lines += [(line, (file, number)) for number, line in enumerate(text.splitlines(), 1)]
    return [*lines, (f"globalThis.page = {{ {' '.join(given.split())} }};", (BROWSER / "page_code.py", 1))]


if __name__ == "__main__":
    sys.exit(main())
