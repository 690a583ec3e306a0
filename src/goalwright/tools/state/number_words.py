"""Number words as digits: `twenty second` is 22nd, `two thousand and twenty six` is 2026."""

from __future__ import annotations

from collections.abc import Sequence

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen""".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_CARDINALS = {word: number for number, word in enumerate(_ONES)}
_CARDINALS |= {word: 10 * number for number, word in enumerate(_TENS, 2)}
_IRREGULAR = {"first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12}
_ORDINALS = {f"{word}th": number for word, number in _CARDINALS.items() if not word.endswith("y")} | _IRREGULAR
_ORDINALS |= {f"{word[:-1]}ieth": number for word, number in _CARDINALS.items() if word.endswith("y")}
_SCALES = {"hundred": 100, "thousand": 1000}


def with_digits(text: str) -> str:
    """The same words, numbers written as digits; ordinals keep an ending."""
    words, out, at = text.split(" "), list[str](), 0
    while at < len(words):
        end = _run_end(words, at)
        if end == at:
            out.append(words[at])
            at += 1
            continue
        out.append(_written(words[at:end]))
        at = end
    return " ".join(out)


def _run_end(words: Sequence[str], start: int) -> int:
    """Where the number words that begin at `start` end; an ordinal ends them."""
    end = start
    while end < len(words):
        word = words[end].rstrip(",")
        is_inner_and = word == "and" and end > start and end + 1 < len(words) and words[end + 1] in _CARDINALS
        if word in _ORDINALS:
            return end + 1
        if word not in _CARDINALS and not (word in _SCALES and end > start) and not is_inner_and:
            break
        end += 1
    return end


def _written(run: Sequence[str]) -> str:
    """`twenty twenty six` is a year: what does not fit into the last two digits begins two new ones."""
    total = current = 0
    for word in run:
        value = _CARDINALS.get(word.rstrip(","), _ORDINALS.get(word.rstrip(",")))
        if word in _SCALES:
            current *= _SCALES[word]
            if word == "thousand":
                total, current = total + current, 0
        elif value is not None:
            fits = current % 100 == 0 or (value < 10 and current % 10 == 0 and current % 100 >= 20)
            current = current + value if fits else current * 100 + value
    return f"{total + current}{'th' if run[-1].rstrip(',') in _ORDINALS else ''}"
