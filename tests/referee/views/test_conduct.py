"""Conduct at the desk: written, searched, made final, cancelled."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from brackets.views.departures import NO_MORE, NONE_YET, PLAYS_ON
from referee.models import Incident
from referee.services.conduct import Reported, incident_write
from tests.factories.brackets import director_of, published_stage
from tests.factories.referee import SORTEO, Keeper, kept_mesa

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(db: None) -> Keeper:
    return kept_mesa(SORTEO)


@pytest.fixture
def desk(kept: Keeper) -> Client:
    client = Client()
    client.force_login(director_of(kept.championship))
    return client


def at(kept: Keeper, rest: str) -> str:
    return f"/c/{kept.championship.slug}/panel/{rest}"


def written(kept: Keeper, desk: Client, text: str = "Se hizo señas", **more: str) -> Incident:
    sent = {
        "number": kept.fixture.pareja_a.number, "kind": "senas", "grade": "falta-grave", "text": text,
        "client_id": "6a0f2f0e-6c0a-4d4f-9a44-0d3e6f0f0001",
    }  # fmt: skip
    assert desk.post(at(kept, "conducta/"), sent | more).status_code == 302
    return Incident.objects.get()


def test_an_incident_is_written_made_final_and_cancelled_at_the_desk(kept: Keeper, desk: Client) -> None:
    incident = written(kept, desk)
    desk.post(at(kept, f"conducta/{incident.pk}/firme/"))
    assert "Firme" in desk.get(at(kept, "conducta/")).content.decode()
    assert desk.post(at(kept, f"conducta/{incident.pk}/anular/"), {"reason": ""}).status_code == 422
    desk.post(at(kept, f"conducta/{incident.pk}/anular/"), {"reason": "Era otro"})
    page = desk.get(at(kept, "conducta/")).content.decode()
    assert "Era otro" in page
    assert f"conducta/{incident.pk}/anular/" not in page


def test_sent_again_with_other_words_it_is_told_and_the_next_press_writes_it(kept: Keeper, desk: Client) -> None:
    incident = written(kept, desk)
    changed = {"number": kept.fixture.pareja_a.number, "kind": "senas", "grade": "observacion", "text": "Llegó tarde"}

    told = desk.post(at(kept, "conducta/"), changed | {"client_id": str(incident.client_id)})

    page = told.content.decode()
    assert (told.status_code, "ya quedó anotado con otras palabras" in page, "Llegó tarde" in page) == (422, True, True)
    (fresh,) = re.findall(r'name="client_id" value="([^"]+)"', page)
    assert desk.post(at(kept, "conducta/"), changed | {"client_id": fresh}).status_code == 302
    assert set(Incident.objects.values_list("text", flat=True)) == {"Se hizo señas", "Llegó tarde"}


def test_the_ledger_is_searched_by_pareja_and_grade(kept: Keeper, desk: Client) -> None:
    written(kept, desk)
    own, other = kept.fixture.pareja_a.number, kept.fixture.pareja_b.number
    asked = {
        query: "Se hizo señas" in desk.get(at(kept, f"conducta/?{query}")).content.decode()
        for query in (f"numero={own}", f"numero={other}", "grado=falta-grave", "grado=observacion", "numero=x²")
    }
    assert list(asked.values()) == [True, False, True, False, True]


def test_a_number_that_nobody_has_is_refused_beside_its_field(kept: Keeper, desk: Client) -> None:
    sent = {
        "number": 999,
        "kind": "senas",
        "grade": "observacion",
        "text": "x",
        "client_id": "6a0f2f0e-6c0a-4d4f-9a44-0d3e6f0f0004",
    }
    answer = desk.post(at(kept, "conducta/"), sent)
    assert answer.status_code == 422
    assert "No hay tal número" in answer.content.decode()


def public(kept: Keeper) -> str:
    return Client().get(f"/c/{kept.championship.slug}/").content.decode()


def test_only_a_final_one_that_nobody_cancelled_is_public_without_its_story(kept: Keeper, desk: Client) -> None:
    assert "Sanciones firmes" not in public(kept)
    incident = written(kept, desk, player="Ángel Güilcapi", article="art. 16, 18")
    assert "Sanciones firmes" not in public(kept)

    desk.post(at(kept, f"conducta/{incident.pk}/firme/"))

    told = public(kept).partition("Sanciones firmes")[2]
    assert kept.fixture.pareja_a is not None
    for words in (
        "Falta grave · Señas",
        f"{kept.fixture.pareja_a.number}. {kept.fixture.pareja_a.title}",
        "art. 16, 18",
    ):
        assert words in told
    assert "Se hizo señas" not in told
    assert "Ángel Güilcapi" not in told.partition("</section>")[0].replace(kept.fixture.pareja_a.title, "")

    desk.post(at(kept, f"conducta/{incident.pk}/anular/"), {"reason": "Era otro"})
    assert "Sanciones firmes" not in public(kept)


def test_a_grave_one_that_is_final_leads_to_expelling_and_to_disqualifying(client: Client) -> None:
    stage = published_stage(8)
    fixture = stage.fixtures.select_related("pareja_a", "pareja_b").get(number=1)
    gone, rival = fixture.pareja_a, fixture.pareja_b
    base = f"/c/{stage.championship.slug}/panel/"
    client.force_login(director_of(stage.championship))
    desk = client
    sent = {
        "number": gone.number, "kind": "ofensa", "grade": "falta-grave", "text": "Amenazó al Juez",
        "article": "art. 16, 18", "client_id": "6a0f2f0e-6c0a-4d4f-9a44-0d3e6f0f0009",
    }  # fmt: skip
    desk.post(f"{base}conducta/", sent)
    incident = Incident.objects.get()
    address = f"{base}conducta/{incident.pk}/expulsar/"
    assert address not in desk.get(f"{base}conducta/").content.decode()
    desk.post(f"{base}conducta/{incident.pk}/firme/")
    assert address in desk.get(f"{base}conducta/").content.decode()

    before = desk.get(address).content.decode()
    looked = desk.post(address, {"reason": "Amenazó al Juez"}).content.decode()
    gone.refresh_from_db()
    assert "Falta grave: ofensa (art. 16, 18). Amenazó al Juez" in before
    assert f"<h1>Expulsar a la pareja {gone.number}</h1>" in looked
    assert f"pasa el {rival.number}" in looked
    assert (gone.status, desk.post(address, {"reason": ""}).status_code) == ("active", 422)

    ledger = desk.post(address, {"reason": "Amenazó al Juez", "confirmar": "si"}, follow=True).content.decode()

    gone.refresh_from_db()
    assert gone.status == "expelled"
    assert "Expulsada por esto" in ledger
    assert address not in ledger
    again = desk.post(address, {"reason": "Amenazó al Juez", "a_proposito": "si", "nombrado": "0"}, follow=True)
    assert f"La pareja {gone.number} ya está expulsada: no cambió nada." in again.content.decode()


def test_before_one_at_a_mesa_is_expelled_it_is_said_whether_it_plays_on(kept: Keeper, desk: Client) -> None:
    incident = written(kept, desk)
    desk.post(at(kept, f"conducta/{incident.pk}/firme/"))
    address, sent = at(kept, f"conducta/{incident.pk}/expulsar/"), {"reason": "Amenazó al Juez"}

    plays_on = desk.post(address, sent | {"played": "si"}).content.decode()
    leaves = desk.post(address, sent | {"played": "no"}).content.decode()

    assert (PLAYS_ON in plays_on, NONE_YET in plays_on, NO_MORE in plays_on) == (True, True, False)
    assert PLAYS_ON not in leaves


def test_disqualifying_in_the_partida_finds_its_form_filled_in_without_the_story(kept: Keeper, desk: Client) -> None:
    query = "?como=disqualification&pasa=B&motivo=Falta+grave%3A+se%C3%B1as"
    assert kept.fixture.pareja_a is not None
    other = incident_write(
        championship=kept.championship,
        reported=Reported(kept.fixture.pareja_a, "senas", "falta-grave", "Otra vez", fixture=kept.fixture),
        client_id=uuid4(),
        user=kept.juez,
        now=kept.tick(),
    )
    ledger = desk.get(at(kept, "conducta/")).content.decode().replace("&amp;", "&")
    assert f"partidas/{other.fixture_id}/{query}" in ledger

    page = desk.get(at(kept, f"partidas/{other.fixture_id}/") + query).content.decode()
    assert "Falta grave: señas" in page
    assert page.count("checked") == 2


def test_the_usual_article_is_offered_and_another_can_be_written(kept: Keeper, desk: Client) -> None:
    page = desk.get(at(kept, "conducta/")).content.decode()
    assert "Lo usual: art. 16, 18 (señas, demora, ofensa, otra conducta); art. 16 (arranche)." in page
    assert 'value="art. 16, 18"' in page

    assert written(kept, desk, article="regla del salón 3").article == "regla del salón 3"


def test_the_page_asks_the_database_seldom(
    kept: Keeper, desk: Client, django_assert_max_num_queries: Callable[..., object]
) -> None:
    with django_assert_max_num_queries(16):
        assert desk.get(at(kept, "conducta/")).status_code == 200
