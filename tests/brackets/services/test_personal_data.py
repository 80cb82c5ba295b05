"""What is left of people once they or the organiser want nothing kept: their names, in the results."""

import json
from typing import Any

import pytest
from pytest_django import Settings

from brackets.models import AuditEntry, Championship, CheckIn, Delivery, Entry, EntryPerson, Pareja, Player
from brackets.selectors.contacts import addresses_of
from brackets.selectors.personal import data_of_entry, data_of_player
from brackets.services.entries import entry_ask_again
from brackets.services.entry_answers import entry_confirm, entry_reject, entry_reopen
from brackets.services.errors import BracketError
from brackets.services.inscription import ParejaData
from brackets.services.notices import notice_add
from brackets.services.parejas import pareja_add, pareja_update
from brackets.services.personal_data import (
    consent_restore,
    consent_withdraw,
    contact_set,
    entry_erase,
    everyone_erase,
    player_erase,
)
from brackets.services.players import player_substitute
from tests.digits import stands_alone
from tests.factories.brackets import NOW, director_of, invented_cedula, opened
from tests.factories.inscription import ADULT, accepting, ask, category, person

pytestmark = pytest.mark.django_db
CLOSED = Championship.Status.CLOSED


@pytest.fixture
def championship() -> Championship:
    return accepting()


def by(championship: Championship) -> dict[str, Any]:
    return {"user": director_of(championship), "now": NOW}


def confirmed(championship: Championship, *numbers: int) -> Pareja:
    entry = entry_confirm(entry=ask(championship, *numbers), **by(championship))
    assert entry.pareja
    return entry.pareja


def close(championship: Championship) -> None:
    Championship.objects.filter(pk=championship.pk).update(status=CLOSED)


def everything() -> str:
    """All that the tables of people, requests, e-mails and the audit hold, and all that can be deciphered."""
    tables = (Player, Pareja, Entry, EntryPerson, AuditEntry, Delivery)
    plain = [list(table.objects.values()) for table in tables]  # type: ignore[attr-defined]
    return json.dumps([plain, opened()], default=str, ensure_ascii=False)


def first(pareja: Pareja) -> Player:
    return pareja.players.get(position=1)


def test_before_the_end_it_is_refused_with_the_reason_and_what_can_be_done(championship: Championship) -> None:
    player = first(confirmed(championship, 1, 2))
    before = everything()

    with pytest.raises(BracketError) as refused:
        player_erase(player=player, **by(championship))
    with pytest.raises(BracketError):
        everyone_erase(championship=championship, **by(championship))

    assert refused.value.code == "campeonato-en-curso"
    assert "retirar el consentimiento" in refused.value.message
    assert everything() == before


def test_who_takes_back_the_consent_is_reached_no_more_and_erased_at_the_end(championship: Championship) -> None:
    pareja = confirmed(championship, 1, 2)
    player = first(pareja)

    consent_withdraw(player=player, user=None, now=NOW)
    consent_withdraw(player=player, user=None, now=NOW)

    assert addresses_of([pareja]) == {pareja.pk: ["p2@ejemplo.ec"]}
    assert "p1@ejemplo.ec" not in everything()
    assert AuditEntry.objects.filter(action="consentimiento-retirar").count() == 1
    close(championship)
    assert everyone_erase(championship=championship, due=True, **by(championship)) == 1
    assert everyone_erase(championship=championship, due=True, **by(championship)) == 0
    assert [each.cedula for each in pareja.players.all()] == ["", invented_cedula(2)]


def test_a_mistake_is_taken_back_and_the_address_typed_again(championship: Championship) -> None:
    player = first(confirmed(championship, 1, 2))
    consent_withdraw(player=player, **by(championship))
    with pytest.raises(BracketError):
        contact_set(player=player, email="uno@ejemplo.ec", phone="", **by(championship))

    consent_restore(player=player, **by(championship))

    assert contact_set(player=player, email="uno@ejemplo.ec", phone="", **by(championship)).email == "uno@ejemplo.ec"


def test_of_who_is_erased_only_the_name_is_left(championship: Championship) -> None:
    adults = category(championship, "Mayores", minimum_age=18)
    people = (person(1, birth_date=ADULT), person(2, birth_date=ADULT.replace(day=9)))
    entry = ask(championship, category=adults, people=people)
    pareja = entry_confirm(entry=entry, **by(championship)).pareja
    assert pareja
    corrected = ParejaData(
        player_1=people[0].name, cedula_1=invented_cedula(7), player_2=people[1].name, cedula_2=invented_cedula(2),
        category="Mayores", family="Ñato", province="Azuay",
    )  # fmt: skip
    pareja_update(pareja=pareja, data=corrected, **by(championship))
    notice_add(championship=championship, parejas=[pareja], kind="other", title="Hola", text="Hola.", now=NOW)
    CheckIn.objects.create(player=first(pareja), day=championship.starts_on, at=NOW, by=director_of(championship))
    assert "2026-11-28" in json.dumps(data_of_player(first(pareja))["presencia"], default=str)
    close(championship)
    assert "p1@ejemplo.ec" in everything()

    player_erase(player=first(pareja), **by(championship))
    player_erase(player=first(pareja), **by(championship))

    assert not CheckIn.objects.exists()
    held = everything()
    secrets = (invented_cedula(1), invented_cedula(7), "p1@ejemplo.ec", "0990000001", str(ADULT))
    assert [secret for secret in secrets if secret in held] == []
    assert [number for number in (1, 7) if stands_alone(invented_cedula(number)[-4:], held)] == []
    assert [kept for kept in (people[0].name, invented_cedula(2), "p2@ejemplo.ec") if kept not in held] == []
    assert AuditEntry.objects.filter(action="datos-borrar").count() == 1
    assert AuditEntry.objects.get(action="pareja-corregir").data["changes"]["cedula_1"] == {
        "before": "(borrado)",
        "after": "(borrado)",
    }


def test_with_everybody_erased_nothing_but_names_is_left(championship: Championship) -> None:
    pareja = confirmed(championship, 1, 2)
    player_substitute(
        pareja=pareja, position=1, name="Otra Persona", cedula=invented_cedula(8), reason="Enfermó", **by(championship)
    )
    rejected = entry_reject(entry=ask(championship, 3, 4), reason="Falta el pago", **by(championship))
    typed = ParejaData(player_1="Ana Paz", player_2="Eva Sol", cedula_1=invented_cedula(5), family="Paz")
    pareja_add(championship=championship, data=typed, **by(championship))
    close(championship)

    assert everyone_erase(championship=championship, **by(championship)) > 0
    assert everyone_erase(championship=championship, **by(championship)) == 0

    held = everything()
    cedulas = [invented_cedula(each) for each in (1, 2, 3, 4, 5, 8)]
    assert [secret for secret in (*cedulas, "ejemplo.ec", "0990000", "Elena") if secret in held] == []
    assert [cedula for cedula in cedulas if stands_alone(cedula[-4:], held)] == []
    assert "Otra Persona" in held
    assert rejected.people.count() == 2  # that two asked stays told


def test_of_a_request_that_became_nothing_nothing_is_left_at_once(championship: Championship) -> None:
    entry = ask(championship, 1, 2, name="Los Invictos")

    entry_erase(entry=entry, user=None, now=NOW)
    entry_erase(entry=entry, user=None, now=NOW)

    entry.refresh_from_db()
    assert entry.state == Entry.State.WITHDRAWN
    assert [
        secret for secret in (invented_cedula(1), "p1@", "Invictos", person(1).name) if secret in everything()
    ] == []
    with pytest.raises(BracketError):
        entry_ask_again(entry=entry, now=NOW)
    with pytest.raises(BracketError):
        entry_reopen(entry=entry, **by(championship))
    assert ask(championship, 1, 2).state == Entry.State.PENDING


def test_the_players_of_a_confirmed_request_take_back_their_consent_by_its_address(championship: Championship) -> None:
    pareja = confirmed(championship, 1, 2)

    told = entry_erase(entry=pareja.entry, user=None, now=NOW)
    assert "al terminar el campeonato" in told
    assert (addresses_of([pareja]), first(pareja).cedula) == ({pareja.pk: []}, invented_cedula(1))
    close(championship)
    entry_erase(entry=pareja.entry, user=None, now=NOW)

    assert first(pareja).cedula == ""
    assert "ejemplo.ec" not in everything()


def test_anybody_gets_a_copy_of_what_is_kept_of_him_and_of_nobody_else(championship: Championship) -> None:
    pareja = confirmed(championship, 1, 2)
    confirmed(championship, 3, 4)

    own = json.dumps(data_of_player(first(pareja)), default=str)
    asked = json.dumps(data_of_entry(pareja.entry), default=str)

    assert [known for known in (invented_cedula(1), "p1@ejemplo.ec", "0990000001") if known not in own] == []
    assert [other for other in (invented_cedula(2), "p2@ejemplo.ec", invented_cedula(3)) if other in own] == []
    assert [known for known in (invented_cedula(1), invented_cedula(2)) if known not in asked] == []
    assert invented_cedula(3) not in asked


def test_the_copy_of_a_substitute_tells_nothing_of_whom_he_replaces(championship: Championship) -> None:
    pareja = confirmed(championship, 1, 2)
    player_substitute(
        pareja=pareja, position=1, name="Otra Persona", cedula=invented_cedula(8), reason="Enfermó", **by(championship)
    )

    own = json.dumps(data_of_player(first(pareja)), default=str)

    assert (invented_cedula(8) in own, invented_cedula(1) in own, "p1@ejemplo.ec" in own) == (True, False, False)


def test_who_was_substituted_is_forgotten_where_the_pareja_plays_on(
    championship: Championship, settings: Settings
) -> None:
    settings.MAIL_CONFIGURED = True
    pareja = confirmed(championship, 1, 2)
    notice_add(championship=championship, parejas=[pareja], kind="other", title="Hola", text="Hola.", now=NOW)
    player_substitute(
        pareja=pareja, position=1, name="Otra Persona", cedula=invented_cedula(8), reason="Enfermó", **by(championship)
    )
    assert "p1@ejemplo.ec" not in json.dumps(data_of_player(first(pareja)), default=str)

    entry_erase(entry=pareja.entry, user=None, now=NOW)

    held = everything()
    assert [each for each in ("p1@ejemplo.ec", invented_cedula(1)) if each in held] == []
    close(championship)
    everyone_erase(championship=championship, due=True, **by(championship))  # the other one took back the consent
    held = everything()
    assert not stands_alone(invented_cedula(1)[-4:], held)
    assert invented_cedula(8) in held


def test_a_request_taken_back_after_it_was_confirmed_leaves_nothing_in_the_number_that_it_had(
    championship: Championship,
) -> None:
    pareja = confirmed(championship, 1, 2)
    reopened = entry_reopen(entry=pareja.entry, **by(championship))

    entry_erase(entry=reopened, user=None, now=NOW)

    held = everything()
    assert [each for each in ("p1@ejemplo.ec", "0990000", invented_cedula(1), invented_cedula(2)) if each in held] == []
    assert first(pareja).erased_at == NOW


def test_who_is_inscribed_anew_by_hand_keeps_what_is_needed_there(championship: Championship) -> None:
    pareja = confirmed(championship, 1, 2)
    reopened = entry_reopen(entry=pareja.entry, **by(championship))
    entry_reject(entry=reopened, reason="Cambió de compañero", **by(championship))
    typed = ParejaData(player_1="Ana Paz", player_2="Eva Sol", cedula_1=invented_cedula(1))
    again = pareja_add(championship=championship, data=typed, told=None, **by(championship))

    entry_erase(entry=reopened, user=None, now=NOW)

    assert first(again).cedula == invented_cedula(1)
    assert first(pareja).cedula == ""
