from dataclasses import replace

import pytest

from brackets.draw.elimination import draw
from brackets.draw.entries import Entry
from brackets.draw.verify import check

ENTERED = [Entry(key, "Sol" if key in (11, 12) else "", key if key <= 4 else None) for key in range(1, 13)]
DRAWN = draw(ENTERED, "cuarenta")


def codes(drawn, entered=ENTERED):
    return {broken.code for broken in check(drawn, entered)}


def exchanged(*pairs):
    slots = list(DRAWN.slots)
    for one, other in pairs:
        slots[one], slots[other] = slots[other], slots[one]
    return replace(DRAWN, slots=tuple(slots))


def line(key):
    return DRAWN.slots.index(key)


def test_a_draw_is_found_good():
    assert check(DRAWN, ENTERED) == []


@pytest.mark.parametrize(
    "slots",
    [DRAWN.slots[:8], DRAWN.slots[:15], (*DRAWN.slots, *[None] * 16), ()],
    ids=["half", "not a power of two", "twice as many", "empty"],
)
def test_a_wrong_number_of_lines_is_found(slots):
    assert "size" in codes(replace(DRAWN, slots=slots))


def test_a_missing_a_strange_and_a_repeated_pareja_are_found():
    for number in (99, 5):
        slots = tuple(number if key == 6 else key for key in DRAWN.slots)

        assert codes(replace(DRAWN, slots=slots)) == {"entries"}


def test_a_bye_against_a_bye_is_found():
    assert "byes-meet" in codes(exchanged((line(1), line(2) ^ 1)))


def test_byes_on_one_side_are_found():
    from_below = [index for index in range(8, 16) if DRAWN.slots[index] is None]
    played_above = [index for index in range(8) if None not in (DRAWN.slots[index], DRAWN.slots[index ^ 1])]

    assert "byes-uneven" in codes(exchanged((from_below[0], played_above[0])))


def test_a_bye_that_should_be_a_better_seed_s_is_found():
    unseeded = next(key for key in DRAWN.slots if key and key > 4)

    assert "byes-of-others" in codes(exchanged((line(4), line(unseeded))))


def test_seeds_too_near_are_found():
    in_the_half_of_the_first = next(key for key in (3, 4) if key in DRAWN.slots[:8])

    assert codes(exchanged((line(2), line(in_the_half_of_the_first)))) == {"seeds-together", "not-repeatable"}


def test_seeds_that_meet_in_the_first_round_must_be_best_and_worst():
    entered = [Entry(key, seed=key) for key in range(1, 5)]
    drawn = draw(entered, "cuarenta")
    slots = list(drawn.slots)
    three, four = slots.index(3), slots.index(4)
    slots[three], slots[four] = 4, 3

    assert "seeds-together" in codes(replace(drawn, slots=tuple(slots)), entered)


def test_a_meeting_of_a_club_that_is_not_listed_is_found():
    entered = [Entry(1, "Sol"), Entry(2, "Sol")]
    drawn = draw(entered, "cuarenta")

    assert codes(replace(drawn, unavoidable=()), entered) == {"clubs-unlisted"}


def test_a_meeting_of_a_club_that_could_be_avoided_is_found():
    moved = exchanged((line(11), line(12) ^ 1))

    assert {"clubs-avoidable", "clubs-unlisted"} <= codes(moved)
    assert "clubs-avoidable" not in codes(replace(moved, apart=False))


def test_a_draw_that_its_seed_does_not_give_is_found():
    unseeded = [index for index, key in enumerate(DRAWN.slots) if key and key > 4 and key not in (11, 12)]

    assert codes(exchanged(unseeded[:2])) <= {"not-repeatable", "clubs-avoidable", "clubs-unlisted"}
    assert "not-repeatable" in codes(exchanged(unseeded[:2]))
    assert codes(replace(DRAWN, seed="otra")) == {"not-repeatable"}


def test_what_is_wrong_is_said_in_spanish():
    [broken] = check(replace(DRAWN, seed="otra"), ENTERED)

    assert broken.message == "El cuadro no es el que sale de la semilla «otra». Sortee de nuevo."
