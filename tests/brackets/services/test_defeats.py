"""Where a zapatería puts out who has lost before: a result of an earlier stage that is corrected afterwards."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from brackets.draw.formats import DoubleElimination, Elimination, Series, Swiss
from brackets.draw.leaving import DEFEATS_TOLD
from brackets.draw.qualification import Everybody, FromEach
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import Zapateria
from brackets.models import AuditEntry, Fixture, Notice, Pareja
from brackets.selectors.events import disagreements
from brackets.selectors.stages import beaten_before, drawn_of, ranking_of, results_of, roster_of, spots_of
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.effects import Fell
from brackets.services.fixtures import Recorded, fixture_restore
from brackets.services.planning import StagePlan
from brackets.services.stages import stage_reopen
from tests.brackets.services.carried import called
from tests.brackets.services.test_formats import FINAL, TABLE, Night
from tests.brackets.views.conftest import url
from tests.factories.brackets import NOW
from tests.factories.remembered import remembered

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)

LEAGUE = StagePlan(name="Liga", format=Series(size=0), entry=(Everybody(),), criteria=TABLE)
TWO_DEFEATS = StagePlan(
    name="Llave",
    format=DoubleElimination(),
    entry=(FromEach(1, 4),),
    criteria=TABLE,
    zapateria=Zapateria.IF_DEFEATED,
)


def of(night: Night, stage: int, pareja: int, **which: object) -> Fixture:
    fixtures = night.stage(stage).fixtures.filter(**which).select_related("pareja_a", "pareja_b")
    return next(each for each in fixtures if each.pareja_a and each.pareja_b and pareja in _sides(each))


def _sides(fixture: Fixture) -> tuple[int, int]:
    assert fixture.pareja_a is not None
    assert fixture.pareja_b is not None
    return fixture.pareja_a.number, fixture.pareja_b.number


def side(fixture: Fixture, pareja: int) -> str:
    return "A" if _sides(fixture)[0] == pareja else "B"


@remembered
def unbeaten_and_out_by_zapateria() -> Night:
    """1 has won all of the league and lost by zapatería in the first round of the next stage, which does not put it out."""
    night = Night(4, LEAGUE, TWO_DEFEATS)
    for number in (1, 2):
        night.publish(number)
        if number == 1:
            night.play()
    first = of(night, 2, 1, round=1)
    (rival,) = set(_sides(first)) - {1}
    night.record(first, side(first, rival), zapateria=True)
    night.record(night.stage(2).fixtures.filter(round=1, status="ready").get())
    return night


def correct(night: Night, **given: object) -> Recorded:
    """4 has beaten 1 after all, who leads the league all the same."""
    fixture = next(each for each in night.stage(1).fixtures.all() if set(_sides(each)) == {1, 4})
    return night.record(fixture, side(fixture, 4), **given)


def stands(night: Night) -> bool:
    """Whether what is stored of the second stage is what follows from its results."""
    stage, roster = night.stage(2), roster_of(night.championship.pk)
    fixtures = list(stage.fixtures.select_related("pareja_a", "pareja_b"))
    matches = drawn_of(stage).after(results_of(fixtures, roster.ids)).matches
    return all(
        (pareja.number if pareja else None) == (match_side if isinstance(match_side, int) else None)
        for fixture in fixtures
        for match in [matches[fixture.round, fixture.position]]
        for pareja, match_side in ((fixture.pareja_a, match.a), (fixture.pareja_b, match.b))
    )


def test_who_has_lost_before_after_all_is_out() -> None:
    night = unbeaten_and_out_by_zapateria()
    assert of(night, 2, 1, status="ready").round == 2

    correct(night)

    assert not [each for each in night.stage(2).fixtures.exclude(round=1) if each.pareja_a_id and 1 in (
        each.pareja_a.number, each.pareja_b.number if each.pareja_b else None)]  # fmt: skip
    assert stands(night)


def test_once_it_has_played_on_that_is_refused_and_changes_nothing() -> None:
    night = unbeaten_and_out_by_zapateria()
    played = of(night, 2, 1, status="ready")
    night.record(played, side(played, 1))
    before = night.rows()

    with pytest.raises(DrawRefusal, match="quién había perdido antes") as refused:
        correct(night)

    assert refused.value.code == "in-the-way"
    assert night.rows() == before


def test_on_purpose_what_it_played_is_left_without_effect() -> None:
    night = unbeaten_and_out_by_zapateria()
    played = of(night, 2, 1, status="ready")
    night.record(played, side(played, 1))

    correct(night, on_purpose=True)

    played.refresh_from_db()
    assert "sin efecto" in played.mark
    assert stands(night)


def test_who_enters_costs_as_many_queries_after_several_stages_in_which_defeats_count() -> None:
    again = [replace(TWO_DEFEATS, name=f"Llave {number}", entry=(FromEach(number - 1, 4),)) for number in (3, 4)]
    night = Night(6, LEAGUE, TWO_DEFEATS, *again)
    asked = []
    for number in (1, 2, 3):
        night.publish(number)
        night.play(number)
        with CaptureQueriesContext(connection) as queries:
            assert len(spots_of(night.stage(number + 1))) == 4
        asked.append(len(queries) - 2)  # the stage and its championship

    assert len(set(asked)) == 1


def test_a_correction_takes_back_a_draw_in_which_earlier_defeats_count() -> None:
    final = replace(TWO_DEFEATS, name="Final", format=Elimination(), entry=(FromEach(1, 2),))
    night = Night.in_second(3, LEAGUE, final)
    last = of(night, 1, 3, pareja_a__number__in=(2, 3), pareja_b__number__in=(2, 3))

    recorded = night.record(last, side(last, 3))

    assert recorded.fallen == (Fell("Final"),)
    assert night.stage(2).status == "planned"


def test_a_correction_is_undone_though_the_stage_in_which_it_left_results_without_effect_was_planned_anew() -> None:
    night = unbeaten_and_out_by_zapateria()
    played = of(night, 2, 1, status="ready")
    night.record(played, side(played, 1))
    before = list(night.stage(1).fixtures.order_by("pk").values())
    marked = correct(night, on_purpose=True).marked
    assert {fixture.stage for fixture in marked} == {night.stage(2)}
    fixture = next(each for each in night.stage(1).fixtures.all() if set(_sides(each)) == {1, 4})
    stage_reopen(stage=night.stage(2), user=night.director, now=NOW + HOUR, reason="prueba", on_purpose=True)
    night.plan(LEAGUE, replace(FINAL, entry=(FromEach(1, 4),)))

    fixture_restore(fixture=fixture, user=night.director, now=NOW + HOUR)

    assert list(night.stage(1).fixtures.order_by("pk").values()) == before


def test_what_stays_as_it_was_drawn_and_then_has_no_effect_is_marked_once() -> None:
    night = unbeaten_and_out_by_zapateria()
    played = of(night, 2, 1, status="ready")
    night.record(played, side(played, 1))
    before = night.rows()
    first = next(each for each in night.stage(1).fixtures.all() if set(_sides(each)) == {1, 2})

    marked = night.record(first, side(first, 2), on_purpose=True).marked

    assert played in marked
    assert len(marked) == len(set(marked))
    audit = AuditEntry.objects.get(action="llevar-a-cabo").data
    assert played.number in audit["without_effect"]
    assert played.number not in audit["kept"]
    played.refresh_from_db()
    assert "sin efecto" in played.mark
    fixture_restore(fixture=first, user=night.director, now=NOW)
    assert night.rows() == before


@remembered
def paired_with_who_is_out_by_zapateria() -> Night:
    """The same in a Swiss stage: 1 stays in for its second round, which is paired."""
    night = Night.in_second(4, LEAGUE, replace(TWO_DEFEATS, name="Suizo", format=Swiss(rounds=2)))
    night.pair(2)
    first = of(night, 2, 1, round=1)
    (rival,) = set(_sides(first)) - {1}
    night.record(first, side(first, rival), zapateria=True)
    night.record(night.stage(2).fixtures.filter(round=1, status="ready").get())
    night.pair(2)
    return night


def test_a_round_that_is_paired_with_who_is_out_after_all_is_taken_back() -> None:
    night = paired_with_who_is_out_by_zapateria()

    recorded = correct(night)

    assert recorded.fallen == (Fell("Suizo", 2),)
    stage = night.pair(2)
    parejas = {stage.slots[line] for pair in stage.pairings[1] for line in pair if line is not None}
    assert parejas == {2, 3, 4}


@pytest.mark.parametrize("who", ["out", "another"])
def test_who_was_called_to_such_a_round_is_told_once_that_the_call_has_no_effect(who: str) -> None:
    night = paired_with_who_is_out_by_zapateria()
    second = night.stage(2).fixtures.filter(round=2)
    fixture = next(each for each in second if (1 in _sides(each)) is (who == "out"))
    called(night, fixture)

    assert correct(night).fallen == (Fell("Suizo", 2),)

    told = Notice.objects.filter(title="Convocatoria sin efecto")
    assert sorted(told.values_list("pareja__number", flat=True)) == sorted(_sides(fixture))
    assert not any(told.values_list("fixture", flat=True))  # it exists no more


def test_once_such_a_round_is_played_that_is_refused_and_changes_nothing() -> None:
    night = paired_with_who_is_out_by_zapateria()
    night.play(2)
    before = night.rows()

    with pytest.raises(DrawRefusal, match="la ronda 2 de «Suizo» sería otra") as refused:
        correct(night)

    assert refused.value.code == "in-the-way"
    assert night.rows() == before


def test_on_purpose_such_a_round_is_let_stand_and_follows_again_once_that_is_undone() -> None:
    night = paired_with_who_is_out_by_zapateria()
    night.play(2)
    before = night.rows()

    corrected = correct(night, on_purpose=True)

    assert night.stage(2).kept_rounds == [2]
    assert {fixture.round for fixture in corrected.marked} == {2}
    fixture_restore(fixture=corrected.fixture, user=night.director, now=NOW + HOUR)
    assert night.rows() == before


def test_the_stage_after_the_one_in_which_earlier_defeats_count_follows_from_what_is_left_of_it() -> None:
    """What 1 won though it is out is left without effect, so that nobody knows any more who enters the stage after that."""
    night = Night.in_second(4, LEAGUE, TWO_DEFEATS, replace(FINAL, entry=(FromEach(2, 2),)))
    first = of(night, 2, 1, round=1)
    (rival,) = set(_sides(first)) - {1}
    night.record(first, side(first, rival), zapateria=True)
    night.play(2)
    night.publish(3)

    recorded = correct(night, on_purpose=True)

    assert recorded.marked
    assert recorded.fallen == (Fell("Final"),)
    assert night.stage(3).status == "planned"


def left_with_a_rival_out_by_zapateria() -> tuple[Night, Pareja]:
    """One left a knock-out of six before its first mesa; its rival passed, lost the final, and is out of the next stage by a zapatería."""
    night = Night(
        6, replace(LEAGUE, name="Primera", format=Elimination()), replace(TWO_DEFEATS, entry=(FromEach(1, 5),))
    )
    night.publish(1)
    first = night.stage(1).fixtures.filter(round=1, status="ready").order_by("number")[0]
    gone, rival = first.pareja_a, first.pareja_b
    assert gone is not None
    assert rival is not None
    pareja_leave(pareja=gone, user=night.director, now=NOW, reason="Enfermedad")
    while ready := night.stage(1).fixtures.filter(status="ready").order_by("number").first():
        wins = ready.round < 3 if rival in (ready.pareja_a, ready.pareja_b) else ready.pareja_a == rival
        night.record(ready, "A" if wins == (ready.pareja_a == rival) else "B")
    night.publish(2)
    lost = of(night, 2, rival.number, round=1)
    night.record(lost, "B" if lost.pareja_a == rival else "A", zapateria=True)
    night.play(2)
    return night, gone


def test_a_return_that_takes_an_earlier_defeat_away_is_refused_or_leaves_without_effect_what_was_played_without_who_is_in() -> (
    None
):
    night, gone = left_with_a_rival_out_by_zapateria()
    before, why = night.rows(), {"pareja": gone, "user": night.director, "now": NOW, "reason": "Fue un error"}

    with pytest.raises(DrawRefusal, match="No se puede reincorporar") as refused:
        pareja_return(**why)
    assert (refused.value.code, night.rows()) == ("in-the-way", before)

    marked = pareja_return(**why, on_purpose=True).marked

    assert {fixture.stage.number for fixture in marked} == {1, 2}
    assert stands(night)


def test_a_defeat_that_was_voided_since_is_one_all_the_same_and_the_pages_say_so(client: Client) -> None:
    night = Night.played(4, LEAGUE, TWO_DEFEATS)
    gone = night.championship.parejas.get(number=1)  # the only one that 2 has lost to
    pareja_leave(pareja=gone, user=night.director, now=NOW, reason="prueba", voided=True)
    client.force_login(night.director)

    assert 2 in beaten_before(night.stage(2))
    for page in (url("stage_new", night.championship), url("pareja_departure", night.championship, 2)):
        assert DEFEATS_TOLD in client.get(page).content.decode()


@pytest.mark.parametrize("played_on", [False, True])
def test_reopening_a_stage_whose_defeats_count_brings_the_others_up_to_date(*, played_on: bool) -> None:
    """Both are of all inscribed: whoever lost in the first was put out of the second by a zapatería."""
    series = replace(LEAGUE, zapateria=Zapateria.IF_DEFEATED)
    night = Night(4, series, replace(series, name="Copa"))
    for number in (1, 2):
        night.publish(number)
    lost = night.stage(1).fixtures.filter(status="ready").earliest("number")
    night.record(lost, "A")
    loser = _sides(lost)[1]
    beaten = of(night, 2, loser, status="ready")
    night.record(beaten, "B" if side(beaten, loser) == "A" else "A", zapateria=True)
    passed = night.stage(2).fixtures.filter(how="pass")
    assert passed
    if played_on:
        rest = night.stage(2).fixtures.filter(status="ready").earliest("number")
        night.record(rest, "A")

    stage_reopen(stage=night.stage(1), user=night.director, now=NOW + HOUR, reason="prueba", on_purpose=True)

    assert disagreements(night.stage(2)) == []
    assert not night.stage(2).fixtures.filter(how="pass")


def test_a_zapateria_that_ended_nothing_puts_nobody_out_and_is_of_who_made_it() -> None:
    """Two played all three chicas, and the one who lost the mesa had left the other under ten in the second."""
    league = replace(LEAGUE, zapateria=Zapateria.IF_DEFEATED)
    night = Night.published(4, league)
    lost = next(each for each in night.stage(1).fixtures.all() if 4 in _sides(each))
    night.record(lost, side(lost, next(each for each in _sides(lost) if each != 4)))
    again = next(each for each in night.stage(1).fixtures.filter(how="") if 4 in _sides(each))
    winner = next(each for each in _sides(again) if each != 4)
    chicas = [[40, 12], [6, 40], [40, 20]]
    if side(again, winner) == "B":
        chicas = [pair[::-1] for pair in chicas]

    night.record(again, side(again, winner), chicas=chicas, zapaterias=["", side(again, 4), ""])

    assert night.stage(1).fixtures.filter(how="", pareja_a__isnull=False, pareja_b__isnull=False).count() == 4
    ranking = ranking_of(night.stage(1), roster_of(night.championship.pk))
    place = league.criteria.index("zapaterias")
    made = {each.pareja: each.row.values[place] for each in ranking.overall if each.row}
    assert (made[4], made[winner]) == (1, -1)
