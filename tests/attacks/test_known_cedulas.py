"""A stranger types a cédula at the public page of inscription: its answers are the same whether its owner takes part or not."""

import re
from typing import Any
from urllib.parse import quote
from uuid import UUID

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from brackets.models import AuditEntry, Championship, Entry, EntryPerson, Pareja, Player, Role
from brackets.services.entries import entry_ask_again, entry_withdraw
from brackets.services.entry_answers import entry_confirm, entry_join, entry_put_in_line, entry_reject, entry_reopen
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.inscription import ParejaData
from brackets.services.parejas import pareja_add
from brackets.services.personal_data import entry_erase
from brackets.services.vault import cedulas_hold
from tests.factories.brackets import (
    NOW,
    RoleFactory,
    director_of,
    invented_cedula,
    invented_name,
    personal_set,
    with_cedula,
)
from tests.factories.inscription import accepting, ask, person

pytestmark = pytest.mark.django_db
State = Entry.State
ASKED = ("asked", "waits")


@pytest.fixture(autouse=True)
def nobody_tried_yet() -> None:
    cache.clear()


def by(championship: Championship) -> dict[str, Any]:
    return {"user": director_of(championship), "now": NOW}


def known_as(how: str) -> Championship:
    """One pareja and two requests, so that public counts agree; the person with number 1 takes part as `how` says."""
    championship = accepting(capacity=20)
    first, second = (
        person(1 if how in those else own, name=invented_name(1)) for those, own in ((("plays",), 31), (ASKED, 33))
    )
    entry_confirm(entry=ask(championship, people=(first, person(32))), **by(championship))
    asked = ask(championship, people=(second, person(34)))
    ask(championship, 35, 36)
    if how == "waits":
        entry_put_in_line(entry=asked, **by(championship))
        ask(championship, 37, 38)
    return championship


def typed(number: int) -> dict[str, Any]:
    return {
        "client_id": str(UUID(int=7)), "consent_version": 1, "consent": "on",
        "player_1": "Alba Ñato", "cedula_1": invented_cedula(1), "email_1": "alba@ejemplo.ec", "phone_1": "099 123 4567",
        "player_2": "Bruno Paz", "cedula_2": invented_cedula(number), "email_2": "", "phone_2": "",
    }  # fmt: skip


def seen_by_a_stranger(client: Client, championship: Championship) -> tuple[list[str], list[int]]:
    """Whatever he is answered, and with how many queries: he asks, reads, takes a copy, withdraws, asks again, has it erased."""
    here = f"/c/{championship.slug}/"
    page = f"{here}inscripcion/"
    texts, queries = [], []

    def told(method: str, address: str, sent: dict[str, Any] | None = None) -> Any:
        with CaptureQueriesContext(connection) as ran:
            answer = client.post(address, sent or {}) if method == "POST" else client.get(address)
        texts.append(f"{answer.status_code} {answer.get('Location', '')} {answer.content.decode()}")
        queries.append(len(ran))
        return answer

    receipt = told("POST", page, typed(90)).get("Location", page)
    for method, address in (
        ("GET", receipt), ("GET", page), ("GET", here), ("GET", f"{here}parejas/"), ("GET", f"{receipt}datos.json"),
        ("POST", f"{receipt}retirar/"), ("GET", receipt), ("POST", f"{receipt}volver/"), ("GET", receipt), ("GET", page),
        ("POST", f"{receipt}borrar/"), ("GET", receipt), ("GET", page),
    ):  # fmt: skip
        told(method, address)
    return texts, queries


def comparable(text: str, championship: Championship) -> str:
    """Without what differs between any two requests: secrets, numbers of rows, the championship's own name, hours."""
    for entry in Entry.objects.filter(championship=championship):
        text = text.replace(entry.token, "TOKEN").replace(f"Solicitud {entry.pk}", "Solicitud N")
        text = text.replace(f"inscripción {entry.pk}", "inscripción N").replace(f'"numero": {entry.pk}', '"numero": N')
    text = (
        text.replace(quote(str(championship)), "NAME")
        .replace(championship.slug, "SLUG")
        .replace(str(championship), "NAME")
    )
    text = re.sub(r'(csrfmiddlewaretoken" value|client_id" value|nonce)="[^"]*"', r"\1=X", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)?", "WHEN", text)
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "UUID", text)
    return re.sub(r"\d\d/\d\d/\d{4} \d\d:\d\d", "WHEN", text)


@pytest.mark.parametrize("how", ["plays", "asked"])
def test_a_stranger_is_answered_the_same_whoever_takes_part(how: str) -> None:
    """Texts, statuses, addresses, what is left on public pages, and the number of queries."""
    nobody, somebody = known_as("none"), known_as(how)

    texts, queries = seen_by_a_stranger(Client(), nobody)
    cache.clear()
    other_texts, other_queries = seen_by_a_stranger(Client(), somebody)

    for expected, got in zip(texts, other_texts, strict=True):
        assert comparable(got, somebody) == comparable(expected, nobody)
    assert other_queries == queries
    assert texts[0].startswith("302 ")
    assert "Por responder" in texts[1]


def test_it_is_the_same_in_the_waiting_list() -> None:
    nobody, somebody = known_as("none"), known_as("plays")
    for championship in (nobody, somebody):
        championship.inscription.capacity = 1
        championship.inscription.save()

    seen = [comparable(" ".join(seen_by_a_stranger(Client(), each)[0]), each) for each in (nobody, somebody)]

    assert seen[0] == seen[1]
    assert "En lista de espera" in seen[0]


@pytest.mark.parametrize("how", ["plays", "asked", "waits"])
def test_the_desk_sees_who_and_where_on_the_list_and_on_its_page(client: Client, how: str) -> None:
    championship = known_as(how)
    entry = ask(championship, 1, 90)
    where = "en el número 1" if how == "plays" else f"en la solicitud {Entry.objects.order_by('pk')[1].pk}"
    client.force_login(RoleFactory(championship=championship, kind=Role.Kind.INSCRIPTION).user)

    for address in ("", f"{entry.pk}/"):
        page = client.get(f"/c/{championship.slug}/panel/inscripciones/{address}?ver=todas").content.decode()
        assert f"{invented_name(1)}, {where}" in page

    with pytest.raises(InvalidValue) as refused:
        entry_confirm(entry=entry, **by(championship))
    assert refused.value.code == ("cedula-repetida" if how == "plays" else "cedula-pedida")
    entry.refresh_from_db()
    assert entry.state == State.PENDING


def test_a_later_request_does_not_stand_in_the_way_of_the_first(client: Client) -> None:
    """A stranger who types the cédula of somebody who waits takes nothing from him: the desk still confirms him from the list."""
    championship = known_as("asked")
    first, second = Entry.objects.order_by("pk")[1], ask(championship, 1, 90)
    client.force_login(director_of(championship))

    page = client.get(f"/c/{championship.slug}/panel/inscripciones/").content.decode()
    rows = {
        each.pk: page.split(f'inscripciones/{each.pk}/responder/"')[1].split("</form>")[0] for each in (first, second)
    }

    assert 'value="confirmar"' in rows[first.pk]
    assert 'value="confirmar"' not in rows[second.pk]
    assert 'value="unir"' in rows[second.pk]
    assert entry_confirm(entry=first, **by(championship)).state == State.CONFIRMED


def test_of_somebody_new_the_desk_is_told_nothing(client: Client) -> None:
    championship = known_as("none")
    entry = ask(championship, 1, 90)
    client.force_login(director_of(championship))

    for address in ("", f"{entry.pk}/"):
        page = client.get(f"/c/{championship.slug}/panel/inscripciones/{address}").content.decode()
        assert "ya participa o ya pidió" not in page.lower()


def test_the_list_asks_no_more_queries_for_more_of_them(client: Client) -> None:
    championship = known_as("plays")
    client.force_login(director_of(championship))
    address = f"/c/{championship.slug}/panel/inscripciones/"
    client.get(address)
    counted = []
    for others in ((90, 91), (92, 93, 94, 95)):
        for other in others:
            ask(championship, 1, other)
        with CaptureQueriesContext(connection) as ran:
            client.get(address)
        counted.append(len(ran))

    assert counted[0] == counted[1]


def test_a_joined_request_is_of_nobody_more_and_its_receipt_says_that_it_waits(client: Client) -> None:
    championship = known_as("plays")
    waits, joined = ask(championship, 1, 90), ask(championship, 1, 91)
    receipts = [f"/c/{championship.slug}/inscripcion/{each.token}/" for each in (waits, joined)]
    before = client.get(receipts[1]).content.decode()

    done = entry_join(entry=joined, **by(championship))
    assert entry_join(entry=joined, **by(championship)).state == done.state == State.JOINED

    assert comparable(client.get(receipts[1]).content.decode(), championship) == comparable(before, championship)
    copies = [client.get(f"{each}datos.json").json()["solicitud"] for each in receipts]
    assert [each["estado"] for each in copies] == ["Pedida", "Pedida"]
    assert copies[0].keys() == copies[1].keys()
    assert with_cedula(Player.objects.all(), invented_cedula(1)).get().email == "p1@ejemplo.ec"

    answers = AuditEntry.objects.filter(action="solicitud-responder", data__entry=joined.pk)
    told = f"{answers.get().sentence} {answers.get().data}"
    assert "en el número 1" in told  # the name of who is in it would outlive its deletion
    assert invented_name(1) not in told

    reopened = entry_reopen(entry=joined, **by(championship))
    assert reopened.state == State.PENDING
    entry_join(entry=joined, **by(championship))
    assert entry_withdraw(entry=joined, now=NOW).state == State.WITHDRAWN


def test_however_many_ask_for_one_person_the_act_is_written_down() -> None:
    championship = known_as("plays")
    for other in range(100, 150):
        ask(championship, 1, other)

    entry_join(entry=Entry.objects.order_by("pk").last(), **by(championship))

    longest = AuditEntry._meta.get_field("sentence").max_length
    assert max(len(each.sentence) for each in AuditEntry.objects.all()) <= longest


def test_only_a_request_of_somebody_who_takes_part_is_joined() -> None:
    championship = known_as("none")
    with pytest.raises(BracketError) as refused:
        entry_join(entry=ask(championship, 1, 90), **by(championship))
    assert refused.value.code == "no-repetida"


def test_whoever_holds_the_cedula_keeps_it_and_the_other_may_follow() -> None:
    """The database still holds one active row for each cédula, however often it was asked for."""
    championship = known_as("asked")
    first, second = Entry.objects.order_by("pk")[1], ask(championship, 1, 90)
    held = with_cedula(EntryPerson.objects.filter(championship=championship, active=True), invented_cedula(1))
    assert held.get().entry == first
    entry_put_in_line(entry=second, **by(championship))
    assert entry_reopen(entry=second, **by(championship)).state == State.PENDING
    entry_withdraw(entry=second, now=NOW)
    assert entry_ask_again(entry=second, now=NOW).state == State.PENDING
    assert held.get().entry == first

    entry_reject(entry=first, reason="Se equivocó", **by(championship))
    confirmed = entry_confirm(entry=second, **by(championship))

    assert confirmed.pareja is not None
    assert not held.exists()
    assert with_cedula(Player.objects.filter(active=True), invented_cedula(1)).get().pareja == confirmed.pareja


def test_erasing_a_request_takes_nothing_from_its_namesake_who_takes_part() -> None:
    """The address of the receipt proves who typed it, and nothing about whose the cédula is."""
    championship = known_as("plays")
    player = with_cedula(Player.objects.all(), invented_cedula(1)).get()
    both = ParejaData(player_1="Rosa Una", player_2="Luz Dos", cedula_2=invented_cedula(40))
    left = pareja_add(championship=championship, data=both, **by(championship))
    Pareja.objects.filter(pk=left.pk).update(status=Pareja.Status.WITHDRAWN)
    cedulas_hold(left.players.all(), active=False)
    personal_set(left.players.filter(position=1), cedula=player.cedula)

    entry_erase(entry=ask(championship, 1, 90), user=None, now=NOW)

    theirs = with_cedula(Player.objects.all(), invented_cedula(1))
    assert list(theirs.values_list("erased_at", flat=True)) == [None, None]
