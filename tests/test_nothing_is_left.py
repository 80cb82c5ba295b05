"""Of people nothing is left after the championship but their names: the whole database is searched, table by table."""

import json
import re
from dataclasses import asdict
from datetime import date
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from brackets.models import AuditAddress, Championship, CheckIn, Delivery, EntryPerson, Player
from brackets.selectors.personal import data_of_player
from brackets.services.audit import Origin, Via, done_from
from brackets.services.callups import callup_present
from brackets.services.championships import championship_lock
from brackets.services.deliveries import delivery_claim, delivery_refused, delivery_sent
from brackets.services.entries import entry_withdraw
from brackets.services.entry_answers import entry_confirm, entry_reject
from brackets.services.fixtures import fixture_call
from brackets.services.imports import import_parejas_apply
from brackets.services.inscription import ParejaData
from brackets.services.parejas import pareja_add, pareja_update
from brackets.services.personal_data import contact_set, everyone_erase
from brackets.services.players import player_substitute
from brackets.services.presence import pareja_check_in
from brackets.services.stages import stage_publish
from brackets.spreadsheets.reading import read_parejas
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.services.appeals.filing import Signed
from referee.services.conduct import Reported, incident_write
from referee.services.tree import tree_sweep
from tests.brackets.spreadsheets.books import csv
from tests.factories.appeals import appealed
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    closed_unplayed,
    director_of,
    invented_cedula,
    invented_name,
    opened,
)
from tests.factories.inscription import accepting, ask, category, person
from tests.factories.referee import SORTEO, Keeper, keepers
from tests.factories.transcriptions import Desk

pytestmark = pytest.mark.django_db
BORN = date(1987, 3, 19)
ADDRESS = "203.0.113.77"
SECOND, OTHER = "segundo.correo@ejemplo.ec", "0998765432"
CEDULAS = [invented_cedula(number) for number in range(1, 20)]
SECRETS = [
    *CEDULAS,
    *(f"••{cedula[-4:]}" for cedula in CEDULAS),
    *("ejemplo.ec", "0990000", OTHER, str(BORN), ADDRESS),
    *("Quishpe-Cruz", "Galápagos", "Licencia", "licencia"),
]


def held() -> list[tuple[str, str]]:
    """Which of the secrets stand in which table."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            text = json.dumps(cursor.fetchall(), default=str, ensure_ascii=False)
            text = re.sub(r"\\+u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), text)
            found += [(table, secret) for secret in SECRETS if secret in text]
    deciphered = json.dumps(opened())
    return found + [("deciphered", secret) for secret in SECRETS if secret in deciphered]


def pair(championship: Championship, one: int, two: int, **given: object) -> ParejaData:
    return ParejaData(
        player_1=invented_name(one), player_2=invented_name(two), cedula_1=invented_cedula(one),
        cedula_2=invented_cedula(two), **given,
    )  # type: ignore[arg-type]  # fmt: skip


def inscribed() -> Championship:
    """Parejas that came in every way there is and were corrected in every way, and requests that became nothing."""
    championship = accepting(ChampionshipFactory(appeal_minutes=30))
    by = {"user": director_of(championship), "now": NOW}
    adults = category(championship, "Mayores", minimum_age=18, who="mixta")

    def people(one: int, two: int) -> dict[str, object]:
        return {
            "people": (person(one, birth_date=BORN, sex="m"), person(two, birth_date=BORN, sex="h")),
            "category": adults,
        }

    entry_confirm(entry=ask(championship, **people(1, 2)), **by)
    entry_reject(entry=ask(championship, **people(11, 12)), reason="Falta el pago", **by)
    entry_withdraw(entry=ask(championship, **people(13, 14)), now=NOW)
    ask(championship, **people(15, 16))
    typed = pair(championship, 5, 6, family="Quishpe-Cruz", province="Galápagos")
    by_hand = pareja_add(championship=championship, data=typed, told=None, **by)
    corrected = ParejaData(**{**asdict(typed), "cedula_1": invented_cedula(9)})
    pareja_update(pareja=by_hand, data=corrected, **by)
    category(championship, "Abierta")
    lines = [
        ("Jugador 1", "Jugador 2", "Cédula 1", "Cédula 2", "Categoría"),
        (invented_name(7), invented_name(8), invented_cedula(7), invented_cedula(8), "Abierta"),
        (invented_name(17), invented_name(18), invented_cedula(17), invented_cedula(18), "Abierta"),
    ]
    import_parejas_apply(championship=championship, rows=read_parejas(csv(lines)), **by)
    lines[1] = (lines[1][0], lines[1][1], invented_cedula(19), lines[1][3], "Abierta")
    import_parejas_apply(championship=championship, rows=read_parejas(csv(lines)), **by)
    return championship


def played(championship: Championship) -> Keeper:
    """One mesa called, kept, appealed and with a conduct on record; everybody reached by e-mail and telephone."""
    by = {"user": director_of(championship), "now": NOW}
    stage_publish(stage=draw_rehearsed(championship=championship, public_seed="sol", apart=True, **by), **by)
    for player in Player.objects.filter(championship=championship):
        contact_set(player=player, email=f"jugador{player.pk}@ejemplo.ec", phone=f"0990000{player.pk:03d}", **by)
    (kept,) = keepers(list(championship.stages.get().fixtures.filter(status="ready")[:1]))
    fixture_call(fixture=kept.fixture, **by)
    one, two, three = (delivery_claim(now=NOW) for _ in range(3))
    assert one
    assert two
    assert three
    delivery_sent(delivery=one, now=NOW)
    delivery_refused(delivery=two, error=f"550 {two.address}: no hay tal", for_good=True, now=NOW)
    for pareja in (kept.fixture.pareja_a, kept.fixture.pareja_b):
        pareja_check_in(pareja=pareja, document="licencia", **by)
    contact_set(player=kept.fixture.pareja_a.players.get(position=1), email=SECOND, phone=OTHER, **by)
    player_substitute(
        pareja=championship.parejas.exclude(pk__in=(kept.fixture.pareja_a_id, kept.fixture.pareja_b_id)).first(),
        position=1, name="Otra Persona", cedula=invented_cedula(4), reason="Enfermó", **by,
    )  # fmt: skip
    callup_present(fixture=kept.fixture, side="B", position=1, **by)
    kept.open()
    kept.record(SORTEO, "caida A")
    people = kept.fixture.pareja_b.players.order_by("position")
    appealed(kept, signatures=[Signed(each.name, cedula=each.cedula[-4:]) for each in people])
    incident_write(
        championship=championship,
        reported=Reported(pareja=kept.fixture.pareja_b, kind="demora", grade="observacion", text="Tarda"),
        client_id=uuid4(),
        **by,
    )
    paper = Desk(championship.stages.get().fixtures.filter(status="ready").first())
    paper.confirm(paper.type())
    return kept


def test_after_everybody_was_erased_the_database_has_names_and_results_and_nothing_else(settings: Settings) -> None:
    settings.MAIL_CONFIGURED = True
    with done_from(Origin(Via.OWN, ADDRESS)):
        championship = inscribed()
        kept = played(championship)
    copy = json.dumps(data_of_player(kept.fixture.pareja_b.players.get(position=1)), default=str, ensure_ascii=False)
    told = ("Licencia", "La carta no se jugó", "Convocatoria", "Llegó", "@ejemplo.ec", "Presente", "Tarda")
    assert [each for each in told if each not in copy] == []
    names = set(Player.objects.filter(championship=championship).values_list("name", flat=True))
    before = {secret for _, secret in held()}
    assert before >= {
        ADDRESS,
        "ejemplo.ec",
        OTHER,
        str(BORN),
        "Quishpe-Cruz",
        "Galápagos",
        CEDULAS[0],
    }
    assert all((CheckIn.objects.exists(), EntryPerson.objects.exists(), Delivery.objects.exists()))

    assert tree_sweep(championship=championship, now=NOW, at_once=True)
    with done_from(Origin(Via.OWN, ADDRESS)):
        closed_unplayed(championship)
        AuditAddress.objects.all().delete()  # as closing it does
        everyone_erase(championship=championship_lock(championship), user=director_of(championship), now=NOW)

    # The acta of a draw that kept families apart says which: without it nobody could verify the draw.
    assert [each for each in held() if each != ("brackets_stage", "Quishpe-Cruz")] == []
    assert set(Player.objects.filter(championship=championship).values_list("name", flat=True)) == names
    assert data_of_player(kept.fixture.pareja_a.players.get(position=1))["partidas"]
    call_command("verificar_bitacora")  # every chain, and the tree that was swept before
