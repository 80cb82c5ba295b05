"""Asking to enter, and what the organiser answers."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from brackets.models import AuditEntry, Category, Championship, Entry, EntryPerson, Pareja, Player
from brackets.selectors.contacts import addresses_of
from brackets.selectors.inscription import place_in_line
from brackets.services.departures import pareja_return
from brackets.services.entries import entry_ask_again, entry_request, entry_withdraw
from brackets.services.entry_answers import (
    entry_confirm,
    entry_pay,
    entry_promote_next,
    entry_put_in_line,
    entry_reject,
    entry_reopen,
)
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.imports import SheetRow, SheetRows, import_parejas_check
from brackets.services.inscription import ParejaData
from brackets.services.inscription_settings import InscriptionData, category_remove, inscription_accept, inscription_set
from brackets.services.parejas import pareja_add, pareja_withdraw
from tests.digits import stands_alone
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    director_of,
    invented_cedula,
    personal_set,
    published_stage,
)
from tests.factories.inscription import ADULT, accepting, ask, category, data, person

pytestmark = pytest.mark.django_db
State = Entry.State


def by(championship: Championship) -> dict[str, Any]:
    return {"user": director_of(championship), "now": NOW}


def code_of(refused: pytest.ExceptionInfo[BracketError]) -> str:
    return refused.value.code


def test_who_asks_waits_for_the_organiser_and_becomes_a_pareja_when_he_confirms() -> None:
    championship = accepting()
    entry = ask(championship, 1, 2, club="El Vado")
    assert (entry.state, Pareja.objects.count()) == (State.PENDING, 0)

    confirmed = entry_confirm(entry=entry, **by(championship))
    again = entry_confirm(entry=entry, **by(championship))

    pareja = Pareja.objects.get()
    assert confirmed.pareja == again.pareja == pareja
    assert (pareja.number, pareja.club, confirmed.state) == (1, "El Vado", State.CONFIRMED)
    assert [each.cedula for each in pareja.players.all()] == [invented_cedula(1), invented_cedula(2)]
    assert addresses_of([pareja]) == {pareja.pk: ["p1@ejemplo.ec", "p2@ejemplo.ec"]}


def test_sent_twice_it_is_one() -> None:
    championship, sent = accepting(), uuid4()

    assert ask(championship, 1, 2, client_id=sent) == ask(championship, 1, 2, client_id=sent)

    assert (Entry.objects.count(), EntryPerson.objects.count()) == (1, 2)
    assert AuditEntry.objects.filter(action="solicitud-pedir").count() == 1


@pytest.mark.parametrize(
    ("settled", "hour", "accepted"),
    [
        ({}, 0, True),
        ({"opens_at": NOW}, -1, False),
        ({"opens_at": NOW}, 0, True),
        ({"closes_at": NOW}, 0, False),
        ({"closes_at": NOW}, -1, True),
    ],
)
def test_the_page_takes_requests_only_within_its_window(settled: dict[str, Any], hour: int, *, accepted: bool) -> None:
    championship, now = accepting(**settled), NOW + timedelta(hours=hour)

    if accepted:
        assert ask(championship, 1, 2, now=now).state == State.PENDING
    else:
        with pytest.raises(BracketError) as refused:
            ask(championship, 1, 2, now=now)
        assert code_of(refused) == "inscripcion-cerrada"
        assert not Entry.objects.exists()


def test_nothing_is_taken_where_it_is_closed_by_hand_drawn_or_never_was_open() -> None:
    championship, drawn = accepting(), accepting(published_stage(4).championship)
    inscription_accept(championship=championship, accepting=False, **by(championship))

    for where in (championship, drawn, ChampionshipFactory()):
        with pytest.raises(BracketError) as refused:
            ask(where, 1, 2)
        assert code_of(refused) == "inscripcion-cerrada"


def test_who_finds_it_full_waits_and_the_first_in_line_is_the_next() -> None:
    championship = accepting(capacity=1)
    first, second, third = ask(championship, 1, 2), ask(championship, 3, 4), ask(championship, 5, 6)
    assert [each.state for each in (first, second, third)] == [State.PENDING, State.WAITING, State.WAITING]
    assert [place_in_line(second), place_in_line(third)] == [1, 2]

    with pytest.raises(BracketError) as full:
        entry_promote_next(championship=championship, **by(championship))
    with pytest.raises(BracketError) as also:
        entry_confirm(entry=second, **by(championship))
    entry_withdraw(entry=first, now=NOW)
    promoted = entry_promote_next(championship=championship, **by(championship))

    assert (code_of(full), code_of(also)) == ("sin-cupo", "sin-cupo")
    assert (promoted, promoted.state) == (second, State.PENDING)
    assert place_in_line(third) == 1


def test_a_place_that_falls_free_is_for_who_waits_not_for_who_asks_next() -> None:
    championship = accepting(capacity=2)
    ladies, anybody = category(championship, "Damas", capacity=1), category(championship)
    first = ask(championship, 1, 2, category=anybody)
    ask(championship, 3, 4, category=ladies)
    also_ladies, second = ask(championship, 5, 6, category=ladies), ask(championship, 7, 8, category=anybody)
    entry_withdraw(entry=first, now=NOW)

    late = ask(championship, 9, 10, category=anybody)
    promoted = entry_promote_next(championship=championship, **by(championship))

    assert [each.state for each in (also_ladies, second, late)] == [State.WAITING] * 3
    assert promoted == second


def test_without_a_waiting_list_a_full_championship_takes_nobody() -> None:
    championship = accepting(capacity=1, waiting_list=False)
    entry_confirm(entry=ask(championship, 1, 2), **by(championship))

    with pytest.raises(BracketError) as refused:
        ask(championship, 3, 4)

    assert code_of(refused) == "sin-cupo"


def test_a_category_that_is_full_leaves_room_in_the_other() -> None:
    championship = accepting(capacity=9)
    small, large = category(championship, "Menores", capacity=1), category(championship, "Mayores")
    ParejaFactory(championship=championship, category="menores")

    assert ask(championship, 1, 2, category=small).state == State.WAITING
    assert ask(championship, 3, 4, category=large).state == State.PENDING


@pytest.mark.parametrize(
    ("who", "sexes", "good"),
    [
        ("damas", "mm", True),
        ("damas", "mh", False),
        ("caballeros", "hh", True),
        ("caballeros", "hm", False),
        ("mixta", "hm", True),
        ("mixta", "mh", True),
        ("mixta", "hh", False),
        ("abierta", ("", ""), True),
        ("damas", ("m", ""), False),
    ],
)
def test_who_may_enter_a_category(who: str, sexes: str, *, good: bool) -> None:
    championship = accepting()
    group = category(championship, "La categoría", who=who)
    typed = data(*(person(place, sex=sex) for place, sex in enumerate(sexes, start=1)), category=group)

    if not good:
        with pytest.raises(InvalidValue):
            entry_request(championship=championship, data=typed, client_id=uuid4(), token="x", now=NOW)
        assert not EntryPerson.objects.exists()
        return
    entry = entry_request(championship=championship, data=typed, client_id=uuid4(), token="x", now=NOW)
    assert entry_confirm(entry=entry, **by(championship)).pareja.category == "La categoría"


def test_the_age_is_that_of_the_first_day_of_the_championship() -> None:
    championship = accepting()
    adults = category(championship, "Mayores", minimum_age=18)
    eighteen = championship.starts_on.replace(year=championship.starts_on.year - 18)

    def asking(born: Any, number: int) -> Entry:
        people = (person(number, birth_date=born), person(number + 1, birth_date=ADULT))
        typed = data(*people, category=adults)
        return entry_request(championship=championship, data=typed, client_id=uuid4(), token=f"t{number}", now=NOW)

    assert asking(eighteen, 1).state == State.PENDING
    for born, code in ((eighteen + timedelta(days=1), "edad"), (None, "falta")):
        with pytest.raises(InvalidValue) as refused:
            asking(born, 5)
        assert (code_of(refused), refused.value.field) == (code, "birth_date_1")


def test_what_the_category_does_not_need_is_not_kept() -> None:
    championship = accepting()
    typed = data(
        person(1, birth_date=ADULT, sex="m"), person(2, birth_date=ADULT, sex="h"), category=category(championship)
    )

    entry_request(championship=championship, data=typed, client_id=uuid4(), token="x", now=NOW)

    assert set(EntryPerson.objects.values_list("birth_date", "sex")) == {(None, "")}


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"cedula": ""}, "falta-cedula"),
        ({"cedula": "1712345674"}, "cedula-invalida"),
        ({"cedula": invented_cedula(2)}, "cedula-repetida"),
        ({"name": " "}, "falta"),
        ({"email": "no es correo"}, "correo"),
        ({"phone": "123"}, "telefono"),
    ],
)
def test_a_value_that_cannot_be_leaves_nothing_behind(given: dict[str, str], code: str) -> None:
    championship = accepting()

    with pytest.raises(InvalidValue) as refused:
        entry_request(
            championship=championship, data=data(person(1, **given), person(2)), client_id=uuid4(), token="x", now=NOW
        )

    assert code_of(refused) == code
    assert (Entry.objects.count(), AuditEntry.objects.filter(action="solicitud-pedir").count()) == (0, 0)


def test_without_consent_nothing_is_kept_and_a_text_that_changed_is_read_again() -> None:
    championship = accepting()
    inscription_set(championship=championship, data=InscriptionData(consent="Otro texto."), **by(championship))

    with pytest.raises(InvalidValue) as changed:
        ask(championship, 1, 2)
    entry = ask(championship, 1, 2, consent_version=2)

    assert code_of(changed) == "consentimiento-cambiado"
    assert (entry.consent.text, entry.consented_at) == ("Otro texto.", NOW)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        championship.consent_texts.update(text="Nunca lo leyó nadie.")


def by_hand(championship: Championship, number: int, other: int) -> Pareja:
    cedulas = {"cedula_1": invented_cedula(number), "cedula_2": invented_cedula(other)}
    typed = ParejaData(player_1="Ana Paz", player_2="Eva Sol", **cedulas)
    return pareja_add(championship=championship, data=typed, **by(championship))


def sheet_problems(championship: Championship, number: int) -> set[str]:
    values = {"player_1": "Ana Paz", "player_2": "Eva Sol", "cedula_1": invented_cedula(number)}
    rows = SheetRows(rows=(SheetRow(2, values, dict.fromkeys(values, "A2")),))
    report = import_parejas_check(championship=championship, rows=rows)
    return {problem.code for row in report.rows for problem in row.problems}


def test_nobody_is_twice_in_it_by_whichever_way_he_came() -> None:
    championship = accepting()
    entry = ask(championship, 1, 2)

    also = ask(championship, 3, 2)  # whoever asked is told nothing of others
    with pytest.raises(InvalidValue) as page:
        entry_confirm(entry=also, **by(championship))
    with pytest.raises(InvalidValue) as hand:
        by_hand(championship, 2, 9)
    assert sheet_problems(championship, 2) == {"cedula-repetida"}
    assert (code_of(page), page.value.field, code_of(hand)) == ("cedula-pedida", "cedula_2", "cedula-pedida")

    entry_confirm(entry=entry, **by(championship))
    with pytest.raises(InvalidValue) as page:
        entry_confirm(entry=also, **by(championship))
    assert code_of(page) == "cedula-repetida"

    other = accepting()
    assert ask(other, 1, 2).state == State.PENDING  # another championship is another matter


def test_the_database_itself_refuses_a_person_twice() -> None:
    championship = accepting()
    ask(championship, 1, 2)
    pareja = ParejaFactory(championship=championship)
    player = pareja.players.filter(position=1)

    with pytest.raises(IntegrityError, match=r"personal_cedula_once|cedula_match"), transaction.atomic():
        personal_set(player, cedula=invented_cedula(1))
    personal_set(player, cedula=invented_cedula(5))
    with pytest.raises(IntegrityError, match=r"personal_cedula_once|cedula_match"), transaction.atomic():
        personal_set(EntryPerson.objects.filter(position=1), cedula=invented_cedula(5))


def test_a_pareja_that_left_does_not_come_back_over_a_request_of_its_player() -> None:
    championship = accepting()
    pareja = by_hand(championship, 1, 2)
    pareja_withdraw(pareja=pareja, **by(championship))
    ask(championship, 2, 3)

    with pytest.raises(BracketError) as refused:
        pareja_return(pareja=pareja, reason="Volvió", **by(championship))

    assert code_of(refused) == "cedula-pedida"


def test_a_rejection_says_why_and_is_taken_back() -> None:
    championship = accepting()
    entry = ask(championship, 1, 2)
    with pytest.raises(InvalidValue):
        entry_reject(entry=entry, reason="", **by(championship))

    rejected = entry_reject(entry=entry, reason="Falta el pago", **by(championship))
    assert (rejected.state, rejected.reason) == (State.REJECTED, "Falta el pago")
    assert ask(championship, 1, 2).state == State.PENDING  # free to ask again
    with pytest.raises(InvalidValue):
        entry_reopen(entry=entry, **by(championship))


def test_a_confirmation_is_undone_and_its_number_is_not_given_again() -> None:
    championship = accepting()
    entry = entry_confirm(entry=ask(championship, 1, 2), **by(championship))

    reopened = entry_reopen(entry=entry, **by(championship))
    assert (reopened.state, reopened.pareja) == (State.PENDING, None)
    assert Player.objects.filter(active=True).count() == 0
    assert entry_confirm(entry=entry, **by(championship)).pareja.number == 2


def test_whoever_asked_withdraws_and_asks_again_behind_the_others() -> None:
    championship = accepting(capacity=1)
    entry = entry_confirm(entry=ask(championship, 1, 2), **by(championship))
    other = ask(championship, 3, 4)

    withdrawn = entry_withdraw(entry=entry, now=NOW)
    assert entry_withdraw(entry=entry, now=NOW).state == withdrawn.state == State.WITHDRAWN
    assert Pareja.objects.get().status == Pareja.Status.WITHDRAWN
    entry_promote_next(championship=championship, **by(championship))
    again = entry_ask_again(entry=entry, now=NOW + timedelta(hours=1))

    assert (again.state, again.pareja) == (State.WAITING, None)
    other.refresh_from_db()
    assert other.state == State.PENDING


def test_once_drawn_it_is_withdrawn_by_the_director() -> None:
    championship = accepting()
    entry = entry_confirm(entry=ask(championship, 1, 2), **by(championship))
    Pareja.objects.update(number=9000)
    published_stage(4, championship=championship)

    with pytest.raises(BracketError) as refused:
        entry_withdraw(entry=entry, now=NOW)

    assert code_of(refused) == "sorteo-publicado"


def test_the_fee_is_noted_with_the_hour_and_the_name_and_taken_back() -> None:
    championship = accepting(fee=10)
    entry = ask(championship, 1, 2)

    paid = entry_pay(entry=entry, paid=True, **by(championship))
    assert (paid.paid_at, paid.paid_by) == (NOW, director_of(championship))
    entry_pay(entry=entry, paid=True, **by(championship))
    taken_back = entry_pay(entry=entry, paid=False, **by(championship))

    assert (taken_back.paid_at, taken_back.paid_by) == (None, None)
    assert AuditEntry.objects.filter(action__startswith="solicitud-").exclude(action="solicitud-pedir").count() == 2


def test_put_in_line_by_the_desk_it_keeps_its_hour() -> None:
    championship = accepting()
    first = ask(championship, 1, 2)
    second = ask(championship, 3, 4, now=NOW + timedelta(minutes=1))

    for entry in (second, first):
        entry_put_in_line(entry=entry, **by(championship))

    assert [place_in_line(each) for each in (first, second)] == [1, 2]


def test_a_category_with_requests_keeps_its_rule_and_stays() -> None:
    championship = accepting()
    group = category(championship)
    ask(championship, 1, 2, category=group)

    with pytest.raises(BracketError) as refused:
        category_remove(category=group, **by(championship))

    assert code_of(refused) == "categoria-con-solicitudes"
    assert Category.objects.count() == 1


def test_the_audit_knows_no_cedula_nor_address() -> None:
    championship = accepting()
    entry = entry_confirm(entry=ask(championship, 1, 2), **by(championship))
    entry_withdraw(entry=entry, now=NOW)

    told = " ".join(f"{each.sentence} {each.data}" for each in AuditEntry.objects.all())

    assert not [secret for secret in (invented_cedula(1), "@", "0990000") if secret in told]
    assert not stands_alone(invented_cedula(1)[-4:], told)
