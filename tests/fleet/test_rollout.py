"""Which hosts are next."""

from __future__ import annotations

from goalwright.fleet.rollout import Progress, Rollout, Wave, next_wave

HOSTS = ("a", "b", "c", "d")


def wave(states: str, rollout: Rollout, *, is_canary_over: bool = False) -> Wave:
    words: dict[str, Progress] = {"-": "idle", ">": "sent", "~": "away", "+": "done", "x": "failed"}
    progress = dict(zip(HOSTS, (words[mark] for mark in states), strict=True))
    return next_wave(HOSTS, progress, rollout, is_canary_over=is_canary_over)


def test_waves() -> None:
    every, two, one = Rollout(), Rollout(batch=2), Rollout(canary=1, batch=2)
    strict = Rollout(batch=1, stop_after=2)
    cases = [
        ("----", every, False, Wave(HOSTS)),
        ("++++", every, False, Wave()),
        ("----", two, False, Wave(("a", "b"))),
        (">+--", two, False, Wave(held="batch")),
        ("++--", two, False, Wave(("c", "d"))),
        ("~+--", two, False, Wave(("c", "d"))),
        ("x+--", two, False, Wave(("c", "d"))),
        ("----", one, False, Wave(("a",))),
        (">---", one, False, Wave(held="batch")),
        ("+---", one, False, Wave(held="canary")),
        ("+---", one, True, Wave(("b", "c"))),
        ("x---", strict, False, Wave(("b",))),
        ("xx--", strict, False, Wave(held="threshold")),
        ("x+x-", strict, False, Wave(held="threshold")),
        ("xxxx", strict, False, Wave()),
    ]
    wrong = [
        (states, rollout, found)
        for states, rollout, is_over, expected in cases
        if (found := wave(states, rollout, is_canary_over=is_over)) != expected
    ]
    assert not wrong
