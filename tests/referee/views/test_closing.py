"""Closing a championship: what ends is told first, an open appeal is in the way, and a second button does it."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from brackets.models import Championship
from referee.models import Device
from referee.services.appeals.qualifying import appeal_reject
from referee.services.closing import championship_close_answered
from referee.services.errors import RefereeError
from tests.factories.appeals import admitted, appealed
from tests.factories.brackets import director_of
from tests.factories.referee import ZAPATERIA, Keeper, keeper

pytestmark = pytest.mark.django_db


def played(appeal_minutes: int = 15, *, ago: timedelta = timedelta(minutes=3)) -> Keeper:
    """A championship of one partida, which was just sealed, by the clock of the wall."""
    kept = keeper(parejas=2)
    kept.now = timezone.now() - ago
    kept.championship.appeal_minutes = appeal_minutes
    kept.championship.save()
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    return kept


def desk(kept: Keeper) -> Client:
    client = Client()
    client.force_login(director_of(kept.championship))
    return client


def page(kept: Keeper) -> str:
    return f"/c/{kept.championship.slug}/panel/cerrar/"


def sent(html: str) -> dict[str, list[str]]:
    """What the form of the page sends with its second button."""
    fields: dict[str, list[str]] = {"confirmar": ["si"]}
    for name, value in re.findall(r'<input type="hidden" name="(plazo)" value="([^"]*)"', html):
        fields.setdefault(name, []).append(value)
    return fields


def is_closed(kept: Keeper) -> bool:
    return Championship.objects.get(pk=kept.championship.pk).is_closed


def test_the_button_of_the_panel_leads_to_what_ends_and_nothing_is_closed_before_the_second() -> None:
    kept = played()
    client = desk(kept)

    panel = client.get(f"/c/{kept.championship.slug}/panel/").content.decode()
    assert f'href="{page(kept)}">Cerrar campeonato</a>' in panel
    for shown in (client.get(page(kept)), client.post(page(kept))):
        html = shown.content.decode()
        assert shown.status_code == 200
        assert "Qué cambia" in html
        assert "Las tablets salen" in html
        assert "No se puede deshacer" in html
    assert not is_closed(kept)

    done = client.post(page(kept), sent(html), follow=True)

    assert "El campeonato está cerrado." in done.content.decode()
    assert is_closed(kept)
    assert not Device.objects.filter(championship=kept.championship, revoked_at__isnull=True).exists()


def test_terms_that_run_are_told_and_end_with_it() -> None:
    kept = played()
    client = desk(kept)

    html = client.get(page(kept)).content.decode()

    assert "Plazos para apelar que corren" in html
    assert f"{kept.fixture.name.capitalize()}</a>, {kept.fixture.table}: la última decisión se apela <" in html
    assert "data-until=" in html
    assert "Cerrar y cortar los plazos" in html


def test_without_a_term_it_says_so() -> None:
    kept = played(ago=timedelta(hours=2))

    html = desk(kept).get(page(kept)).content.decode()

    assert "Plazos para apelar que corren" not in html
    assert "No corre ningún plazo ni hay apelaciones abiertas." in html


def test_a_term_that_its_page_did_not_tell_has_it_asked_anew() -> None:
    kept = played()
    client = desk(kept)

    answer = client.post(page(kept), {"confirmar": "si"})

    assert "Mientras tanto empezó otro plazo para apelar." in answer.content.decode()
    assert not is_closed(kept)
    with pytest.raises(RefereeError, match="otro plazo"):  # also where it began after the page was looked at
        championship_close_answered(
            championship=kept.championship, user=director_of(kept.championship), now=timezone.now(), told=[]
        )


@pytest.mark.parametrize("make", [appealed, admitted])
def test_an_open_appeal_is_in_the_way_and_listed(make) -> None:
    kept = played()
    html = desk(kept).get(page(kept)).content.decode()
    appeal = make(kept)
    who = {"user": director_of(kept.championship), "now": timezone.now()}

    with pytest.raises(RefereeError) as refused:
        championship_close_answered(championship=kept.championship, **who)
    told = desk(kept).get(page(kept))
    tried = desk(kept).post(page(kept), sent(html))

    assert refused.value.code == "apelaciones-pendientes"
    assert (told.status_code, tried.status_code) == (200, 409)
    assert tried.content.decode().count("La apelación 1 espera") == 1
    shown = told.content.decode()
    assert "La apelación 1 espera al Director" in shown
    assert f">Apelación {appeal.number}</a> · {kept.fixture.name.capitalize()}: " in shown
    assert "confirmar" not in shown
    assert not is_closed(kept)


def test_an_answered_appeal_is_not_in_the_way_and_closing_again_does_nothing() -> None:
    kept = played()
    appeal = appealed(kept)
    who = {"user": director_of(kept.championship), "now": timezone.now()}
    appeal_reject(appeal=appeal, reason="Fuera de lo que se apela", **who)

    for _ in range(2):
        assert championship_close_answered(championship=kept.championship, **who).is_closed

    assert kept.championship.audit.filter(action="campeonato-cerrar").count() == 1


def test_what_is_still_to_be_played_is_said_instead_of_a_button() -> None:
    kept = keeper()

    answer = desk(kept).get(page(kept))

    assert answer.status_code == 200
    assert "Todavía hay partidas sin resultado final." in answer.content.decode()
    assert "confirmar" not in answer.content.decode()
