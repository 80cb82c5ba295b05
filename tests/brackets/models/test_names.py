"""What people read when a row is shown."""

import pytest

from brackets.models import Fixture, Pareja, Role
from tests.factories.brackets import (
    AuditEntryFactory,
    ChampionshipFactory,
    FixtureFactory,
    ParejaFactory,
    RoleFactory,
    StageFactory,
    TableFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db


def test_a_pareja_is_called_by_its_name_or_by_its_players() -> None:
    pareja = ParejaFactory(number=7, player_1__name="Ana Vaca", player_2__name="Luz Mora")
    assert str(pareja) == "7 · Ana Vaca / Luz Mora"

    pareja.name = "Las del Sol"
    assert Pareja.title.fget(pareja) == "Las del Sol"
    assert str(pareja.players.get(position=2)) == "Luz Mora"


@pytest.mark.parametrize(("number", "shown"), [(5, "Partida 5"), (None, "Ronda 2, lugar 4")])
def test_a_fixture_is_called_by_its_number_or_by_its_place(number: int | None, shown: str) -> None:
    assert str(Fixture(number=number, round=2, position=3)) == shown


def test_everything_else_is_called_as_people_call_it() -> None:
    shown = {
        str(ChampionshipFactory(name="Campeonato de Cuarenta", edition=3)): "Campeonato de Cuarenta 3",
        str(ChampionshipFactory(name="Torneo")): "Torneo",
        str(UserFactory(username="rosa", display_name="")): "rosa",
        str(RoleFactory(kind=Role.Kind.CONTROL, user__display_name="Rosa Vega")): "Mesa de Control: Rosa Vega",
        str(TableFactory(number=7)): "Mesa 7",
        str(StageFactory()): "Eliminatoria directa",
        str(AuditEntryFactory(sentence="Hizo el sorteo.")): "Hizo el sorteo.",
        FixtureFactory(number=9).name: "partida 9",
    }

    assert list(shown) == list(shown.values())
