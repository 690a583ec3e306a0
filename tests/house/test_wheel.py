"""The wheel works outside the checkout, rule tables included."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "goalwright"

LIST_RULES = """
import json
from goalwright import PLANNER_RULES, __file__, __version__
print(json.dumps({"file": __file__, "version": __version__, "rules": len(PLANNER_RULES)}))
"""


def run(*command: str | Path, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-P", "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A venv with the wheel alone; it borrows the dependencies of the venv that runs the tests."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    # Python follows no .pth file of a folder that a .pth file names, so the checkout's src stays out.
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return folder


def test_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    expected = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name for name in archive.namelist() if name.startswith("goalwright/")}
    assert shipped == expected
    assert "goalwright/py.typed" in shipped
    assert any(name.endswith(".toml") for name in shipped)


def test_installed_package_loads_its_rule_tables(installed: Path, tmp_path: Path) -> None:
    seen = json.loads(run(installed / "bin" / "python", "-c", LIST_RULES, cwd=tmp_path))
    assert Path(seen["file"]).is_relative_to(installed)
    assert seen["version"] == "0.1.0"
    assert seen["rules"] > 70


def test_installed_command_lists_the_rules(installed: Path, tmp_path: Path) -> None:
    document = json.loads(run(installed / "bin" / "goalwright", "rules", "--json", cwd=tmp_path))
    assert document
