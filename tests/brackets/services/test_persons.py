"""Another person in a place of a pareja: no notice, arrival or address of the one before is hers."""

from dataclasses import replace

import pytest

from brackets.models import CheckIn, Pareja, Player
from brackets.selectors.private_links import link_token, pareja_of_token
from brackets.services.imports import import_parejas_apply
from brackets.services.inscription import pareja_data
from brackets.services.parejas import pareja_update
from brackets.services.players import player_substitute
from brackets.services.presence import pareja_check_in
from brackets.services.private_links import private_link_revoke
from brackets.spreadsheets.reading import read_parejas
from tests.brackets.spreadsheets.books import csv
from tests.factories.brackets import NOW, ParejaFactory, director_of, invented_cedula, personal_set

pytestmark = pytest.mark.django_db


@pytest.fixture
def pareja() -> Pareja:
    pareja = ParejaFactory(number=7)  # one that a sheet may have, however many there were before
    for player in pareja.players.all():
        place = player.position
        personal_set([player], cedula=invented_cedula(place), email=f"{place}@ejemplo.ec", phone=f"099000000{place}")
    pareja_check_in(pareja=pareja, user=director_of(pareja.championship), now=NOW)
    return pareja


def changed(pareja: Pareja, **fields: str) -> dict[str, str]:
    """By name, the address by which each player is reached afterwards."""
    data = replace(pareja_data(pareja), **fields)
    pareja_update(pareja=pareja, data=data, user=director_of(pareja.championship), now=NOW)
    return {player.name: player.email for player in Player.objects.filter(pareja=pareja)}


def address(pareja: Pareja) -> str:
    token = link_token(Pareja.objects.get(pk=pareja.pk))
    assert token
    return token


@pytest.mark.parametrize("fields", [{"player_1": "Ana Paz Real"}, {"cedula_1": invented_cedula(9)}, {"cedula_1": ""}])
def test_what_was_written_wrong_is_corrected_of_the_same_person(pareja: Pareja, fields: dict[str, str]) -> None:
    before = address(pareja)

    assert sorted(changed(pareja, **fields).values()) == ["1@ejemplo.ec", "2@ejemplo.ec"]

    assert address(pareja) == before
    assert CheckIn.objects.count() == 2


def test_with_another_name_and_another_cedula_it_is_another_person(pareja: Pareja) -> None:
    before = address(pareja)

    emails = changed(pareja, player_1="Zoila Ruiz", cedula_1=invented_cedula(9))

    assert emails["Zoila Ruiz"] == ""
    assert sorted(emails.values()) == ["", "2@ejemplo.ec"]
    assert pareja.players.get(position=1).phone == ""
    assert [seen.player.position for seen in CheckIn.objects.all()] == [2]
    assert pareja_of_token(before) is None
    assert pareja_of_token(address(pareja)) == pareja


def test_who_goes_to_the_other_place_takes_the_own_contact_along(pareja: Pareja) -> None:
    there, before = pareja_data(pareja), address(pareja)

    emails = changed(
        pareja, player_1=there.player_2, cedula_1=there.cedula_2, player_2=there.player_1, cedula_2=there.cedula_1
    )

    assert emails == {there.player_2: "2@ejemplo.ec", there.player_1: "1@ejemplo.ec"}
    assert address(pareja) == before
    assert not CheckIn.objects.exists()  # noted by place: whoever came is noted again


def test_a_substitute_gets_a_page_with_another_address(pareja: Pareja) -> None:
    before = address(pareja)

    player_substitute(
        pareja=pareja, position=2, name="Zoila Ruiz", cedula="", reason="Viajó",
        user=director_of(pareja.championship), now=NOW,
    )  # fmt: skip

    assert pareja_of_token(before) is None
    assert pareja_of_token(address(pareja)) == pareja


def test_a_page_that_the_desk_closed_stays_closed(pareja: Pareja) -> None:
    private_link_revoke(pareja=pareja, user=director_of(pareja.championship), now=NOW)

    changed(pareja, player_1="Zoila Ruiz", cedula_1=invented_cedula(9))

    assert link_token(Pareja.objects.get(pk=pareja.pk)) is None


def test_another_person_in_a_sheet_is_another_person_too(pareja: Pareja) -> None:
    before, kept = address(pareja), Player.objects.get(pareja=pareja, position=2)
    lines = [
        ("Número", "Jugador 1", "Jugador 2", "Cédula 1", "Cédula 2"),
        (pareja.number, "Zoila Ruiz", kept.name, invented_cedula(9), kept.cedula),
    ]

    import_parejas_apply(
        championship=pareja.championship,
        rows=read_parejas(csv(lines)),
        user=director_of(pareja.championship),
        now=NOW,
    )

    emails = {player.name: player.email for player in Player.objects.filter(pareja=pareja)}
    assert emails == {"Zoila Ruiz": "", kept.name: "2@ejemplo.ec"}
    assert address(pareja) != before
    assert [each.player.position for each in CheckIn.objects.select_related("player")] == [2]
