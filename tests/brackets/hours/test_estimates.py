"""The laws of the list schedule and of the hours that it gives."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from brackets.hours.durations import PRIOR, Durations, durations_from
from brackets.hours.estimates import Day, estimate
from brackets.hours.schedule import NEVER, REST, Hall, Job, Slot, schedule

KNOWN = {None: Durations(PRIOR)}


@st.composite
def halls(draw: st.DrawFn) -> tuple[list[Job], dict[int, float]]:
    """Mesas of a few parejas, each after some of those before it, with their minutes."""
    count = draw(st.integers(1, 14))
    jobs = []
    for number in range(1, count + 1):
        after = draw(st.lists(st.integers(1, number - 1), max_size=2, unique=True)) if number > 1 else []
        before = [job.number for job in jobs]
        sides = draw(st.lists(st.sampled_from("abcdefgh"), max_size=2, unique=True))
        chained = {job.number for job in jobs if set(job.sides) & set(sides)}
        jobs.append(Job(number, tuple(sides), tuple(sorted({*after, *chained} & set(before)))))
    return jobs, {job.number: draw(st.floats(1, 90)) for job in jobs}


def bracket(rounds: int) -> list[Job]:
    """A knock-out of two to the power of `rounds` parejas."""
    jobs, last, number = [], [], 0
    for number in range(1, 2 ** (rounds - 1) + 1):
        jobs.append(Job(number, (f"p{2 * number}", f"p{2 * number + 1}")))
        last.append(number)
    while len(last) > 1:
        after, last = last, []
        for a, b in zip(after[::2], after[1::2], strict=True):
            number += 1
            jobs.append(Job(number, after=(a, b)))
            last.append(number)
    return jobs


def end(slots: dict[int, Slot]) -> float:
    return max(slot.end for slot in slots.values())


@given(halls(), st.integers(1, 5), st.integers(1, 5))
def test_every_mesa_is_played_once_with_table_juez_and_rested_parejas(
    hall: tuple[list[Job], dict[int, float]], tables: int, jueces: int
) -> None:
    jobs, minutes = hall
    slots = schedule(jobs, Hall(tuple(range(1, tables + 1)), jueces), minutes)

    assert slots.keys() == {job.number for job in jobs}
    for table in range(1, tables + 1):
        own = sorted(slot for slot in slots.values() if slot.table == table)
        assert all(before.end <= after.start for before, after in pairwise(own))
    for slot in slots.values():
        assert sum(each.start <= slot.start < each.end for each in slots.values()) <= min(tables, jueces)
    for job in jobs:
        assert all(slots[each].end + REST <= slots[job.number].start for each in job.after)
    for pareja in "abcdefgh":
        own = sorted(slots[job.number] for job in jobs if pareja in job.sides)
        assert all(before.end + REST <= after.start for before, after in pairwise(own))


@given(st.lists(st.floats(1, 90), min_size=1, max_size=20), st.integers(1, 6), st.integers(1, 3))
def test_more_tables_never_end_a_round_later(lengths: list[float], tables: int, more: int) -> None:
    jobs = [Job(number, (2 * number, 2 * number + 1)) for number in range(len(lengths))]
    minutes = dict(enumerate(lengths))

    few = schedule(jobs, Hall(tuple(range(tables))), minutes)
    many = schedule(jobs, Hall(tuple(range(tables + more))), minutes)

    assert all(many[number].start <= few[number].start for number in minutes)
    assert end(many) <= end(few)


def test_a_list_schedule_can_end_later_with_one_table_more_where_mesas_wait_on_others() -> None:
    """Graham's anomaly, so that nobody promises more than `test_more_tables_never_end_a_round_later`."""
    lengths = {1: 3.0, 2: 2.0, 3: 2.0, 4: 2.0, 5: 4.0, 6: 4.0, 7: 4.0, 8: 4.0, 9: 9.0}
    after = {5: (4,), 6: (4,), 7: (4,), 8: (4,), 9: (1,)}
    jobs = [Job(number, after=after.get(number, ())) for number in lengths]
    minutes = {number: 10 * length for number, length in lengths.items()}

    three, four = (end(schedule(jobs, Hall(tuple(range(tables))), minutes)) for tables in (3, 4))

    assert four > three


def test_two_more_tables_do_not_make_a_bracket_longer() -> None:
    for tables in range(1, 12):
        few, many = (estimate(bracket(5), Hall(tuple(range(tables + more))), KNOWN) for more in (0, 2))
        assert few.end
        assert many.end
        assert many.end.middle <= few.end.middle


@given(st.integers(1, 5), st.integers(1, 8))
def test_ranges_hold_their_middle_and_follow_from_nothing_but_what_is_given(rounds: int, tables: int) -> None:
    day = estimate(bracket(rounds), Hall(tuple(range(tables))), KNOWN, trials=20)

    assert day == estimate(bracket(rounds), Hall(tuple(range(tables))), KNOWN, trials=20)
    for mesa in day.mesas.values():
        assert mesa.start.low <= mesa.start.middle <= mesa.start.high
        assert mesa.end.low <= mesa.end.middle <= mesa.end.high
        assert 0 <= mesa.start.middle < mesa.end.middle


@given(st.lists(st.floats(15, 90), min_size=3, max_size=30), st.floats(0.4, 0.95))
def test_a_day_of_shorter_mesas_is_over_earlier(observed: list[float], shorter: float) -> None:
    hall, jobs = Hall((1, 2, 3)), bracket(4)[:8]
    usual: Day = estimate(jobs, hall, {None: durations_from(observed)}, trials=20)
    quick: Day = estimate(jobs, hall, {None: durations_from([shorter * each for each in observed])}, trials=20)

    assert all(quick.mesas[job.number].start.middle <= usual.mesas[job.number].start.middle for job in jobs)
    assert quick.end
    assert usual.end
    assert quick.end.middle < usual.end.middle


def test_who_waits_longest_plays_first_and_who_has_not_played_longest_of_all() -> None:
    jobs = [Job(1, ("a", "b")), Job(2, ("c", "d")), Job(3, ("e", "f"))]
    slots = schedule(
        jobs, Hall((1,), since={"a": -5.0, "b": -5.0, "c": -20.0, "d": -3.0}), dict.fromkeys((1, 2, 3), 30.0)
    )

    assert sorted(slots, key=lambda number: slots[number].start) == [3, 2, 1]
    assert NEVER < -20.0


def test_a_mesa_that_has_its_table_keeps_it_and_the_others_float() -> None:
    jobs = [Job(1, ("a", "b"), table=2), Job(2, ("c", "d")), Job(3, ("e", "f"))]
    slots = schedule(jobs, Hall((1, 2)), {1: 30.0, 2: 10.0, 3: 10.0})

    assert slots[1] == Slot(0.0, 30.0, 2)
    assert [slots[number].table for number in (2, 3)] == [1, 1]


def test_what_is_played_holds_its_table_and_juez_and_a_planned_hour_is_not_before_its_time() -> None:
    jobs = [Job(1, ("a", "b"), table=1, playing=20.0), Job(2, ("c", "d")), Job(3, ("e", "f"), not_before=90.0)]
    slots = schedule(jobs, Hall((1, 2), jueces=1), {1: 15.0, 2: 30.0, 3: 30.0})

    assert (slots[2].start, slots[3].start) == (15.0, 90.0)


def test_a_table_begins_nothing_before_it_opens_nor_from_its_closing_on() -> None:
    jobs = [Job(number, (2 * number, 2 * number + 1)) for number in range(6)]
    slots = schedule(jobs, Hall((1, 2), opens={2: 45.0}, closes={1: 60.0}), dict.fromkeys(range(6), 30.0))

    assert sorted(slot.start for slot in slots.values() if slot.table == 1) == [0.0, 30.0]
    assert min(slot.start for slot in slots.values() if slot.table == 2) == 45.0
    assert len(slots) == 6


def test_without_tables_or_jueces_nothing_is_promised() -> None:
    for hall in (Hall(()), Hall((1,), jueces=0)):
        day = estimate(bracket(2), hall, KNOWN)
        assert (day.end, day.unplayable) == (None, (1, 2, 3))
