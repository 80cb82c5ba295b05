"""Swiss rounds: nobody twice against the same, and no smaller sum of differences can be had."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brackets.draw.refusal import DrawRefusal
from brackets.draw.swiss import Round, Standing, check_rounds, pair_round


class Field:
    """A Swiss stage that is played: who won is told by a function of the two."""

    def __init__(self, size: int) -> None:
        self.wins = dict.fromkeys(range(1, size + 1), 0)
        self.rivals: dict[int, set[int]] = {pareja: set() for pareja in self.wins}
        self.rested: set[int] = set()

    def standings(self) -> list[Standing]:
        return [
            Standing(pareja, wins, tuple(self.rivals[pareja]), pareja in self.rested)
            for pareja, wins in self.wins.items()
        ]

    def play(self, paired: Round, winners: Sequence[bool]) -> None:
        for (a, b), first in zip(paired.pairs, winners, strict=False):
            self.rivals[a].add(b)
            self.rivals[b].add(a)
            self.wins[a if first else b] += 1
        if paired.rests is not None:
            self.rested.add(paired.rests)
            self.wins[paired.rests] += 1


@st.composite
def played(draw: st.DrawFn, largest: int) -> tuple[Field, int]:
    """A field after some rounds, fewer than can be promised."""
    size = draw(st.integers(2, largest))
    field = Field(size)
    rounds = draw(st.integers(0, size // 2 - 1))
    for number in range(rounds):
        paired = pair_round(field.standings(), f"azar|{number}")
        field.play(paired, draw(st.lists(st.booleans(), min_size=size // 2, max_size=size // 2)))
    return field, rounds


@given(played(largest=40), st.text(max_size=5))
def test_everybody_plays_once_and_nobody_meets_or_rests_again(given: tuple[Field, int], seed: str) -> None:
    field, _ = given
    paired = pair_round(field.standings(), seed)
    seated = [pareja for pair in paired.pairs for pareja in pair]
    seated += [] if paired.rests is None else [paired.rests]
    assert sorted(seated) == sorted(field.wins)
    assert paired.repeated == ()
    assert all(b not in field.rivals[a] for a, b in paired.pairs)
    assert paired.rests not in field.rested
    assert (paired.rests is None) == (len(field.wins) % 2 == 0)


@given(played(largest=9), st.text(max_size=3))
def test_no_other_pairing_has_a_smaller_sum_of_differences(given: tuple[Field, int], seed: str) -> None:
    field, _ = given
    paired = pair_round(field.standings(), seed)

    def apart(pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
        differences = [abs(field.wins[a] - field.wins[b]) for a, b in pairs]
        return sum(differences), sum(each**2 for each in differences)

    players = [pareja for pareja in field.wins if pareja != paired.rests]
    possible = [pairs for pairs in pairings(players) if all(b not in field.rivals[a] for a, b in pairs)]
    assert apart(paired.pairs) == min(map(apart, possible))


@given(played(largest=15))
def test_who_rests_has_won_least_of_those_who_have_not(given: tuple[Field, int]) -> None:
    field, _ = given
    rests = pair_round(field.standings(), "sol").rests
    if rests is not None:
        assert field.wins[rests] == min(wins for pareja, wins in field.wins.items() if pareja not in field.rested)


@given(played(largest=20), st.randoms())
def test_the_order_in_which_they_come_does_not_matter(given: tuple[Field, int], chance) -> None:  # type: ignore[no-untyped-def]
    field, _ = given
    mixed = field.standings()
    chance.shuffle(mixed)
    assert pair_round(mixed, "sol") == pair_round(field.standings(), "sol")


def test_a_round_that_never_changes() -> None:
    """Published pairings are repeated years later: this one is fixed."""
    paired = pair_round([Standing(pareja, pareja % 3) for pareja in range(1, 10)], "cuarenta")
    assert (paired.pairs, paired.rests) == (((2, 8), (5, 1), (4, 7), (3, 9)), 6)


def test_those_of_one_club_do_not_meet_while_that_costs_nothing() -> None:
    clubs = {pareja: pareja % 2 for pareja in range(1, 13)}
    paired = pair_round([Standing(pareja, 0) for pareja in clubs], "sol", unwanted=lambda a, b: clubs[a] == clubs[b])
    assert all(clubs[a] != clubs[b] for a, b in paired.pairs)
    assert paired.together == ()


def test_what_no_pairing_avoids_is_listed() -> None:
    """Of eight, six are of one club: four of them meet two clubmates, whatever is done."""
    paired = pair_round([Standing(pareja, 0) for pareja in range(1, 9)], "sol", unwanted=lambda a, b: max(a, b) <= 6)
    assert len(paired.together) == 2
    assert set(paired.together) <= set(paired.pairs)


def test_a_difference_of_scores_counts_more_than_a_club() -> None:
    """The two with a mesa won meet although they are of one club; the other two as well."""
    standings = [Standing(1, 1), Standing(2, 1), Standing(3, 0), Standing(4, 0)]
    paired = pair_round(standings, "sol", unwanted=lambda a, b: {a, b} in ({1, 2}, {3, 4}))
    assert {frozenset(pair) for pair in paired.pairs} == {frozenset({1, 2}), frozenset({3, 4})}
    assert len(paired.together) == 2


def test_where_all_have_met_the_fewest_meet_again_and_are_named() -> None:
    """After withdrawals four are left; 1 has met all of them, so one meeting is repeated and the other is new."""
    standings = [
        Standing(1, 2, (2, 3, 4)),
        Standing(2, 1, (1,)),
        Standing(3, 1, (1,)),
        Standing(4, 0, (1,)),
    ]
    paired = pair_round(standings, "sol")
    assert len(paired.repeated) == 1
    assert paired.repeated[0][0] == 1


def test_somebody_who_rested_rests_again_only_when_all_have() -> None:
    standings = [Standing(1, 1, rested=True), Standing(2, 0, rested=True), Standing(3, 0, rested=True)]
    assert pair_round(standings, "sol").rests in (2, 3)


@pytest.mark.parametrize(("entries", "rounds"), [(9, 5), (8, 5), (8, 0), (3, 2)])
def test_more_rounds_than_can_be_promised_are_refused(entries: int, rounds: int) -> None:
    with pytest.raises(DrawRefusal, match=f"Con {entries} ") as refused:
        check_rounds(entries, rounds)
    assert refused.value.code == "swiss-rounds"


def test_nobody_left_to_play_is_refused() -> None:
    with pytest.raises(DrawRefusal) as refused:
        pair_round([Standing(4, 1)], "sol")
    assert refused.value.code == "too-few-entries"


@pytest.mark.parametrize("size", [300, 1000])
def test_large_fields_meet_equals_and_nobody_twice(size: int) -> None:
    field = Field(size)
    for number in range(7):
        paired = pair_round(field.standings(), f"sol|{number}")
        assert paired.repeated == ()
        scores = sorted(field.wins.values())
        least = sum(b - a for a, b in zip(scores[::2], scores[1::2], strict=True))
        assert sum(abs(field.wins[a] - field.wins[b]) for a, b in paired.pairs) == least
        field.play(paired, [(a * 7919 + b * 104729 + number) % 5 < 2 for a, b in paired.pairs])


def pairings(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair them."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        for rest in pairings([each for each in others if each != other]):
            yield [(first, other), *rest]
