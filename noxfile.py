"""`make test-all`: the tests under every Python that Goalwright supports."""

from __future__ import annotations

import os
from pathlib import Path

import nox

ROOT = Path(__file__).parent
PYTHONS = ("3.11", "3.12", "3.13")
# A Python that is not on this machine is skipped and named in the end: see scripts/tell_sessions.py.
nox.options.error_on_missing_interpreters = False
nox.options.envdir = "build/nox"
nox.options.default_venv_backend = "venv"


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Install exactly what the lock file names, and run what is asked for: `make test-all NOX_ARGS="-- tests/plan"`."""
    session.install("--require-hashes", "--no-deps", "--requirement", "requirements-dev.lock")
    where = session.run("python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", silent=True)
    Path(str(where).strip(), "goalwright.pth").write_text(f"{ROOT / 'src'}\n", encoding="utf-8")
    chosen = session.posargs or [f"--workers={2 * (os.cpu_count() or 1)}"]
    session.run("python", "-P", "-m", "pytest", *chosen)
