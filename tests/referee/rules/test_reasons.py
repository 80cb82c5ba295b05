"""A jugada that takes a reason says one; where it may be left out, it is left out and not blank."""

import pytest

from referee.rules import RuleViolation, parse_jugada, preview
from referee.rules.timeline import Timeline
from tests.referee.rules.mesas import SORTEO, after, refusal

LINES = [
    "suspension {}", "abandono A {}", "descalificacion B2 {}", "ajusta A +2 {}", "adjudica-chica A {}", "adjudica-mesa B {}",
    "repite-data {}", "repite-data 1 {}", "anula 2 {}", "anula 3 {}",
]  # fmt: skip
BLANK = ['""', '" "', '"   "', '"\u00a0"', '"\u200b "', '"\u3164"', '"\ufe0f"', '"\u2800\u115f"']


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("reason", BLANK)
def test_a_blank_reason_is_refused(line: str, reason: str) -> None:
    state = after(SORTEO["A"], "caida A", "limpia B")

    assert refusal(state, line.format(reason)) == "falta-motivo"
    assert refusal(state, line.format('"acta 4"')) is None
    jugada = parse_jugada(line.format(reason))
    with pytest.raises(RuleViolation, match="motivo"):
        Timeline(state).record(4, jugada)
    with pytest.raises(RuleViolation, match="motivo"):
        preview(state, jugada)


def test_what_may_not_be_recorded_at_all_is_said_first() -> None:
    assert refusal(after(SORTEO["A"], 'adjudica-mesa A "x"'), 'suspension ""') == "mesa-terminada"
    assert refusal(after(SORTEO["A"]), 'anula 9 ""') == "jugada-inexistente"
