"""What the cards of a data come to, proposed one after another, is what the log must hold at its end."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import REGLAMENTOS, MesaState, apply, decide, parse_jugada, reglamento_get, start
from referee.rules.naipes import DECK, captures
from referee.rules.naipes.card_lines import Tira
from referee.selectors.naipes import CardRow, cards_fold

FOUR, TWO = ("A1", "B1", "A2", "B2"), ("A1", "B1")
TABLES = [(key, FOUR) for key in sorted(REGLAMENTOS)] + [("pagat", TWO), ("quito", TWO)]


def begun(key: str, seats: tuple[str, ...]) -> MesaState:
    """A mesa whose first data A1 deals."""
    state = start(reglamento_get(key, {}), seats)
    low = " ".join(f"{seat}={'7' if seat[0] == 'A' else '2'}" for seat in seats)
    by_sum = state.reglamento.deal_first_dealer_method == "suma-de-cartas"
    return recorded(state, f"sorteo {low} reparte=A1" if by_sum else "sorteo reparte=A1")


def recorded(state: MesaState, line: str) -> MesaState:
    jugada = parse_jugada(line)
    decide(state, jugada)
    return apply(state, jugada)


@pytest.mark.parametrize(("key", "seats"), TABLES, ids=lambda each: each if isinstance(each, str) else len(each))
@settings(max_examples=6)  # of forty folds each
@given(seed=st.integers(0, 10_000))
def test_whoever_confirms_what_is_proposed_ends_the_data_in_the_log(
    key: str, seats: tuple[str, ...], seed: int
) -> None:
    state, rows = begun(key, seats), []
    for seq, card in enumerate(Random(seed).sample(DECK, len(DECK)), start=1):
        cards = cards_fold(state, seq - 1, 1, rows)
        assert cards.table is not None
        possible = captures(state.reglamento, cards.table.table, card)
        lifted = (*possible[0].cards, *possible[0].escalera) if possible else ()
        rows = [*rows, CardRow(seq, Tira(cards.table.turn, card, lifted), len(state.entries))]
        for implied in cards_fold(state, seq, 1, rows).implied:
            state = apply(state, implied.jugada)
        if state.position.closer is not None or state.position.ended:
            return  # a chica won in the middle of a data: its cards end here

    (data,) = state.position.datas
    last = cards_fold(begun(key, seats), len(rows), 1, rows).table
    assert last is not None
    assert last.over
    assert (data.cards, data.table, data.withdrawn) == (
        (len(last.piles[0]), len(last.piles[1])),
        len(last.table),
        len(last.withdrawn),
    )
    assert sum(data.cards) + data.table + data.withdrawn == len(DECK)


def test_a_caida_on_a_card_of_an_announced_ronda_is_proposed_as_what_it_is_worth() -> None:
    state = begun("pagat", FOUR)
    thrown = [CardRow(1, Tira("B1", "5"), 2), CardRow(2, Tira("A2", "5", ("5",)), 2)]

    plain = cards_fold(state, 2, 1, thrown).implied
    announced = cards_fold(recorded(state, "ronda B1 5"), 2, 1, thrown).implied

    assert [each.jugada.word for each in plain] == ["caida-limpia"]
    assert "caida-en-ronda" in [each.jugada.word for each in announced]


def test_a_ronda_that_the_cards_speak_against_changes_nothing() -> None:
    state = recorded(begun("pagat", FOUR), "ronda B 5")  # the pareja alone: nobody's hand
    thrown = [CardRow(1, Tira("B1", "5"), 2), CardRow(2, Tira("A2", "5", ("5",)), 2)]

    assert [each.jugada.word for each in cards_fold(state, 2, 1, thrown).implied] == ["caida-limpia"]
