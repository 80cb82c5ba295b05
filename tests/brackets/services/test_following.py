"""What a changed result, and who has left, mean for the stages after and for who is champion."""

from dataclasses import replace
from functools import partial

import pytest

from brackets.draw.formats import DoubleElimination, Elimination, Series
from brackets.draw.qualification import Everybody, Exempt, FromEach
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import Zapateria
from brackets.models import AuditEntry, Fixture, Stage
from brackets.selectors.course import course_of
from brackets.selectors.draws import draw_check, why_drawn_otherwise, why_outdated
from brackets.selectors.stages import ranking_of, roster_of
from brackets.services.departures import Moved, pareja_leave, pareja_return
from brackets.services.effects import Fell
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_clear, fixture_start
from brackets.services.foreseen import Foreseen, foresee
from brackets.services.inscription import pareja_data
from brackets.services.parejas import pareja_update
from brackets.services.planning import StagePlan
from brackets.services.preview import preview
from brackets.services.stages import stage_publish
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night, comparable
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db
IN_SERIES = StagePlan(name="Series", format=Series(size=3), entry=(Everybody(),), criteria=TABLE)
LEAGUE = StagePlan(name="Liga", format=Series(size=0), entry=(Everybody(),), criteria=TABLE)
TWO_DEFEATS = StagePlan(
    name="A dos derrotas",
    format=DoubleElimination(),
    entry=(FromEach(1, 3),),
    criteria=TABLE,
    zapateria=Zapateria.IF_DEFEATED,
)
SEEDS = "entrarían los mismos, con otras cabezas de serie"
NOBODY = {"winner": None, "how": "double-no-show", "chicas": []}


def between(night: Night, a: int, b: int, stage: int = 1) -> Fixture:
    fixtures = night.stage(stage).fixtures.select_related("pareja_a", "pareja_b")
    return next(
        each
        for each in fixtures
        if {each.pareja_a and each.pareja_a.number, each.pareja_b and each.pareja_b.number} == {a, b}
    )


def test_a_result_taken_back_takes_the_draw_after_it_back_though_the_same_would_lead_the_series() -> None:
    night = Night.in_second(8, SERIES, FINAL)
    last = night.stage(1).fixtures.order_by("-round").first()
    assert last is not None

    cleared = fixture_clear(fixture=last, user=night.director, now=NOW, reason="Se vuelve a jugar")

    assert cleared.fallen == (Fell("Final"),)
    assert night.stage(2).status == Stage.Status.PLANNED


def test_a_result_is_not_taken_back_once_the_next_stage_is_played() -> None:
    night = Night.in_second(8, SERIES, FINAL)
    fixture_start(fixture=night.stage(2).fixtures.get(), now=NOW)
    before = night.rows(), AuditEntry.objects.count()

    for fixture in night.stage(1).fixtures.all():
        with pytest.raises(DrawRefusal, match="«Final» sería otra"):
            fixture_clear(fixture=fixture, user=night.director, now=NOW, reason="prueba")

    assert (night.rows(), AuditEntry.objects.count()) == before


@pytest.mark.parametrize(
    ("first", "then", "what", "entering"),
    [
        ({"expelled": True}, {}, "reincorporar", "entrarían otros"),
        ({}, {"expelled": True, "voided": True}, "expulsar", SEEDS),
        ({"voided": True}, {"expelled": True}, "expulsar", SEEDS),
    ],
)
def test_a_return_or_an_expulsion_is_refused_in_its_own_words_once_the_next_stage_is_played(
    first: dict[str, bool], then: dict[str, bool], what: str, entering: str
) -> None:
    night = Night.played(8, SERIES, FINAL)
    best = ranking_of(night.stage(1), roster_of(night.championship.pk)).groups[0][0].pareja
    gone = night.championship.parejas.get(number=best)
    pareja_leave(pareja=gone, user=night.director, now=NOW, reason="Señas", **first)
    night.publish(2)
    fixture_start(fixture=night.stage(2).fixtures.get(), now=NOW)
    before = night.rows(), AuditEntry.objects.count()

    act = partial(pareja_leave, **then) if then else pareja_return
    with pytest.raises(DrawRefusal) as refused:
        act(pareja=gone, user=night.director, now=NOW, reason="Señas")

    assert refused.value.message.startswith(
        f"No se puede {what} a la pareja {gone.number}: «Final» sería otra ({entering}), y ya se empezó a jugar la "
    )
    assert (night.rows(), AuditEntry.objects.count()) == before


def test_a_draw_is_not_published_while_a_stage_before_it_is_being_played_again() -> None:
    night = Night.played(8, SERIES, FINAL)
    drawn = night.draw(2)
    last = night.stage(1).fixtures.order_by("-round").first()
    assert last is not None
    fixture_clear(fixture=last, user=night.director, now=NOW, reason="Se vuelve a jugar")

    with pytest.raises(BracketError, match="Falta jugar «Series»") as refused:
        stage_publish(stage=drawn, user=night.director, now=NOW)

    assert refused.value.code == "etapa-sin-terminar"


def told(night: Night, *, nobody: bool) -> Fixture:
    """Pareja 1 is first of a series of three, beaten in nothing or in a double absence; then it loses by zapatería."""
    night.publish()
    for a, b, mesas in ((1, 3, 2), (2, 3, 1), (1, 2, 2)):
        side = winner(between(night, a, b), a)
        night.record(between(night, a, b), side, chicas=[[40, 20] if side == "A" else [20, 40]] * mesas)
    decisive = between(night, 1, 2)
    if nobody:
        night.record(decisive, **NOBODY)
    night.publish(2)
    return decisive


def winner(fixture: Fixture, number: int) -> str:
    return "A" if fixture.pareja_a is not None and fixture.pareja_a.number == number else "B"


def lose_by_zapateria(night: Night, number: int) -> None:
    played = next(
        each
        for each in night.stage(2).fixtures.filter(status="ready").order_by("round")
        if number in (each.pareja_a.number, each.pareja_b.number)
    )
    night.record(played, "B" if winner(played, number) == "A" else "A", zapateria=True)


def test_a_defeat_that_is_corrected_counts_for_the_zapaterias_of_the_stage_after_it() -> None:
    wrong, right = Night(3, IN_SERIES, TWO_DEFEATS), Night(3, IN_SERIES, TWO_DEFEATS)
    decisive = told(wrong, nobody=False)
    told(right, nobody=True)
    for night in (wrong, right):
        while 1 not in ready(night):
            night.record(night.stage(2).fixtures.filter(status="ready")[0])
        lose_by_zapateria(night, 1)
    assert comparable(wrong) != comparable(right)

    wrong.record(decisive, **NOBODY)

    assert comparable(wrong) == comparable(right)


def ready(night: Night) -> set[int]:
    """Who has somebody to play against in the second stage."""
    fixtures = night.stage(2).fixtures.filter(status="ready").select_related("pareja_a", "pareja_b")
    return {pareja.number for each in fixtures for pareja in (each.pareja_a, each.pareja_b) if pareja}


def leave(night: Night, number: int) -> None:
    pareja_leave(pareja=night.championship.parejas.get(number=number), user=night.director, now=NOW, reason="prueba")


def test_who_is_exempt_and_has_left_is_not_drawn() -> None:
    exempt = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1), Exempt((7, 8))), criteria=TABLE)
    night = Night.played(8, IN_SERIES, exempt)
    leave(night, 8)

    numbers = [entrant["number"] for entrant in night.draw(2).entrants]
    assert 7 in numbers
    assert 8 not in numbers


def test_taking_a_result_back_twice_is_once_although_the_other_was_put_out_since() -> None:
    night = Night.published(3, LEAGUE)
    night.record(between(night, 1, 2))
    night.record(between(night, 1, 3), winner(between(night, 1, 3), 3), how="disqualification")
    clear = {"fixture": between(night, 1, 2), "user": night.director, "now": NOW, "reason": "prueba"}
    assert fixture_clear(**clear).changed
    assert between_now(night, clear["fixture"]).how == "pass"
    before = night.rows(), AuditEntry.objects.count()

    assert not fixture_clear(**clear).changed
    assert (night.rows(), AuditEntry.objects.count()) == before


def between_now(night: Night, fixture: Fixture) -> Fixture:
    return night.stage(1).fixtures.get(pk=fixture.pk)


def test_nobody_is_champion_of_a_table_all_were_put_out_of() -> None:
    night = Night.published(2, LEAGUE)
    night.record(between(night, 1, 2), winner=None, how="disqualification")

    assert course_of(night.championship).champion is None


def test_a_champion_who_is_expelled_passes_the_place_on_as_in_the_order_and_one_who_goes_home_stays() -> None:
    night = Night.played(4, StagePlan(name="Final", format=Elimination(), entry=(Everybody(),), criteria=TABLE))
    champion = course_of(night.championship).champion
    assert champion is not None

    pareja_leave(pareja=champion, user=night.director, now=NOW, reason="prueba")
    assert course_of(night.championship).champion == champion
    pareja_leave(pareja=champion, user=night.director, now=NOW, reason="prueba", expelled=True)

    course = course_of(night.championship)
    assert course.champion is not None
    assert [course.champion.number] == [each.pareja for each in course.runs[0].ranking.overall if each.place == 1]
    assert course.champion != champion


def test_a_refusal_says_where_the_same_would_enter_as_other_seeds() -> None:
    by_points = replace(LEAGUE, criteria=("mesas", "puntos", "sorteo"))
    night = Night.published(4, by_points, replace(FINAL, entry=(FromEach(1, 2),)))
    for winner, loser, points in ((1, 2, 38), (1, 3, 38), (4, 1, 0), (2, 3, 0), (2, 4, 0), (3, 4, 0)):
        mesa = between(night, winner, loser)
        assert mesa.pareja_a is not None
        a = mesa.pareja_a.number == winner
        night.record(mesa, "A" if a else "B", chicas=[[40, points] if a else [points, 40]])
    gone = night.championship.parejas.get(number=4)
    pareja_leave(pareja=gone, user=night.director, now=NOW, reason="Señas", voided=True)
    night.publish(2)
    fixture_start(fixture=night.stage(2).fixtures.get(), now=NOW)

    back = partial(pareja_return, pareja=gone, user=night.director, now=NOW, reason="Señas")
    with pytest.raises(DrawRefusal) as refused:
        back()

    assert refused.value.message.startswith(
        f"No se puede reincorporar a la pareja 4: «Final» sería otra ({SEEDS}), y ya se "
    )
    (kept,) = back(on_purpose=True).marked
    assert (
        kept.mark == "Se mantiene por decisión del Director, aunque cambió algo anterior, de donde salían sus rivales."
    )


def test_a_club_that_is_corrected_after_the_draw_has_no_say_in_who_enters_it() -> None:
    night = Night.in_second(8, SERIES, FINAL)
    entrant = night.championship.parejas.get(number=night.stage(2).entrants[0]["number"])
    pareja_update(pareja=entrant, data=replace(pareja_data(entrant), club="Peñón"), user=night.director, now=NOW)
    fixture = night.stage(1).fixtures.earliest("number")
    points = [[40, 10]] if fixture.winner_id == fixture.pareja_a_id else [[10, 40]]

    done = night.record(fixture, "A" if fixture.winner_id == fixture.pareja_a_id else "B", chicas=points)

    assert done.fallen == ()
    assert night.stage(2).status == Stage.Status.PUBLISHED


def test_a_preview_says_what_becomes_of_a_draw_that_is_not_public() -> None:
    night = Night.played(8, SERIES, FINAL)
    night.draw(2)
    fixture = night.stage(1).fixtures.earliest("number")
    turned = "B" if fixture.winner_id == fixture.pareja_a_id else "A"

    seen = preview(night.championship, lambda: night.record(fixture, turned))
    night.record(fixture, turned)
    back = preview(night.championship, lambda: night.record(fixture, "AB".replace(turned, "")))

    assert seen.drawn == ("El sorteo de «Final», que no está publicado, deja de valer: hay que hacerlo de nuevo",)
    assert back.drawn == ("El sorteo de «Final», que no está publicado, vuelve a valer",)
    (broken,) = draw_check(night.stage(2))
    assert broken.message.startswith("Desde el sorteo cambiaron los clasificados.")


def test_that_the_draw_holds_no_more_is_a_change_and_asked_about_anew_where_it_was_made_meanwhile() -> None:
    night = Night(4, SERIES)
    before = what_a_departure_changes(night)
    night.draw()

    after = what_a_departure_changes(night)

    assert before.nothing
    assert after.drawn == ("El sorteo de «Series», que no está publicado, deja de valer: hay que hacerlo de nuevo",)
    assert replace(after, drawn=()).nothing
    assert not after.nothing
    assert after.digest != before.digest


def what_a_departure_changes(night: Night) -> Foreseen[Moved]:
    pareja = night.championship.parejas.get(number=1)

    def act(*, on_purpose: bool) -> Moved:
        return pareja_leave(pareja=pareja, user=night.director, now=NOW, reason="Viajó", on_purpose=on_purpose)

    return foresee(night.championship, act)


def test_of_the_first_draw_it_is_said_that_inscriptions_have_changed_and_not_who_qualifies() -> None:
    night = Night(4, SERIES)
    stage = night.draw()
    leave(night, 1)

    assert why_outdated(stage) == "se hicieron, retiraron o corrigieron inscripciones"


def test_of_a_later_draw_it_is_said_that_its_seeds_have_another_order() -> None:
    night = Night.played(8, SERIES, FINAL)
    stage = night.draw(2)
    assert why_outdated(stage) == ""
    (first,) = (each["number"] for each in stage.entrants if each["seed"] == 1)
    for fixture in night.stage(1).fixtures.filter(winner__number=first):
        side = winner(fixture, first)
        night.record(fixture, side, chicas=[[40, 38] if side == "A" else [38, 40]])

    assert why_outdated(stage) == "cambiaron las cabezas de serie o su orden"


def test_and_that_they_come_from_other_series() -> None:
    plan = replace(FINAL, entry=(FromEach(1, 2),))
    night = Night.played(8, SERIES, plan)
    stage = night.draw(2)
    assert why_outdated(stage) == ""
    marks = [entrant["marks"] for entrant in stage.entrants]
    for each, other in zip(marks, [*marks[1:], marks[0]], strict=True):
        each["serie"] = other["serie"]

    assert why_outdated(stage) == "cambiaron las series de las que llegan"
    roster = roster_of(night.championship.pk)
    assert why_drawn_otherwise(stage, roster) == "entrarían los mismos, desde otras series"


def test_and_that_an_inscription_was_corrected_where_the_same_enter() -> None:
    night = Night.played(8, SERIES, FINAL)
    stage = night.draw(2)
    entrant = night.championship.parejas.get(number=stage.entrants[0]["number"])

    pareja_update(pareja=entrant, data=replace(pareja_data(entrant), club="Peñón"), user=night.director, now=NOW)

    assert why_outdated(stage) == "se corrigieron inscripciones"
