"""A mesa that was left without effect is in nobody's way: what the same two play since is written from paper."""

import pytest
from django.test import Client
from django.urls import reverse

from brackets.models import Role
from cuarenta_torneo.english import in_english
from referee.models import Planilla, Transcription
from referee.selectors.sealed.standing import doubts_of
from referee.services.errors import RefereeError
from referee.services.paper import paper_result_record
from tests.factories.brackets import NOW, RoleFactory
from tests.factories.finals import Final, final_of, opened_final, sealed_final
from tests.factories.referee import SORTEO, ZAPATERIA
from tests.factories.transcriptions import Desk

pytestmark = pytest.mark.django_db


def unsealed() -> Final:
    """Its tablet has the whole log, and the desk gave the result before anybody had sealed it."""
    final = final_of(*ZAPATERIA)
    final.night.record(final.fixture, "A", how="retirement", chicas=[])
    return final


def unfinished() -> Final:
    """The desk gave the result while it was played."""
    final = final_of(SORTEO, "limpia A")
    final.night.record(final.fixture, "A", how="retirement", chicas=[])
    return final


ALL = pytest.mark.parametrize("kept", [sealed_final, unsealed, unfinished])


@ALL
def test_no_paper_is_held_beside_it(kept) -> None:
    final = kept()
    final.left_without_effect()

    with pytest.raises(RefereeError, match=r"quedó sin efecto.*se lleva en papel") as refused:
        Desk(final.fixture).start(tablet_left=True)

    assert refused.value.code == "mesa-sin-efecto"
    assert not Transcription.objects.exists()


@ALL
def test_no_tablet_goes_on_with_it(kept) -> None:
    final = kept()
    final.left_without_effect()
    before = final.result

    with pytest.raises(RefereeError, match=r"quedó sin efecto.*se lleva en papel") as refused:
        final.kept.open()

    assert (refused.value.code, final.result) == ("mesa-sin-efecto", before)


def test_nobody_signs_it() -> None:
    final = final_of(*ZAPATERIA)
    planilla = final.kept.freeze()
    final.kept.sign(planilla, "A")
    final.night.record(final.fixture, "A", how="retirement", chicas=[])
    final.left_without_effect()
    before = final.result

    with pytest.raises(RefereeError, match="quedó sin efecto") as refused:
        final.kept.sign(planilla, "juez")

    assert (refused.value.code, final.result) == ("mesa-sin-efecto", before)


@ALL
def test_the_chicas_of_those_two_are_written_by_the_desk_without_a_reason(kept, client: Client) -> None:
    final = kept()
    final.left_without_effect()
    at = (final.night.championship.slug, final.fixture.pk)
    client.force_login(RoleFactory(championship=final.night.championship, kind=Role.Kind.CONTROL).user)
    address = reverse("referee:paper_result", args=at)

    page = client.get(reverse("brackets:fixture", args=at)).text
    written = client.get(address).status_code
    paper_result_record(fixture=final.fixture, chicas=[(20, 40), (20, 40)], user=final.night.director, now=NOW)

    assert address in page
    assert reverse("referee:transcription_new", args=at) not in page
    assert "En su mesa se registró lo que quedó sin efecto" in page
    assert "se escriben solo las chicas" in page
    assert written == 200
    assert (final.fixture.status, final.fixture.winner) == ("final", final.fixture.pareja_b)


def test_they_are_corrected_from_paper_though_they_are_those_of_its_planilla(client: Client) -> None:
    final = sealed_final()
    chicas = final.fixture.chicas
    final.left_without_effect()
    director = final.night.director
    paper_result_record(fixture=final.fixture, chicas=[(40, 20), (40, 0)], user=director, now=NOW)
    paper_result_record(fixture=final.fixture, chicas=chicas, user=director, now=NOW, reason="mal leídas")
    at = (final.night.championship.slug, final.fixture.pk)
    client.force_login(director)

    assert final.fixture.chicas == chicas
    assert reverse("referee:paper_result", args=at) in client.get(reverse("brackets:fixture", args=at)).text


def test_a_paper_of_before_is_not_confirmed_as_what_is_to_be_played() -> None:
    final = opened_final()
    desk = Desk(final.fixture)
    typed = desk.type(tablet_left=True)
    final.night.record(final.fixture, "A")
    final.left_without_effect()
    before = final.result

    with pytest.raises(RefereeError, match="quedó sin efecto") as refused:
        desk.confirm(typed)

    assert (refused.value.code, final.result) == ("mesa-sin-efecto", before)
    assert not Planilla.objects.exists()


def test_who_relies_on_its_planilla_is_told_so_in_english_too() -> None:
    final = sealed_final()
    final.left_without_effect()

    *_, told = doubts_of(final.mesa.planillas.get())

    assert told.startswith("Lo que se jugó en esta mesa quedó sin efecto por decisión del Director. ")
    assert in_english(told) == (
        "What was played at this table is without effect by decision of the Director. The Planilla is still what was played "
        "and signed, but no longer counts: ask at the control desk."
    )
