"""A Gradio application that writes down what is sent: `python gradio_site.py FOLDER PORT`."""

import json
import sys
from pathlib import Path
from typing import Any

import gradio

folder, port = Path(sys.argv[1]), int(sys.argv[2])
ROWS = [["Black", 3.0], ["Green", 4.0], ["White", 6.5]]


def told(**sent: Any) -> str:
    (folder / "sent.json").write_text(json.dumps(sent), encoding="utf-8")
    return f"Thank you, {sent['name']}. {sent['cups']} cups of {sent['tea']}."


def ordered(  # one for each field
    name: str, tea: str, cups: int, size: str, extras: list[str], gift: bool, remarks: str, file: str | None
) -> str:
    sent = {"name": name, "tea": tea, "cups": cups, "size": size, "extras": extras, "gift": gift, "remarks": remarks}
    return told(**sent, file=Path(file).name if file else None)


def reversed_text(text: str) -> str:
    (folder / "turned.txt").write_text(text, encoding="utf-8")
    return text[::-1]


with gradio.Blocks(title="Tea bar") as site:
    gradio.Markdown("# Tea bar")
    with gradio.Tab("Order"):
        name = gradio.Textbox(label="Your name")
        tea = gradio.Dropdown(["Black", "Green", "White", "Oolong", "Rooibos"], label="Tea", value="Black")
        cups = gradio.Slider(1, 10, value=1, step=1, label="Cups")
        size = gradio.Radio(["Small", "Medium", "Large"], label="Size", value="Small")
        extras = gradio.CheckboxGroup(["Milk", "Sugar", "Lemon"], label="Extras")
        gift = gradio.Checkbox(label="Wrap as a gift")
        remarks = gradio.Textbox(label="Remarks", lines=3)
        file = gradio.File(label="Picture")
        send = gradio.Button("Order")
        said = gradio.Textbox(label="Answer", interactive=False)
        send.click(ordered, [name, tea, cups, size, extras, gift, remarks, file], said)
    with gradio.Tab("Turn around"):
        text = gradio.Textbox(label="Text")
        turned = gradio.Textbox(label="Turned", interactive=False)
        gradio.Button("Turn").click(reversed_text, text, turned)
    with gradio.Tab("Prices"):
        gradio.Dataframe(ROWS, headers=["Tea", "Price"], label="Price list", interactive=False)
site.launch(server_name="127.0.0.1", server_port=port, quiet=True, inbrowser=False)
