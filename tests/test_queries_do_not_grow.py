"""What anybody may ask for costs as many queries with many parejas, mesas, documents and editions as with a few."""

import json
from dataclasses import dataclass
from functools import cache as cache_of_calls

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse

from brackets.models import Championship, Fixture, Role
from referee.models import Screen
from referee.rules import Measure
from referee.selectors.championship_chain import MesaHead, chain_of, championship_chain
from referee.services.appeals.publishing import appeal_publish
from referee.services.appeals.ruling import appeal_rule
from tests.factories.appeals import admitted
from tests.factories.brackets import RoleFactory, TableFactory, director_of
from tests.factories.consultas import asked, resolved
from tests.factories.inscription import kept_entry
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keepers
from tests.factories.remembered import remembered
from tests.factories.sealing import certified
from tests.factories.tournaments import close, play_to_the_end, ready, tournament, win
from tests.public_addresses import OF_EVERY_FORM, asked_addresses, public_addresses, public_names
from tests.referee.views.test_screens import registered

pytestmark = pytest.mark.django_db

PLAYED = {"eliminatoria": 26, "suizo": 20, "series-final": 20}
ENDED = {"mundial": 24}
"""By format, how many parejas are many; `test_agenda` and `test_public` ask for more."""
FEW = 10


WARM: set[str] = set()
OF_A_PARTIDA = {"fixture_id", "public_id"}
ONE_SCENE = {
    "referee:table_overlay", "referee:table_overlay_state", "referee:table_overlay_json", "referee:table_display_state",
    "referee:partida_overlay_state", "referee:partida_overlay_json", "referee:partida_picture",
}  # fmt: skip
"""They tell a mesa as `partida_overlay` and `table_display` do."""


@dataclass(frozen=True)
class Hall:
    """A championship, and the partidas whose addresses are asked for: of each state one."""

    championship: Championship
    fixtures: tuple[Fixture, ...]

    def addresses(self) -> list[str]:
        """All of the first partida and its championship; of the others what is theirs."""
        first, *others = ([*public_addresses(each), *asked_addresses(each)] for each in self.fixtures)
        return [
            *first,
            *(each for of in others for each in of if is_of_a_partida(each)),
        ]


def playing(form: str, parejas: int, mesas: int) -> Hall:
    """So many mesas sealed, with an appeal ruled upon, so many that wait for their signatures, so many in play, one to be called."""
    championship = tournament(form, parejas, jueces_public=True)
    first = ready(championship)
    win(first[: len(first) - 3 * mesas - 1])
    kept = keepers(ready(championship)[: 3 * mesas])
    sealed, provisional, played = kept[:mesas], kept[mesas : 2 * mesas], kept[2 * mesas :]
    for each in kept:
        each.open()
        each.record(SORTEO, "caida A", "limpia B") if each in played else each.record(*ZAPATERIA)
    for each in sealed:
        each.seal()
        rule(each)
    fill(championship, mesas)
    return _hall(championship, sealed[0], provisional[0], played[0])


@remembered
def both(form: str) -> tuple[Hall, Hall]:
    """While it is played, a small one and a large one."""
    return playing(form, FEW, 1), playing(form, PLAYED[form], 3)


def ended(form: str, parejas: int, mesas: int) -> Hall:
    """So many of its mesas were kept on tablets; it is closed, with its podium."""
    championship = tournament(form, parejas, jueces_public=True)
    sealed = keepers(ready(championship)[:mesas])
    for each in sealed:
        each.open()
        each.record(*ZAPATERIA)
        each.seal()
        rule(each)
    fill(championship, mesas)
    play_to_the_end(championship)
    close(championship)
    return _hall(championship, sealed[0])


def rule(kept: Keeper) -> None:
    appeal, user = admitted(kept), director_of(kept.championship)
    measure = Measure("ajusta", side="B", points=4)
    appeal_rule(appeal=appeal, measure=measure, grounds="La carta estaba jugada.", user=user, now=kept.tick())
    appeal_publish(appeal=appeal, published=True, user=user, now=kept.tick())


def fill(championship: Championship, many: int) -> None:
    """So much of whatever else there is: people, tables, precedents."""
    certified(championship)
    kept_entry(championship)
    for number in range(many):
        RoleFactory(championship=championship, kind=Role.Kind.JUEZ)
        TableFactory(championship=championship, number=900 + number)
        resolved(asked(championship, question=f"¿Cuenta el naipe caído en la partida {number}?", article="13"))


def _hall(championship: Championship, *kept: Keeper) -> Hall:
    named = [Fixture.objects.select_related("stage__championship", "pareja_a").get(pk=each.fixture.pk) for each in kept]
    return Hall(Championship.objects.get(pk=championship.pk), (*named, *ready(championship)[:1]))


def queries(client: Client, address: str) -> tuple[int, list[str]]:
    """How it answers, and with which; nothing is at hand but what this process keeps for good."""
    cache.clear()
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(address)
        for _ in answer if answer.streaming else ():
            pass
    return answer.status_code, [each["sql"] for each in captured]


def view_of(address: str) -> str:
    return _resolved(address.partition("?")[0]).view_name


def is_of_a_partida(address: str) -> bool:
    return bool(OF_A_PARTIDA & _resolved(address.partition("?")[0]).kwargs.keys())


_resolved = cache_of_calls(resolve)


def warm(client: Client, address: str) -> None:
    """Ask once for each kind of page: what a process keeps for good is kept then."""
    if (name := view_of(address)) not in WARM:
        client.get(address)
        WARM.add(name)


def grown(client: Client, few: list[str], many: list[str]) -> dict[str, tuple[int, int]]:
    """The addresses that cost not the same with many as with few."""
    assert len(few) > 40
    found = {}
    for small, large in zip(few, many, strict=True):
        warm(client, small)
        before, after = queries(client, small), queries(client, large)
        assert before[0] == after[0], (small, before[0], large, after[0])
        if len(before[1]) != len(after[1]):
            found[large] = len(before[1]), len(after[1])
    return found


@pytest.mark.long
def test_while_it_is_played(client: Client) -> None:
    few, many = both("eliminatoria")

    assert grown(client, few.addresses(), many.addresses()) == {}


def test_while_it_is_played_on_pages_of_every_form(client: Client) -> None:
    few, many = (
        [address for address in hall.addresses() if view_of(address) in OF_EVERY_FORM | ONE_SCENE]
        for hall in both("eliminatoria")
    )

    assert grown(client, few, many) == {}


@pytest.mark.long
def test_while_it_is_played_in_another_form(client: Client) -> None:
    few, many = (
        [address for address in hall.addresses() if view_of(address) not in OF_EVERY_FORM | ONE_SCENE]
        for hall in both("suizo")
    )

    assert {*public_names()} >= OF_EVERY_FORM | ONE_SCENE
    assert grown(client, few, many) == {}


@pytest.mark.long
@pytest.mark.parametrize("form", ENDED)
def test_when_it_has_ended(client: Client, form: str) -> None:
    halls = ended(form, FEW, 1), ended(form, ENDED[form], 3)

    few, many = ([each for each in hall.addresses() if view_of(each) not in ONE_SCENE] for hall in halls)
    assert halls[0].championship.podium.exists()
    assert grown(client, few, many) == {}


@pytest.mark.long
def test_with_as_many_editions_and_championships_as_there_are(client: Client) -> None:
    """What is of several: the front door, what is found, the palmarés, the statistics and plots of all editions."""
    hall = ended("relampago", 4, 1)
    named = {"name": hall.championship.name}
    edition(edition=2, **named)
    edition(status="open")
    one = costs(client, hall)

    for number in range(3, 6):
        edition(edition=number, **named)
        edition(status="open")

    assert costs(client, hall) == one


def edition(*, status: str = "closed", **of: object) -> None:
    """Another championship, closed with its podium or still played."""
    championship = tournament("relampago", 4, **of)
    if status == "closed":
        play_to_the_end(championship)
        close(championship)


def costs(client: Client, hall: Hall) -> dict[str, tuple[int, int]]:
    """How each address of the hall answers, and with how many queries; not those of a partida or a table, which know of nothing else."""
    every = [each for each in hall.addresses() if not is_of_a_partida(each) and view_of(each) not in ONE_SCENE]
    assert len(every) > 30, "the walk has lost its addresses"
    for address in every:
        warm(client, address)
    return {address: (status, len(asked)) for address in every for status, asked in [queries(client, address)]}


@pytest.mark.long
def test_each_page_of_a_screen() -> None:
    """A rotation goes through these; those of one table are public pages too."""
    few, many = both("series-final")

    for kind in (kind for kind in Screen.Kind.values if kind not in ("mensaje", "mesa", "rotulo", "rotacion")):
        pages_of_a_screen(few, kind)
        assert {*pages_of_a_screen(many, kind)} == {*pages_of_a_screen(few, kind)}, kind


def pages_of_a_screen(hall: Hall, kind: str) -> list[int]:
    """With how many queries each of its first pages is told, as they come after one another."""
    client, _ = registered(hall.championship, kind)
    place, told = "", []
    for _ in range(3):
        cache.clear()
        with CaptureQueriesContext(connection) as captured:
            state = client.get(reverse("referee:screen_state"), {"lugar": place}).json()
        place = state["next"]
        told.append(len(captured))
    return told


def test_what_is_answered_of_a_file_that_is_brought(client: Client) -> None:
    few, many = both("eliminatoria")

    assert [told_of_files(client, few)] == [told_of_files(client, many)]


def told_of_files(client: Client, hall: Hall) -> list[tuple[int, int]]:
    """The acta of its draw, and the acta of its logs as it stands and as it stood before one of them changed."""
    chain = championship_chain(hall.championship).as_json()
    older = chain_of(
        hall.championship.slug, [MesaHead(each[0], 1, "e" * 64, 0, "") for each in chain["mesas"]]
    ).as_json()
    acta = client.get(reverse("brackets:draw_acta", args=[hall.championship.slug])).content
    brought = (
        ("brackets:draw_verify", acta),
        ("referee:planilla_check", json.dumps(chain).encode()),
        ("referee:planilla_check", json.dumps(older).encode()),
    )
    told = []
    for name, content in brought:
        cache.clear()
        with CaptureQueriesContext(connection) as captured:
            answer = client.post(reverse(name), {"file": SimpleUploadedFile("acta.json", content)})
        told.append((answer.status_code, len(captured)))
    return told
