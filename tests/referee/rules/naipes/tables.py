"""Tables that one deck can have, with the card thrown apart, for hypothesis."""

from hypothesis import strategies as st

from referee.rules.naipes import DECK, in_order


@st.composite
def tables(draw, most=9):
    """(table in order, card thrown)."""
    deck = draw(st.permutations(DECK))
    size = draw(st.integers(0, most))
    return in_order(deck[:size]), deck[size]


@st.composite
def lifts(draw, most=8):
    """(table, card thrown, what is lifted: any of it)."""
    table, card = draw(tables(most))
    taken = draw(st.lists(st.booleans(), min_size=len(table), max_size=len(table)))
    return table, card, tuple(c for c, is_taken in zip(table, taken, strict=True) if is_taken)
