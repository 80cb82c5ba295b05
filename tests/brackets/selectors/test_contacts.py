import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from brackets.selectors.contacts import addresses_of
from brackets.services.players import player_substitute
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of, personal_set

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rows", [1, 3])
def test_each_address_of_a_pareja_once_and_none_of_who_gave_none(
    rows: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    championship = ChampionshipFactory()
    both = ParejaFactory.create_batch(rows, championship=championship, player_1__email="uno@ejemplo.ec")
    personal_set(both[0].players.filter(position=2), email="uno@ejemplo.ec")
    silent = ParejaFactory(championship=championship)

    with django_assert_num_queries(1):
        found = addresses_of([*both, silent])

    assert found == {**{pareja.pk: ["uno@ejemplo.ec"] for pareja in both}, silent.pk: []}


def test_who_leaves_for_a_substitute_gets_no_more_notices() -> None:
    pareja = ParejaFactory(player_1__email="uno@ejemplo.ec", player_1__phone="0991234567")

    player_substitute(
        pareja=pareja, position=1, name="Otra Persona", cedula="", reason="Enfermó",
        user=director_of(pareja.championship), now=NOW,
    )  # fmt: skip

    assert addresses_of([pareja]) == {pareja.pk: []}
    assert pareja.players.get(position=1).phone == ""


def test_who_took_back_the_consent_has_no_address() -> None:
    pareja = ParejaFactory(player_1__email="uno@ejemplo.ec")

    personal_set(pareja.players.all(), email="")
    pareja.players.update(consent_withdrawn_at=timezone.now())

    assert addresses_of([pareja]) == {pareja.pk: []}
