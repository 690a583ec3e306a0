"""`--workers`: forked workers tell of every test, also of those that failed, printed, or ended the worker."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SOURCES = {
    "conftest": """
import os, pytest
@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("shared")
    yield str(folder)
    with open("torn_down", "a") as file:
        print(os.getpid(), file=file)
""",
    "test_first": """
import os, sys
def test_passes(shared, tmp_path): tmp_path.touch()
def test_prints_and_fails(shared):
    print("to be read")
    os.write(2, b"to be read as well")
    assert shared == 1
""",
    "test_second": """
import os
def test_passes(shared): pass
def test_ends_the_worker(): os._exit(7)
def test_comes_after_it(): pass
def test_fails_when_it_is_torn_down(request):
    request.addfinalizer(lambda: 1 / 0)
""",
    "test_fourth": "import time\ndef test_hangs(shared): time.sleep(60)\ndef test_comes_after_it(shared): pass",
    "test_third": "import pytest\n@pytest.mark.parametrize('number', range(30))\ndef test_many(shared, number): pass",
}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, int]:
    folder = tmp_path_factory.mktemp("run")
    for name, source in SOURCES.items():
        (folder / f"{name}.py").write_text(source)
    (folder / "pytest.ini").write_text("[pytest]\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment |= {"PYTHONPATH": str(TESTS), "COLUMNS": "200"}
    command = [sys.executable, "-m", "pytest", "-p", "workers", "-p", "no:cacheprovider", "--workers", "2"]
    command += ["--bound", "3"]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return folder, done.stdout + done.stderr, done.returncode


def test_every_test_is_told_of(told: tuple[Path, str, int]) -> None:
    _, text, code = told
    assert code == 1, text
    assert re.search(r"3 failed, 35 passed, 1 error in ", text), text


@pytest.mark.parametrize(
    "part",
    [
        "FAILED test_first.py::test_prints_and_fails",
        "FAILED test_second.py::test_ends_the_worker - the worker that ran it ended: 7",
        "FAILED test_fourth.py::test_hangs - it took longer than 3 s",
        '/test_fourth.py", line 2 in test_hangs',
        "ERROR test_second.py::test_fails_when_it_is_torn_down - ZeroDivisionError",
        "- Captured stdout call -",
        "to be read as well",
    ],
)
def test_what_went_wrong_is_told(told: tuple[Path, str, int], part: str) -> None:
    assert part in told[1]


def test_what_all_share_is_made_once_in_a_worker(told: tuple[Path, str, int]) -> None:
    pids = (told[0] / "torn_down").read_text().split()
    assert len(pids) == len(set(pids)) >= 1


def test_files_of_a_folder_go_to_the_worker_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n")
    for name in ("a/test_1", "a/test_2", "b/test_3", "b/test_4", "b/test_5"):
        source = (
            "import os, time\ndef test_it():\n    time.sleep(0.5)\n    print(os.getpid(), file=open('{0}.pid', 'w'))\n"
        )
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.py").write_text(source.format(name))
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    command = [sys.executable, "-m", "pytest", "-p", "workers", "-p", "no:cacheprovider", "--workers", "2"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    pids = {file.stem: file.read_text() for file in tmp_path.glob("*/*.pid")}
    assert pids["test_1"] == pids["test_2"] != pids["test_3"] == pids["test_4"]


@pytest.mark.parametrize("is_heard_by_all", [True, False])
def test_ctrl_c_ends_the_workers_and_what_their_tests_have_started(tmp_path: Path, is_heard_by_all: bool) -> None:
    (tmp_path / "conftest.py").write_text(SOURCES["conftest"])
    for number in range(2):
        (tmp_path / f"test_{number}.py").write_text(
            "import pathlib, time\n"
            f"def test_waits(shared):\n    pathlib.Path('begun{number}').touch()\n    time.sleep(60)\n"
        )
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    command = [sys.executable, "-m", "pytest", "-p", "workers", "-p", "no:cacheprovider", "--workers", "2"]
    run = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        until(lambda: all((tmp_path / f"begun{number}").exists() for number in range(2)))
        (os.killpg if is_heard_by_all else os.kill)(run.pid, signal.SIGINT)
        text, _ = run.communicate(timeout=30)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
    assert run.returncode == pytest.ExitCode.INTERRUPTED, text
    assert len(set((tmp_path / "torn_down").read_text().split())) == 2
    assert "KeyboardInterrupt" in text


def until(is_so: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)
