"""Corrección oficial at the Mesa de Control, and what others see of it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from brackets.services.fixtures import fixture_record
from referee.models import Planilla
from tests.brackets.views.conftest import named_in
from tests.factories.brackets import director_of
from tests.factories.insider import insider
from tests.factories.referee import Keeper, sealed_mesa
from tests.referee.printing.test_pdf import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed() -> Keeper:
    return sealed_mesa()


def address(kept: Keeper) -> str:
    return reverse("referee:correction", args=(kept.championship.slug, kept.fixture.pk))


@pytest.fixture
def director(client: Client, sealed: Keeper) -> Client:
    client.force_login(director_of(sealed.championship))
    return client


def test_the_director_opens_the_next_version_and_is_told_how_it_goes_on(director: Client, sealed: Keeper) -> None:
    fixture_page = director.get(reverse("brackets:fixture", args=(sealed.championship.slug, sealed.fixture.pk)))
    assert address(sealed) in fixture_page.content.decode()
    assert "solo un fallo suyo la enmienda" in director.get(address(sealed)).content.decode()

    asked = director.post(address(sealed), {"reason": "Fallo 3.", "unsigned": ""}).content.decode()
    assert "Abrir la corrección oficial de la" in asked
    assert "por definir" in asked
    assert Planilla.objects.get().corrected_at is None
    sent = {"reason": "Fallo 3.", "unsigned": "", "confirmar": "si"}
    page = director.post(address(sealed), sent, follow=True).content.decode()

    assert "La versión 2 está abierta" in page
    assert Planilla.objects.get().correction == "Fallo 3."


def test_against_what_was_played_on_it_the_planilla_is_opened_on_purpose_and_the_mesa_marked(
    director: Client, sealed: Keeper
) -> None:
    stage = sealed.fixture.stage
    for fixture in (*stage.fixtures.filter(round=1, status="ready"), stage.fixtures.get(round=2)):
        fixture_record(
            fixture=fixture, how="retirement", winner="A", chicas=[], zapateria=False, reason="",
            user=director_of(sealed.championship), now=sealed.tick(),
        )  # fmt: skip
    final = stage.fixtures.get(round=2)
    sent = {"reason": "Fallo 3.", "unsigned": "", "confirmar": "si"}

    asked = director.post(address(sealed), {"reason": "Fallo 3."})
    sent |= named_in(asked.content.decode())
    refused = director.post(address(sealed), sent)
    untouched = Planilla.objects.get().corrected_at
    done = director.post(address(sealed), {**sent, "a_proposito": "si"}, follow=True).content.decode()

    assert (asked.status_code, refused.status_code, untouched) == (409, 422, None)
    assert f"partida {final.number} (ya tiene resultado)" in refused.content.decode()
    assert f"Quedó señalada la partida {final.number}." in done
    final.refresh_from_db()
    assert (final.status, final.how) == ("waiting", "")
    assert "quedó sin efecto" in final.mark
    assert Planilla.objects.get().correction == "Fallo 3."


def test_without_a_reason_nothing_is_opened(director: Client, sealed: Keeper) -> None:
    answer = director.post(address(sealed), {"reason": " "})

    assert answer.status_code == 422
    assert "No se guardó" in answer.content.decode()
    assert Planilla.objects.get().corrected_at is None


def test_a_mesa_that_is_not_sealed_is_corrected_on_its_tablet(director: Client, sealed: Keeper) -> None:
    with insider(Planilla):
        Planilla.objects.update(status="reopened", sealed_at=None)

    answer = director.post(address(sealed), {"reason": "Fallo 3."})

    assert answer.status_code == 422
    assert Planilla.objects.get().corrected_at is None


def test_both_versions_stay_readable_and_say_what_they_are(director: Client, sealed: Keeper, client: Client) -> None:
    first = Planilla.objects.get()
    public = reverse("referee:planilla", args=(sealed.mesa_id,))
    director.post(address(sealed), {"reason": "Fallo 3.", "unsigned": "Ya se fueron.", "confirmar": "si"})
    opened = Client().get(public, {"v": "1", "h": first.digest[:16]}).content.decode()
    sealed.record('adjudica-mesa B "fallo 3"')
    second = sealed.freeze()
    sealed.sign(second, "juez")

    old = Client().get(public, {"v": "1", "h": first.digest[:16]}).content.decode()
    new = Client().get(public, {"v": "2", "h": second.digest[:16]}).content.decode()

    assert "Un fallo del Director abrió esta Planilla" in opened
    assert "El papel fue reemplazado" in old
    assert "El papel es la Planilla vigente" in new
    assert "Fallo 3" in old  # whoever holds the first is told why it counts no more
    assert "Fallo 3" not in opened + new
    texts = []
    for version in (1, 2):
        pdf = director.get(
            reverse("referee:planilla_pdf", args=(sealed.championship.slug, sealed.mesa_id)), {"v": version}
        )
        texts.append(text_of(pdf.content))
    assert "REEMPLAZADA por v2" in texts[0]
    assert "Enmienda la versión 1 por fallo de" in texts[1]
    assert "Sin firmas nuevas: Ya se fueron." in texts[1]


def test_the_page_tells_how_long_there_is_and_when_it_is_over(director: Client, sealed: Keeper) -> None:
    championship = sealed.championship
    with insider(Planilla):
        Planilla.objects.update(sealed_at=timezone.now() - timedelta(minutes=31))
    championship.correction_minutes = 30
    championship.save()

    page = director.get(address(sealed)).content.decode()
    answer = director.post(address(sealed), {"reason": "Fallo 3."})

    assert "El plazo para corregir esta Planilla terminó" in page
    assert "Abrir la corrección" not in page
    assert answer.status_code == 422
    assert Planilla.objects.get().corrected_at is None

    with insider(Planilla):
        Planilla.objects.update(sealed_at=timezone.now())

    assert "Hay tiempo hasta las" in director.get(address(sealed)).content.decode()
