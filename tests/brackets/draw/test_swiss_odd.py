"""Who rests is part of the optimum: compared with every choice of who rests and every pairing of the others."""

from functools import lru_cache
from os import environ
from random import Random

import pytest

from brackets.draw.swiss import Standing, pair_round
from tests.brackets.draw.test_swiss import Field

LAW_TIMES = int(environ.get("LAW_TIMES", "1"))


def least(standings, unwanted):
    """Repeated meetings, wins of who rests, differences, their squares, unwanted meetings: the least there is (by bit masks)."""
    field = sorted(standings, key=lambda each: each.pareja)
    may_rest = [each for each in field if not each.rested] or field

    def cost(one, other):
        apart = abs(one.wins - other.wins)
        return (other.pareja in one.rivals, 0, apart, apart**2, unwanted(one.pareja, other.pareja))

    @lru_cache(None)
    def best(left, *, rests):
        if not left:
            return (0, 0, 0, 0, 0)
        first = (left & -left).bit_length() - 1
        left &= left - 1
        found = []
        if rests and field[first] in may_rest:
            found.append(_sum((0, field[first].wins, 0, 0, 0), best(left, rests=False)))
        found += [
            _sum(cost(field[first], field[other]), best(left & ~(1 << other), rests=rests))
            for other in range(first + 1, len(field))
            if left >> other & 1
        ]
        return min(found, default=(10**9,) * 5)

    return best((1 << len(field)) - 1, rests=len(field) % 2 == 1)


def _sum(one, other):
    return tuple(a + b for a, b in zip(one, other, strict=True))


def came(standings, paired, unwanted):
    of = {each.pareja: each for each in standings}
    apart = [abs(of[a].wins - of[b].wins) for a, b in paired.pairs]
    return (
        sum(b in of[a].rivals for a, b in paired.pairs),
        of[paired.rests].wins if paired.rests else 0,
        sum(apart),
        sum(each**2 for each in apart),
        sum(unwanted(a, b) for a, b in paired.pairs),
    )


def rounds_played(size, chance):
    """Each round of a stage of this size, whose results chance gives; sometimes somebody leaves it."""
    field, clubs = Field(size), {pareja: chance.randrange(3) for pareja in range(1, size + 1)}
    for number in range(1, size // 2 + 1):
        standings = field.standings()
        unwanted = (lambda a, b: clubs[a] == clubs[b]) if number == 1 else (lambda _a, _b: False)
        paired = pair_round(standings, f"{chance.random()}", unwanted=unwanted)
        yield standings, paired, unwanted
        field.play(paired, [chance.random() < 0.7 for _ in paired.pairs])


@pytest.mark.parametrize("size", range(5, 15))
def test_no_other_choice_of_who_rests_or_meets_is_better(size: int) -> None:
    chance, worse = Random(size), []
    for _ in range((3 if size < 11 else 1) * LAW_TIMES):
        for standings, paired, unwanted in rounds_played(size, chance):
            best = least(standings, unwanted)
            if came(standings, paired, unwanted) != best:
                worse.append((standings, paired, best))

    assert worse == []


def test_another_that_has_won_as_little_rests_where_that_spares_a_difference() -> None:
    """1 rests by lot, and 3 and 5 have met: one of them rests instead, for then everybody meets an equal."""
    standings = [
        Standing(1, 0, (2,)), Standing(2, 1, (1,), rested=False), Standing(4, 1, (5,)),
        Standing(3, 0, (5,)), Standing(5, 0, (3, 4)),
    ]  # fmt: skip

    for seed in "abcdefgh":
        paired = pair_round(standings, seed)
        assert came(standings, paired, lambda _a, _b: False) == (0, 0, 0, 0, 0)
        assert paired.rests in (3, 5)
