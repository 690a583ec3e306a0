"""A checkout in miniature: the real launcher, a stub package, and lock files that install tiny local wheels."""

import hashlib
import os
import shutil
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

STUB_MAIN = """
import json, os, signal, sys
from importlib.metadata import version
held_back = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
seen = {"arguments": sys.argv[1:], "cwd": os.getcwd(), "dependency": version("stubdep"), "held_back": held_back}
print(json.dumps(seen))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckoutCopy:
    root: Path
    wheels: Path

    @property
    def launcher(self) -> Path:
        return self.root / "goalwright"

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    def environment(self, **changes: str) -> dict[str, str]:
        """The caller's environment without its Python and pip settings, installing from the local wheels only."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_", "VIRTUAL"))}
        offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels), "PIP_CONFIG_FILE": os.devnull}
        return kept | offline | changes

    def lock(self, version: str, lock_file: str = "requirements.lock", *, digest: str | None = None) -> None:
        """Lock the stub dependency at a version, by default with the right hash."""
        if digest is None:
            digest = hashlib.sha256(make_wheel(self.wheels, version).read_bytes()).hexdigest()
        (self.root / lock_file).write_text(f"stubdep=={version} \\\n    --hash=sha256:{digest}\n")

    def run(self, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        command = options.pop("command", self.launcher)
        options = {"env": self.environment(), "cwd": self.root.parent, **options}
        done: subprocess.CompletedProcess[str] = subprocess.run(
            [command, *arguments], capture_output=True, text=True, check=False, **options
        )
        return done


def make_checkout_copy(folder: Path) -> CheckoutCopy:
    root = folder / "a checkout with spaces"
    wheels = folder / "wheels"  # pip splits a list of such folders at spaces
    (root / "src" / "goalwright").mkdir(parents=True)
    wheels.mkdir()
    copy_launcher(root)
    (root / "src" / "goalwright" / "__init__.py").touch()
    (root / "src" / "goalwright" / "__main__.py").write_text(STUB_MAIN)
    checkout = CheckoutCopy(root=root, wheels=wheels)
    checkout.lock("1.0")
    return checkout


def copy_launcher(root: Path) -> None:
    for name in ("goalwright", "scripts/prepare-venv"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, root / name)


def make_wheel(folder: Path, version: str) -> Path:
    path = folder / f"stubdep-{version}-py3-none-any.whl"
    if path.exists():
        return path
    info = f"stubdep-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("stubdep.py", f"VERSION = {version!r}\n")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: stubdep\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return path
