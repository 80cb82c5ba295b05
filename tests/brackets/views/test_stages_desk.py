"""What the desk calls, pairs and does next in a championship of several stages."""

import pytest

from brackets.draw.formats import Elimination, Swiss
from brackets.draw.qualification import Everybody, FromEach
from brackets.models import Fixture, Role
from brackets.services.fixtures import fixture_start
from brackets.services.planning import StagePlan
from tests.brackets.services.test_formats import FINAL, SERIES, TABLE, Night
from tests.brackets.views.conftest import Sits, url
from tests.brackets.views.stage_pages import read, stage_of
from tests.factories.brackets import NOW, RoleFactory, TableFactory

pytestmark = pytest.mark.django_db


def test_what_can_be_called_now_comes_first_whatever_its_stage(sits_at: Sits) -> None:
    """In a series all is ready from the beginning, and nobody can sit at two tables."""
    night = Night.published(8, SERIES, FINAL)
    desk = sits_at(night.championship, Role.Kind.CONTROL)
    first = night.stage(1).fixtures.order_by("round", "position").first()
    fixture_start(fixture=first, now=NOW)

    groups = desk.get(url("fixtures", night.championship)).context["groups"]

    shown = {group.title: [card.fixture for card in group.cards] for group in groups}
    assert shown["En juego"] == [first]
    busy = [pareja for each in shown["Por convocar"] for pareja in (each.pareja_a_id, each.pareja_b_id)]
    assert len(busy) == len(set(busy)) == 6
    assert not {first.pareja_a_id, first.pareja_b_id} & set(busy)
    whole = read(desk, url("fixtures", night.championship), etapa=1, ronda=2)
    assert "Antes le toca otra partida a uno de los dos lados" in whole


def test_nobody_is_called_who_plays_at_another_table(sits_at: Sits) -> None:
    night = Night.published(4, SERIES)
    for number in (1, 2):
        TableFactory(championship=night.championship, number=number)
    first = night.stage(1).fixtures.order_by("number").first()
    second = night.stage(1).fixtures.exclude(round=1).filter(pareja_a=first.pareja_a).first()
    second = second or night.stage(1).fixtures.exclude(round=1).filter(pareja_b=first.pareja_a).first()
    tables = list(night.championship.tables.all())
    desk = sits_at(night.championship, Role.Kind.CONTROL)
    desk.post(url("fixture_place", night.championship, first.pk), {"table": tables[0].pk, "convocar": "1"})

    page = desk.post(
        url("fixture_place", night.championship, second.pk), {"table": tables[1].pk, "convocar": "1"}, follow=True
    ).content.decode()

    second.refresh_from_db()
    assert (second.status, second.table) == ("ready", None)
    assert f"La pareja {first.pareja_a.number} está en la partida {first.number}. Espere a que termine." in page


def test_tables_are_given_to_what_can_be_played_now_in_any_stage(sits_at: Sits) -> None:
    late = StagePlan(name="Tarde", format=Elimination(), entry=(Everybody(),), criteria=TABLE)
    night = Night(8, SERIES, late)  # both are of all, so that both can be played at once
    night.publish(1)
    night.publish(2)
    for number in range(1, 7):
        TableFactory(championship=night.championship, number=number)
    RoleFactory.create_batch(6, championship=night.championship)
    desk = sits_at(night.championship, Role.Kind.CONTROL)

    page = desk.post(url("fixtures_auto", night.championship), follow=True).content.decode()

    given = Fixture.objects.filter(stage__championship=night.championship, table__isnull=False)
    assert "Se asignó mesa y Juez a 4 partidas" in page
    assert {(fixture.stage.number, fixture.round) for fixture in given} == {(1, 1)}


def test_a_swiss_round_is_paired_with_a_button_and_refused_in_words(sits_at: Sits) -> None:
    night = Night.published(8, stage_of(Swiss(rounds=2), "Suizo"))
    desk = sits_at(night.championship, Role.Kind.CONTROL)
    address, pair = url("fixtures", night.championship), url("round_next", night.championship)

    assert "Emparejar la ronda 1" in read(desk, address)
    assert "La ronda 1 de «Suizo» está emparejada" in desk.post(pair, {"etapa": "1"}, follow=True).content.decode()
    refused = desk.post(pair, {"etapa": "1"}, follow=True).content.decode()
    assert "La ronda 1 de «Suizo» tiene 4 partidas por terminar" in refused
    assert "Emparejar la ronda" not in read(desk, address)
    night.play()
    assert "Terminó la ronda 1 de «Suizo»" in read(desk, address)
    assert len(night.stage(1).pairings) == 1


def test_the_next_step_leads_through_all_stages(sits_at: Sits) -> None:
    swiss = stage_of(Swiss(rounds=2), "Suizo")
    final = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 4),), criteria=TABLE)
    night = Night(8, swiss, final)
    TableFactory(championship=night.championship)
    RoleFactory(championship=night.championship)
    desk = sits_at(night.championship)

    def step() -> tuple[str, str]:
        found = desk.get(url("panel", night.championship)).context["next"]
        return found.title, found.button

    seen = [step()]
    night.publish(1)
    for _ in range(2):
        seen.append(step())
        desk.post(url("round_next", night.championship), {"etapa": "1"})
        seen.append(step())
        night.play(1)
    seen.append(step())
    night.draw(2)
    seen.append(step())
    night.publish(2)
    seen.append(step())
    night.play(2)
    seen.append(step())

    assert seen == [
        ("Sorteo", "Ir al sorteo"),
        ("Jugar", "Emparejar la ronda 1"),
        ("Jugar", "Ir a las partidas"),
        ("Jugar", "Emparejar la ronda 2"),
        ("Jugar", "Ir a las partidas"),
        ("«Final»", "Sortear «Final»"),
        ("«Final»", "Revisar y publicar"),
        ("«Final»", "Ir a las partidas"),
        ("Cerrar", "Cerrar campeonato"),
    ]
