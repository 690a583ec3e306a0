"""`doctor`, `config`, `world`, `tools` and `explain`: what is known here, and where it comes from."""

from __future__ import annotations

from doors.cli.command import QuickCli


def test_the_doctor_says_what_works_and_what_to_do_about_the_rest(quick: QuickCli) -> None:
    outcome = quick("doctor")
    assert (outcome.code, outcome.err) == (0, "")
    assert "✓  python" in outcome.out
    assert "tools: files" in outcome.out
    checks = quick("doctor", "--json").document["checks"]
    assert all(check.keys() == {"name", "ok", "detail", "remedy"} for check in checks)


def test_the_doctor_says_what_a_machine_without_a_desktop_lacks(quick: QuickCli) -> None:
    bare = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": ""}
    document = quick("doctor", "--json", environment=bare).document
    checks = {check["name"].removeprefix("tools: "): check for check in document["checks"]}
    for family in ("system.window", "system.clipboard", "system.input"):
        assert (checks[family]["ok"], checks[family]["detail"][:5]) == (None, "0 of ")
        assert "there is no display: start it in a desktop session" in checks[family]["remedy"]
    assert "there is no D-Bus session bus" in checks["system.notify"]["remedy"]
    last = quick("doctor", environment=bare).out.splitlines()[-1]
    missing, _, partial = last.partition("; available in part: ")
    assert missing.startswith("not available here: ")
    assert {"system.window", "system.clipboard", "system.input"} <= set(missing.split(": ")[1].split(", "))
    assert "system.apps" in partial.split(", ")
    assert "works" not in last


def test_the_doctor_survives_broken_settings(quick: QuickCli) -> None:
    quick.write("config/config.toml", "max_parallel = 'many'\n")
    outcome = quick("doctor")
    assert outcome.code == 0
    assert "max_parallel" in outcome.out
    assert "not working" in outcome.out


def test_settings_come_with_their_source(quick: QuickCli) -> None:
    quick.write("config/config.toml", "keep_days = 7\n")
    outcome = quick("config", environment={"GOALWRIGHT_MAX_PARALLEL": "4"})
    assert outcome.code == 0
    lines = {line.split()[0]: line for line in outcome.out.splitlines() if line}
    assert " 4 " in lines["max_parallel"]
    assert " GOALWRIGHT_MAX_PARALLEL " in lines["max_parallel"]
    assert " config/config.toml " in lines["keep_days"]
    assert " default " in lines["allowed_roots"]
    settings = quick("config", "--json").document["settings"]
    assert {"name": "keep_days", "value": 7}.items() <= next(
        row for row in settings if row["name"] == "keep_days"
    ).items()


def test_the_path_of_the_settings_is_one_line(quick: QuickCli) -> None:
    file = str(quick.folder / "config" / "config.toml")
    assert quick("config", "path").out == f"{file}\n"
    assert quick("config", "path", "--json").document == {"path": file}
    quick("config", "paht").require_one_line(2, "path")


def test_wrong_settings_are_one_line(quick: QuickCli) -> None:
    quick.write("config/config.toml", "max_parallel = 0\n")
    quick("config").require_one_line(2, "max_parallel")
    quick("run", "mute").require_one_line(2, "max_parallel")


def test_the_world_is_what_plans_are_made_from(quick: QuickCli) -> None:
    outcome = quick("world")
    assert outcome.code == 0
    assert outcome.out.startswith("browser")
    assert quick("world", "--json").document.keys() == {
        "browser_running",
        "browser_last_url",
        "active_window",
        "running_apps",
        "recent_facts",
    }


def test_tools_say_whether_they_are_here(quick: QuickCli) -> None:
    tools = {tool["name"]: tool for tool in quick("tools", "--json").document["tools"]}
    assert tools["files.copy"]["available"]
    missing = [tool for tool in tools.values() if not tool["available"]]
    assert all(tool["missing"] for tool in missing)
    shown = quick("tools", "--available").out
    assert "files.copy" in shown
    assert not any(f"{tool['name']} " in shown for tool in missing)


def test_an_explanation_leads_from_the_words_to_the_actions(quick: QuickCli) -> None:
    quick.write("old.txt", "old")
    outcome = quick("explain", "please create a folder docs, then delete old.txt")
    assert (outcome.code, outcome.err) == (0, "")
    out = outcome.out
    assert out.index("“please create a folder docs”") < out.index("g0  file.create") < out.index("g0_create_1")
    assert "means nothing here: please" in out
    assert "risk: low (docs is not there; it can be undone)" in out
    assert "risk: high (old.txt is there; it can be undone)" in out
    assert "why: " in out
    document = quick("explain", "delete old.txt", "--json").document
    assert document["actions"][0]["risk_reason"] == f"{quick.folder}/old.txt is there; it can be undone"
    assert document["clauses"]
    assert document["world"]["recent_facts"]
    assert (quick.folder / "old.txt").exists()


def test_what_a_pattern_stands_for_is_explained(quick: QuickCli) -> None:
    for name in ("a.pdf", "b.pdf", "c.txt"):
        quick.write(name, name)
    out = quick("explain", "create a folder docs, move all the pdfs to docs, then open youtube and search nvidia").out
    assert "matches: 2 things" in out
    assert (
        out.index("“move all the pdfs to docs”") < out.index("move b.pdf to docs/b.pdf") < out.index("“open youtube”")
    )
    assert "done by: g3_search_1, which also serves g3" in out
    assert "Beside that" not in out
    quick("create a folder docs")
    assert "already so: nothing has to be done for it" in quick("explain", "create a folder docs, then mute").out


def test_what_has_no_plan_is_explained_too(quick: QuickCli) -> None:
    outcome = quick("explain", "click ok")
    assert outcome.code == 4
    assert "not met: " in outcome.out
    assert outcome.err.count("\n") == 1
