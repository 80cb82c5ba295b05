"""The desk of a championship of single players: every page opens. That each phrase has its words, `test_wording` tries."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from brackets.draw.formats import Elimination
from brackets.draw.qualification import Everybody
from brackets.models import Championship, Fixture
from brackets.selectors.wording import SINGLES
from brackets.services.callups import callup_present
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_assign, fixture_call, fixture_start
from brackets.services.planning import StagePlan
from brackets.views.cards import SHORT, VOID_SHORT
from tests.access_world import routes
from tests.brackets.services.test_formats import TABLE, Night
from tests.factories.brackets import TableFactory

BRACKET = StagePlan(name="Llave", format=Elimination(), entry=(Everybody(),), criteria=TABLE)


def test_each_way_in_which_a_partida_ends_has_its_words_for_single_players_also_where_it_counts_for_nobody() -> None:
    notes = {*SHORT.values(), *VOID_SHORT.values()}

    assert notes - SINGLES.keys() == set()


@pytest.mark.django_db
def test_every_page_of_the_desk_opens(client: Client) -> None:
    """While mesas are called, in play and over, and somebody has left: a phrase that no table has is an error there."""
    night = Night.published(8, BRACKET, players=1)
    championship, first = night.championship, night.stage(1).fixtures.filter(round=1).order_by("number")
    now = timezone.now()
    who = {"user": night.director, "now": now}
    night.record(first[0])
    pareja_leave(pareja=first[1].pareja_a, reason="Enfermedad", **who)
    for fixture in first[2:4]:
        fixture_assign(fixture=fixture, table=TableFactory(championship=championship), juez=None, **who)
        fixture_call(fixture=fixture, **who)
    for side in "AB":
        callup_present(fixture=first[2], side=side, position=None, user=night.director, now=now + timedelta(minutes=1))
    fixture_start(fixture=first[3], now=now)
    client.force_login(night.director)

    shown: dict[str, str] = {}
    for number, fixture in ((1, first[0]), (first[3].pareja_a.number, first[2])):
        new = [each for each in addresses(championship, number, fixture) if each not in shown]
        shown |= {address: text_of(client.get(address)) for address in new}

    assert len(shown) > 60
    list_and_page = ("/panel/partidas/", f"/panel/partidas/{first[2].pk}/")
    identified = f"Identificado el {first[2].pareja_a.number}"
    assert [identified in shown[f"/c/{championship.slug}{address}"] for address in list_and_page] == [True, True]
    assert "Buscar mesa, jugador o Juez" in shown[f"/c/{championship.slug}/panel/control/"]


def text_of(answer: HttpResponse) -> str:
    return answer.content.decode() if answer["Content-Type"].startswith("text/html") else ""


def addresses(championship: Championship, number: int, fixture: Fixture) -> Iterator[str]:
    user = championship.roles.get().user_id
    ids = {"slug": championship.slug, "number": number, "fixture_id": fixture.pk, "user_id": user}
    for route in routes().values():
        if "slug" in route.parts and route.parts <= ids.keys() and "/panel/" in route.address(ids):
            yield route.address(ids)
