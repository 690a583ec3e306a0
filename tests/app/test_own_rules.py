"""The user's rule files: checked once, remembered as read, and checked again whenever that is not sure to be right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

RULES = """
domain = "times"

[sites.intranet]
host = "intranet.test"

[log]
intent = "file_operation"
description_template = "log:{minutes} minutes on {project}"
required_params = ["minutes", "project"]
default_params = { path = "~/timesheet.txt" }
params.minutes = { type = "number", min = 1, max = 600 }
params.project = { type = "line" }
params.path = { type = "path" }
kind = "event"
register = "file:{path}"
ensure = ["dir:{path.parent}"]
writes = ["file:{path} = exists"]
tool = "files.append_file"
args = { path = "{path}", content = "{minutes} minutes on {project}\\n" }
expected_effect = "logged:{path}"
risk = "medium"
say = ["(log|book) {minutes} minutes (on|for) <the> {name:project} [project]"]
examples = [{ params = { minutes = 45, project = "garden" }, description = "log:45 minutes on garden" }]
"""
LOOK = """
import sys
from goalwright import Goalwright
from goalwright.errors import RuleFileError
gw = Goalwright()
try:
    plan = gw.prepare("book 45 minutes for the garden project and open intranet").plan
    print([action.description for action in plan.actions], plan.actions[0].args["content"])
except RuleFileError as error:
    print(error)
print("pydantic" in sys.modules, "hassil" in sys.modules)
"""
RIGHT = "['log:45 minutes on garden', 'navigate:intranet.test'] 45 minutes on garden\n\n"
CHECKED, REMEMBERED = "True True\n", "False False\n"


class Home:
    """A user's home with one rule file."""

    def __init__(self, folder: Path) -> None:
        self.rules = folder / "config" / "rules" / "times.toml"
        self.rules.parent.mkdir(parents=True)
        self.rules.write_text(RULES)
        self.kept = folder / "cache" / "goalwright" / "rules.json"
        self._env = {**os.environ, "HOME": str(folder), "GOALWRIGHT_CONFIG": str(folder / "config")}
        self._env.update(GOALWRIGHT_HOME=str(folder / "state"), XDG_CACHE_HOME=str(folder / "cache"))

    def said(self) -> str:
        done = subprocess.run(
            [sys.executable, "-P", "-c", LOOK], env=self._env, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr


def test_a_file_is_checked_once_and_again_when_it_changes(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.said() == RIGHT + CHECKED
    assert home.said() == RIGHT + REMEMBERED
    home.rules.write_text(RULES.replace("minutes on {project}\\n", "min {project}\\n"))
    assert home.said() == RIGHT.replace("] 45 minutes on", "] 45 min") + CHECKED
    home.rules.write_text(RULES.replace('kind = "event"', 'kind = "evnt"'))
    assert "times.toml" in home.said(), "a mistake is told, whatever was remembered"
    home.rules.write_text(RULES.replace("{name:project} [project]", "{name:project"))
    assert "say[0]" in home.said(), "and so is a broken template"
    assert "say[0]" in home.said(), "each time"
    home.rules.write_text(RULES)
    assert home.said() == RIGHT + CHECKED, "only the last state is kept"


def _others_may_write(kept: Path) -> None:
    kept.chmod(0o666)


def _older(kept: Path) -> None:
    document = json.loads(kept.read_text())
    document["state"][1] = "0.0.1"
    kept.write_text(json.dumps(document))


def _cut(kept: Path) -> None:
    kept.write_bytes(kept.read_bytes()[:100])


def _other_content(kept: Path) -> None:
    document = json.loads(kept.read_text())
    document["content"] = {"tables": 3}
    kept.write_text(json.dumps(document))


def test_what_is_kept_is_not_used_unless_it_is_ours_and_whole(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.said()
    damages: tuple[Callable[[Path], None], ...] = (_others_may_write, _older, _cut, _other_content)
    for damage in damages:
        damage(home.kept)
        assert home.said() == RIGHT + CHECKED, damage.__name__
        if damage is _others_may_write:
            assert home.kept.stat().st_mode & 0o077 == 0, "it was written again"
        assert home.said() == RIGHT + REMEMBERED, damage.__name__


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_not_used(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.said()
    os.chown(home.kept, 12345, 12345)
    assert home.said() == RIGHT + CHECKED
