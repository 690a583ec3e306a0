"""`./goalwright` prepares .venv when it must, and otherwise just runs."""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import venv
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest

from campaigns import IS_WHOLE
from house.checkout_copy import ROOT, CheckoutCopy, copy_launcher, make_checkout_copy
from house.test_lock_files import pins

SHELL_TOOLS = ("sh", "cat", "cmp", "cp", "dirname", "id", "mkdir", "mv", "readlink", "rm")


@pytest.fixture(scope="module")
def first_use(tmp_path_factory: pytest.TempPathFactory) -> tuple[CheckoutCopy, subprocess.CompletedProcess[str]]:
    checkout = make_checkout_copy(tmp_path_factory.mktemp("first"))
    return checkout, checkout.run()


@pytest.fixture
def fresh(tmp_path: Path) -> CheckoutCopy:
    """A checkout that was never used."""
    return make_checkout_copy(tmp_path)


@pytest.fixture
def prepared(first_use: tuple[CheckoutCopy, object], tmp_path: Path) -> CheckoutCopy:
    """A checkout that was used before, and then moved."""
    used, _ = first_use
    root = tmp_path / "moved here"
    shutil.copytree(used.root, root, symlinks=True)
    return CheckoutCopy(root=root, wheels=used.wheels)


@pytest.fixture
def bare_path(tmp_path: Path) -> Path:
    """A folder for PATH that holds the shell's tools and no Python."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in SHELL_TOOLS:
        found = shutil.which(tool)
        assert found, tool
        (folder / tool).symlink_to(found)
    return folder


def test_first_use_says_what_it_does_and_runs_the_command(
    first_use: tuple[CheckoutCopy, subprocess.CompletedProcess[str]],
) -> None:
    checkout, done = first_use
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["dependency"] == "1.0"
    assert f"making .venv in {checkout.root}" in done.stderr
    assert all(line.startswith("goalwright: ") for line in done.stderr.splitlines())


def test_later_use_prepares_nothing(prepared: CheckoutCopy) -> None:
    (prepared.root / "scripts" / "prepare-venv").unlink()
    done = prepared.run()
    assert done.returncode == 0
    assert done.stderr == ""


def test_arguments_and_working_directory_stay_as_they_are(prepared: CheckoutCopy, tmp_path: Path) -> None:
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    arguments = ["create a folder 'demo'", "", "*", "--json", "a\nb", "$HOME", "\\"]
    seen = json.loads(prepared.run(*arguments, cwd=elsewhere).stdout)
    assert seen["arguments"] == arguments
    assert seen["cwd"] == str(elsewhere)


def test_files_of_the_working_directory_shadow_nothing(prepared: CheckoutCopy, tmp_path: Path) -> None:
    for name in ("json", "goalwright", "stubdep"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('shadowed')")
    done = prepared.run(cwd=tmp_path, env=prepared.environment(PYTHONHOME="/nowhere"))
    assert done.returncode == 0, done.stderr


def test_runs_through_a_chain_of_symlinks(prepared: CheckoutCopy, tmp_path: Path) -> None:
    links = tmp_path / "my links"
    links.mkdir()
    (links / "absolute").symlink_to(prepared.launcher)
    (links / "gw").symlink_to("absolute")
    path = f"{links}{os.pathsep}{os.environ['PATH']}"
    done = prepared.run("-c", "gw one", command="sh", env=prepared.environment(PATH=path))
    assert json.loads(done.stdout)["arguments"] == ["one"], done.stderr


def test_changed_lock_file_is_installed(prepared: CheckoutCopy) -> None:
    prepared.lock("2.0")
    done = prepared.run()
    assert json.loads(done.stdout)["dependency"] == "2.0", done.stderr
    assert "updating .venv" in done.stderr
    assert prepared.run().stderr == ""


@pytest.mark.thorough
def test_failed_install_names_a_remedy_and_the_next_start_repairs_it(prepared: CheckoutCopy) -> None:
    prepared.lock("2.0", digest="0" * 64)
    failed = prepared.run()
    assert failed.returncode == 1
    assert failed.stdout == ""
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in failed.stderr
    assert "run this again" in failed.stderr.splitlines()[-1]

    prepared.lock("2.0")
    repaired = prepared.run()
    assert json.loads(repaired.stdout)["dependency"] == "2.0", repaired.stderr
    assert "making .venv" in repaired.stderr


def test_simultaneous_starts_prepare_once(prepared: CheckoutCopy) -> None:
    prepared.lock("2.0")
    starts = [
        subprocess.Popen(
            [prepared.launcher],
            env=prepared.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    outputs = [start.communicate() for start in starts]
    assert [start.returncode for start in starts] == [0, 0, 0], outputs
    assert {json.loads(stdout)["dependency"] for stdout, _ in outputs} == {"2.0"}
    assert sum("installing the packages" in stderr for _, stderr in outputs) == 1


def test_dev_environment_serves_the_launcher(prepared: CheckoutCopy) -> None:
    prepared.lock("2.0")
    prepared.lock("2.0", "requirements-dev.lock")
    made = prepared.run("--dev", command=prepared.root / "scripts" / "prepare-venv")
    assert made.returncode == 0, made.stderr
    done = prepared.run()
    assert json.loads(done.stdout)["dependency"] == "2.0"
    assert done.stderr == ""


@pytest.mark.parametrize(
    "fake_python",
    [
        pytest.param(None, id="no Python"),
        pytest.param("exit 1", id="a Python that is too old or has no venv"),
        pytest.param("echo 'pyenv: python3: command not found' >&2; exit 127", id="a version manager's shim"),
    ],
)
def test_missing_python_gets_the_one_line_that_installs_it(
    fresh: CheckoutCopy, bare_path: Path, fake_python: str | None
) -> None:
    if fake_python:
        (bare_path / "python3").write_text(f"#!/bin/sh\n{fake_python}\n")
        (bare_path / "python3").chmod(0o755)
    done = fresh.run("plan", env=fresh.environment(PATH=str(bare_path)))
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "apt-get install python3 python3-venv" in done.stderr
    assert not fresh.venv.exists()


def test_venv_whose_python_is_gone_is_noticed(prepared: CheckoutCopy, bare_path: Path) -> None:
    python = prepared.venv / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3.11")
    done = prepared.run(env=prepared.environment(PATH=str(bare_path)))
    assert done.returncode == 2
    assert "apt-get install" in done.stderr


def test_ctrl_c_is_held_back_until_it_can_be_heard(prepared: CheckoutCopy) -> None:
    can_hold = subprocess.run(["env", "--block-signal=INT", "true"], capture_output=True, check=False).returncode == 0
    assert json.loads(prepared.run().stdout)["held_back"] is can_hold


def test_ctrl_c_while_preparing_exits_130(fresh: CheckoutCopy) -> None:
    with someone_else_preparing(fresh):
        start = subprocess.Popen(
            [fresh.launcher],
            env=fresh.environment(),
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert start.stderr is not None
        assert "waiting" in start.stderr.readline()
        os.killpg(start.pid, signal.SIGINT)
        _, stderr = start.communicate()
    assert start.returncode == 130
    assert stderr == "goalwright: interrupted; the next start begins again\n"


def test_checkout_itself_starts_with_the_real_lock_file(tmp_path: Path) -> None:
    root = tmp_path / "Goal wright"
    copy_launcher(root)
    shutil.copy(ROOT / "requirements.lock", root)
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("__pycache__"))
    if not IS_WHOLE:
        borrow_packages(root)
    # With pip's own cache, which has what `make venv` installed, and without bytecode that no one will run.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_CACHE"))}
    environment["PIP_NO_COMPILE"] = "1"
    done = subprocess.run(
        [root / "goalwright", "--version"], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "0.1.0" in done.stdout
    assert ("making .venv" in done.stderr) is IS_WHOLE


def borrow_packages(root: Path) -> None:
    """Make .venv with what the lock file names and nothing else, as `make venv` has installed it for the tests."""
    venv.create(root / ".venv", symlinks=True)
    shutil.copy(root / "requirements.lock", root / ".venv")
    (packages,) = (root / ".venv" / "lib").glob("python*/site-packages")
    (packages / "goalwright.pth").write_text(str(root / "src"))
    for name in pins("requirements.lock"):
        with suppress(PackageNotFoundError):  # one for another platform
            for file in distribution(name).files or ():
                top = file.parts[0]
                if top != ".." and not (packages / top).exists():
                    (packages / top).symlink_to(str(distribution(name).locate_file(top)))


@contextmanager
def someone_else_preparing(checkout: CheckoutCopy) -> Iterator[None]:
    """Holds the lock that a start takes before it touches .venv."""
    folder = os.open(checkout.root, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
