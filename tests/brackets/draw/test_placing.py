"""Drawing the lines of a stage of any format."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.elimination import draw
from brackets.draw.entries import Entry
from brackets.draw.formats import DoubleElimination, Elimination, Series, Swiss, sizes_of
from brackets.draw.placing import place
from brackets.draw.refusal import DrawRefusal
from tests.brackets.draw.strategies import entries, seeds

FORMS = (Elimination(), DoubleElimination(), Series(size=0), Swiss(rounds=1))


@given(entries(smallest=2, largest=60), seeds, st.sampled_from(FORMS), st.booleans(), st.randoms())
def test_each_stands_on_one_line_and_the_order_of_entry_does_not_matter(entered, seed, form, apart, rng) -> None:
    placed = place(form, entered, seed, apart=apart)
    mixed = rng.sample(entered, len(entered))

    assert Counter(slot for slot in placed.slots if slot is not None) == Counter(entry.key for entry in entered)
    assert place(form, mixed, seed, apart=apart) == placed


@given(entries(smallest=2, largest=60), seeds)
def test_a_knock_out_has_the_lines_of_its_published_procedure(entered, seed) -> None:
    assert place(Elimination(), entered, seed).slots == draw(entered, seed).slots
    assert place(DoubleElimination(), entered, seed).slots == draw(entered, seed).slots


def series_of(entered, seed, size, *, apart=True):
    form = Series(size=size)
    slots = iter(place(form, entered, seed, apart=apart).slots)
    by_key = {entry.key: entry for entry in entered}
    return [[by_key[next(slots)] for _ in range(length)] for length in sizes_of(form, len(entered))]


@given(entries(smallest=12, largest=80), seeds)
def test_the_best_seeds_are_spread_over_the_series(entered, seed) -> None:
    series = series_of(entered, seed, 4) if len(entered) not in (5, 9, 13) else []
    best = [entry.key for entry in sorted((e for e in entered if e.seed), key=lambda e: e.seed)][: len(series)]

    for each in series:
        assert sum(entry.key in best for entry in each) <= 1


def fewest(entered, sizes):
    """Meetings of a club that no placing avoids: each club spread as evenly as can be over the series."""
    meetings = 0
    for count in Counter(entry.club for entry in entered if entry.club).values():
        each, more = divmod(count, len(sizes))
        meetings += more * (each + 1) * each // 2 + (len(sizes) - more) * each * (each - 1) // 2
    return meetings


def meetings_of(series):
    return sum(
        count * (count - 1) // 2
        for each in series
        for count in Counter(entry.club for entry in each if entry.club).values()
    )


@given(st.lists(st.sampled_from(("", "", "Sol", "Luna", "Norte", "Sur")), min_size=12, max_size=96), seeds)
def test_those_of_a_club_are_spread_as_evenly_as_can_be(clubs, seed) -> None:
    entered = [Entry(number, club) for number, club in enumerate(clubs, start=1)]
    series = series_of(entered, seed, 4)

    assert meetings_of(series) == fewest(entered, series)


@given(entries(smallest=12, largest=60), seeds)
def test_what_could_not_be_kept_apart_is_listed(entered, seed) -> None:
    together = place(Series(size=4), entered, seed).together
    series = series_of(entered, seed, 4)

    listed = {(each.place, each.club): set(each.parejas) for each in together}
    there = {
        (number, club): {entry.key for entry in each if entry.club == club}
        for number, each in enumerate(series)
        for club, count in Counter(entry.club for entry in each if entry.club).items()
        if count > 1
    }
    assert listed == there
    assert place(Series(size=4), entered, seed, apart=False).together == ()


def test_a_thousand_in_series_of_four_with_clubs() -> None:
    entered = [Entry(number, f"Club {number % 40}") for number in range(1, 1001)]
    series = series_of(entered, "sol", 4)

    assert [len(each) for each in series] == [4] * 250
    assert meetings_of(series) == 0


@pytest.mark.parametrize(
    ("form", "count", "code"),
    [
        (Series(size=4), 5, "series-uneven"),
        (Series(size=0), 65, "series-too-large"),
        (Swiss(rounds=5), 9, "swiss-rounds"),
        (Elimination(), 1, "too-few-entries"),
        (DoubleElimination(), 1025, "too-many-entries"),
    ],
)
def test_what_so_many_cannot_play_is_refused(form, count, code) -> None:
    with pytest.raises(DrawRefusal) as refused:
        place(form, [Entry(number) for number in range(1, count + 1)], "sol")
    assert refused.value.code == code
