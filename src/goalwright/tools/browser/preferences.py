"""What a browser's profile says before the browser is started with it."""

from __future__ import annotations

from pathlib import Path

from goalwright.tools.browser.browser_files import read_json, write_json

_NONE, _ALL = 0, 3


def restrict(profile: Path, *, is_attended: bool, opens_files: bool) -> None:
    """Let a browser save files by itself only where a person sees its window, and show files only if that is allowed.

    A running command takes files itself, whatever this says. Between commands nothing that arrives was asked for. The
    browser shows no file to any program that steers it, however it is asked.
    """
    file = profile / "Default" / "Preferences"
    kept = read_json(file, {})
    policy = kept.get("policy")
    blocked = {"url_blocklist": [] if opens_files else ["file://*"]}
    wanted = {
        **kept,
        "download_restrictions": _NONE if is_attended else _ALL,
        "policy": {**policy, **blocked} if isinstance(policy, dict) else blocked,
    }
    if kept != wanted:
        write_json(file, wanted)
