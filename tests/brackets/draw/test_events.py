"""A stage as a dated list of events: who leaves acts from its place on."""

from functools import partial
from itertools import groupby
from os import environ
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brackets.draw.bracket import NOBODY, How, Result, Status
from brackets.draw.correction import check_change
from brackets.draw.events import (
    Decided,
    Departed,
    Event,
    Noted,
    TakenBack,
    Unsettled,
    drawn_after,
    in_order_of_effect,
    stage_after,
)
from brackets.draw.formats import DoubleElimination, Elimination, Series
from brackets.draw.leaving import Rules
from brackets.draw.plans_ready import BY_KEY, TABLE
from brackets.draw.ranking import Exits, rank_knock_out, rank_table, score_of
from brackets.draw.structure import Section
from brackets.draw.treatment import Standing, Treatment
from tests.brackets.draw.test_law import slots_of

LAW_TIMES = int(environ.get("LAW_TIMES", "1"))
RELAMPAGO = BY_KEY["relampago"].plans(5)[0].format
FIVE = slots_of(RELAMPAGO, 5)
"""(1, None, 2, None, 3, None, 4, 5)"""


class Log:
    """A stage and what happens to it, event by event."""

    def __init__(self, form, slots):
        self.form, self.slots, self.events = form, slots, []
        self.after = partial(stage_after, form, slots)

    def add(self, what, **named):
        self.events.append(Event(len(self.events) + 1, what, **named))
        return len(self.events)

    @property
    def now(self):
        return self.after(self.events)

    def record(self, key, winner, how=How.PLAYED, **named):
        return self.add(Decided(key, Result(winner, how)), **named)

    def play_wave(self, chance=None):
        """All that is ready now, the smaller number winning."""
        for match in [match for match in self.now.matches.values() if match.status is Status.READY]:
            self.record(match.key, chance.choice((match.a, match.b)) if chance else min(match.a, match.b))

    def match_of(self, *parejas):
        return next(match for match in self.now.matches.values() if {match.a, match.b} == set(parejas))


@pytest.fixture
def five():
    """1 passed free and has won its semifinal against 2; 4 has won against 5."""
    log = Log(RELAMPAGO, FIVE)
    log.record(log.match_of(4, 5).key, 4)
    log.record(log.match_of(1, 2).key, 1)
    return log


def decided(stage):
    return {key: match for key, match in stage.matches.items() if match.status in (Status.DECIDED, Status.BYE)}


def test_who_passed_free_and_won_its_semifinal_leaves_and_both_stay_as_they_were(five) -> None:
    before = five.now

    five.add(Departed(1))

    assert decided(before).items() <= five.now.matches.items()
    final = five.now.matches[3, 0]
    assert five.match_of(1, 2).winner == 1
    assert NOBODY in (final.a, final.b)
    five.record(five.match_of(3, 4).key, 4)
    assert five.now.champion == 4


def test_a_loser_goes_home_and_nothing_changes(five) -> None:
    five.record(five.match_of(3, 4).key, 4)
    before = five.now

    five.add(Departed(5))

    assert five.now == before


def test_who_passed_because_its_rival_had_left_leaves_and_has_passed_all_the_same() -> None:
    log = Log(RELAMPAGO, FIVE)
    log.add(Departed(5))
    before = log.now
    assert log.match_of(4, NOBODY).winner == 4

    log.add(Departed(4))

    assert decided(before).items() <= log.now.matches.items()
    assert log.match_of(NOBODY, 3).winner == 3
    assert log.now.unfinished.keys() == {4, 5}


def test_a_paper_typed_late_counts_before_the_departure(five) -> None:
    semifinal = five.match_of(3, 4).key
    last = len(five.events)
    five.add(Departed(4))
    drawn, results = drawn_after(five.form, five.slots, five.events)
    assert five.now.matches[semifinal].winner == 3
    late = Result(4, order=last)
    check_change(drawn, results, (), semifinal, late)

    five.add(Decided(semifinal, late), after=last)

    assert five.match_of(3, 4).winner == 4
    assert five.now.champion == 1


def test_who_was_playing_plays_to_the_end_and_no_further(five) -> None:
    semifinal = five.match_of(3, 4).key
    last = len(five.events)
    five.add(Departed(4, playing=frozenset({semifinal})))
    assert five.now.matches[semifinal].status is Status.READY

    five.record(semifinal, 4, after=last)

    assert five.now.champion == 1


@pytest.mark.parametrize("winner", [3, 4])
def test_a_result_is_decided_anew_by_who_left_since_and_no_other_match_is(five, winner) -> None:
    semifinal = five.match_of(3, 4).key
    first = five.record(semifinal, 4)
    five.add(Departed(4))

    five.add(Unsettled(semifinal, frozenset({4})), corrects=first)

    assert five.now.matches[semifinal].status is Status.READY
    assert five.now.matches[3, 0].status is Status.WAITING
    five.add(Decided(semifinal, Result(winner)), corrects=first)
    assert five.now.matches[3, 0][3:5] == (1, 3 if winner == 3 else NOBODY)


@pytest.mark.parametrize("between", [(), (Departed(5),)])
@pytest.mark.parametrize("first", [1, 2])
def test_of_two_whom_results_of_a_table_put_out_neither_passes_whichever_was_first(first, between) -> None:
    log = Log(Series(0), (1, 2, 3, 4, 5))
    theirs, put_out = log.match_of(1, 2).key, {1: (log.match_of(1, 3).key, 3), 2: (log.match_of(2, 4).key, 4)}

    log.record(*put_out[first], How.DISQUALIFICATION)
    for what in between:
        log.add(what)
    log.record(*put_out[3 - first], How.DISQUALIFICATION)

    assert log.now.matches[theirs][3:5] == (NOBODY, NOBODY)


@pytest.mark.parametrize("leaves_first", [False, True])
def test_of_one_that_a_result_of_a_table_put_out_and_one_that_left_the_later_has_passed(leaves_first) -> None:
    log = Log(Series(0), (1, 2, 3))
    theirs, put_out = log.match_of(1, 2).key, Decided(log.match_of(1, 3).key, Result(3, How.DISQUALIFICATION))

    for what in (Departed(2), put_out) if leaves_first else (put_out, Departed(2)):
        log.add(what)

    assert log.now.matches[theirs].winner == (1 if leaves_first else 2)


def test_an_event_may_follow_another_directly_and_a_correction_takes_the_place_of_the_first() -> None:
    events = [
        Event(1, Noted("a")),
        Event(2, Noted("b")),
        Event(3, Noted("c"), after=1),
        Event(4, Noted("d"), after=1),
        Event(5, Noted("e"), after=0),
        Event(6, TakenBack(), corrects=3),
        Event(7, Noted("C"), corrects=6),
        Event(8, Noted("f")),
    ]

    assert [event.what.what for event in in_order_of_effect(events)] == ["e", "a", "C", "d", "b", "f"]


@pytest.mark.parametrize(
    "events",
    [
        [Event(1, Noted("a"), after=1)],
        [Event(1, Noted("a"), corrects=2)],
        [Event(1, Noted("a")), Event(2, Noted("b"), after=1, corrects=1)],
        [Event(1, Noted("a")), Event(1, Noted("b"))],
    ],
)
def test_an_event_names_those_recorded_before_it(events) -> None:
    with pytest.raises(ValueError, match="no such place"):
        in_order_of_effect(events)


@pytest.mark.parametrize("what", [Decided((1, 0), Result(1)), Departed(1)])
def test_nothing_happens_twice(what) -> None:
    with pytest.raises(ValueError, match="a second one"):
        stage_after(Elimination(), (1, 2), [Event(1, what), Event(2, what)])


FORMS = st.sampled_from(
    [Elimination(), Elimination(third_place=True, consolation=True), DoubleElimination(), Series(4), Series(0, 2)]
)


@given(FORMS, st.integers(3, 9), st.lists(st.integers(1, 9), min_size=1, max_size=2, unique=True), st.data())
@settings(max_examples=60)
def test_left_after_a_round_is_as_losing_by_walkover_what_was_fixed(form, size, leaving, data) -> None:
    """For everybody else, whichever side is empty, and but for the consolation, where who passed has not played yet. In a knock-out all
    have the same places, who left too; in series the others stand in the same order.
    """
    chance = data.draw(st.randoms(use_true_random=True))
    log = Log(form, slots_of(form, 7 if form == Series(4) else size))
    typed, gone = Log(form, log.slots), []
    for pareja in leaving:
        for _ in range(data.draw(st.integers(0, 4))):
            play_wave(log, typed, gone, chance)
        log.add(Departed(pareja))
        gone.append(pareja)
        lose_by_walkover(typed, gone)
    while play_wave(log, typed, gone, chance):
        pass

    assert for_others(log, gone) == for_others(typed, gone)
    if isinstance(form, Series):
        assert order_of_others(log, gone, gone) == order_of_others(typed, gone, [])
    else:
        assert places(log, gone) == places(typed, gone)


def play_wave(log, typed, gone, chance):
    """All that is ready after the departures, and the same where they are typed as absences; whether there was anything."""
    ready = [match for match in log.now.matches.values() if match.status is Status.READY]
    for match in ready:
        winner = chance.choice((match.a, match.b))
        log.record(match.key, winner)
        if typed.now.matches[match.key].status is Status.READY:
            typed.record(match.key, winner)
        lose_by_walkover(typed, gone)
    return bool(ready)


def lose_by_walkover(log, gone):
    """All that these are to play; of two of them neither comes."""
    while own := [
        each for each in log.now.matches.values() if each.status is Status.READY and not set(gone).isdisjoint(each[3:5])
    ]:
        for match in own:
            there = [side for side in (match.a, match.b) if side not in gone]
            log.record(match.key, *there or (None,), how=How.WALKOVER if there else How.DOUBLE_NO_SHOW)


def for_others(log, gone):
    rows = {}
    structure = drawn_after(log.form, log.slots, [])[0].structure
    for key, match in log.now.matches.items():
        if structure[key].section is not Section.CONSOLATION:
            sides = frozenset(NOBODY if side in gone else side for side in (match.a, match.b))
            rows[key] = sides, None if match.winner in gone else match.winner
    return rows


def places(log, gone):
    """By pareja of a knock-out, where who left stands by its results."""
    structure = drawn_after(log.form, log.slots, [])[0].structure
    by_results = Treatment(without_result=Standing.BY_RESULTS, left=Standing.BY_RESULTS)
    ranking = rank_knock_out(structure, log.now, Exits(frozenset(gone), treatment=by_results))
    return {each.pareja: each.place for each in ranking.overall}


def order_of_others(log, gone, away):
    """Of each series and of all of them, from the first to the last, who shares a place together; `away` are known to have left."""
    structure, stage, scores = drawn_after(log.form, log.slots, [])[0].structure, log.now, []
    for planned in structure.matches:
        match, lines = stage.matches[planned.key], tuple(log.slots[source.of[1]] for source in (planned.a, planned.b))
        played = chicas_of(planned.key) if match.how is How.PLAYED else ()
        turned = played if match.winner == lines[0] else tuple((b, a) for a, b in played)
        scores.append(score_of(match, lines, turned))
    there = [score for score in scores if score]
    ranking = rank_table(structure, log.slots, stage, there, TABLE, seed="x", exits=Exits(frozenset(away)))
    return [
        [[row.pareja for row in same] for _, same in groupby(staying, key=lambda row: row.place)]
        for rows in (*ranking.groups, ranking.overall)
        if (staying := [row for row in rows if row.pareja not in gone])
    ]


@pytest.mark.parametrize("size", [4, 5])
def test_who_leaves_a_series_leaves_the_others_in_the_order_of_the_absences_typed(size) -> None:
    """Whenever it leaves: in 1.5 % of random series of four one of them counts for the direct result of others who are level with it."""
    chance = Random(40)
    for number in range(300 * LAW_TIMES):
        log = Log(Series(0), tuple(chance.sample(range(1, size + 1), size)))
        typed, gone = Log(log.form, log.slots), [chance.randint(1, size)]
        matches = [match for match in log.now.matches.values() if match.status is Status.READY]
        chance.shuffle(matches)
        for match in matches[: chance.randint(0, len(matches))]:
            winner = chance.choice((match.a, match.b))
            log.record(match.key, winner)
            typed.record(match.key, winner)
        log.add(Departed(*gone))
        lose_by_walkover(typed, gone)
        for match in matches:
            if log.now.matches[match.key].status is Status.READY:
                log.record(match.key, match.a)
                typed.record(match.key, match.a)

        assert order_of_others(log, gone, gone) == order_of_others(typed, gone, []), number


def chicas_of(key):
    """Those of its winner first: two to none or to one, the loser's points by chance, the same for the same match."""
    chance = Random(str(key))
    clear, close = [(40, chance.randrange(0, 39, 2)) for _ in range(2)], [(chance.randrange(0, 39, 2), 40)]
    return tuple(clear + close * chance.randrange(2))


def test_who_leaves_with_one_defeat_is_out_where_its_second_would_have_been() -> None:
    """The loser of the winners' final leaves before the losers' final, whose other side is third or fourth without it."""
    log = Log(DoubleElimination(), slots_of(DoubleElimination(), 8))
    structure = drawn_after(log.form, log.slots, [])[0].structure
    last = max(planned.key for planned in structure.matches if planned.section is Section.LOSERS)
    while log.now.matches[last].status is not Status.READY:
        log.play_wave()
    final = max(planned.key for planned in structure.matches if planned.section is Section.MAIN)
    loser = log.now.matches[final].loser

    log.add(Departed(loser))

    there = places(log, [loser])
    assert there[loser] == 3
    assert list(there.values()).count(3) == 1


@pytest.mark.parametrize(
    ("form", "size", "waves"),
    [
        (Elimination(third_place=True), 96, 4),
        (DoubleElimination(), 96, 5),
        (BY_KEY["mundial"].plans(96)[-1].format, 12, 2),
    ],
)
def test_each_can_leave_whatever_was_played(form, size, waves) -> None:
    """Nothing played changes; who was out keeps its place, who was not is last."""
    log = Log(form, slots_of(form, size))
    for _ in range(waves):
        log.play_wave()
    before, can = log.now, 0
    structure = drawn_after(form, log.slots, [])[0].structure
    places = {each.pareja: each.place for each in rank_knock_out(structure, before).overall}
    for pareja in range(1, size + 1):
        after = log.after([*log.events, Event(len(log.events) + 1, Departed(pareja))])
        can += decided(before).items() <= after.matches.items()
        ranking = rank_knock_out(structure, after, Exits(frozenset({pareja})))
        place = next(each.place for each in ranking.overall if each.pareja == pareja)
        assert place == (size if pareja in after.unfinished else places[pareja])
    assert can == size


def test_rules_are_plain_where_nobody_left() -> None:
    assert stage_after(Elimination(), (1, 2), [], Rules()).unfinished == {}
