"""Where nothing is told during play, nothing that anybody may ask for is another because of a jugada."""

import json
import re

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from brackets.models import Championship
from cuarenta_torneo.live.topics import ChampionshipTopic, MesaTopic, Topic
from referee.rules import Measure
from referee.selectors.championship_chain import MesaHead, chain_of
from referee.services.appeals.publishing import appeal_publish
from referee.services.appeals.ruling import appeal_rule
from tests.factories.appeals import admitted
from tests.factories.brackets import director_of
from tests.factories.consultas import asked, resolved
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keeper, kept_mesa
from tests.long import short
from tests.public_addresses import public_addresses

pytestmark = pytest.mark.django_db

PLAYED = (SORTEO, "caida A", "limpia B")
MORE = ("caida A", "limpia A", 'ajusta B +24 "marcador"')
# That something was recorded may be known, and when, not least to who may appeal against it; and a page is given a new nonce each time.
MOVING = re.compile(
    rb'"(?:version|at)": ?[^,}]+|data-(?:version|at|since|mark)="[^"]*"|"mark": "[^"]*"|As.. estaba a las [0-9:]*|datetime="[^"]*"|nonce="[^"]*"|csrf[^>]*|<time[^<]*</time>|<span role="timer".*?</strong>|^id: \d+'
)
SCORE = (
    "brackets:championship",
    "referee:live",
    "referee:partida",
    "referee:live_partida",
    "referee:partida_overlay_json",
)


def told(kept: Keeper, client: Client) -> dict[str, bytes]:
    """All that a stranger is answered, by the address or by what he did."""
    assert kept.fixture.pareja_a
    addresses = {*public_addresses(kept.fixture), f"/buscar/?q={kept.fixture.pareja_a.number}"}
    slug = kept.championship.slug
    answers = {each: _answer(client, each) for each in addresses} | {
        "a chain that anybody wrote": _about_a_chain(kept, client),
        "a chain of no acta": _answer(client, f"/planilla/verificar/?c={slug}&cadena={'0' * 64}"),
        "stream": _stream(ChampionshipTopic(slug)),
        "stream of the mesa": _stream(MesaTopic(slug, kept.fixture.pk)),
    }
    return {name: MOVING.sub(b"", answer) for name, answer in answers.items()}


def _answer(client: Client, address: str) -> bytes:
    answer = client.get(address)
    return b"".join(answer) if answer.streaming else answer.content  # type: ignore[arg-type]


def _about_a_chain(kept: Keeper, client: Client) -> bytes:
    chain = chain_of(kept.championship.slug, [MesaHead(str(kept.mesa_id), 0, "0" * 64, 0, "")])
    file = SimpleUploadedFile("acta.json", json.dumps(chain.as_json()).encode())
    return client.post("/planilla/verificar/", {"file": file}).content


def _stream(topic: Topic) -> bytes:
    whole = topic.whole(0)
    assert whole is not None
    return whole.body


def ruled(kept: Keeper) -> None:
    """The mesa goes on, and everybody may read what was resolved of it."""
    director, appeal = director_of(kept.championship), admitted(kept)
    appeal_rule(appeal=appeal, measure=Measure("confirma"), grounds="Visto.", user=director, now=kept.tick())
    appeal_publish(appeal=appeal, published=True, user=director, now=kept.tick())


@pytest.mark.parametrize("visibility", short(Championship.LiveVisibility.values, "final"))
def test_a_jugada_changes_what_is_public_only_where_the_setting_says_so(client: Client, visibility: str) -> None:
    kept = keeper()
    Championship.objects.update(live_visibility=visibility)
    kept.open()
    kept.record(*PLAYED)
    ruled(kept)
    told(kept, client)  # what is made at its first asking is there by now

    with time_machine.travel(timezone.now(), tick=False):  # what is expected later moves with the clock
        before = told(kept, client)
        kept.record(*MORE)
        after = told(kept, client)

    changed = {name for name in before if before[name] != after[name]}
    if visibility == Championship.LiveVisibility.ALL:
        slug, mesa = [kept.championship.slug], [kept.championship.slug, kept.fixture.pk]
        shown = {reverse(name, args=mesa if "partida" in name else slug) for name in SCORE}
        assert {
            *shown,
            f"/planilla/{kept.mesa_id}/",
            "a chain that anybody wrote",
            "stream",
            "stream of the mesa",
        } <= changed
    else:
        assert changed == set()


@pytest.mark.parametrize("visibility", Championship.LiveVisibility.values)
def test_a_precedent_of_a_mesa_in_play_is_read_and_found_only_where_the_mesa_is(
    client: Client, visibility: str
) -> None:
    kept = kept_mesa(SORTEO, 'ajusta A +34 "marcador del caso"')
    Championship.objects.update(live_visibility=visibility)
    resolved(asked(kept.championship, "Con 34 a 0, ¿vale la limpia?", fixture=kept.fixture), "Vale: quedan 34 a 2.")
    page = reverse("referee:precedents", args=[kept.championship.slug])

    read, searched = client.get(page).text, client.get(page, {"buscar": "limpia 34"}).text

    shown = visibility == Championship.LiveVisibility.ALL
    assert "Consulta 1" in read
    assert ("34 a" in read, "Consulta 1" in searched) == (shown, shown)
    assert ("Lo que resolvió se leerá aquí cuando la mesa termine" in read) is not shown


def test_a_precedent_is_read_once_its_mesa_has_ended(client: Client) -> None:
    kept = kept_mesa(*ZAPATERIA)
    Championship.objects.update(live_visibility="final")
    resolved(asked(kept.championship, "¿Y con 40 a 4?", fixture=kept.fixture), "Gana quien llegó.")

    assert "¿Y con 40 a 4?" in client.get(reverse("referee:precedents", args=[kept.championship.slug])).text
