"""The lock files hold names, versions, markers and hashes, and nothing else."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK_FILES = ("requirements.lock", "requirements-dev.lock", "requirements-bench.lock", "requirements-docs.lock")

PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[0-9][0-9A-Za-z.+!]*)(?: ; (?P<marker>[^\\]+?))?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def entries(lock_file: str) -> list[list[str]]:
    """Each locked package as its parts: the pin, then its hashes."""
    text = (ROOT / lock_file).read_text(encoding="ascii").replace(" \\\n    ", "\t")
    return [line.split("\t") for line in text.splitlines()]


def pins(lock_file: str) -> dict[str, str]:
    return dict(entry[0].split(" ; ")[0].split("==") for entry in entries(lock_file))


@pytest.mark.parametrize("lock_file", LOCK_FILES)
def test_every_entry_is_a_pin_with_hashes(lock_file: str) -> None:
    for pin, *hashes in entries(lock_file):
        match = PIN.fullmatch(pin)
        assert match, f"{lock_file}: {pin}"
        if match["marker"]:
            Marker(match["marker"])
        assert hashes, f"{lock_file}: {pin} has no hash"
        assert all(HASH.fullmatch(each) for each in hashes), f"{lock_file}: {pin}"


@pytest.mark.parametrize("lock_file", LOCK_FILES)
def test_no_marker_compares_what_is_no_version(lock_file: str) -> None:
    """The pip of Python 3.12 and later stops at `platform_release >= '20'` under a kernel called 6.1.0-13-amd64."""
    assert "platform_release" not in (ROOT / lock_file).read_text(encoding="ascii")


@pytest.mark.parametrize("lock_file", LOCK_FILES)
def test_no_address_is_recorded(lock_file: str) -> None:
    text = (ROOT / lock_file).read_text(encoding="ascii").lower()
    for trace in ("http:", "https:", "://", "index", "find-links", "#", "@", "file:"):
        assert trace not in text


def test_development_lock_contains_the_runtime_lock() -> None:
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


def test_every_declared_dependency_is_locked_at_a_version_it_allows() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = pyproject["project"]["optional-dependencies"]
    declared = {
        "requirements.lock": [*pyproject["project"]["dependencies"], *extras["browser"]],
        "requirements-dev.lock": [*pyproject["dependency-groups"]["dev"], *chain.from_iterable(extras.values())],
        "requirements-bench.lock": pyproject["dependency-groups"]["bench"],
        "requirements-docs.lock": pyproject["dependency-groups"]["docs"],
    }
    for lock_file, requirements in declared.items():
        locked = pins(lock_file)
        for requirement in map(Requirement, requirements):
            assert requirement.specifier.contains(locked[canonicalize_name(requirement.name)])


def test_the_tests_run_with_the_locked_versions() -> None:
    for name, locked_version in pins("requirements-dev.lock").items():
        try:
            installed = version(name)
        except PackageNotFoundError:
            continue  # locked for another platform
        assert installed == locked_version
