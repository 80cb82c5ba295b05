"""Invented entries, and brackets played at random."""

from hypothesis import strategies as st

from brackets.draw.bracket import How, Result, Status, fold
from brackets.draw.entries import Entry

CLUBS = ("", "Sol", "Luna", "Norte", "Sur", "Quito")
seeds = st.text("abcdefñ 0123456789", min_size=1, max_size=12)


@st.composite
def entries(draw, smallest=2, largest=200, clubs=CLUBS):
    """Parejas with numbers and seeds that may have gaps, in any order."""
    numbers = draw(st.lists(st.integers(1, 5000), min_size=smallest, max_size=largest, unique=True))
    count = len(numbers)
    seeded = draw(st.lists(st.integers(1, 300), max_size=count, unique=True))
    ranks = [*seeded, *[None] * (count - len(seeded))]
    chosen = draw(st.lists(st.sampled_from(clubs), min_size=count, max_size=count))
    return [Entry(number, club, seed) for number, club, seed in zip(numbers, chosen, ranks, strict=True)]


def played_out(slots, rng, no_shows=0.0):
    """Results for all matches, each decided by the generator."""
    results = {}
    for round_ in range(1, len(slots).bit_length()):
        for match in fold(slots, results).rounds[round_ - 1]:
            if match.status is Status.READY:
                nobody = rng.random() < no_shows
                results[match.key] = (
                    Result(None, How.DOUBLE_NO_SHOW) if nobody else Result(rng.choice((match.a, match.b)))
                )
    return results
