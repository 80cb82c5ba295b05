"""The state of the mesas as JSON, for boards that no stream reaches."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from brackets.models import Championship, Fixture
from brackets.services.fixtures import fixture_call
from brackets.services.stages import stage_publish, stage_reopen
from referee.selectors.live.reading import MANY
from referee.services.tree import tree_sweep
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, published_stage
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keeper, keepers, kept_mesa, sealed_mesa

pytestmark = pytest.mark.django_db(transaction=True)


def floor_of(kept: Keeper) -> str:
    return reverse("referee:live", args=(kept.championship.slug,))


def mesa_of(kept: Keeper) -> str:
    return reverse("referee:live_partida", args=(kept.championship.slug, kept.fixture.pk))


def nothing_new(version: int) -> dict[str, object]:
    return {"version": version, "whole": False, "mesas": [], "gone": []}


def called(kept: Keeper) -> Keeper:
    fixture_call(fixture=kept.fixture, user=director_of(kept.championship), now=kept.tick())
    return kept


def test_the_floor_is_told_by_table(client: Client) -> None:
    stage = published_stage(4)
    first, second = keepers(list(stage.fixtures.filter(status=Fixture.Status.READY)))
    second.open()
    first.open()
    first.record(SORTEO, "caida A")

    told = client.get(floor_of(first)).json()

    assert [mesa["fixture"] for mesa in told["mesas"]] == [first.fixture.pk, second.fixture.pk]
    assert told["mesas"][0]["state"] == {"code": "live", "label": "EN VIVO", "icon": "live"}
    assert told["mesas"][0]["last"]["label"] == "Caída"
    assert {mesa["version"] for mesa in told["mesas"]} == {told["version"]}


def test_since_a_version_only_what_changed_is_told_wherever_it_stands_now(client: Client) -> None:
    stage = published_stage(4)
    first, second = keepers(list(stage.fixtures.filter(status=Fixture.Status.READY)))
    for each in (first, second):
        each.open()
    first.record(*ZAPATERIA)
    known = client.get(floor_of(first)).json()["version"]
    assert client.get(f"{floor_of(first)}?desde={known}").json() == nothing_new(known)

    first.seal()
    told = client.get(f"{floor_of(first)}?desde={known}").json()

    assert [mesa["state"]["label"] for mesa in told["mesas"]] == ["FINAL", "Por jugar"]  # and the one it leads to
    assert second.fixture.pk not in {mesa["fixture"] for mesa in told["mesas"]}
    assert told["version"] > known


@pytest.mark.parametrize("since", ["0", "-1", "x", "", "9" * 40, "999999999"])
def test_whoever_knows_no_version_of_ours_is_told_the_floor(client: Client, since: str) -> None:
    kept = kept_mesa(SORTEO)

    told = client.get(f"{floor_of(kept)}?desde={since}").json()

    assert [mesa["fixture"] for mesa in told["mesas"]] == [kept.fixture.pk]
    assert told["whole"]


def test_whoever_missed_very_much_is_told_the_floor_and_that_it_is_all_of_it(client: Client) -> None:
    stage = published_stage(128)
    kept = keepers(list(stage.fixtures.filter(status=Fixture.Status.READY)[:2]))
    for each in kept:
        each.open()
    known = client.get(floor_of(kept[0])).json()["version"]
    changed = stage.fixtures.exclude(pk=kept[0].fixture.pk).order_by("number")

    Fixture.objects.filter(pk__in=list(changed.values_list("pk", flat=True)[:MANY])).update(
        marks=[{"kind": "kept", "text": "x"}]
    )
    told = client.get(f"{floor_of(kept[0])}?desde={known}").json()
    assert (len(told["mesas"]), told["whole"]) == (MANY, False)

    kept[0].record(SORTEO)
    told = client.get(f"{floor_of(kept[0])}?desde={known}").json()
    assert [mesa["fixture"] for mesa in told["mesas"]] == [each.fixture.pk for each in kept]
    assert told["whole"]


def test_one_partida_is_told_wherever_it_stands(client: Client) -> None:
    kept = sealed_mesa()

    assert client.get(mesa_of(kept)).json()["mesas"][0]["state"]["label"] == "FINAL"
    assert client.get(floor_of(kept)).json()["mesas"] == []


def test_what_is_published_no_more_is_told_by_its_key_until_it_is_published_again(client: Client) -> None:
    kept = called(keeper())
    stage, director = kept.fixture.stage, director_of(kept.championship)
    known = client.get(floor_of(kept)).json()["version"]

    stage_reopen(stage=stage, user=director, now=kept.tick(), reason="Faltaba un club")
    told = client.get(f"{floor_of(kept)}?desde={known}").json()
    alone = client.get(mesa_of(kept)).status_code
    stage_publish(stage=stage, user=director, now=kept.tick())
    called(kept)
    again = client.get(f"{floor_of(kept)}?desde={known}").json()

    assert told["mesas"] == []
    assert kept.fixture.pk in told["gone"]
    assert alone == 404
    assert [mesa["state"]["label"] for mesa in again["mesas"]] == ["Convocada"]
    assert again["gone"] == []
    assert client.get(mesa_of(kept)).status_code == 200


def test_what_is_deleted_is_told_by_its_key_and_what_another_championship_hides_is_not(client: Client) -> None:
    kept, other = called(keeper()), called(keeper())
    key, address = kept.fixture.pk, floor_of(kept)
    known = client.get(address).json()["version"]

    kept.fixture.delete()
    stage_reopen(
        stage=other.fixture.stage, user=director_of(other.championship), now=kept.tick(), reason="Faltaba un club"
    )

    assert client.get(f"{address}?desde={known}").json()["gone"] == [key]


def test_what_is_in_preparation_is_told_to_no_stranger(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    Championship.objects.update(status="draft")

    assert client.get(floor_of(kept)).status_code == client.get(mesa_of(kept)).status_code == 404

    client.force_login(director_of(kept.championship))
    assert "private" in client.get(floor_of(kept))["Cache-Control"]


def test_a_partida_of_another_championship_is_not_there(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    other = ChampionshipFactory()

    assert client.get(reverse("referee:live_partida", args=(other.slug, kept.fixture.pk))).status_code == 404


def test_nothing_is_sent_again_until_something_changes(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    kept = kept_mesa(SORTEO)
    first = client.get(floor_of(kept))
    assert "public" in first["Cache-Control"]

    with django_assert_max_num_queries(3):
        again = client.get(floor_of(kept), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")

    head = tree_sweep(championship=kept.championship, now=NOW).checkpoint
    assert head is not None
    for address in (floor_of(kept), mesa_of(kept)):
        signed = client.get(address, headers={"If-None-Match": first["ETag"]})
        assert signed.json()["head"] == {"size": head.size, "root": head.root[:16], "at": head.at.isoformat()}

    kept.record("caida A")
    assert client.get(floor_of(kept), headers={"If-None-Match": signed["ETag"]}).status_code == 200
