"""What was carried through on purpose is undone: undo after do is the identity, as far as nothing was done since."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Q

from brackets.draw.formats import DoubleElimination, Elimination, Series
from brackets.draw.qualification import Everybody, Exempt, FromEach, WinnerOf
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import Section, Zapateria
from brackets.models import AuditEntry, Fixture, MarkKind, Pareja, Stage
from brackets.selectors.stages import structure_for
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.draws_made import draw_published
from brackets.services.effects import Fell
from brackets.services.errors import BracketError
from brackets.services.fixtures import (
    Recorded,
    fixture_clear,
    fixture_report,
    fixture_restore,
    fixture_unsettle,
    taken_back,
)
from brackets.services.planning import StagePlan
from brackets.services.stages import stage_publish
from tests.brackets.services.carried import (
    KNOCK_OUT,
    SWISS,
    called,
    correct,
    entrants_change,
    followed_again,
    recorded_as_kept,
    series_and_a_final,
    upset,
)
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.factories.brackets import NOW
from tests.factories.remembered import remembered

pytestmark = pytest.mark.django_db


def test_undone_what_was_left_without_effect_with_it_comes_back_too() -> None:
    night = Night.played(8, KNOCK_OUT)
    before = night.rows()
    first = night.stage(1).fixtures.get(round=1, winner__number=1)
    assert len(correct(night, first, upset(first))) == 2

    undone = fixture_restore(fixture=first, user=night.director, now=NOW)

    assert undone.changed
    assert night.rows() == before


@remembered
def swiss_in_its_second_round() -> tuple[Night, Fixture]:
    night = Night.published(8, SWISS)
    night.pair()
    night.play()
    night.pair()
    night.record(night.stage(1).fixtures.filter(round=2).order_by("number")[0])
    return night, night.stage(1).fixtures.filter(round=1).order_by("number")[0]


@pytest.mark.parametrize("played_on", [series_and_a_final, swiss_in_its_second_round])
@pytest.mark.parametrize("act", ["corrected", "taken back"])
def test_undone_what_stayed_as_it_was_follows_again(played_on: Callable[[], tuple[Night, Fixture]], act: str) -> None:
    night, first = played_on()
    before = night.rows()
    who: dict[str, Any] = {"user": night.director, "now": NOW}
    for _ in range(2):
        if act == "corrected":
            correct(night, first, upset(first))
        else:
            fixture_clear(fixture=first, reason="prueba", on_purpose=True, **who)
        assert any(stage.kept_draw or stage.kept_rounds for stage in night.championship.stages.all())

        fixture_restore(fixture=first, **who)

        assert night.rows() == before
    with pytest.raises(DrawRefusal):
        night.record(first, upset(first))


def test_what_stayed_on_purpose_again_since_stays_though_the_first_is_undone() -> None:
    night, first = swiss_in_its_second_round()
    correct(night, first, upset(first))
    other = night.stage(1).fixtures.filter(round=1).order_by("number")[1]
    correct(night, other, upset(other))

    fixture_restore(fixture=first, user=night.director, now=NOW)

    assert night.stage(1).kept_rounds == [2]
    assert "Se mantiene" in night.stage(1).fixtures.filter(round=2).order_by("number")[0].mark


@pytest.mark.parametrize("played_on", [series_and_a_final, swiss_in_its_second_round])
def test_two_that_stand_against_the_same_are_undone_in_the_order_in_which_they_were_done(
    played_on: Callable[[], tuple[Night, Fixture]],
) -> None:
    night, first = played_on()
    before = night.rows()
    others = night.stage(1).fixtures.exclude(pk=first.pk).order_by("-number")
    other = next(each for each in others if each.winner and entrants_change(night, each))
    for each in (first, other):
        correct(night, each, upset(each))

    for each in (first, other):
        each.refresh_from_db()
        fixture_restore(fixture=each, user=night.director, now=NOW)

    assert night.rows() == before


@pytest.mark.parametrize("played_on", [series_and_a_final, swiss_in_its_second_round])
def test_what_was_opened_on_purpose_and_ends_as_it_was_leaves_nothing_behind(
    played_on: Callable[[], tuple[Night, Fixture]],
) -> None:
    night, first = played_on()
    who: dict[str, Any] = {"user": night.director, "now": NOW}
    before = night.rows()
    won = "B" if upset(first) == "A" else "A"
    fixture_unsettle(fixture=first, reason="Apelación 1", on_purpose=True, **who)
    assert any(stage.kept_draw or stage.kept_rounds for stage in night.championship.stages.all())

    first.refresh_from_db()
    fixture_report(fixture=first, winner=won, how="played", chicas=first.chicas, zapateria=False, final=True, **who)

    assert night.rows() == before


def cleared(night: Night, fixture: Fixture) -> Pareja:
    """Its result is taken back on purpose; who had lost it."""
    loser = fixture.pareja_a if upset(fixture) == "A" else fixture.pareja_b
    fixture_clear(fixture=fixture, reason="prueba", on_purpose=True, user=night.director, now=NOW)
    assert loser is not None
    return loser


@pytest.mark.parametrize("played_on", [series_and_a_final, swiss_in_its_second_round])
def test_what_was_let_stand_follows_again_by_a_departure_too_and_is_let_stand_again_by_its_return(
    played_on: Callable[[], tuple[Night, Fixture]],
) -> None:
    night, first = played_on()
    gone = cleared(night, first)
    before, who = night.rows(), {"user": night.director, "now": NOW, "reason": "prueba"}

    pareja_leave(pareja=gone, **who)

    assert not any(stage.kept_draw or stage.kept_rounds for stage in night.championship.stages.all())
    assert not Fixture.objects.exclude(marks=[]).exists()

    pareja_return(pareja=gone, **who)
    assert night.rows() == before

    pareja_leave(pareja=gone, **who)
    first.refresh_from_db()
    other = next(
        each
        for each in night.stage(1).fixtures.exclude(pk=first.pk).order_by("number")
        if each.how == "played" and gone not in (each.pareja_a, each.pareja_b) and entrants_change(night, each)
    )
    with pytest.raises(DrawRefusal):
        night.record(other, upset(other))


@pytest.mark.parametrize(
    ("played_on", "stage", "what"), [(series_and_a_final, 2, 0), (swiss_in_its_second_round, 1, 2)]
)
def test_a_departure_and_a_return_by_which_it_follows_and_stands_again_record_that(
    played_on: Callable[[], tuple[Night, Fixture]], stage: int, what: int
) -> None:
    night, first = played_on()
    gone = cleared(night, first)
    who: dict[str, Any] = {"user": night.director, "now": NOW, "reason": "prueba"}
    assert recorded_as_kept(night, stage) == [[what]]

    pareja_leave(pareja=gone, **who)
    assert recorded_as_kept(night, stage) == [[what], []]

    pareja_return(pareja=gone, **who)
    assert recorded_as_kept(night, stage) == [[what], [], [what]]


@pytest.mark.long
def test_undoing_what_made_it_follow_again_lets_it_stand_again() -> None:
    night, other, before = followed_again()
    who: dict[str, Any] = {"user": night.director, "now": NOW}
    assert not night.stage(2).fixtures.exclude(marks=[]).exists()

    assert fixture_restore(fixture=other, **who).changed

    assert night.rows() == before


@pytest.mark.long
def test_what_follows_again_is_asked_about_anew() -> None:
    night, other, _ = followed_again()
    others = night.stage(1).fixtures.exclude(pk=other.pk).order_by("number")
    wrong = next(each for each in others if each.winner and entrants_change(night, each))
    with pytest.raises(DrawRefusal, match="«Final» sería otra"):
        night.record(wrong, upset(wrong))


def test_taken_back_what_made_it_follow_again_it_is_let_stand_again() -> None:
    night, other, _ = followed_again()
    other.refresh_from_db()
    won = "B" if upset(other) == "A" else "A"
    fixture_restore(fixture=other, user=night.director, now=NOW)
    fixture_clear(fixture=other, reason="prueba", user=night.director, now=NOW)
    before = night.rows()
    other.refresh_from_db()
    night.record(other, won)
    assert not night.stage(2).kept_draw

    fixture_clear(fixture=other, reason="prueba", user=night.director, now=NOW)

    assert night.rows() == before


def test_an_expulsion_carried_through_and_taken_back_leaves_nothing_behind() -> None:
    night = Night.published(8, SERIES, FINAL)
    night.play(1, Random(0))
    who: dict[str, Any] = {"user": night.director, "now": NOW, "reason": "Señas"}
    pareja_leave(pareja=night.championship.parejas.get(number=5), **who)
    night.publish(2)
    night.play(2)
    before = night.rows()

    pareja_leave(pareja=night.championship.parejas.get(number=5), expelled=True, voided=True, on_purpose=True, **who)
    assert night.stage(2).kept_draw
    pareja_leave(pareja=night.championship.parejas.get(number=5), **who)

    assert night.rows() == before


def ended(night: Night) -> list[tuple[object, ...]]:
    """How each partida ended, and what stands beside it; another departure has another place in the list of events."""
    fixtures = night.stage(1).fixtures.order_by("number")
    return [(each.number, each.how, each.winner_id, each.chicas, each.marks) for each in fixtures]


def test_a_return_carried_through_and_undone_gives_back_what_it_left_without_effect() -> None:
    night = Night.published(8, KNOCK_OUT)
    leaves = night.championship.parejas.get(number=1)
    who: dict[str, Any] = {"pareja": leaves, "user": night.director, "now": NOW, "reason": "Se fue"}
    pareja_leave(**who)
    night.play()
    before = ended(night)

    back = pareja_return(on_purpose=True, **who)
    assert back.marked
    assert ended(night) != before
    again = pareja_leave(**who)

    assert [each.number for each in again.given_back] == [each.number for each in back.marked]
    assert again.not_given_back == ()
    assert ended(night) == before


def test_each_that_left_keeps_again_the_mesa_that_it_was_let_go_of() -> None:
    night = Night.published(8, KNOCK_OUT)
    fixtures, who = night.stage(1).fixtures, {"user": night.director, "now": NOW}
    for fixture in fixtures.filter(round=1).order_by("position"):
        night.record(fixture)
    for semifinal in fixtures.filter(round=2):
        called(night, semifinal)
        pareja_leave(pareja=semifinal.pareja_b, reason="Enfermedad", played=True, **who)
    left = night.stage(1).left
    corrected = [fixtures.get(round=1, position=position) for position in (0, 2)]
    for fixture in corrected:
        correct(night, fixture, upset(fixture))
    assert night.stage(1).left != left

    for fixture in corrected:
        fixture.refresh_from_db()
        assert fixture_restore(fixture=fixture, **who).not_given_back == ()

    assert night.stage(1).left == left
    assert not fixtures.exclude(marks=[]).exists()


def test_a_mesa_that_somebody_won_since_is_not_kept_again_and_that_is_said() -> None:
    night = Night.published(8, KNOCK_OUT)
    fixtures, who = night.stage(1).fixtures, {"user": night.director, "now": NOW, "reason": "Enfermedad"}

    def at(round_: int, position: int) -> Fixture:
        return fixtures.get(round=round_, position=position)

    for position in range(4):
        night.record(at(1, position))
    first, back = at(1, 0), at(2, 0).pareja_b
    pareja_leave(pareja=back, **who)
    night.record(at(2, 1))
    called(night, at(3, 0))
    pareja_leave(pareja=at(3, 0).pareja_b, played=True, **who)
    correct(night, first, upset(first))
    assert at(3, 0).is_marked(MarkKind.RELEASED)
    pareja_return(pareja=back, **who)
    for one in (first.pareja_a, first.pareja_b):  # whichever won it, the one that is back passes the next mesa
        pareja_leave(pareja=one, **who)
    correct(night, at(2, 1), upset(at(2, 1)))
    night.record(at(3, 0))
    final = fixtures.filter(round=3).values().get()

    undone = fixture_restore(fixture=first, user=night.director, now=NOW)

    assert (undone.changed, undone.given_back) == (True, ())
    assert undone.not_given_back == (at(3, 0),)
    assert fixtures.filter(round=3).values().get() == final


def test_a_correction_can_be_undone_after_one_before_it_was_carried_through_and_undone() -> None:
    night = Night.played(4, KNOCK_OUT)
    before, who = night.rows(), {"user": night.director, "now": NOW}

    def at(number: int) -> Fixture:
        return night.stage(1).fixtures.get(number=number)

    night.record(at(3), upset(at(3)))
    corrected = taken_back(at(3))
    correct(night, at(1), upset(at(1)))
    fixture_restore(fixture=at(1), **who)
    assert taken_back(at(3)) == corrected is not None

    assert not fixture_restore(fixture=at(3), of=corrected.seq + 1, **who).changed  # it is of another that was seen
    assert fixture_restore(fixture=at(3), of=corrected.seq, **who).changed
    assert night.rows() == before
    assert not fixture_restore(fixture=at(3), of=corrected.seq, **who).changed


def test_what_was_done_since_stays_when_it_is_undone() -> None:
    night = Night.played(8, KNOCK_OUT)
    first = night.stage(1).fixtures.get(round=1, winner__number=1)
    correct(night, first, upset(first))
    semifinal = night.stage(1).fixtures.get(round=2, position=first.position // 2)
    night.record(semifinal)

    with pytest.raises(DrawRefusal, match="Semifinal"):
        fixture_restore(fixture=first, user=night.director, now=NOW)

    fixture_clear(fixture=semifinal, reason="prueba", user=night.director, now=NOW)
    undone = fixture_restore(fixture=first, user=night.director, now=NOW)
    semifinal.refresh_from_db()
    assert (semifinal.status, semifinal.winner) == ("ready", None)
    assert undone.not_given_back == (semifinal, night.stage(1).fixtures.get(round=3))


def test_a_result_left_without_effect_is_given_back_where_the_same_two_meet_again() -> None:
    night = Night.played(4, KNOCK_OUT)
    final = night.stage(1).fixtures.get(number=3)
    first = night.stage(1).fixtures.get(number=1)
    winner = "A" if first.winner_id == first.pareja_a_id else "B"
    correct(night, first, upset(first))
    with pytest.raises(BracketError, match="otros rivales"):
        fixture_restore(fixture=final, user=night.director, now=NOW)
    night.record(first, winner)

    assert fixture_restore(fixture=final, user=night.director, now=NOW).changed

    there = night.stage(1).fixtures.get(number=3)
    assert (there.status, there.winner_id, there.mark) == ("final", final.winner_id, "")


def four_with_a_champion(night: Night) -> tuple[Fixture, Fixture]:
    """Who meets the first mesa's winner won the final; the first mesa and the final."""
    night.publish()
    for fixture in night.stage(1).fixtures.filter(round=1).order_by("number"):
        night.record(fixture)
    final = night.stage(1).fixtures.get(round=2)
    night.record(final, "B")
    return night.stage(1).fixtures.get(number=1), night.stage(1).fixtures.get(round=2)


def test_a_result_left_without_effect_is_given_to_nobody_who_did_not_play_it_though_one_passes_there_since() -> None:
    night = Night(4, KNOCK_OUT)
    first, final = four_with_a_champion(night)
    assert first.pareja_b is not None
    pareja_leave(pareja=first.pareja_b, user=night.director, now=NOW, reason="Enfermedad")
    correct(night, first, "B")
    before = night.rows()

    with pytest.raises(BracketError, match="otros rivales") as refused:
        fixture_restore(fixture=final, user=night.director, now=NOW)

    assert refused.value.code == "otros-rivales"
    assert night.rows() == before


def test_undoing_another_correction_of_the_same_moment_gives_back_nothing_that_it_did_not_take() -> None:
    night = Night.in_second(8, SERIES, replace(FINAL, entry=(FromEach(1, 2),)))
    night.play(2)
    semifinal, final = (night.stage(2).fixtures.filter(round=number).earliest("number") for number in (1, 2))
    won = "B" if upset(semifinal) == "A" else "A"
    correct(night, semifinal, upset(semifinal))
    night.record(semifinal, won)
    earlier = night.stage(1).fixtures.earliest("number")
    correct(night, earlier, upset(earlier))

    fixture_restore(fixture=earlier, user=night.director, now=NOW)

    final.refresh_from_db()
    assert (final.status, final.winner) == ("ready", None)


@pytest.mark.parametrize("played", [False, True])
def test_a_correction_that_left_the_draw_of_the_next_stage_as_it_was_is_undone_with_the_draw_as_it_is(
    *, played: bool
) -> None:
    """1 wins the final all the same, by passing, so that the same four enter in the same order; until the final is given back nobody would."""
    night = Night(4, KNOCK_OUT, replace(FINAL, name="Liga", format=Series(size=0), entry=(FromEach(1, 4),)))
    stage_publish(stage=night.draw(seed="e"), user=night.director, now=NOW)
    night.play(1)
    night.publish(2)
    if played:
        night.play(2)
    before = night.rows()
    semifinal = night.stage(1).fixtures.get(round=1, winner__number=2)
    nobody = {"how": "double-no-show", "chicas": [], "on_purpose": True}
    corrected = night.record(semifinal, None, **nobody)  # type: ignore[arg-type]
    assert (len(corrected.marked), corrected.fallen, night.stage(2).kept_draw) == (1, (), False)

    undone = fixture_restore(fixture=semifinal, user=night.director, now=NOW)

    assert undone.fallen == ()
    assert night.rows() == before


def last_of(night: Night, section: Section) -> Fixture:
    key = max(match.key for match in structure_for(night.stage(1)).matches if match.section is section)
    return night.stage(1).fixtures.get(round=key[0], position=key[1])


def double_with_its_two_winners_in_the_next() -> tuple[Night, Fixture]:
    """The stage is played, and which match won the losers' bracket; the next takes the winner of each bracket."""
    double = StagePlan(name="Dos", format=DoubleElimination(), entry=(Everybody(),), criteria=TABLE)
    both = (WinnerOf(1, "ganadores"), WinnerOf(1, "perdedores"))
    night = Night.played(8, double, StagePlan(name="Final", format=Elimination(), entry=both, criteria=TABLE))
    return night, last_of(night, Section.LOSERS)


def last_audited(action: str) -> dict[str, Any]:
    return AuditEntry.objects.filter(action=action).latest("id").data


def test_the_audit_of_an_undone_correction_says_all_that_fell_with_it() -> None:
    """The draw of the next stage falls only once all of this one is given back."""
    night, last = double_with_its_two_winners_in_the_next()
    assert len(correct(night, last, upset(last))) == 1
    night.publish(2)

    undone = fixture_restore(fixture=last, user=night.director, now=NOW)

    assert undone.fallen == (Fell("Final"),)
    assert last_audited("partida-deshacer")["fallen"] == ["el sorteo de «Final»"]


def test_what_somebody_played_on_since_keeps_only_that_from_being_given_back() -> None:
    """1, the winner of the winners' bracket, lost the final of both; without effect, that was no defeat when a zapatería came in the next."""
    double = StagePlan(name="Dos", format=DoubleElimination(second_final=False), entry=(Everybody(),), criteria=TABLE)
    enter = (WinnerOf(1, "ganadores"), Exempt((9, 10, 11)))
    night = Night.played(11, double, replace(double, name="Final", entry=enter, zapateria=Zapateria.IF_DEFEATED))
    final, last = last_of(night, Section.FINAL), last_of(night, Section.LOSERS)
    night.record(final, upset(final))
    correct(night, last, upset(last))
    night.publish(2)
    lost = night.stage(2).fixtures.get(Q(pareja_a__number=1) | Q(pareja_b__number=1), round=1)
    night.record(lost, "B" if lost.pareja_a and lost.pareja_a.number == 1 else "A", zapateria=True)
    night.play(2)

    undone = fixture_restore(fixture=last, user=night.director, now=NOW)

    assert (undone.given_back, undone.not_given_back) == ((), (final,))
    assert (undone.fixture.winner_id, night.stage(2).kept_draw) == (last.winner_id, False)


def takes_back(night: Night, fixture: Fixture) -> bool:
    with transaction.atomic():
        fallen = night.record(fixture, upset(fixture)).fallen
        transaction.set_rollback(True)
    return bool(fallen)


@pytest.mark.parametrize(
    ("plans", "make", "fell"),
    [
        ((SERIES, FINAL), lambda night: night.publish(2), Fell("Final")),
        ((SWISS,), Night.pair, Fell("Suizo", 2)),
    ],
)
@pytest.mark.parametrize("act", ["corrected", "taken back"])
def test_what_an_undone_act_had_taken_back_is_to_be_made_again_and_that_is_said_until_it_is(
    plans: tuple[StagePlan, ...], make: Callable[[Night], object], fell: Fell, act: str
) -> None:
    night = Night.published(8, *plans)
    if SWISS in plans:
        night.pair()
    night.play()
    make(night)
    first = next(each for each in night.stage(1).fixtures.filter(round=1) if takes_back(night, each))
    who: dict[str, Any] = {"user": night.director, "now": NOW}

    def done() -> Recorded:
        first.refresh_from_db()
        if act == "corrected":
            return night.record(first, upset(first))
        return fixture_clear(fixture=first, reason="prueba", **who)

    assert done().fallen == (fell,)
    undone = fixture_restore(fixture=first, **who)
    assert (undone.fallen, undone.still_fallen) == ((), (fell,))
    make(night)
    if act == "corrected":
        assert done().fallen == (fell,)
        make(night)
        undone = fixture_restore(fixture=first, **who)
        assert (undone.fallen, undone.still_fallen) == ((fell,), ())


def test_it_is_let_stand_again_though_it_was_published_at_an_hour_ahead() -> None:
    night, other, before = followed_again()
    Stage.objects.filter(pk=night.stage(2).pk).update(published_at=NOW + timedelta(hours=1))

    fixture_restore(fixture=other, user=night.director, now=NOW)

    assert night.rows() == before


def test_what_was_published_anew_since_is_not_let_stand_again() -> None:
    night, other, _ = followed_again()
    final = night.stage(2)
    for minutes in (60, 1):  # reopened and published while the clock was ahead, and published once more
        draw_published(final, by=night.director, now=NOW + timedelta(minutes=minutes))

    with pytest.raises(DrawRefusal) as refused:
        fixture_restore(fixture=other, user=night.director, now=NOW + timedelta(minutes=2))

    assert refused.value.code == "in-the-way"
