"""A Streamlit application that writes down what is chosen: `streamlit run streamlit_site.py -- FOLDER`."""

import json
import sys
from datetime import date
from pathlib import Path

import streamlit

folder = Path(sys.argv[1])
streamlit.title("Room booking")
page = streamlit.sidebar.radio("Page", ["Book", "Feedback"])
if page == "Book":
    name = streamlit.text_input("Name")
    room = streamlit.selectbox("Room", ["Oak", "Birch", "Cedar", "Maple"])
    day = streamlit.date_input("Day", date(2026, 11, 2))
    people = streamlit.slider("People", 1, 12, 2)
    equipment = streamlit.multiselect("Equipment", ["Projector", "Whiteboard", "Phone", "Camera"])
    kind = streamlit.radio("Kind", ["Meeting", "Workshop"])
    catering = streamlit.checkbox("Catering")
    hours = streamlit.number_input("Hours", 1, 8, 1)
    if streamlit.button("Book it"):
        sent = {"name": name, "room": room, "day": str(day), "people": people, "equipment": equipment}
        sent |= {"kind": kind, "catering": catering, "hours": hours}
        (folder / "sent.json").write_text(json.dumps(sent), encoding="utf-8")
        streamlit.success(f"{room} is booked for {name}")
    with streamlit.expander("House rules"):
        streamlit.write("Leave the room as you found it.")
else:
    with streamlit.form("feedback"):
        text = streamlit.text_area("What did you think?")
        stars = streamlit.feedback("stars")
        if streamlit.form_submit_button("Send feedback"):
            (folder / "feedback.json").write_text(json.dumps([text, stars]), encoding="utf-8")
            streamlit.success("Thank you")
