"""What the Director lets the public see during play is kept to wherever a running mesa is shown."""

import pytest
from django.test import Client
from django.urls import reverse

from brackets.models import Championship, Role
from referee.rules import Measure
from referee.selectors.live import is_covered, live_of
from referee.services.appeals.publishing import appeal_publish
from referee.services.appeals.qualifying import appeal_reject
from referee.services.appeals.ruling import appeal_rule
from tests.factories.appeals import admitted, appealed
from tests.factories.brackets import RoleFactory, director_of
from tests.factories.referee import SORTEO, Keeper, kept_mesa

pytestmark = pytest.mark.django_db
SECRET, WON = "34", "38"


@pytest.fixture
def kept() -> Keeper:
    """One chica won 40 to 38; 34 points in the second, by a jugada that says so."""
    return kept_mesa(SORTEO, 'ajusta B +38 "x"', 'ajusta A +40 "x"', "proclama", 'ajusta A +34 "secreto"')


def pages_of(client: Client, kept: Keeper) -> dict[str, str]:
    slug, fixture = kept.championship.slug, kept.fixture.pk
    addresses = {
        "partida": reverse("referee:partida", args=(slug, fixture)),
        "championship": reverse("brackets:championship", args=(slug,)),
        "floor": reverse("referee:live", args=(slug,)),
        "mesa": reverse("referee:live_partida", args=(slug, fixture)),
        "planilla": reverse("referee:planilla", args=(kept.mesa.public_id,)),
    }
    return {name: client.get(address).content.decode() for name, address in addresses.items()}


def shows(page: str, points: str) -> bool:
    return any(mark in page for mark in (f">{points}<", f'"points": {points},', f"{points}]", f"[{points}"))


def test_everything_is_shown_unless_settled_otherwise(client: Client, kept: Keeper) -> None:
    pages = pages_of(client, kept)

    assert all(shows(pages[name], SECRET) for name in ("partida", "championship", "floor", "mesa"))
    assert all(shows(page, WON) for page in pages.values())


def test_only_the_chicas(client: Client, kept: Keeper) -> None:
    Championship.objects.update(live_visibility="chicas")

    pages = pages_of(client, kept)

    assert not any(shows(page, SECRET) or "Ajuste" in page for page in pages.values())
    assert all(shows(page, WON) for page in pages.values())


def test_nothing_until_the_end(client: Client, kept: Keeper) -> None:
    Championship.objects.update(live_visibility="final")

    pages = pages_of(client, kept)

    assert not any(shows(page, SECRET) or shows(page, WON) or "Ajuste" in page for page in pages.values())
    kept.record('ajusta A +6 "x"', "proclama")
    assert all(shows(page, WON) for page in pages_of(client, kept).values())


def test_the_desk_sees_all_of_it_and_is_told_that_the_public_does_not(client: Client, kept: Keeper) -> None:
    Championship.objects.update(live_visibility="final")
    client.force_login(RoleFactory(championship=kept.championship, kind=Role.Kind.CONTROL).user)

    pages = pages_of(client, kept)

    assert shows(pages["partida"], SECRET)
    assert "El público no ve todo esto" in pages["partida"]
    assert "data-stream" not in pages["partida"]  # what is streamed is what the public is told
    assert shows(pages["planilla"], WON)


def resolved(kept: Keeper, measure: Measure) -> None:
    """One that was ruled and one that was rejected, both announced."""
    director = director_of(kept.championship)
    ruled, rejected = admitted(kept), appealed(kept, jugada=3)
    appeal_rule(appeal=ruled, measure=measure, grounds="Iban 34 a 0.", user=director, now=kept.tick())
    appeal_reject(appeal=rejected, reason="La jugada 3 fue clara.", user=director, now=kept.tick())
    for appeal in (ruled, rejected):
        appeal_publish(appeal=appeal, published=True, user=director, now=kept.tick())


def resolutions(client: Client, kept: Keeper) -> str:
    return client.get(reverse("referee:resolutions", args=(kept.championship.slug,))).text


TELLING = ("Marcador A–B", "Suma 2 puntos", "Iban 34 a 0.", "La jugada 3 fue clara.", "la jugada 2")


@pytest.mark.parametrize("visibility", ["chicas", "final"])
def test_a_resolution_tells_nothing_of_a_mesa_in_play_until_it_ends(client: Client, visibility: str) -> None:
    kept = kept_mesa(SORTEO, 'ajusta A +34 "secreto"', "limpia B")
    resolved(kept, Measure("ajusta", "A", 2))
    assert all(words in resolutions(client, kept) for words in TELLING)
    Championship.objects.update(live_visibility=visibility)

    page = resolutions(client, kept)

    assert not any(words in page for words in TELLING)
    assert page.count("El Director ya resolvió. Lo que resolvió se leerá aquí cuando la mesa termine.") == 2
    kept.record('ajusta A +2 "x"', "limpia A", "proclama")
    assert all(words in resolutions(client, kept) for words in TELLING)


def test_a_mesa_is_covered_for_every_page_as_long_as_it_is_for_its_board(kept: Keeper) -> None:
    Championship.objects.update(live_visibility="final")
    found = []

    def look() -> None:
        board = live_of([kept.fixture.pk], version=1)[kept.fixture.pk]
        mesa = kept.mesa
        found.append((board.is_covered, is_covered(mesa, mesa.fixture.stage.championship)))

    look()
    kept.record('suspension "corte de luz"')
    look()
    kept.record("reanudacion", 'ajusta A +6 "x"', "proclama")
    look()
    kept.seal()
    look()
    director = director_of(kept.championship)
    appeal_rule(appeal=admitted(kept), measure=Measure("repite-mesa"), grounds="x", user=director, now=kept.tick())
    look()

    assert found == [(covered, covered) for covered in (True, True, False, False, True)]


@pytest.mark.parametrize("visibility", ["chicas", "final"])
def test_the_fingerprint_of_a_log_that_goes_on_is_kept_back(client: Client, kept: Keeper, visibility: str) -> None:
    Championship.objects.update(live_visibility=visibility)

    page = pages_of(client, kept)["planilla"]

    assert kept.mesa.head_hash not in page
    assert "Huella completa" not in page
    kept.record('ajusta A +6 "x"', "proclama")
    assert kept.mesa.head_hash in pages_of(client, kept)["planilla"]
    assert kept.freeze().digest in pages_of(client, kept)["planilla"]
