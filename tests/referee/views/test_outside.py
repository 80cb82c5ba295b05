import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from brackets.selectors.private_links import link_token
from referee.models import OutsideSigned
from referee.sealing import planilla_paper
from referee.selectors.planilla.build import mesas_to_print
from referee.services.certificates import certificate_end
from tests.factories.brackets import NOW, director_of
from tests.factories.outside import signed_outside
from tests.factories.referee import ZAPATERIA, Keeper, kept_mesa, sealed_mesa
from tests.factories.sealing import certified
from tests.referee.selectors.sealed.test_verdict import all_turns_taken

pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed(client: Client) -> Keeper:
    kept = sealed_mesa()
    client.force_login(kept.juez)
    return kept


def page_of(kept: Keeper) -> str:
    return reverse("referee:outside", args=[kept.championship.slug, kept.mesa_id])


def bring(client: Client, kept: Keeper, data: bytes) -> object:
    return client.post(page_of(kept), {"file": SimpleUploadedFile("firmada.pdf", data)}, follow=True)


@pytest.mark.long
def test_the_juez_of_the_mesa_brings_what_he_signed_and_all_see_that_he_did(client: Client, sealed: Keeper) -> None:
    certified(sealed.championship)
    data = signed_outside(planilla_paper(mesas_to_print().get(public_id=sealed.mesa_id), base_url="", now=NOW))

    answer = bring(client, sealed, data)

    assert "Quedó guardada la Planilla firmada por Rosa Guamán" in answer.text
    file = reverse(
        "referee:outside_file", args=[sealed.championship.slug, sealed.mesa_id, OutsideSigned.objects.get().pk]
    )
    assert client.get(file).content == data
    stranger = Client()
    assert stranger.get(file).status_code == 302
    planilla = stranger.get(reverse("referee:planilla", args=[sealed.mesa_id])).text
    assert "Rosa Guamán" in planilla
    assert "cadena no comprobada" in planilla
    own = stranger.get(reverse("referee:own", args=[link_token(sealed.fixture.pareja_a)])).text
    assert "La firmó además, con su certificado: Rosa Guamán" in own


def test_what_is_refused_says_why_beside_the_field(client: Client, sealed: Keeper) -> None:
    certified(sealed.championship)

    answer = bring(client, sealed, b"hola")

    assert answer.status_code == 422
    assert "no es una Planilla de este sitio" in answer.text
    assert "pasa de 10 MB" in bring(client, sealed, b"0" * (10 * 1024 * 1024 + 1)).text


def test_without_a_certificate_the_page_says_what_is_missing(client: Client, sealed: Keeper) -> None:
    assert "El campeonato no tiene certificado" in client.get(page_of(sealed)).text


def test_what_was_signed_before_the_certificate_went_is_still_brought(client: Client, sealed: Keeper) -> None:
    in_use = certified(sealed.championship)
    data = signed_outside(planilla_paper(mesas_to_print().get(public_id=sealed.mesa_id), base_url="", now=NOW))
    director = director_of(sealed.championship)
    certificate_end(championship=sealed.championship, replaces=in_use.public_id, user=director, now=NOW)

    assert "Descargue el PDF firmado por el campeonato" in client.get(page_of(sealed)).text
    assert "Quedó guardada" in bring(client, sealed, data).text


def test_a_busy_server_says_so_beside_the_field(
    client: Client, sealed: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brackets.turns.LONG_PATIENCE", 0.1)
    certified(sealed.championship)
    data = signed_outside(planilla_paper(mesas_to_print().get(public_id=sealed.mesa_id), base_url="", now=NOW))
    with all_turns_taken():
        answer = bring(client, sealed, data)

    assert answer.status_code == 503
    assert "Vuelva a intentarlo en un momento" in answer.text


def test_before_the_seal_there_is_nothing_to_sign(client: Client) -> None:
    kept = kept_mesa(*ZAPATERIA)
    client.force_login(kept.juez)

    assert "todavía no está sellada" in client.get(page_of(kept)).text
