"""A mesa whose rivals are others by now: it stays of those who sat there, and changes nothing of the bracket."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from brackets.draw.refusal import DrawRefusal
from brackets.models import Fixture
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_clear, fixture_release, fixture_restore
from referee.models import Appeal, Planilla
from referee.rules import CONFIRM, Measure
from referee.selectors.appeal_waiting import appeals_awaited, fixtures_waiting
from referee.selectors.live.pending import pending_of
from referee.selectors.planilla.build import overruled_told
from referee.selectors.statistics import counted_of
from referee.services.appeals.qualifying import appeal_admit, appeal_release
from referee.services.appeals.ruling import appeal_rule
from referee.services.corrections import planilla_correct
from referee.services.errors import RefereeError
from referee.services.mesas import mesa_release
from referee.services.transcriptions.beginning import transcription_start
from tests.factories.appeals import admitted, appealed
from tests.factories.brackets import NOW
from tests.factories.finals import Final, final_of, opened_final, sealed_final
from tests.factories.referee import SORTEO, ZAPATERIA, log_of
from tests.factories.transcriptions import Desk

pytestmark = pytest.mark.django_db


def test_an_appeal_about_it_is_answered_and_changes_no_result() -> None:
    final = sealed_final()
    appeal = appealed(final.kept)
    final.others_come()
    final.played_on_paper()
    before, log = final.result, log_of(final.mesa)

    appeal_admit(appeal=appeal, reason="en tiempo", user=final.night.director, now=final.kept.tick())
    assert (final.result, fixtures_waiting(final.night.championship), appeals_awaited(final.fixture)) == (
        before,
        {},
        [],
    )
    ruled = appeal_rule(
        appeal=appeal,
        measure=Measure(CONFIRM),
        grounds="bien cobrada",
        user=final.night.director,
        now=final.kept.tick(),
    )

    assert ruled.changed
    assert (final.result, log_of(final.mesa)) == (before, log)
    assert (ruled.ruling.jugadas, ruled.ruling.version, final.mesa.planillas.count()) == ([], None, 1)


def test_a_ruling_that_would_change_it_is_refused() -> None:
    final = sealed_final()
    appeal = appealed(final.kept)
    final.others_come()
    final.played_on_paper()
    before = final.result
    appeal_admit(appeal=appeal, reason="en tiempo", user=final.night.director, now=final.kept.tick())

    with pytest.raises(RefereeError, match=r"ya no cuenta.*confirm") as refused:
        appeal_rule(
            appeal=appeal, measure=Measure("adjudica-mesa", "B"), grounds="x", user=final.night.director,
            now=final.kept.tick(),
        )  # fmt: skip

    assert refused.value.code == "mesa-sin-efecto"
    assert (final.result, hasattr(Appeal.objects.get(pk=appeal.pk), "ruling")) == (before, False)


def test_an_appeal_that_was_admitted_before_is_ruled_upon_too() -> None:
    final = sealed_final()
    appeal = admitted(final.kept)
    fixture_clear(fixture=final.fixture, user=final.night.director, now=NOW, reason="mal")
    final.others_come()
    final.played_on_paper()
    before = final.result

    with pytest.raises(RefereeError, match="espera el fallo"):
        appeal_release(appeal=appeal, reason="x", user=final.night.director, now=final.kept.tick())
    appeal_rule(appeal=appeal, measure=Measure(CONFIRM), grounds="x", user=final.night.director, now=final.kept.tick())

    assert (final.result, final.mesa.planillas.count()) == (before, 1)


def test_its_planilla_is_not_corrected() -> None:
    final = sealed_final()
    final.others_come()
    final.played_on_paper()
    before = final.result

    with pytest.raises(RefereeError, match="ya no son sus rivales") as refused:
        planilla_correct(mesa=final.mesa, reason="x", unsigned="", user=final.night.director, now=final.kept.tick())

    assert refused.value.code == "mesa-de-otros"
    assert final.result == before


def test_its_pages_offer_no_correction_and_say_why(client: Client) -> None:
    final = sealed_final()
    final.others_come()
    final.played_on_paper()
    client.force_login(final.night.director)
    at = (final.night.championship.slug, final.fixture.pk)
    address = reverse("referee:correction", args=at)

    desk = client.get(reverse("brackets:fixture", args=at)).content.decode()
    page = client.get(address).content.decode()

    assert address not in desk
    assert reverse("referee:transcription_new", args=at) not in desk
    assert "Abrir la corrección" not in page
    assert "ya no son los rivales" in page


def test_nobody_signs_for_others() -> None:
    final = final_of(*ZAPATERIA)
    planilla = final.kept.freeze()
    final.kept.sign(planilla, final.mesa.winner)
    fixture_clear(fixture=final.fixture, user=final.night.director, now=NOW, reason="mal")
    final.others_come()
    before = final.result

    with pytest.raises(RefereeError, match="ya no son sus rivales") as refused:
        final.kept.sign(planilla, "juez")

    assert refused.value.code == "mesa-de-otros"
    assert final.result == before


def unfinished() -> Final:
    """Another enters the final while its mesa, taken back unfinished, waits."""
    final = final_of(SORTEO, "limpia A")
    fixture_release(fixture=final.fixture, now=NOW)
    final.others_come()
    return final


def test_no_tablet_goes_on_with_it() -> None:
    final = unfinished()

    with pytest.raises(RefereeError, match="se lleva en papel") as refused:
        final.kept.open()
    assert refused.value.code == "mesa-de-otros"
    with pytest.raises(RefereeError):
        final.kept.record("limpia A")


def test_what_those_play_who_meet_there_now_is_typed_from_paper() -> None:
    final = unfinished()

    final.played_on_paper()

    assert (final.fixture.status, final.fixture.winner) == ("final", final.fixture.pareja_b)


def test_its_paper_is_not_held_beside_the_log_of_others() -> None:
    final = sealed_final()
    final.others_come()

    with pytest.raises(RefereeError) as refused:
        transcription_start(fixture=final.fixture, seats=(), tablet_left=False, user=final.night.director, now=NOW)

    assert refused.value.code == "mesa-de-otros"


def test_one_where_nothing_was_recorded_is_seated_anew() -> None:
    final = opened_final()
    fixture_release(fixture=final.fixture, now=NOW)
    final.others_come()

    final.kept.fixture = Fixture.objects.get(pk=final.fixture.pk)
    final.kept.open()
    final.kept.record(SORTEO)

    assert (final.mesa.stands, final.fixture.status) == (True, "in-play")


def test_it_counts_again_once_those_meet_again_who_sat_there() -> None:
    final = sealed_final()
    before = final.result
    final.others_come()
    final.semifinal.refresh_from_db()

    final.night.record(final.semifinal, "A", on_purpose=True)
    fixture_restore(fixture=final.fixture, user=final.night.director, now=NOW)

    assert (final.result, final.mesa.stands) == (before, True)
    planilla_correct(mesa=final.mesa, reason="x", unsigned="", user=final.night.director, now=final.kept.tick())
    assert final.fixture.status == "provisional"


def test_a_paper_is_not_sealed_under_the_names_of_others() -> None:
    final = opened_final()
    mesa_release(mesa=final.mesa, user=final.night.director, now=NOW)
    desk = Desk(final.fixture)
    typed, (one, other) = desk.type(), [side.number for side in (final.fixture.pareja_a, final.fixture.pareja_b)]
    final.semifinal.refresh_from_db()
    final.night.record(final.semifinal, "B")
    before = final.result

    with pytest.raises(RefereeError, match=f"Este papel es del {one} y del {other}") as refused:
        desk.confirm(typed)

    assert (refused.value.code, final.result) == ("mesa-de-otros", before)
    assert not Planilla.objects.exists()


def repeated() -> tuple[Final, Appeal]:
    """The two meet again after what they had played was left without effect, and B wins on paper."""
    final = sealed_final()
    appeal = appealed(final.kept)
    final.left_without_effect()
    final.played_on_paper()
    assert final.mesa.stands
    return final, appeal


def test_what_was_left_without_effect_decides_nothing_between_the_same_two_either() -> None:
    final, appeal = repeated()
    director, before = final.night.director, final.result

    with pytest.raises(RefereeError, match="quedó sin efecto"):
        planilla_correct(mesa=final.mesa, reason="x", unsigned="", user=director, now=final.kept.tick())
    appeal_admit(appeal=appeal, reason="en tiempo", user=director, now=final.kept.tick())
    assert (final.result, appeals_awaited(final.fixture)) == (before, [])
    appeal_rule(appeal=appeal, measure=Measure(CONFIRM), grounds="x", user=director, now=final.kept.tick())

    assert (final.result, final.mesa.planillas.count()) == (before, 1)


def test_what_was_left_without_effect_is_told_as_that_and_counted_nowhere(client: Client) -> None:
    """B has won on paper what A had won on the tablet; an appeal on that is admitted."""
    final, appeal = repeated()
    appeal_admit(appeal=appeal, reason="en tiempo", user=final.night.director, now=final.kept.tick())
    fixture, mesa = final.fixture, final.mesa

    (counted,) = [each for each in counted_of([final.night.championship]) if each.fixture == fixture.pk]
    page = client.get(reverse("referee:partida", args=(final.night.championship.slug, fixture.pk))).text
    told = overruled_told(mesa, "B")

    assert (counted.figures, counted.minutes) == ({}, None)
    assert pending_of([fixture.pk]) == {}
    assert "y quedó sin efecto por decisión del Director." in page
    assert "Mesa terminada" not in page
    assert "después de sellada la Planilla" not in page
    assert told.startswith("Lo que se jugó en esta mesa quedó sin efecto")
    planilla = reverse("referee:planilla", args=(mesa.public_id,))
    assert "Lo que se jugó en esta mesa quedó sin efecto por decisión del Director." in client.get(planilla).text
    client.cookies["idioma"] = "en"
    assert "What was played at this table is without effect by decision of the Director." in client.get(planilla).text
    assert (
        "which is without effect by decision of the Director"
        in client.get(reverse("referee:partida", args=(final.night.championship.slug, fixture.pk))).text
    )


def test_many_appeals_of_what_was_left_without_effect_take_no_more_queries(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    final, appeal = repeated()
    appeal_admit(appeal=appeal, reason="en tiempo", user=final.night.director, now=final.kept.tick())

    with django_assert_num_queries(1):
        assert fixtures_waiting(final.night.championship) == {}


def test_a_mesa_that_was_opened_since_counts() -> None:
    """What was left without effect there was a result on paper."""
    final = opened_final()
    mesa_release(mesa=final.mesa, user=final.night.director, now=NOW)
    final.played_on_paper()
    final.semifinal.refresh_from_db()
    fixture_clear(fixture=final.semifinal, user=final.night.director, now=NOW, reason="x", on_purpose=True)
    final.semifinal.refresh_from_db()
    final.night.record(final.semifinal, "A")
    final.kept.open()
    final.kept.record(*ZAPATERIA)
    final.kept.seal()

    planilla_correct(mesa=final.mesa, reason="x", unsigned="", user=final.night.director, now=final.kept.tick())

    assert final.fixture.status == "provisional"


def test_undoing_the_correction_that_brought_others_gives_the_mesa_back() -> None:
    final = sealed_final()
    before = final.result
    final.others_come()
    final.semifinal.refresh_from_db()

    undone = fixture_restore(fixture=final.semifinal, user=final.night.director, now=NOW)

    assert (final.result, final.fixture.marks, final.mesa.stands) == (before, [], True)
    assert (undone.given_back, undone.not_given_back) == ((final.fixture,), ())


def test_they_come_back_to_it_too_where_its_result_was_taken_back_before_others_came() -> None:
    final = sealed_final()
    fixture_clear(fixture=final.fixture, user=final.night.director, now=NOW, reason="mal")
    final.semifinal.refresh_from_db()
    with pytest.raises(DrawRefusal, match=r"aunque su resultado se quitó: solo se hace a propósito\.$"):
        final.night.record(final.semifinal, "B")
    final.others_come()
    final.semifinal.refresh_from_db()

    fixture_restore(fixture=final.semifinal, user=final.night.director, now=NOW)

    assert (final.mesa.stands, final.fixture.marks) == (True, [])
    fixture_restore(fixture=final.fixture, user=final.night.director, now=NOW)
    assert final.fixture.how == "played"


def test_what_was_marked_when_one_of_the_two_left_is_theirs_again_with_its_result() -> None:
    final = sealed_final()
    director, before = final.night.director, final.result
    fixture_clear(fixture=final.fixture, user=director, now=NOW, reason="mal")
    pareja_leave(pareja=final.sat[1], user=director, now=NOW, reason="Enfermedad")
    assert "de antes de que saliera" in final.fixture.mark

    fixture_restore(fixture=final.fixture, user=director, now=NOW)

    assert (final.result, final.fixture.marks, final.mesa.stands) == (before, [], True)


def test_those_who_come_back_to_their_mesa_are_no_others() -> None:
    final = sealed_final()
    final.others_come()
    marks = final.fixture.marks
    final.semifinal.refresh_from_db()

    final.night.record(final.semifinal, "A")

    assert (final.mesa.stands, final.fixture.marks) == (True, marks)
