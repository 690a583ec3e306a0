"""A Gradio application with the parts that gradio_site.py has not: `python kitchen_site.py FOLDER PORT`."""

import json
import sys
from pathlib import Path

import gradio

folder, port = Path(sys.argv[1]), int(sys.argv[2])


def kept(name: str, value: object) -> None:
    (folder / name).write_text(json.dumps(value), encoding="utf-8")


def planned(dish: str, guests: float, diets: list[str], day: str, warm: bool, notes: str) -> str:
    if not dish:
        raise gradio.Error("A dish needs a name")
    kept("plan.json", {"dish": dish, "guests": guests, "diets": diets, "day": day, "warm": warm, "notes": notes})
    return f"### Planned: {dish} for {guests:g}"


def converted(amount: float, unit: str) -> float:
    value = round(amount * {"cups": 240, "spoons": 15}[unit], 1)
    kept("amount.json", value)
    return value


def answered(message: str, _history: list[object]) -> str:
    kept("chat.json", message)
    return f"You said {message}"


def counted(now: int) -> tuple[int, str]:
    kept("count.json", now + 1)
    return now + 1, f"Pressed {now + 1} times"


with gradio.Blocks(title="Kitchen") as site:
    gradio.Markdown("# Kitchen")
    with gradio.Tab("Plan"):
        dish = gradio.Textbox(label="Dish", placeholder="What is cooked?")
        guests = gradio.Number(label="Guests", value=2)
        diets = gradio.Dropdown(["Vegan", "Halal", "No nuts", "No milk"], multiselect=True, label="Diets")
        day = gradio.Radio(["Friday", "Saturday", "Sunday"], label="Day", value="Friday")
        with gradio.Accordion("More", open=False):
            warm = gradio.Checkbox(label="Keep it warm")
            notes = gradio.Textbox(label="Notes for the cook", lines=2)
        said = gradio.Markdown()
        gradio.Button("Plan it").click(planned, [dish, guests, diets, day, warm, notes], said)
        gradio.ClearButton([dish, notes])
    with gradio.Tab("Convert"):
        amount = gradio.Number(label="Amount", value=1)
        unit = gradio.Dropdown(["cups", "spoons"], label="Unit", value="cups")
        result = gradio.Number(label="Millilitres", interactive=False)
        gradio.Button("Convert").click(converted, [amount, unit], result)
    with gradio.Tab("Chat"):
        gradio.ChatInterface(answered)
    with gradio.Tab("Count"):
        state, told = gradio.State(0), gradio.Textbox(label="Told", interactive=False)
        gradio.Button("Press me").click(counted, state, [state, told])
site.launch(server_name="127.0.0.1", server_port=port, quiet=True, inbrowser=False)
