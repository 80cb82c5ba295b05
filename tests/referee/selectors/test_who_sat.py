"""Whatever is told of a mesa's log is of those who sat at it, though others meet in its partida by now."""

import pytest
from django.test import Client
from django.urls import reverse

from brackets.models import Notice
from referee.selectors.appeals import appeals_of_pareja
from referee.selectors.live import live_of
from referee.selectors.live.changes import latest_version
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from referee.selectors.statistics import by_pareja, counted_of
from referee.services.appeals.qualifying import appeal_reject
from tests.factories.appeals import appealed
from tests.factories.finals import sealed_final
from tests.factories.insider import insider

pytestmark = pytest.mark.django_db


def test_the_planilla_names_who_sat_there(client: Client) -> None:
    final = sealed_final()
    winner = planilla_sheet(mesas_to_print().get(pk=final.mesa.pk), base_url="").result
    final.others_come()
    final.played_on_paper()

    sheet = planilla_sheet(mesas_to_print().get(pk=final.mesa.pk), base_url="")
    page = client.get(reverse("referee:planilla", args=(final.mesa.public_id,))).content.decode()

    assert [block.number for block in sheet.parejas] == final.numbers
    assert (sheet.result, "ya no son los rivales" in sheet.overruled) == (winner, True)
    assert "ya no son los rivales de la partida" in page


def test_the_public_page_puts_no_jugada_to_who_never_sat_there(client: Client) -> None:
    final = sealed_final()
    names = final.kept.players("A")
    final.others_come()
    address = reverse("referee:partida", args=(final.night.championship.slug, final.fixture.pk))

    page = client.get(address).content.decode()

    assert final.fixture.pareja_a is not None
    board, jugadas = page.split("</ol>")[0].split('<h2 id="jugadas"')
    assert any(name in jugadas for name in names)
    assert not any(player.name in jugadas for player in final.fixture.pareja_a.players.all())
    assert "ya no son los rivales de esta partida" in board
    live = live_of([final.fixture.pk], version=latest_version())[final.fixture.pk]
    assert (live.jugadas, live.chicas, [side.winner for side in live.sides]) == ((), (), [False, False])


def test_statistics_count_a_log_for_nobody_who_did_not_sit_there() -> None:
    final = sealed_final()
    final.others_come()
    final.played_on_paper()

    counted = next(each for each in counted_of([final.night.championship]) if each.fixture == final.fixture.pk)

    assert (counted.figures, counted.minutes) == ({}, None)
    assert by_pareja([counted])[final.fixture.pareja_a_id or 0].done["limpias"] == 0


def test_the_private_page_still_tells_who_sat_there_of_the_appeal() -> None:
    final = sealed_final()
    appeal = appealed(final.kept)
    final.others_come()

    assert [told.appeal for told in appeals_of_pareja(final.sat[0])] == [appeal]
    assert final.fixture.pareja_a is not None
    assert appeals_of_pareja(final.fixture.pareja_a) == []


def test_those_who_sat_there_are_told_of_the_answer() -> None:
    final = sealed_final()
    appeal = appealed(final.kept)
    final.others_come()
    with insider(Notice):
        Notice.objects.all().delete()

    appeal_reject(appeal=appeal, reason="fuera de plazo", user=final.night.director, now=final.kept.tick())

    told = Notice.objects.filter(kind=Notice.Kind.RULING).values_list("pareja__number", flat=True)
    assert sorted(told) == sorted(final.numbers)
