"""The command that deletes what is due."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from brackets.models import Championship, Player
from brackets.services.personal_data import consent_withdraw
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, invented_cedula, personal_set

pytestmark = pytest.mark.django_db


def held() -> list[str]:
    return [each.cedula for each in Player.objects.order_by("pk") if each.cedula]


def run(*words: str) -> str:
    out = StringIO()
    call_command("borrar_datos_personales", *words, stdout=out)
    return out.getvalue()


def test_first_what_is_due_and_then_everybody_but_never_before_the_end() -> None:
    championship = ChampionshipFactory(slug="copa")
    pareja = ParejaFactory(championship=championship, player_1__cedula=invented_cedula(1))
    personal_set(pareja.players.filter(position=2), cedula=invented_cedula(2))
    consent_withdraw(player=pareja.players.get(position=1), user=None, now=NOW)

    run()
    with pytest.raises(CommandError, match="todavía no termina"):
        run("--todos", "copa")
    assert held() == [invented_cedula(1), invented_cedula(2)]
    Championship.objects.update(status=Championship.Status.CLOSED)
    assert run().endswith(": 1\n")
    assert held() == [invented_cedula(2)]
    run("--todos", "copa")

    assert held() == []
    with pytest.raises(CommandError, match="No hay"):
        run("--todos", "otra")
