"""What a Director carries through on purpose against what was played, and the mesas that are marked."""

from dataclasses import replace
from typing import Any

import pytest

from brackets.draw.formats import Series, Swiss
from brackets.draw.qualification import FromEach, Rest
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Fixture, MarkKind, Notice, Stage
from brackets.selectors.events import disagreements
from brackets.selectors.provisional import results_awaited
from brackets.services.departures import pareja_leave
from brackets.services.errors import InvalidValue
from brackets.services.fixtures import fixture_clear, fixture_report, fixture_restore, fixture_start, fixture_unsettle
from brackets.services.planning import StagePlan
from referee.models import Mesa
from tests.brackets.services.carried import KNOCK_OUT, SWISS, called, correct, entrants_change, recorded_as_kept, upset
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.factories.brackets import NOW
from tests.factories.insider import insider
from tests.factories.remembered import remembered

pytestmark = pytest.mark.django_db


def test_what_was_played_on_it_is_left_without_effect_and_marked() -> None:
    night = Night.played(8, KNOCK_OUT)
    first = night.stage(1).fixtures.get(round=1, winner__number=1)
    with pytest.raises(DrawRefusal, match="Semifinal"):
        night.record(first, upset(first))

    marked = correct(night, first, upset(first))

    semifinal = night.stage(1).fixtures.get(round=2, position=first.position // 2)
    final, other = (
        night.stage(1).fixtures.get(round=3),
        night.stage(1).fixtures.get(round=2, position=1 - semifinal.position),
    )
    assert {each.pk for each in marked} == {semifinal.pk, final.pk}
    assert (semifinal.status, final.status, other.status) == ("ready", "waiting", "final")
    assert "quedó sin efecto" in semifinal.mark
    assert other.mark == ""
    entry = AuditEntry.objects.get(action="llevar-a-cabo")
    assert (entry.data["reason"], set(entry.data["without_effect"])) == (
        "Jugó quien no debía",
        {semifinal.number, final.number},
    )


def test_replayed_it_is_as_if_the_right_result_had_been_there_but_for_the_marks() -> None:
    night, right = Night(8, KNOCK_OUT), Night(8, KNOCK_OUT)
    for each in (night, right):
        each.publish()
    right.record(right.stage(1).fixtures.get(number=1), "B")
    right.play()
    night.play()
    correct(night, night.stage(1).fixtures.get(number=1), "B")
    night.play()

    def plain(given: Night) -> list[tuple[object, ...]]:
        rows = given.stage(1).fixtures.order_by("number")
        return list(rows.values_list("number", "status", "pareja_a__number", "pareja_b__number", "winner__number"))

    assert plain(night) == plain(right)


def test_nobody_is_interrupted_on_purpose_either() -> None:
    night = Night.published(4, KNOCK_OUT)
    for number in (1, 2):
        night.record(night.stage(1).fixtures.get(number=number))
    fixture_start(fixture=night.stage(1).fixtures.get(number=3), now=NOW)
    before, entries = night.rows(), AuditEntry.objects.count()

    with pytest.raises(DrawRefusal, match="ni a propósito") as refused:
        correct(night, night.stage(1).fixtures.get(number=1), "B")

    assert refused.value.code == "being-played"
    assert (night.rows(), AuditEntry.objects.count()) == (before, entries)


def test_it_needs_a_reason() -> None:
    night = Night.played(4, KNOCK_OUT)
    before = night.rows()

    with pytest.raises(InvalidValue):
        fixture_clear(
            fixture=night.stage(1).fixtures.get(number=1), user=night.director, now=NOW, reason=" ", on_purpose=True
        )
    assert night.rows() == before


def test_a_later_stage_that_is_played_stays_as_it_was_drawn_and_is_marked() -> None:
    night = Night.in_second(8, SERIES, FINAL)
    night.play(2)
    drawn = night.stage(2).slots
    loses = [each for each in night.stage(1).fixtures.all() if each.winner and each.winner.number in drawn]

    def upset_all(**given: bool) -> None:
        for fixture in loses:
            fixture.refresh_from_db()
            night.record(fixture, upset(fixture), **given)

    with pytest.raises(DrawRefusal, match="«Final» sería otra"):
        upset_all()

    upset_all(on_purpose=True)

    final = night.stage(2)
    assert (final.status, final.slots, final.kept_draw) == (Stage.Status.PUBLISHED, drawn, True)
    assert "Se mantiene" in final.fixtures.get().mark


def test_a_swiss_round_that_is_played_stays_as_it_was_paired() -> None:
    night = Night.published(8, SWISS)
    night.pair()
    night.play()
    night.pair()
    second = night.stage(1).fixtures.filter(round=2).order_by("number")
    night.record(second[0])
    first = night.stage(1).fixtures.filter(round=1).order_by("number")[0]
    pairings = night.stage(1).pairings
    with pytest.raises(DrawRefusal, match="la ronda 2"):
        night.record(first, upset(first))

    marked = correct(night, first, upset(first))

    assert (night.stage(1).pairings, night.stage(1).kept_rounds) == (pairings, [2])
    assert [each.number for each in marked] == [second[0].number]


def test_a_pareja_leaves_after_the_final_was_played_and_the_final_stays_though_it_is_voided() -> None:
    night = Night.in_second(8, SERIES, FINAL)
    night.play(2)
    drawn, played = night.stage(2).slots, list(night.stage(2).fixtures.values())
    gone = night.championship.parejas.get(number=drawn[0])

    moved = pareja_leave(pareja=gone, user=night.director, now=NOW, reason="Señas", expelled=True, voided=True)

    assert (moved.fallen, moved.marked) == ((), ())
    assert (night.stage(2).slots, list(night.stage(2).fixtures.values())) == (drawn, played)


def kept_with_its_semifinals() -> tuple[Night, Fixture, Fixture]:
    """A stage let stand against a mesa before it that was opened again: one of its semifinals, and its final."""
    night = Night.in_second(8, SERIES, replace(FINAL, entry=(FromEach(1, 2),)))
    night.play(2)
    drawn = night.stage(2).slots
    wins = (each for each in night.stage(1).fixtures.order_by("number") if each.winner and each.winner.number in drawn)
    first = next(each for each in wins if entrants_change(night, each))
    fixture_unsettle(fixture=first, reason="Apelación 1", on_purpose=True, user=night.director, now=NOW)
    semifinal, final = (night.stage(2).fixtures.filter(round=number).earliest("number") for number in (1, 2))
    assert semifinal.is_marked(MarkKind.KEPT)
    assert final.is_marked(MarkKind.KEPT)
    return night, semifinal, final


def test_a_result_that_was_let_stand_and_has_no_effect_since_is_let_stand_no_longer() -> None:
    night, semifinal, final = kept_with_its_semifinals()
    before = night.rows()
    correct(night, semifinal, upset(semifinal))

    final.refresh_from_db()
    assert "sin efecto" in final.mark
    assert "Se mantiene" not in final.mark
    assert results_awaited(final) == list(night.stage(1).fixtures.filter(status="provisional"))

    fixture_restore(fixture=semifinal, user=night.director, now=NOW)
    assert night.rows() == before
    final.refresh_from_db()
    assert "Se mantiene" in final.mark
    assert results_awaited(final) == []


def test_nor_is_it_once_it_is_played_again_until_that_is_let_stand_too() -> None:
    night, semifinal, final = kept_with_its_semifinals()
    correct(night, semifinal, upset(semifinal))
    final.refresh_from_db()
    night.record(final)

    final.refresh_from_db()
    assert "Se mantiene" not in final.mark

    first = night.stage(1).fixtures.get(status="provisional")
    who: dict[str, Any] = {"user": night.director, "now": NOW}
    won = "B" if upset(first) == "A" else "A"
    fixture_report(fixture=first, winner=won, how="played", chicas=first.chicas, zapateria=False, final=True, **who)
    assert not night.stage(2).kept_draw
    first.refresh_from_db()
    fixture_unsettle(fixture=first, reason="Apelación 2", on_purpose=True, **who)
    final.refresh_from_db()
    assert final.mark.count("Se mantiene") == 1


def test_what_was_let_stand_of_others_who_meet_there_no_more_is_let_stand_no_longer() -> None:
    night, semifinal, final = kept_with_its_semifinals()
    who: dict[str, Any] = {"user": night.director, "now": NOW}
    Mesa.objects.create(
        fixture=final, pareja_a=final.pareja_a, pareja_b=final.pareja_b, reglamento_version=1, opened_at=NOW
    )
    fixture_clear(fixture=final, reason="prueba", **who)
    correct(night, semifinal, upset(semifinal))

    final.refresh_from_db()
    assert "de otros rivales" in final.mark
    assert "Se mantiene" not in final.mark

    semifinal.refresh_from_db()
    correct(night, semifinal, upset(semifinal))
    final.refresh_from_db()
    assert "Se mantiene" in final.mark
    assert "de otros rivales" not in final.mark


@remembered
def swiss_of_three_rounds() -> Night:
    night = Night.published(8, SWISS)
    for _ in range(3):
        night.pair()
        night.play()
    return night


def test_a_round_is_let_stand_alone_and_not_those_before_it() -> None:
    night = swiss_of_three_rounds()
    first, second = (night.stage(1).fixtures.filter(round=number).earliest("number") for number in (1, 2))
    correct(night, second, upset(second))
    before = night.rows()
    assert night.stage(1).kept_rounds == [3]
    assert {fixture.round for fixture in night.stage(1).fixtures.exclude(marks=[])} == {3}

    with pytest.raises(DrawRefusal, match="la ronda 2"):
        night.record(first, upset(first))
    assert night.rows() == before

    correct(night, first, upset(first))
    assert night.stage(1).kept_rounds == [2, 3]
    for each in (first, second):
        fixture_restore(fixture=each, user=night.director, now=NOW)
    assert not night.stage(1).fixtures.exclude(marks=[]).exists()


def test_a_round_that_was_let_stand_and_falls_with_the_one_before_it_is_recorded_as_kept_no_longer() -> None:
    night = swiss_of_three_rounds()
    first, second = (night.stage(1).fixtures.filter(round=number).earliest("number") for number in (1, 2))
    correct(night, second, upset(second))
    for fixture in night.stage(1).fixtures.filter(round__gt=1, winner__isnull=False).order_by("-number"):
        fixture_clear(fixture=fixture, reason="prueba", user=night.director, now=NOW)
    assert recorded_as_kept(night) == [[3]]

    cleared = fixture_clear(fixture=first, reason="prueba", user=night.director, now=NOW)

    assert [str(each) for each in cleared.fallen] == ["la ronda 2 de «Suizo»"]
    assert recorded_as_kept(night) == [[3], []]


def test_a_round_and_the_whole_draw_are_each_let_stand_until_they_follow_again() -> None:
    plans = KNOCK_OUT, StagePlan(name="Suizo", format=Swiss(rounds=2), entry=(FromEach(1, 4),), criteria=TABLE)
    night = Night.in_second(8, *plans)
    for _ in range(2):
        night.pair(2)
        night.play(2)
    one, quarter = night.stage(2).fixtures.earliest("number"), night.stage(1).fixtures.earliest("number")
    correct(night, one, upset(one))
    before = night.rows()

    correct(night, quarter, upset(quarter))
    assert not night.stage(2).fixtures.filter(marks=[]).exists()
    fixture_restore(fixture=quarter, user=night.director, now=NOW)

    assert night.rows() == before
    assert {fixture.round for fixture in night.stage(2).fixtures.exclude(marks=[])} == {2}


@pytest.mark.parametrize("act", ["corrected", "taken back", "opened"])
@pytest.mark.parametrize("decided", [False, True])
def test_who_left_is_let_go_of_a_mesa_whose_rival_lost_what_led_to_it(act: str, *, decided: bool) -> None:
    """Two waves before it: the result between them is left without effect, and another comes to that mesa."""
    night = Night.published(8, KNOCK_OUT)
    fixtures, who = night.stage(1).fixtures, {"user": night.director, "now": NOW, "reason": "Enfermedad"}

    def at(round_: int, position: int) -> Fixture:
        return fixtures.get(round=round_, position=position)

    for key in ((1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1)):
        night.record(at(*key))
    called(night, at(3, 0))
    pareja_leave(pareja=at(3, 0).pareja_b, played=True, **who)
    if decided:
        night.record(at(3, 0))
    before, left, first = night.rows(), night.stage(1).left, at(1, 0)
    if act == "corrected":
        correct(night, first, upset(first))
    elif act == "taken back":
        fixture_clear(fixture=first, on_purpose=True, **who)
    else:
        fixture_unsettle(fixture=first, on_purpose=True, **who)

    assert [each["playing"] for each in night.stage(1).left] == [[]]
    assert disagreements(night.stage(1)) == []

    if act == "opened":
        won = "B" if upset(first) == "A" else "A"
        chicas = first.chicas
        fixture_report(
            fixture=at(1, 0), winner=won, how="played", chicas=chicas, zapateria=False, final=True,
            user=night.director, now=NOW,
        )  # fmt: skip
        night.record(at(2, 0))
        assert (at(3, 0).how, at(3, 0).winner) == ("pass", at(2, 0).winner)
        return
    undone = fixture_restore(fixture=at(1, 0), user=night.director, now=NOW)
    assert undone.not_given_back == ()
    assert night.stage(1).left == left
    if decided:  # else it was called, and has to be called again
        assert night.rows()[1:] == before[1:]
    assert disagreements(night.stage(1)) == []


def let_go(night: Night) -> Fixture:
    """Of four, one leaves from the called final and keeps that mesa, and is let go of it by a correction on purpose: the corrected one."""
    night.publish(1)
    fixtures = night.stage(1).fixtures
    for fixture in fixtures.filter(round=1):
        night.record(fixture)
    final = fixtures.get(round=2)
    called(night, final)
    pareja_leave(pareja=final.pareja_b, reason="Enfermedad", played=True, user=night.director, now=NOW)
    first = fixtures.get(round=1, position=0)
    correct(night, first, upset(first))
    return first


def test_no_later_stage_stays_on_a_mesa_that_is_open_again() -> None:
    rest = StagePlan(name="Resto", format=Series(size=0), entry=(Rest(1),), criteria=TABLE)
    night = Night(4, KNOCK_OUT, rest)
    first = let_go(night)
    night.publish(2)
    first.refresh_from_db()

    undone = fixture_restore(fixture=first, user=night.director, now=NOW)

    assert night.stage(2).status == Stage.Status.PLANNED
    assert [str(each) for each in undone.fallen] == ["el sorteo de «Resto»"]


def test_who_loses_a_result_to_it_is_told() -> None:
    night = Night.played(4, KNOCK_OUT)
    final = night.stage(1).fixtures.get(number=3)
    first = night.stage(1).fixtures.get(number=1)
    with insider(Notice):
        Notice.objects.all().delete()

    correct(night, first, upset(first))

    told = Notice.objects.filter(title="Resultado sin efecto")
    assert {notice.pareja_id for notice in told} == {final.pareja_a_id, final.pareja_b_id}


@pytest.mark.parametrize("plan", [KNOCK_OUT, SERIES, SWISS])
def test_on_purpose_where_nothing_is_in_the_way_is_the_same(plan: StagePlan) -> None:
    rows = []
    for on_purpose in (False, True):
        night = Night.published(8, plan)
        if plan is SWISS:
            night.pair()
        night.record(night.stage(1).fixtures.get(number=1))
        night.record(night.stage(1).fixtures.get(number=1), "B", on_purpose=on_purpose)
        rows.append(list(night.stage(1).fixtures.order_by("number").values_list("number", "winner__number", "marks")))
    assert rows[0] == rows[1]
    assert not AuditEntry.objects.filter(action="llevar-a-cabo").exists()


def test_who_leaves_or_is_disqualified_in_a_swiss_round_stands_in_it_all_the_same() -> None:
    night = Night.published(8, SWISS)
    night.pair()
    night.play()
    night.pair()
    first, second, third, _ = night.stage(1).fixtures.filter(round=2).order_by("number")
    pairings = night.stage(1).pairings

    night.record(first)
    night.record(second, "A", how="disqualification", chicas=[])
    assert third.pareja_a is not None
    pareja_leave(pareja=third.pareja_a, user=night.director, now=NOW, reason="Enfermedad")

    assert night.stage(1).pairings == pairings
    third.refresh_from_db()
    assert (third.how, third.winner) == ("pass", third.pareja_b)
