"""What docs/language-model.md shows is what happens."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path

from goalwright.interpret.llm import ModelSettings, load_settings
from goalwright.interpret.llm import model_failures as failures
from interpret.llm.scripted_endpoint import ScriptedEndpoint, says

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "language-model.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_tables_are_settings() -> None:
    loaded = [load_settings(tomllib.loads(table), {}) for table in blocks("toml")]
    assert loaded == [
        ModelSettings(name="openai:gpt-4o"),
        ModelSettings(name="qwen3", base_url="http://127.0.0.1:8080/v1", timeout_s=60),
    ]


def test_every_setting_is_there_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", PAGE, re.MULTILINE))
    settings = {field.name: field.default for field in fields(ModelSettings) if field.name != "key"}
    assert rows.keys() == settings.keys()
    for name in ("timeout_s", "retries", "max_output_tokens"):
        assert float(rows[name]) == settings[name]


def test_the_example_prints_what_it_says(endpoint: ScriptedEndpoint) -> None:
    (code,), (answer,), (printed,) = blocks("python"), blocks("json"), blocks("text")
    endpoint.script = [says(answer)]
    code = code.replace("http://127.0.0.1:8080/v1", endpoint.url)
    assert "do set me up with an Old Taxes folder and after that github" in PAGE
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == printed, done.stderr


def test_the_lines_are_those_of_the_errors() -> None:
    source = inspect.getsource(failures)
    table = PAGE.partition("| The line says")[2]
    for line in re.findall(r"^\| ([a-z].*?) \|", table, re.MULTILINE):
        for said in re.split(r", or (?:its )?", line):
            assert said in source, said
