"""What a mesa counts that was not played to its end, or at all: nobody who was there is worse off for it."""

from dataclasses import replace
from fractions import Fraction
from itertools import groupby

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from brackets.draw.bracket import How, Match, Result
from brackets.draw.formats import Series, Swiss, structure_of
from brackets.draw.leaving import Left
from brackets.draw.ranking import Exits, rank_table, score_of
from brackets.draw.standings import CRITERIA, Score, field_of, table
from brackets.draw.structure import Rules, outcome
from brackets.draw.treatment import Standing, Treatment, Unplayed
from tests.brackets.draw.table_by_hand import CLOSE
from tests.brackets.draw.test_standings import CODES, leagues

CLEAR = ((40, 20), (40, 20))
ORDER = ["mesas", "directo", "chicas", "puntos", "sorteo"]


def circle(fourth: Score) -> list[Score]:
    """1, 2 and 3 beat one another in a circle, all by the same; 2 and 3 beat the fourth, and 1 as said."""
    return [
        Score(1, 2, 1, CLEAR), Score(2, 3, 2, CLEAR), Score(3, 1, 3, CLEAR),
        fourth, Score(2, 4, 2, CLOSE), Score(4, 3, 3, tuple((b, a) for a, b in CLOSE)),
    ]  # fmt: skip


def places(rows) -> dict[int, int]:
    return {row.pareja: row.place for row in rows}


def test_who_beat_an_absent_rival_in_a_circle_of_three_is_not_third_for_it() -> None:
    rows = table([1, 2, 3, 4], circle(Score(1, 4, 1, unplayed=True)), ORDER, seed="x")

    assert [row.pareja for row in rows] == [1, 2, 3, 4]
    assert [row.values[2:4] for row in rows[:3]] == [(2, 80), (1, 2), (1, 2)]
    assert [row.decided for row in rows[:3]] == ["chicas", "directo", "directo"]


def test_left_out_compares_those_who_are_level_by_the_mesas_against_the_others() -> None:
    """Nobody's mesa against the 4 counts, so nothing parts the three before the lots; the 4 keeps what it lost to 2 and 3."""
    rows = table(
        [1, 2, 3, 4], circle(Score(1, 4, 1, unplayed=True)), ORDER[:-1], unplayed=Unplayed.LEFT_OUT
    )  # fmt: skip

    assert places(rows) == {1: 1, 2: 1, 3: 1, 4: 4}
    assert {row.pareja: row.values[2:] for row in rows}[2] == (0, 0)


def test_left_out_is_looked_at_anew_when_fewer_are_level() -> None:
    """Once the 1 is before them, 2 and 3 have both played the 4, and their mesas against it count."""
    scores = circle(Score(1, 4, 1, unplayed=True))
    scores[0] = Score(1, 2, 1, ((40, 20), (20, 40), (40, 20)))
    scores[1] = Score(2, 3, 2, ((40, 20), (20, 40), (40, 0)))
    scores[2] = Score(3, 1, 3, ((40, 20), (20, 40), (40, 20)))

    rows = table([1, 2, 3, 4], scores, ["mesas", "puntos"], unplayed=Unplayed.LEFT_OUT)

    assert [row.pareja for row in rows] == [2, 1, 3, 4]
    assert [row.values[1] for row in rows[:3]] == [20, 0, -20]
    close = table(
        [1, 2, 3, 4], circle(Score(1, 4, 1, unplayed=True)), ["mesas", "sorteo", "chicas"], unplayed=Unplayed.LEFT_OUT
    )
    assert {row.pareja: row.values[2] for row in close}[2] == 1 + 2 - 2


def test_the_mean_is_of_the_mesas_that_its_winner_played() -> None:
    scores = circle(Score(1, 4, 1, unplayed=True))
    scores[0] = Score(1, 2, 1, ((40, 10), (40, 20)))

    rows = table([1, 2, 3, 4], scores, ORDER, seed="x", unplayed=Unplayed.MEAN)

    values = {row.pareja: row.values for row in rows}
    assert values[1][2:4] == (Fraction(0), (50 - 40) + Fraction(10, 2))
    assert values[4][2:4] == (-2 - 1 - 1, -80 - 2 - 2)  # the absent one lost it 0–2


def test_the_mean_of_nothing_played_is_the_fixed_score() -> None:
    field = field_of([1, 2], [Score(1, 2, 1, unplayed=True)], Unplayed.MEAN)

    assert CRITERIA["chicas"].value(1, [1, 2], field) == 2


def test_two_that_both_stayed_away_have_both_lost_it() -> None:
    field = field_of([1, 2], [Score(1, 2, None, unplayed=True)])

    assert [CRITERIA["chicas"].value(pareja, [1, 2], field) for pareja in (1, 2)] == [-2, -2]


def caidas_of(pareja: int, score: Score) -> int:
    return score.caidas[pareja != score.a]


def test_who_beat_an_absent_rival_is_not_worse_off_by_caidas() -> None:
    """In a circle of three each made three caídas a mesa; the one that won by W.O. counts three for it."""
    three = [replace(score, caidas=(3, 3)) for score in circle(Score(1, 4, 1, unplayed=True))]
    three[3] = replace(three[3], caidas=(0, 0))

    rows = table([1, 2, 3, 4], three, ["mesas", "caidas", "sorteo"], seed="x")

    assert {row.pareja: row.values[1] for row in rows} == {1: 9, 2: 9, 3: 9, 4: 6}
    assert {row.decided for row in rows[:3]} == {"sorteo"}


def test_a_whole_number_of_caidas_is_one_for_people_too() -> None:
    """A fraction is shown with two decimals."""
    scores = [Score(1, 2, 1, CLOSE, caidas=(3, 1)), Score(1, 3, 1, unplayed=True)]

    value = CRITERIA["caidas"].value(1, [1, 2, 3], field_of([1, 2, 3], scores))

    assert (value, type(value)) == (6, int)


def test_caidas_made_in_a_mesa_that_was_cut_short_count_where_they_are_more_than_the_mean() -> None:
    def caidas(made: int) -> list[Fraction | int]:
        scores = [Score(1, 2, 1, CLOSE, caidas=(3, 1)), Score(1, 3, 1, unplayed=True, caidas=(made, 2))]
        return [CRITERIA["caidas"].value(pareja, [1, 2, 3], field_of([1, 2, 3], scores)) for pareja in (1, 3)]

    assert caidas(2) == [3 + 3, 2]
    assert caidas(5) == [3 + 5, 2]


def test_who_played_no_mesa_counts_the_caidas_that_it_made() -> None:
    field = field_of([1, 2], [Score(1, 2, 1, unplayed=True, caidas=(2, 0))])

    assert CRITERIA["caidas"].value(1, [1, 2], field) == 2


CUT = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=3).map(tuple)


@st.composite
def not_played_out(draw, a, b):
    """A mesa that `a` won without playing it to its end: the rival was away, gave it up or was disqualified, or a ruling gave it."""
    how = draw(st.sampled_from((How.WALKOVER, How.RETIREMENT, How.DISQUALIFICATION, How.PLAYED)))
    chicas = () if how is How.WALKOVER else draw(CUT)
    caidas = draw(st.tuples(st.integers(0, 9), st.integers(0, 9))) if chicas else (0, 0)
    lost = sum((own < other) - (own > other) for own, other in chicas)
    assume(how is not How.PLAYED or lost >= 0)
    zapateria = how is not How.PLAYED and bool(chicas) and draw(st.booleans())
    match = Match(1, 0, 1, a, b, Result(a, how, zapateria))
    return score_of(match, (a, b), chicas, zapateria=zapateria, caidas=caidas)


@given(leagues(), st.data(), st.booleans())
def test_a_mesa_not_played_to_its_end_never_places_its_winner_lower_than_the_narrowest_win(
    league, data, averages
) -> None:
    """By caídas one in which it makes no more than its mean a mesa, and its rival, that has no mean from elsewhere, what it made."""
    parejas, scores = league
    met = [number for number, score in enumerate(scores) if score.b is not None]
    if not met:
        return
    number = data.draw(st.sampled_from(met))
    criteria = data.draw(st.lists(st.sampled_from(CODES), min_size=1, unique=True))
    criteria = data.draw(st.sampled_from((criteria, ["mesas", "caidas"])))
    behind = [data.draw(st.lists(st.sampled_from(parejas), unique=True))]
    a, b = scores[number].a, scores[number].b
    before = [replace(score, unplayed=b not in (score.a, score.b) and data.draw(st.booleans())) for score in scores]
    after = list(before)
    after[number] = data.draw(not_played_out(a, b))
    own = [
        caidas_of(a, score)
        for each, score in enumerate(before)
        if each != number and a in (score.a, score.b) and not score.unplayed
    ]
    most = sum(own) // len(own) if own else 0
    before[number] = Score(a, b, a, CLOSE, caidas=(data.draw(st.integers(0, most)), caidas_of(b, after[number])))

    narrow = table(parejas, before, criteria, seed="40", averages=averages, behind=behind)
    cut = table(parejas, after, criteria, seed="40", averages=averages, behind=behind)

    assert places(cut)[a] <= places(narrow)[a]


@given(leagues(), st.permutations(CODES), st.sampled_from(Unplayed), st.data())
def test_lots_leave_nobody_equal_however_unplayed_mesas_count(league, criteria, unplayed, data) -> None:
    parejas, scores = league
    scores = [replace(score, unplayed=data.draw(st.booleans())) for score in scores]

    rows = table(parejas, scores, criteria, seed="40", unplayed=unplayed)

    assert [row.place for row in rows] == list(range(1, len(parejas) + 1))
    assert all(len(row.values) == len(criteria) for row in rows)


SLOTS = (11, 12, 13, 14)


def ranked(form, results, gone, treatment, pairings=()):
    structure = structure_of(form, len(SLOTS), pairings)
    stage = outcome(structure, SLOTS, results, Rules(left={pareja: Left(1) for pareja in gone}))
    scores = []
    for planned in structure.matches:
        lines = tuple(SLOTS[source.of[1]] for source in (planned.a, planned.b))
        match = stage.matches[planned.key]
        played = match.how is How.PLAYED
        scores.append(
            score_of(match, lines, CLOSE if played and match.winner == lines[0] else CLOSE[:1] if played else ())
        )
    exits = Exits(gone, treatment=treatment)
    return rank_table(structure, SLOTS, stage, [each for each in scores if each], ORDER, seed="x", exits=exits)


@pytest.mark.parametrize("form", [Series(0), Series(0, turns=2), Swiss(2)])
@pytest.mark.parametrize("unplayed", Unplayed)
@pytest.mark.parametrize("left", [Standing.LAST, Standing.BY_RESULTS])
def test_leaving_gives_the_same_table_as_typing_the_absences_one_by_one(form, unplayed, left) -> None:
    """The 14 plays one mesa, which counts, and leaves: the other parejas win the rest of its mesas."""
    pairings = [[(0, 1), (2, 3)], [(0, 3), (1, 2)]] if isinstance(form, Swiss) else ()
    structure = structure_of(form, len(SLOTS), pairings)
    played, typed = {}, {}
    for planned in structure.matches:
        a, b = (SLOTS[source.of[1]] for source in (planned.a, planned.b))
        if 14 in (a, b) and any(14 in _lines(structure, key) for key in played):
            typed[planned.key] = Result(a if b == 14 else b, How.WALKOVER)
        else:
            played[planned.key] = Result(max(a, b) if 14 in (a, b) else min(a, b))
    treatment = Treatment(left=left, unplayed=unplayed)
    assert typed
    by_leaving = ranked(form, played, [14], treatment, pairings)
    # With all of them typed nothing was left to play when it left: its place is that of its results.
    most = len(typed) + (left is Standing.BY_RESULTS)

    for number in range(1, most):
        some = dict([*typed.items()][:number])
        by_typing = ranked(form, played | some, [14], treatment, pairings)
        assert by_leaving.overall == by_typing.overall
        assert by_leaving.groups == by_typing.groups
    all_typed = ranked(form, played | typed, [], treatment, pairings)
    assert order_of_others(by_leaving.overall, [14]) == order_of_others(all_typed.overall, [14])


def order_of_others(rows, gone) -> list[list[int]]:
    """From the first to the last, who shares a place together."""
    staying = [row for row in rows if row.pareja not in gone]
    return [[row.pareja for row in same] for _, same in groupby(staying, key=lambda row: row.place)]


@settings(max_examples=100)
@given(leagues(), st.lists(st.sampled_from(CODES), unique=True), st.sampled_from(Unplayed), st.booleans(), st.data())
def test_where_somebody_is_moved_to_changes_nothing_between_the_others(
    league, criteria, unplayed, averages, data
) -> None:
    """Those who stand elsewhere than by their results leave the order of the others as it was among all."""
    parejas, scores = league
    scores = [replace(score, unplayed=data.draw(st.booleans())) for score in scores]
    stands = {pareja: data.draw(st.integers(0, 2)) for pareja in parejas}
    behind = [[pareja for pareja in parejas if stands[pareja] == where] for where in (1, 2)]
    criteria = ["mesas", *(code for code in criteria if code != "mesas")]
    named = {"seed": "40", "averages": averages, "unplayed": unplayed}

    as_played = table(parejas, scores, criteria, **named)
    treated = table(parejas, scores, criteria, behind=behind, **named)

    for where in (0, 1, 2):
        others = [pareja for pareja in parejas if stands[pareja] != where]
        assert order_of_others(treated, others) == order_of_others(as_played, others)
    assert [stands[row.pareja] for row in treated] == sorted(stands.values())


def series_of_four(last: Score, **named):
    """The mesas of a series of four but the one between 3 and 4, which is as said; the 2 has won all its own."""
    played = [
        Score(2, 1, 2, ((28, 40), (40, 24), (40, 10))), Score(2, 3, 2, ((40, 22), (22, 40), (40, 28))),
        Score(4, 1, 4, ((40, 0), (40, 12))), Score(1, 3, 1, ((28, 40), (40, 8), (40, 34))),
        Score(2, 4, 2, ((40, 36), (40, 24))),
    ]  # fmt: skip
    return table([1, 2, 3, 4], [*played, last], ORDER, seed="x", **named)


@pytest.mark.parametrize("last", [Score(3, 4, 3, CLOSE), Score(3, 4, 3, unplayed=True)])
@pytest.mark.parametrize(("behind", "order"), [((), [2, 3, 4, 1]), (([4],), [2, 3, 1, 4])])
def test_who_was_there_stands_no_lower_for_a_rival_that_left_or_was_expelled(last, behind, order) -> None:
    """1, 3 and 4 won one mesa each, against one another in a circle."""
    assert [row.pareja for row in series_of_four(last, behind=behind)] == order


def _lines(structure, key):
    return [SLOTS[source.of[1]] for source in (structure[key].a, structure[key].b)]


def counted(score: Score, unplayed: Unplayed = Unplayed.FIXED, *more: Score) -> list[tuple[int, int]]:
    """The chicas and the points of its two sides."""
    field = field_of([1, 2, 3], [score, *more], unplayed)
    return [tuple(CRITERIA[code].value(pareja, [1, 2], field) for code in ("chicas", "puntos")) for pareja in (1, 2)]


@pytest.mark.parametrize("how", [How.RETIREMENT, How.DISQUALIFICATION])
@pytest.mark.parametrize("chicas", [(), ((12, 40),), ((40, 12),), ((40, 12), (12, 40))])
def test_an_abandoned_mesa_counts_as_one_that_was_not_played(how, chicas) -> None:
    """Whoever was there had lost the only chica by 28 points, say, when the rival went."""
    cut = score_of(Match(1, 0, 1, 1, 2, Result(1, how)), (1, 2), chicas)

    assert counted(cut) == [(2, 80), (-2, -80)]


def test_what_was_played_of_an_abandoned_mesa_counts_where_it_is_more() -> None:
    chicas = ((40, 0), (40, 0), (40, 0))  # of five, say
    cut = score_of(Match(1, 0, 1, 1, 2, Result(1, How.RETIREMENT)), (1, 2), chicas)

    assert counted(cut) == [(3, 120), (-3, -120)]
    assert counted(replace(cut, chicas=((40, 38),) * 3)) == [(3, 80), (-3, -80)]


def test_a_mesa_that_a_ruling_gave_to_who_was_behind_was_not_played_to_its_end_either() -> None:
    played = Match(1, 0, 1, 1, 2, Result(1))

    assert counted(score_of(played, (1, 2), ((12, 40),))) == [(2, 80), (-2, -80)]
    assert counted(score_of(played, (1, 2), ((12, 40), (40, 8)), zapateria=True)) == [(0, 4), (0, -4)]
    assert counted(score_of(played, (1, 2), CLOSE)) == [(1, 2), (-1, -2)]


def test_a_chica_that_ended_level_is_played_to_its_end() -> None:
    played = Match(1, 0, 1, 1, 2, Result(1))

    assert counted(score_of(played, (1, 2), ((40, 40), (20, 40), (40, 30)))) == [(0, -10), (0, 10)]


def test_an_abandoned_mesa_is_left_out_or_the_mean_where_one_that_was_not_played_is() -> None:
    cut = score_of(Match(1, 0, 1, 1, 2, Result(1, How.RETIREMENT)), (1, 2), ((12, 40),), caidas=(4, 1))
    other = Score(1, 3, 1, ((40, 20), (40, 30)))

    assert counted(cut, Unplayed.LEFT_OUT) == [(0, 0), (0, 0)]
    assert counted(cut, Unplayed.MEAN, other) == [(2 + 2, 30 + 30), (-2, -80)]


def test_a_mesa_under_way_counts_nothing() -> None:
    assert score_of(Match(1, 0, 1, 1, 2, None), (1, 2)) is None


@given(st.sampled_from([Series(0), Series(0, turns=2)]), st.sampled_from(Standing), st.data())
def test_who_leaves_with_nothing_left_to_play_keeps_its_place(form, left, data) -> None:
    structure = structure_of(form, len(SLOTS))
    order = data.draw(st.permutations(structure.matches))
    done = order[: data.draw(st.integers(0, len(order)))]
    results = {planned.key: Result(SLOTS[data.draw(st.sampled_from((planned.a, planned.b))).of[1]]) for planned in done}
    gone = data.draw(st.sampled_from(SLOTS))
    to_play = any(gone in _lines(structure, planned.key) for planned in order[len(done) :])

    before = ranked(form, results, [], Treatment(left=left))
    after = ranked(form, results, [gone], Treatment(left=left))

    assert (after.overall == before.overall and after.groups == before.groups) or to_play
    assert (gone in after.left_out) == to_play
    assert gone in after.unfit
