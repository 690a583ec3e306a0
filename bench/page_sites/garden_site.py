"""A Streamlit application with the parts that streamlit_site.py has not: `streamlit run garden_site.py -- FOLDER`."""

import json
import sys
from pathlib import Path

import streamlit

folder = Path(sys.argv[1])
PLANTS = [{"Plant": "Rose", "Water": 3}, {"Plant": "Basil", "Water": 7}, {"Plant": "Cactus", "Water": 1}]


def kept(name: str, value: object) -> None:
    (folder / name).write_text(json.dumps(value), encoding="utf-8")


def remove(plant: str) -> None:
    streamlit.write(f"Shall {plant} go?")
    if streamlit.button("Yes, remove it"):
        kept("removed.json", plant)
        streamlit.rerun()


streamlit.title("Garden")
beds, tasks, talk = streamlit.tabs(["Beds", "Tasks", "Talk"])
with beds:
    streamlit.metric("Plants", len(PLANTS))
    streamlit.table(PLANTS)
    plant = streamlit.selectbox("Plant", [each["Plant"] for each in PLANTS])
    if streamlit.button("Remove"):
        streamlit.dialog("Remove a plant")(remove)(plant)
    with streamlit.popover("Options"):
        lights = streamlit.toggle("Lights at night")
        if streamlit.button("Keep options"):
            kept("options.json", lights)
            streamlit.toast("Options kept")
with tasks:
    with streamlit.form("task", clear_on_submit=True):
        what = streamlit.text_input("What is to be done?")
        when = streamlit.time_input("At", value=None)
        who = streamlit.pills("Who", ["Ann", "Bob", "Cleo"])
        urgency = streamlit.select_slider("Urgency", ["low", "normal", "high"], value="normal")
        if streamlit.form_submit_button("Add task"):
            if not what:
                streamlit.error("Say what is to be done")
            else:
                kept("task.json", {"what": what, "when": str(when)[:5], "who": who, "urgency": urgency})
                streamlit.success(f"Added: {what}")
    streamlit.download_button("Download the list", "Rose\nBasil\nCactus\n", "plants.txt")
with talk:
    if said := streamlit.chat_input("Say something"):
        kept("said.json", said)
        with streamlit.chat_message("assistant"):
            streamlit.write(f"I heard: {said}")
