"""A hook of mkdocs: pages of the repository's root become pages of the site, and decisions are listed by themselves."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT = Path(__file__).resolve().parents[1]
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
_LINK = re.compile(r"\[(?P<label>[^][]*)\]\((?!https?://|#)(?P<target>[^)#]*)(?P<anchor>#[^)]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Write the decisions out: mkdocs takes no folder in its navigation."""
    files = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("0*.md"))
    listed = ["decisions/README.md", *(f"decisions/{name}" for name in files)]
    config.nav = [
        {"Decisions": listed} if entry == {"Decisions": "decisions/"} else entry for entry in config.nav or []
    ]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    from mkdocs.structure.files import File

    for source, page in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_LINK.sub(_moved, text)))
    return files


def _moved(link: re.Match[str]) -> str:
    """A link of the root's as it is in the site; what the site does not have keeps its name only."""
    label, target, anchor = link["label"], link["target"], link["anchor"] or ""
    if target.startswith("docs/"):
        inside = target.removeprefix("docs/")
        return f"[{label}]({inside}{'README.md' if inside.endswith('/') else ''}{anchor})"
    return f"[{label}]({PAGES[target]}{anchor})" if target in PAGES else label


def on_page_markdown(markdown: str, **_given: object) -> str:
    """Links of docs/ to pages of the root."""
    for source, page in PAGES.items():
        markdown = markdown.replace(f"](../{source}", f"]({page}")
    return markdown
