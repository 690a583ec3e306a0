"""Number words as digits: `twenty second` is 22nd, `two thousand and twenty six` is 2026."""

from __future__ import annotations

from collections.abc import Sequence

from goalwright.language.numerals import numerals


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
    known, end = numerals(), start
    while end < len(words):
        word, following = words[end].rstrip(","), words[end + 1] if end + 1 < len(words) else ""
        is_inner_and = word == "and" and end > start and known.cardinal(following) is not None
        if word in known.ordinals:
            return end + 1
        if known.cardinal(word) is None and not (word in known.scales and end > start) and not is_inner_and:
            break
        end += 1
    return end


def _written(run: Sequence[str]) -> str:
    """`twenty twenty six` is a year: what does not fit into the last two digits begins two new ones."""
    known, total, current = numerals(), 0, 0
    for word in run:
        cardinal = known.cardinal(word.rstrip(","))
        value = known.ordinals.get(word.rstrip(",")) if cardinal is None else cardinal
        if word in known.scales:
            current *= known.scales[word]
            if known.scales[word] > 100:  # hundreds still belong to the thousands that may follow
                total, current = total + current, 0
        elif value is not None:
            fits = current % 100 == 0 or (value < 10 and current % 10 == 0 and current % 100 >= 20)
            current = current + value if fits else current * 100 + value
    return f"{total + current}{'th' if run[-1].rstrip(',') in known.ordinals else ''}"
