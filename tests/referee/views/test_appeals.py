"""Appeals at the desk, on the page of a pareja, before the public and on paper."""

import io
import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.timezone import localtime
from pypdf import PdfReader

from brackets.models import Championship, Fixture, Role
from brackets.selectors.private_links import link_token
from brackets.services.fixtures import fixture_clear
from referee.models import Appeal, AppealRuling
from tests.brackets.views.conftest import named_in
from tests.factories.appeals import admitted, appealed
from tests.factories.brackets import RoleFactory, director_of, personal_set
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keeper, kept_mesa, sealed_mesa

pytestmark = pytest.mark.django_db


def page(kept: Keeper, path: str = "") -> str:
    return f"/c/{kept.championship.slug}/panel/apelaciones/{path}"


def director(kept: Keeper) -> Client:
    client = Client()
    client.force_login(director_of(kept.championship))
    return client


def test_from_the_presentation_to_the_public() -> None:
    kept = sealed_mesa()
    appealed(kept)
    desk, public = director(kept), Client()
    resolutions = f"/c/{kept.championship.slug}/resoluciones/"

    assert "Espera que el Director la califique" in desk.get(page(kept)).content.decode()
    asked = desk.post(page(kept, "1/calificar/"), {"admitted": "si", "reason": "En tiempo"})
    assert "Admitir la apelación 1" in asked.content.decode()
    desk.post(page(kept, "1/calificar/"), {"admitted": "si", "reason": "En tiempo", "confirmar": "si"})
    shown = desk.get(page(kept, "1/")).content.decode()
    assert "Qué cambiaría cada fallo" in shown
    assert f"pasa el {kept.fixture.pareja_b.number}" in shown
    ruling = {"kind": "adjudica-mesa", "side": "B", "points": "", "numbers": "", "grounds": "No se jugó (13)."}
    foreseen = desk.post(page(kept, "1/fallar/"), ruling)
    assert foreseen.status_code == 200
    assert not AppealRuling.objects.exists()
    desk.post(page(kept, "1/fallar/"), ruling | {"confirmar": "si"})
    assert AppealRuling.objects.get().version == 2

    assert "No se jugó (13)." not in public.get(resolutions).content.decode()
    desk.post(page(kept, "1/publicar/"), {"publicada": "si"})
    told = public.get(resolutions).content.decode()
    assert "No se jugó (13)." in told
    assert f"Adjudica la mesa a la pareja {kept.fixture.pareja_b} (B)." in told
    assert "<td>Gana B, por fallo del Director</td>" in told
    assert "<td>40–0</td><td>Igual</td>" in told
    desk.post(page(kept, "1/publicar/"), {"publicada": "no"})
    assert "No se jugó (13)." not in public.get(resolutions).content.decode()

    text = "\n".join(
        each.extract_text() for each in PdfReader(io.BytesIO(desk.get(page(kept, "1/resolucion.pdf")).content)).pages
    )
    for said in (
        "RESOLUCIÓN DE LA APELACIÓN 1",
        "No se jugó (13).",
        "Art. 17",
        "adjudica-mesa B",
        "Planilla versión 2",
    ):
        assert said in text
    assert kept.mesa.head_hash in text.replace("\n", "")


@pytest.mark.parametrize(
    ("ruling", "spanish", "english"),
    [
        (
            {"kind": "confirma"},
            "La mesa queda como la resolvió el Juez.",
            "The table stands as the judge resolved it.",
        ),
        (
            {"kind": "ajusta", "side": "A", "points": "2"},
            "El fallo se cumplió, y el marcador y el resultado son los mismos que antes.",
            "The ruling was carried out, and the score and the result are the same as before.",
        ),
    ],
)
def test_a_ruling_that_changes_nothing_says_so_in_both_languages(
    ruling: dict[str, str], spanish: str, english: str
) -> None:
    kept = sealed_mesa()
    admitted(kept)
    desk, public = director(kept), Client()
    given = {"side": "", "points": "", "numbers": "", "grounds": "Bien decidido.", **ruling}
    desk.post(page(kept, "1/fallar/"), given | {"confirmar": "si"})
    desk.post(page(kept, "1/publicar/"), {"publicada": "si"})
    resolutions = f"/c/{kept.championship.slug}/resoluciones/"

    assert f">{spanish}<" in public.get(resolutions).text
    assert f">{english}<" in public.get(resolutions, {"idioma": "en"}).text


def test_confirmed_the_public_reads_that_nothing_changed() -> None:
    kept = sealed_mesa()
    admitted(kept)
    desk = director(kept)
    ruling = {"kind": "confirma", "side": "", "points": "", "numbers": "", "grounds": "Bien decidido."}

    desk.post(page(kept, "1/fallar/"), ruling | {"confirmar": "si"})
    desk.post(page(kept, "1/publicar/"), {"publicada": "si"})

    told = Client().get(f"/c/{kept.championship.slug}/resoluciones/").content.decode()
    assert "Confirma lo resuelto por el Juez." in told
    assert ">La mesa queda como la resolvió el Juez.<" in told
    assert not re.findall(r"\bNone\b|\bnone\b|en-juego|zapateria", told)


@pytest.mark.long
def test_what_was_played_on_it_is_asked_for_on_purpose() -> None:
    kept = sealed_mesa()
    appealed(kept)
    for number in (2, 3):
        fixture = Fixture.objects.get(stage=kept.fixture.stage, number=number)
        Client.force_login(desk := director(kept), director_of(kept.championship))
        desk.post(
            f"/c/{kept.championship.slug}/panel/partidas/{fixture.pk}/",
            {"how": "walkover", "winner": "A", "reason": "No vinieron", "confirmar": "si"},
        )
    desk = director(kept)

    asked = desk.post(page(kept, "1/calificar/"), {"admitted": "si", "reason": "En tiempo"})
    assert (asked.status_code, "a_proposito" in asked.content.decode()) == (409, True)
    unticked = desk.post(
        page(kept, "1/calificar/"),
        {"admitted": "si", "reason": "En tiempo", "confirmar": "si"} | named_in(asked.content.decode()),
    )
    assert (unticked.status_code, "Marque esta casilla" in unticked.content.decode()) == (422, True)
    desk.post(
        page(kept, "1/calificar/"),
        {"admitted": "si", "reason": "En tiempo", "confirmar": "si", "a_proposito": "si"}
        | named_in(asked.content.decode()),
    )

    assert Appeal.objects.get().qualification.admitted


def test_a_ruling_sent_twice_on_purpose_is_given_once_and_says_so() -> None:
    kept = sealed_mesa()
    admitted(kept)
    desk = director(kept)
    ruling = {"kind": "adjudica-mesa", "side": "B", "points": "", "numbers": "", "grounds": "No se jugó (13)."}
    seen = desk.post(page(kept, "1/fallar/"), ruling).content.decode()
    sent = ruling | {"confirmar": "si"} | named_in(seen)

    done = desk.post(page(kept, "1/fallar/"), sent, follow=True).content.decode()
    again = desk.post(page(kept, "1/fallar/"), sent, follow=True).content.decode()
    asked = desk.post(page(kept, "1/fallar/"), ruling, follow=True).content.decode()
    other = desk.post(page(kept, "1/fallar/"), sent | {"side": "A"}, follow=True).content.decode()

    assert AppealRuling.objects.count() == 1
    assert "La apelación 1 quedó fallada." in done
    for answer in (again, asked):
        assert "La apelación 1 ya estaba fallada así: no cambió nada." in answer
        assert "No se hizo nada" not in answer
    assert "La apelación 1 ya está fallada, y el fallo es final" in other


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"kind": "ajusta", "side": "B", "points": ""}, "Diga cuántos puntos"),
        ({"kind": "adjudica-mesa", "side": ""}, "Diga a quién favorece"),
        ({"kind": "anula", "numbers": "dos"}, "Escriba números de jugadas"),
        ({"kind": "anula", "numbers": "9"}, "no hay ninguna jugada 9"),
        ({"kind": "confirma", "grounds": ""}, "Fundamentos"),
    ],
)
def test_a_ruling_that_is_not_whole_is_told_beside_its_field(wrong: dict[str, str], told: str) -> None:
    kept = kept_mesa(SORTEO, "caida A")
    admitted(kept)

    answer = director(kept).post(page(kept, "1/fallar/"), {"grounds": "Porque sí", **wrong})

    assert answer.status_code == 422
    assert told in answer.content.decode()


@pytest.mark.long
def test_a_data_of_which_nothing_was_played_is_not_repeated_and_the_page_says_why() -> None:
    kept = kept_mesa(SORTEO, 'ajusta A +2 "marcador"', 'abandono B "se fue"')
    kept.seal()
    admitted(kept)

    answer = director(kept).post(
        page(kept, "1/fallar/"), {"kind": "repite-data", "numbers": "2", "grounds": "Porque sí"}
    )

    assert answer.status_code == 422
    assert "la data 1 de esta chica no se jugó, o ya está anulada" in answer.content.decode()


def test_the_desk_reads_and_publishes_but_the_director_rules() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    admitted(kept)
    client = Client()
    client.force_login(RoleFactory(championship=kept.championship, kind=Role.Kind.CONTROL).user)

    shown = client.get(page(kept, "1/")).content.decode()

    assert "está suspendida" in shown
    assert "Fallar" not in shown
    assert client.post(page(kept, "1/fallar/"), {"kind": "confirma", "grounds": "x"}).status_code == 403


@pytest.mark.parametrize("players", [1, 3])
def test_the_queries_do_not_grow_with_the_appeals(players: int, django_assert_num_queries: object) -> None:
    kept = kept_mesa(SORTEO, "caida A", "limpia B", "caida B")
    for number in range(players):
        appealed(kept, jugada=number + 2)
    client = director(kept)
    client.get(page(kept))

    with django_assert_num_queries(9):  # type: ignore[operator]
        client.get(page(kept))


def kept_an_hour_ago(*lines: str, appeal_minutes: int) -> Keeper:
    """A mesa by the clock of the wall, which the pages go by."""
    kept = keeper()
    kept.now = timezone.now() - timedelta(hours=1)
    kept.championship.appeal_minutes = appeal_minutes
    kept.championship.save()
    kept.open()
    kept.record(*lines)
    return kept


def own_address(kept: Keeper) -> str:
    return f"/p/{link_token(kept.fixture.pareja_b)}/"


def test_a_pareja_appeals_from_its_page_and_follows_it() -> None:
    kept = kept_an_hour_ago(SORTEO, "caida A", appeal_minutes=600)
    digits = {}
    for place, player in enumerate(kept.fixture.pareja_b.players.order_by("position"), 1):
        personal_set([player], cedula=f"06012345{place:02}")
        digits[f"cedula_{place}"] = player.cedula[-4:]
    address = own_address(kept)
    body = {"jugada": 2, "about": "jugada", "text": "No la reclamó a tiempo", "client_id": str(uuid4()), **digits}

    assert "Apelar una decisión" in Client().get(address).content.decode()
    wrong = Client().post(f"{address}apelar/", body | {"cedula_1": "0000"})
    assert (wrong.status_code, "no coinciden" in wrong.content.decode()) == (422, True)
    sent = Client().post(f"{address}apelar/", body)

    assert sent.status_code == 302
    assert Appeal.objects.get().pareja == kept.fixture.pareja_b
    assert "Espera que el Director la califique" in Client().get(address).content.decode()


def own_appeal_page(kept: Keeper) -> str:
    return Client().get(f"{own_address(kept)}apelar/").content.decode()


def test_when_the_time_is_over_the_page_says_when_it_ended() -> None:
    kept = kept_an_hour_ago(SORTEO, "caida A", appeal_minutes=1)
    row = kept.mesa.jugadas.get(seq=2)
    until = localtime(row.device_ts + timedelta(minutes=1))

    for shown in (own_appeal_page(kept), Client().get(own_address(kept)).content.decode()):
        assert f"el plazo venció a las {until:%H:%M}" in shown
    assert "disabled>Presentar la apelación" in own_appeal_page(kept)


def test_while_it_runs_each_page_has_its_end_and_the_hour_of_the_server() -> None:
    kept = kept_an_hour_ago(*ZAPATERIA, appeal_minutes=600)
    for place, player in enumerate(kept.fixture.pareja_b.players.all()):
        personal_set([player], cedula=f"060123456{place}")
    last = kept.mesa.jugadas.last()
    until = localtime(last.device_ts + timedelta(minutes=600))

    for shown in (own_appeal_page(kept), director(kept).get(page(kept)).content.decode()):
        assert f'hasta las <strong class="number">{until:%H:%M:%S}</strong>' in shown
        assert f'data-until="{until:%s}"' in shown
        assert "data-now=" in shown


def test_no_page_counts_down_for_a_mesa_that_counts_no_more() -> None:
    kept = kept_an_hour_ago(*ZAPATERIA, appeal_minutes=600)
    for place, player in enumerate(kept.fixture.pareja_b.players.all()):
        personal_set([player], cedula=f"060123456{place}")
    who = {"user": director_of(kept.championship), "now": timezone.now()}
    fixture_clear(fixture=kept.fixture, reason="se repite", replayed=True, **who)

    for shown in (Client().get(own_address(kept)).text, director(kept).get(page(kept)).text):
        assert "data-until=" not in shown


def test_a_closed_championship_takes_no_appeal_and_no_page_counts_down_to_one() -> None:
    kept = kept_an_hour_ago(*ZAPATERIA, appeal_minutes=600)
    appealed(kept)
    for place, player in enumerate(kept.fixture.pareja_b.players.all()):
        personal_set([player], cedula=f"060123456{place}")
    desk = director(kept)
    addresses = [(Client(), own_address(kept)), (Client(), f"{own_address(kept)}apelar/")]
    addresses += [(desk, page(kept)), (desk, page(kept, "1/"))]
    assert all("data-until=" in client.get(address).content.decode() for client, address in addresses)
    Championship.objects.filter(pk=kept.championship.pk).update(status="closed")

    own, form, listed, one = (client.get(address).content.decode() for client, address in addresses)

    for shown in (own, form, listed, one):
        assert "data-until=" not in shown
        assert "Apelen en la tablet" not in shown
    assert "Apelar una decisión" not in own
    assert "Apelación 1" in own
    assert "El campeonato terminó: ya no se apela." in form
    for shown in (form, one):
        assert not re.search(r'<form method="post"[^>]*(novalidate|calificar|fallar)', shown)


def test_a_pareja_without_cedulas_is_told_what_to_do() -> None:
    kept = kept_an_hour_ago(SORTEO, "caida A", appeal_minutes=600)
    personal_set(kept.fixture.pareja_b.players.filter(position=1), cedula="0601234567")
    first, second = kept.players("B")

    shown = own_appeal_page(kept)

    assert f"falta la de {second}. Apelen en la tablet del Juez" in shown
    assert f"falta la de {first}" not in shown
    assert '<form method="post" novalidate' not in shown
