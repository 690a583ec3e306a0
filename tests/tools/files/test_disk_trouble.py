"""Disks that are full, read-only or somebody else's: a reason is given, and nothing half done is left."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from goalwright.disk.disk_failures import REASONS, failure, told
from goalwright.errors import ToolFailure
from tools.files.troubled_disk import NO_MOUNT

TESTS = Path(__file__).parents[2]


def troubled(trouble: str, *, mounts: bool = False) -> dict[str, Any]:
    """What the tools say on a disk in trouble; a child that mounts does so where nobody else sees it."""
    unshare = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])] if mounts else []
    command = [*unshare, sys.executable, str(Path(__file__).with_name("troubled_disk.py")), trouble]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)])}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    if mounts and (done.returncode == NO_MOUNT or "unshare" in done.stderr):
        pytest.skip("disks cannot be mounted here")
    assert done.returncode == 0, done.stderr
    answer, top = done.stdout.splitlines()
    shutil.rmtree(top)
    return dict(json.loads(answer))


def test_a_full_disk_is_said_to_be_full_and_nothing_is_left_on_it() -> None:
    answers = troubled("full", mounts=True)
    assert {name: answer["is_untouched"] for name, answer in answers.items()} == dict.fromkeys(answers, True)
    assert all("the disk is full; free some space" in answer["said"] for answer in answers.values())


def test_a_disk_without_room_for_names_is_said_to_be_full() -> None:
    answers = troubled("crowded", mounts=True)
    assert {name: answer["is_untouched"] for name, answer in answers.items()} == dict.fromkeys(answers, True)
    assert all("the disk is full; free some space" in answer["said"] for answer in answers.values())


def test_a_read_only_disk_is_said_to_be_read_only() -> None:
    answers = troubled("read_only", mounts=True)
    assert {name: answer["is_untouched"] for name, answer in answers.items()} == dict.fromkeys(answers, True)
    assert all("the disk is read-only" in answer["said"] for answer in answers.values())


def test_a_limit_met_in_the_middle_of_writing_leaves_nothing_half_written() -> None:
    answers = troubled("limited")
    assert {name: answer["is_untouched"] for name, answer in answers.items()} == dict.fromkeys(answers, True)
    assert all("larger than is allowed here" in answer["said"] for answer in answers.values())


def test_what_is_not_allowed_is_said_and_what_cannot_be_read_is_counted() -> None:
    answers = troubled("forbidden")
    seen = {name: answers.pop(name) for name in ("find", "info", "list", "print")}
    assert {name: answer["is_untouched"] for name, answer in answers.items()} == dict.fromkeys(answers, True)
    assert all("permission is denied; change the permissions" in answer["said"] for answer in answers.values())
    assert seen == {
        "find": {"count": 5, "unreadable": 2},
        "info": {"unreadable": 2},
        "list": {"c.txt": "unknown"},
        "print": {"is_stable": True},
    }


def test_a_file_that_may_not_be_written_is_not_replaced_through_its_folder() -> None:
    answers = troubled("guarded")
    assert all("permission is denied" in answer["said"] for answer in answers.values())
    assert all(answer["is_untouched"] for answer in answers.values())


@pytest.mark.parametrize("number", REASONS)
def test_every_refusal_of_the_system_becomes_a_sentence_with_a_remedy(number: int) -> None:
    sentence = str(failure("write", "/a/b", OSError(number, os.strerror(number))))
    assert sentence.startswith("cannot write /a/b: ")
    assert "; " in sentence


def test_a_refusal_nobody_foresaw_is_told_in_the_systems_words() -> None:
    with pytest.raises(ToolFailure, match="cannot read /a: Protocol error; check it"), told("read", "/a"):
        raise OSError(71, "Protocol error")
