"""What is written of a card is read back to the same."""

from hypothesis import given
from hypothesis import strategies as st

from referee.rules import RANKS, RONDAS, SEATS, Ronda
from referee.rules.naipes import Devuelve, Tira, Toma, dump_card_line, parse_card_line

seats = st.sampled_from(SEATS)
ranks = st.sampled_from(RANKS)
some = st.lists(ranks, min_size=1, max_size=12).map(tuple)
events = st.one_of(
    st.builds(Tira, seats, ranks, st.just(()) | some),
    st.builds(Toma, seats, some),
    st.builds(Devuelve, seats, some),
    st.builds(Ronda, st.sampled_from(RONDAS), seats, ranks),
)


@given(event=events)
def test_a_line_is_read_back_to_the_same(event):
    assert parse_card_line(dump_card_line(event)) == event
