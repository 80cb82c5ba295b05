"""What a private page and the page of the draw say of a share, in each of its states and without a script."""

import re
from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format

from brackets.draw.formats import Elimination
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.draw.shares import share_promise
from brackets.models import ShareEvent
from brackets.selectors.private_links import link_token
from brackets.services.planning import stages_plan
from brackets.services.stages import stage_publish
from referee.selectors.own import own_mark
from tests.attacks.test_shares import CLOSES, SHARES, Lots
from tests.brackets.views.conftest import url
from tests.factories.brackets import NOW, director_of, entered

pytestmark = pytest.mark.django_db


def test_each_state_is_told_to_its_pareja_to_the_director_and_to_everybody(client: Client) -> None:
    championship = entered(4)
    lots = Lots(championship, director_of(championship))
    desk = Client()
    desk.force_login(lots.director)
    with time_machine.travel(NOW, tick=False) as clock:
        chosen = {
            "apart": "on",
            "source": "aportes",
            "closes": f"{CLOSES.astimezone(championship.play_days.zone):%H:%M}",
        }
        desk.post(url("draw_promise", championship), chosen)
        assert "Prometer un aporte" in own(client, lots, 1)
        marks = {own_mark(lots.pareja(1), now=NOW)}
        for number in (1, 2, 3):
            promise = share_promise(lots.sha, number, SHARES[number])
            send(client, lots, number, promesa=promise)
            assert "ya se prometió" in send(client, lots, number, promesa="0" * 64).lower()
        assert "todavía se prometen aportes" in send(client, lots, 1, aporte=SHARES[1]).lower()
        marks.add(own_mark(lots.pareja(1), now=NOW))
        page = desk.get(url("draw", championship)).content.decode()
        assert page.count("Prometió su aporte") == 3
        assert "Shares are promised" in client.get(f"{url('draw_public', championship)}?idioma=en").content.decode()

        clock.move_to(CLOSES)
        assert len({*marks, own_mark(lots.pareja(1), now=CLOSES)}) == 3  # an open page renews itself
        assert "sus posibilidades son las mismas" in own(client, lots, 4)
        assert "se cerraron a las" in send(client, lots, 4, promesa="0" * 64)
        assert "Mostrar el aporte" in own(client, lots, 1)
        assert "no es el que se prometió" in send(client, lots, 1, aporte=SHARES[2])
        for number in (1, 2):
            assert "Cuenta en el sorteo" in send(client, lots, number, aporte=SHARES[number])
        early = desk.post(url("draw_make", championship), {"compromisos": "1"})
        assert early.status_code == 422
        assert "Falta el aporte de la 3" in early.content.decode()

        clock.move_to(CLOSES + timedelta(minutes=10))
        assert "No mostró su aporte a tiempo" in desk.get(url("draw", championship)).content.decode()
        desk.post(url("draw_make", championship), {"compromisos": "1"})
        assert "No se mostró a tiempo" in own(client, lots, 3)
        stage_publish(stage=lots.stage, user=lots.director, now=CLOSES + timedelta(minutes=10))

    acta = client.get(f"{url('draw_public', championship)}?verificar=1&idioma=en").content.decode()
    assert "The draw is the one that the record says" in acta
    assert acta.count("Showed its share") == 2
    assert acta.count("Did not show its share in time") == 1
    assert ShareEvent.objects.count() == 5


def test_of_two_draws_at_once_a_page_asks_for_each_share_in_turn(client: Client) -> None:
    """As where those who won and those who lost go on in stages of their own, drawn in the same hour."""
    championship = entered(4)
    first, second = (Lots(championship, director_of(championship), of=number) for number in (1, 2))
    plans = [
        StagePlan(name=name, format=Elimination(), entry=(Everybody(),), criteria=("mesas", "sorteo"))
        for name in ("Primera", "Segunda")
    ]
    stages_plan(championship=championship, plans=plans, user=first.director, now=NOW)
    for lots in (first, second):
        lots.commit(number=lots.of)
    with time_machine.travel(NOW, tick=False):
        assert first.sha in own(client, first, 1)
        first.promise(1, 2)
        assert "Prometer un aporte" in (page := own(client, first, 1))
        assert second.sha in page
        second.promise(1, 2)
        second.close()
        assert "Mostrar el aporte" in (page := own(client, first, 1))
        assert second.sha in page
        second.show(1)
        assert first.sha in own(client, first, 1)


def test_an_hour_that_has_passed_today_is_tomorrow_s_and_says_so(client: Client) -> None:
    championship = entered(4)
    lots = Lots(championship, director_of(championship))
    desk = Client()
    desk.force_login(lots.director)
    passed = (NOW - timedelta(minutes=5)).astimezone(championship.play_days.zone)
    named = date_format(passed + timedelta(days=1), r"l j \d\e F, H:i")
    with time_machine.travel(NOW, tick=False):
        desk.post(url("draw_promise", championship), {"source": "aportes", "closes": f"{passed:%H:%M}"})
        assert named in desk.get(url("draw", championship)).content.decode()
        assert named in own(client, lots, 1)
        send(client, lots, 1, promesa=share_promise(lots.sha, 1, SHARES[1]))
        assert named in own(client, lots, 1)
        assert named in client.get(url("draw_public", championship)).content.decode()


def test_single_players_read_nothing_of_parejas() -> None:
    championship = entered(3, players=1)
    lots = Lots(championship, director_of(championship))
    lots.commit()
    lots.promise(1, 2)
    lots.close()
    desk = Client()
    desk.force_login(lots.director)

    told = [desk.get(url("draw", championship)).content.decode(), own(desk, lots, 1)]

    assert all("aporte" in each for each in told)
    assert not any(re.search(r"(?<![/\w\"-])parejas?\b", each) for each in told)


def test_it_is_not_offered_where_there_are_no_private_pages() -> None:
    championship = entered(4)
    desk = Client()
    desk.force_login(director_of(championship))
    assert 'value="aportes"' in desk.get(url("draw", championship)).content.decode()
    championship.parejas.exclude(number=1).update(link_nonce=None)

    assert 'value="aportes"' not in desk.get(url("draw", championship)).content.decode()
    assert desk.post(url("draw_promise", championship), {"source": "aportes"}).status_code == 422


def own(client: Client, lots: Lots, number: int) -> str:
    return unescape(client.get(reverse("referee:own", args=[link_token(lots.pareja(number))])).content.decode())


def send(client: Client, lots: Lots, number: int, **sent: str) -> str:
    """What the page says after the phone of this pareja sent it."""
    address = reverse("referee:own_share_send", args=[link_token(lots.pareja(number))])
    return unescape(client.post(address, {"compromiso": lots.sha, **sent}, follow=True).content.decode())
