"""The page of inscription, its receipt, and the desk that answers: as people use them, without JavaScript."""

import re
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from brackets.models import AuditAddress, Championship, Entry, EntryPerson, Inscription, Pareja, Player, Role
from brackets.services.entry_answers import entry_confirm
from brackets.services.inscription_settings import InscriptionData, inscription_set
from referee.services.tree import tree_sweep
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    director_of,
    drawn_stage,
    invented_cedula,
    invented_name,
    personal_set,
)
from tests.factories.inscription import accepting, ask, category

pytestmark = pytest.mark.django_db
State = Entry.State


@pytest.fixture(autouse=True)
def nobody_tried_yet() -> None:
    cache.clear()


@pytest.fixture
def championship() -> Championship:
    return accepting(fee=10, payment="Por transferencia a la cuenta 123", documents="La cédula de los dos")


def typed(**given: Any) -> dict[str, Any]:
    return {
        "client_id": str(uuid4()), "consent_version": 1, "consent": "on",
        "player_1": "Alba Ñato", "cedula_1": invented_cedula(1), "email_1": "alba@ejemplo.ec", "phone_1": "099 123 4567",
        "player_2": "Bruno Paz", "cedula_2": invented_cedula(2), "email_2": "", "phone_2": "",
    } | given  # fmt: skip


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_the_page_says_what_one_has_to_know_and_gives_a_receipt(client: Client, championship: Championship) -> None:
    inscription_set(
        championship=championship,
        data=InscriptionData(fee=10, payment="Por transferencia", documents="La cédula de los dos", capacity=20),
        user=director_of(championship), now=NOW,
    )  # fmt: skip
    category(championship, "Mayores", minimum_age=18)
    page = text_of(client.get(url("inscription", championship)))
    for words in ("Quedan 20 de 20", "10,00 dólares", "Por transferencia", "La cédula de los dos", "desde 18 años"):
        assert words in page

    mayores = championship.categories.get()
    sent = typed(category=mayores.pk, birth_date_1="17/5/1990", birth_date_2="1991-02-01")
    answer = client.post(url("inscription", championship), sent, follow=True)

    entry = Entry.objects.get()
    assert answer.redirect_chain[-1][0] == url("receipt", championship, entry.token)
    assert "Por responder" in text_of(answer)
    assert answer["X-Robots-Tag"].startswith("noindex")
    head = tree_sweep(championship=championship, now=NOW).checkpoint
    assert head is not None
    receipt = text_of(client.get(url("receipt", championship, entry.token)))
    assert f"Punto de control: tamaño {head.size}, raíz {head.root[:16]}," in receipt
    assert [each.phone for each in entry.people.all()] == ["0991234567", ""]


def test_sent_twice_leads_to_the_same_receipt(client: Client, championship: Championship) -> None:
    sent = typed()

    first, second = (client.post(url("inscription", championship), sent) for _ in range(2))

    assert (first.url, Entry.objects.count()) == (second.url, 1)


def test_what_is_wrong_is_told_beside_the_field_and_nothing_typed_is_lost(
    client: Client, championship: Championship
) -> None:
    answer = client.post(url("inscription", championship), typed(cedula_2="1712345674"))

    assert answer.status_code == 422
    assert "cedula_2" in answer.context["form"].errors
    assert 'value="Alba Ñato"' in answer.content.decode()
    assert not Entry.objects.exists()


def test_a_consent_that_changed_meanwhile_is_shown_and_agreed_to_anew(
    client: Client, championship: Championship
) -> None:
    inscription_set(
        championship=championship, data=InscriptionData(consent="Otro texto."), user=director_of(championship), now=NOW
    )

    refused = client.post(url("inscription", championship), typed())
    version = refused.context["form"]["consent_version"].value()
    client.post(url("inscription", championship), typed(consent_version=version))

    assert ("Otro texto." in text_of(refused), refused.status_code) == (True, 422)
    assert Entry.objects.get().consent.version == 2


def test_closed_it_says_so_and_takes_nothing(client: Client, championship: Championship) -> None:
    Inscription.objects.update(accepting=False)

    assert "cerrada por ahora" in text_of(client.get(url("inscription", championship)))
    answer = client.post(url("inscription", championship), typed())
    assert (answer.status_code, Entry.objects.count()) == (422, 0)
    assert "cerrada por ahora" in text_of(answer)


def test_full_it_offers_the_waiting_list_and_tells_the_place_in_it(client: Client) -> None:
    championship = accepting(capacity=1)
    ask(championship, 5, 6)
    assert "lista de espera" in text_of(client.get(url("inscription", championship)))

    answer = client.post(url("inscription", championship), typed(), follow=True)

    assert "<strong>1.º</strong>" in text_of(answer)


def test_what_a_program_fills_in_is_refused_and_so_are_too_many(client: Client, championship: Championship) -> None:
    assert client.post(url("inscription", championship), typed(website="http://spam")).status_code == 422
    for _ in range(29):
        client.post(url("inscription", championship), {})
    answer = client.post(url("inscription", championship), typed())

    assert (answer.status_code, Entry.objects.count()) == (422, 0)
    assert "Espere una hora" in text_of(answer)
    assert client.post(url("inscription", championship), typed(), REMOTE_ADDR="10.0.0.9").status_code == 302


def test_whoever_has_the_receipt_withdraws_asks_again_and_takes_his_data_along(
    client: Client, championship: Championship
) -> None:
    entry = ask(championship, 1, 2)

    def post(page: str) -> str:
        return text_of(client.post(url(page, championship, entry.token), follow=True))

    assert "está retirada" in post("receipt_withdraw")
    assert "pedida de nuevo" in post("receipt_again")
    copy = client.get(url("receipt_data", championship, entry.token))
    assert invented_cedula(1) in copy.content.decode()
    assert "attachment" in copy["Content-Disposition"]
    assert "se borraron" in post("receipt_erase")
    assert {each.cedula for each in EntryPerson.objects.all()} == {""}
    mistyped = client.get(url("receipt", championship, "otro-secreto"))
    assert mistyped.status_code == 404
    assert "Este enlace no lleva a ninguna solicitud" in mistyped.text
    assert client.get(url("receipt", ChampionshipFactory(), entry.token)).status_code == 404


def test_who_has_his_request_deleted_is_not_told_by_his_network_either(
    championship: Championship, sits_at: Sits
) -> None:
    """What the desk did with it keeps where from, as all it does, until the end."""
    client = Client()
    client.post(url("inscription", championship), typed(), REMOTE_ADDR="203.0.113.77")
    entry, director = Entry.objects.get(), sits_at(championship, Role.Kind.DIRECTOR)
    director.post(f"/c/{championship.slug}/panel/inscripciones/{entry.pk}/responder/", {"respuesta": "espera"})
    other = ask(championship, 11, 12)
    for whose in (entry, other):
        client.get(url("receipt_data", championship, whose.token), REMOTE_ADDR="203.0.113.77")
    assert AuditAddress.objects.filter(address="203.0.113.77").count() == 3

    client.post(url("receipt_erase", championship, entry.token), REMOTE_ADDR="203.0.113.77")

    left = AuditAddress.objects.values_list("entry__action", "entry__user")
    assert sorted(left, key=str) == [("archivo-bajar", None), ("solicitud-responder", director_of(championship).pk)]


def test_no_public_page_shows_a_cedula(client: Client, championship: Championship) -> None:
    entry = ask(championship, 1, 2)
    pages = [url(name, championship) for name in ("championship", "inscription", "parejas_public")]

    for page in (*pages, url("receipt", championship, entry.token)):
        assert invented_cedula(1) not in client.get(page).content.decode()


def test_the_desk_confirms_notes_the_payment_rejects_and_takes_back(sits_at: Sits, championship: Championship) -> None:
    entry, other = ask(championship, 1, 2), ask(championship, 3, 4)
    desk = sits_at(championship, Role.Kind.CONTROL)

    def answer(word: str) -> str:
        sent = {"respuesta": word, "en": "lista"}
        return text_of(desk.post(url("entry_answer", championship, entry.pk), sent, follow=True))

    assert f"La solicitud {entry.pk} está confirmada." in answer("confirmar")
    assert "Se anotó el pago" in answer("pagada")
    assert "otra vez por responder" in answer("deshacer")
    assert "No cambió nada" in answer("cualquier cosa")
    assert desk.post(url("entry", championship, other.pk), {"reason": ""}).status_code == 422
    desk.post(url("entry", championship, other.pk), {"reason": "Falta el pago"})
    assert "Falta el pago" in text_of(desk.get(url("receipt", championship, other.token)))
    assert desk.post(url("inscription_switch", championship), {"abrir": "no"}).status_code == 403


def test_who_answers_after_the_draw_is_told_that_it_holds_no_more_where_that_changes_who_enters(sits_at: Sits) -> None:
    stage = drawn_stage(4)
    championship, desk = accepting(stage.championship), sits_at(stage.championship)
    entry, other = ask(championship, 101, 102), ask(championship, 103, 104)
    told = f"Desde el sorteo de «{stage}» se hicieron, retiraron o corrigieron inscripciones"

    def answer(word: str, to: Entry) -> bool:
        return told in text_of(desk.post(url("entry_answer", championship, to.pk), {"respuesta": word}, follow=True))

    assert [answer(word, entry) for word in ("pagada", "confirmar", "no-pagada")] == [False, True, False]
    assert answer("confirmar", other)
    assert [answer(word, entry) for word in ("deshacer", "confirmar", "retirar")] == [True, True, True]
    assert not answer("deshacer", other)  # the draw holds again


def test_what_was_done_past_midnight_has_the_date_of_the_calendar(sits_at: Sits, championship: Championship) -> None:
    """However the day of play is called, its moments stand one above the other."""
    entry, desk = ask(championship, 1, 2), sits_at(championship, Role.Kind.CONTROL)
    pages = url("entry", championship, entry.pk), url("receipt", championship, entry.token)

    with time_machine.travel(datetime.fromisoformat("2026-11-29T00:30:00-05:00"), tick=False):
        desk.post(url("entry_answer", championship, entry.pk), {"respuesta": "pagada", "en": "lista"})
        paid = [text_of(desk.get(page)) for page in pages]
        desk.post(url("receipt_erase", championship, entry.token))
        erased = text_of(desk.get(pages[0]))

    assert ["29/11/2026 00:30" in page for page in paid] == [True, True]
    assert "Datos borrados el 29/11/2026 00:30." in erased
    assert not any("28 de noviembre, 00:30" in page for page in (*paid, erased))


def test_the_desk_is_told_who_is_called_alike(sits_at: Sits, championship: Championship) -> None:
    entry_confirm(entry=ask(championship, 1, 2), user=director_of(championship), now=NOW)
    pareja = Pareja.objects.get()
    personal_set(pareja.players.all(), cedula="")
    again = ask(championship, 1, 5)

    page = text_of(sits_at(championship).get(url("entry", championship, again.pk)))

    assert "Hay quien se llama igual" in page
    assert "en el número 1" in page


def test_the_director_settles_it_and_opens_the_page(sits_at: Sits, client: Client) -> None:
    championship = ChampionshipFactory()
    director = sits_at(championship)
    assert "Todavía no hay inscripción en línea" in text_of(director.get(url("entries", championship)))
    settled = {
        "opens_at": "2026-11-01T08:00", "closes_at": "2036-11-20T20:00", "capacity": 40, "fee": "15.50",
        "waiting_list": "on", "payment": "En efectivo", "documents": "Cédula", "consent": "Estoy de acuerdo.",
    }  # fmt: skip

    director.post(url("inscription_settings", championship), settled)
    director.post(url("category_new", championship), {"categoria-name": "Mixta", "categoria-who": "mixta"})
    page = director.post(url("inscription_switch", championship), {"abrir": "si"}, follow=True)

    assert "La inscripción está abierta." in text_of(page)
    assert (Inscription.objects.get().capacity, championship.categories.get().who) == (40, "mixta")
    wrong = settled | {"closes_at": "2026-10-01T08:00"}
    assert director.post(url("inscription_settings", championship), wrong).status_code == 422
    group = championship.categories.get()
    director.post(url("category_edit", championship, group.pk), {"name": "Mixta", "who": "mixta", "capacity": 8})
    assert championship.categories.get().capacity == 8
    director.post(url("category_take_out", championship, group.pk))
    assert not championship.categories.exists()


def test_the_desk_serves_a_person_and_only_the_director_erases(sits_at: Sits, championship: Championship) -> None:
    entry_confirm(entry=ask(championship, 1, 2), user=director_of(championship), now=NOW)
    player = Player.objects.get(position=1)
    desk = sits_at(championship, Role.Kind.CONTROL)
    page = url("person", championship, player.pk)

    desk.post(page, {"email": "nuevo@ejemplo.ec", "phone": ""})
    player.refresh_from_db()
    assert (player.email, player.phone) == ("nuevo@ejemplo.ec", "")
    assert desk.post(page, {"email": "nada"}).status_code == 422
    assert invented_cedula(1) in desk.get(url("person_data", championship, player.pk)).content.decode()
    answer = url("person_answer", championship, player.pk)
    assert "retira su consentimiento" in text_of(desk.post(answer, {"respuesta": "retirar"}, follow=True))
    assert desk.post(answer, {"respuesta": "borrar"}).status_code == 403
    director = sits_at(championship)
    assert "todavía no termina" in text_of(director.post(answer, {"respuesta": "borrar"}, follow=True))
    Championship.objects.update(status=Championship.Status.CLOSED)
    for address in (page, url("people", championship)):  # what cannot be undone takes a second touch
        shown = director.get(address).content.decode()
        asked = shown.rindex("<details", 0, shown.index("Borrar los d", shown.index("<summary>Borrar")))
        assert "<summary>Borrar" in shown[asked : asked + 200]
    assert "Datos borrados: 2." in text_of(director.post(url("people_erase", championship), follow=True))
    assert "No queda ningún dato personal" in text_of(director.get(url("people", championship)))


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("page", ["entries", "people"])
def test_a_list_takes_the_same_queries_for_any_number(
    sits_at: Sits, page: str, rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    championship = accepting(capacity=30)
    group = category(championship, "Abierta", capacity=20)
    for number in range(rows):
        confirmed = ask(championship, 4 * number, 4 * number + 1, category=group)
        entry_confirm(entry=confirmed, user=director_of(championship), now=NOW)
        ask(championship, 4 * number + 2, 4 * number + 3, category=group)
    desk = sits_at(championship)

    with django_assert_num_queries({"entries": 13, "people": 7}[page]):
        desk.get(url(page, championship), {"ver": "todas"})


def test_a_single_player_is_asked_about_himself_alone(client: Client) -> None:
    championship = accepting(ChampionshipFactory(players_per_pareja=1))
    page = text_of(client.get(url("inscription", championship)))
    assert "cedula_2" not in page

    one = {name: value for name, value in typed().items() if not name.endswith("_2")}
    assert client.post(url("inscription", championship), one).status_code == 302
    entry = entry_confirm(entry=Entry.objects.get(), user=director_of(championship), now=NOW)
    assert entry.pareja
    assert entry.pareja.players.count() == 1
    for page_name in ("entries", "people"):
        client.force_login(director_of(championship))
        assert client.get(url(page_name, championship)).status_code == 200


def test_the_desk_finds_a_person_by_the_cedula_or_its_last_digits_and_by_nothing_less(
    sits_at: Sits, championship: Championship
) -> None:
    for number in (1, 3):
        entry_confirm(entry=ask(championship, number, number + 1), user=director_of(championship), now=NOW)
    desk, one, address = sits_at(championship), invented_cedula(1), url("people", championship)

    for digits in (one, f"{one[:9]}-{one[9]}", one[-4:]):
        found = desk.post(address, {"digits": digits})
        assert re.findall(r">Atender<span[^>]*> a ([^<]+)<", found.content.decode()) == [invented_name(1)], digits
    assert "Nadie de este campeonato tiene esa cédula." in text_of(desk.post(address, {"digits": "9999"}))
    for digits in ("", "12", one[:9], "abcd"):
        refused = desk.post(address, {"digits": digits})
        assert refused.status_code == 422, digits
        assert invented_name(3) in text_of(refused)
