#!/usr/bin/env python3
"""Say of each Python in nox's report whether the tests passed, failed or were skipped, and why."""

from __future__ import annotations

import json
import sys
from pathlib import Path

WHY = {"skipped": "SKIPPED: this Python is not on this machine"}


def main() -> None:
    for session in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["sessions"]:
        result = session["result"]
        print(f"{session['signatures'][0]}: {WHY.get(result, result)}")


if __name__ == "__main__":
    main()
