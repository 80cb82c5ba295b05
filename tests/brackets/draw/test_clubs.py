from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brackets.draw.clubs import separate, shared_club
from brackets.draw.elimination import draw
from brackets.draw.entries import Entry
from brackets.draw.places import first_mesas
from brackets.draw.verify import fewest_meetings
from tests.brackets.draw.strategies import entries, seeds


def meetings(lines):
    """Of one club, in the first round or, both with a bye, in the second."""
    matches = [[entry for entry in pair if entry] for pair in zip(lines[::2], lines[1::2], strict=True)]
    byes = [a + b for a, b in zip(matches[::2], matches[1::2], strict=False) if len(a) == len(b) == 1]
    return sum(len(mesa) == 2 and bool(shared_club(*mesa)) for mesa in matches + byes)


def fewest_by_trying_all(lines):
    """The least number of first mesas of one club over every placing of the unseeded; the seeds and byes stay."""
    free = [index for index, entry in enumerate(lines) if entry and entry.seed is None]
    best = len(lines)
    tried = set()
    for placing in permutations(lines[index] for index in free):
        clubs = tuple(entry.club for entry in placing)
        if clubs in tried:
            continue
        tried.add(clubs)
        attempt = list(lines)
        for index, entry in zip(free, placing, strict=True):
            attempt[index] = entry
        best = min(best, meetings(attempt))
    return best


def lines_of(drawn, entered):
    of = {entry.key: entry for entry in entered}
    return [None if key is None else of[key] for key in drawn.slots]


def club_patterns(count, used=0):
    """Every way to share out that many parejas among clubs, the names of the clubs aside; 0 is no club."""
    if count == 0:
        yield ()
        return
    for club in range(used + 2):
        for rest in club_patterns(count - 1, max(used, club)):
            yield (club, *rest)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_no_placing_has_fewer_meetings_for_any_clubs_and_seeds(count):
    for pattern in club_patterns(count):
        for seeded in range(count + 1):
            entered = [
                Entry(key, f"Club {club}" if club else "", key if key <= seeded else None)
                for key, club in enumerate(pattern, start=1)
            ]
            drawn = draw(entered, f"{pattern}")
            lines = lines_of(drawn, entered)

            assert meetings(lines) == len(drawn.unavoidable) == fewest_by_trying_all(lines) == fewest_meetings(lines)


@settings(max_examples=60)
@given(entries(smallest=7, largest=8, clubs=("", "Sol", "Luna", "Norte")), seeds)
def test_no_placing_of_eight_has_fewer_meetings(entered, seed):
    drawn = draw(entered, seed)

    assert len(drawn.unavoidable) == fewest_by_trying_all(lines_of(drawn, entered))


@given(entries(), seeds)
def test_meetings_are_the_fewest_there_can_be(entered, seed):
    drawn = draw(entered, seed)
    lines = lines_of(drawn, entered)

    assert meetings(lines) == len(drawn.unavoidable) == fewest_meetings(lines)


@given(st.integers(2, 150), seeds)
def test_a_club_with_one_pareja_for_each_first_mesa_never_meets_itself(count, seed):
    mesas = len(first_mesas(draw([Entry(key) for key in range(1, count + 1)], seed).slots))
    entered = [Entry(key, "Sol" if key <= mesas else "") for key in range(1, count + 1)]

    assert draw(entered, seed).unavoidable == ()


def test_one_pareja_too_many_of_a_club_meets_itself_once():
    entered = [Entry(key, "Sol" if key <= 33 else "Luna" if key <= 50 else "") for key in range(1, 65)]

    [conflict] = draw(entered, "cuarenta").unavoidable

    assert conflict.club == "Sol"
    assert {conflict.a, conflict.b} <= set(range(1, 34))


def test_an_only_club_meets_itself_everywhere():
    entered = [Entry(key, "Sol") for key in range(1, 97)]

    assert len(draw(entered, "cuarenta").unavoidable) == 32


def test_seeds_and_byes_stay_where_they_are():
    sol, luna = Entry(1, "Sol", 1), Entry(2, "Sol", 2)
    ranked = [sol, luna, Entry(3), Entry(4, "Luna"), Entry(5, "Luna"), Entry(6, "Sol"), None, None]

    separated = separate(ranked, 2, {})

    assert separated[:2] == [sol, luna]
    assert separated[6:] == [None, None]
    assert Counter(separated) == Counter(ranked)


def test_nothing_is_exchanged_without_need():
    ranked = [Entry(1, "Sol"), Entry(2, "Luna"), Entry(3, "Sol"), Entry(4, "Luna")]

    assert separate(ranked, 0, {}) == ranked


def test_who_was_drawn_a_bye_keeps_it_while_another_exchange_is_left():
    ranked = [Entry(key, "Sol" if key in (6, 11) else "") for key in range(1, 13)] + [None] * 4

    separated = separate(ranked, 0, {})

    assert separated[:4] == ranked[:4]
    assert separated[5] == Entry(6, "Sol")
    assert separated[10].club == ""


def test_a_bye_is_exchanged_when_nothing_else_parts_a_club():
    ranked = [Entry(1), Entry(2, "Sol"), Entry(3, "Sol"), None]

    assert separate(ranked, 0, {}) == [Entry(3, "Sol"), Entry(2, "Sol"), Entry(1), None]


def test_the_ranking_given_is_left_alone():
    ranked = (Entry(1, "Sol"), Entry(2), Entry(3), Entry(4, "Sol"))

    separated = separate(ranked, 0, {})

    assert ranked == (Entry(1, "Sol"), Entry(2), Entry(3), Entry(4, "Sol"))
    assert {entry.key for entry in (separated[0], separated[3])} != {1, 4}


def test_no_club_is_nobody_s_club():
    entered = [Entry(key) for key in range(1, 9)]

    assert draw(entered, "cuarenta").unavoidable == ()


@pytest.mark.parametrize("seed", [f"s{number}" for number in range(12)])
def test_two_byes_of_one_club_do_not_meet_in_their_first_mesa(seed):
    """Nine of sixteen: seven pass free, and six of them meet one another in the second round."""
    entered = [Entry(key, "Sol" if key <= 3 else "Luna" if key <= 6 else "Norte") for key in range(1, 10)]

    drawn = draw(entered, seed)

    assert meetings(lines_of(drawn, entered)) == 0
    assert drawn.unavoidable == ()


def test_two_seeds_with_a_bye_that_must_meet_are_listed_with_their_round():
    """Of five, three pass free: the second seed and the third are in one half and meet there, whoever else plays."""
    entered = [Entry(key, "Sol" if key in (1, 2, 3) else "", key if key <= 3 else None) for key in range(1, 6)]

    [conflict] = draw(entered, "cuarenta").unavoidable

    slots = draw(entered, "cuarenta").slots
    assert conflict.round == 2
    assert {conflict.a, conflict.b} == {key for key in slots[4 * conflict.position :][:4] if key}
