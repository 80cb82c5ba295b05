"""Whether the logs of a championship hold what was recorded: heads that are kept beside them do not tell."""

from typing import Final

from django.core.cache import cache

from brackets.models import Championship
from brackets.turns import Turns
from referee.models import Mesa
from referee.selectors.championship_chain import ChampionshipChain
from referee.selectors.verification import Checked, logs_check, mesa_check

KEPT_FOR: Final = 60
"""Seconds: all logs of a large championship take as many as it has hundreds of mesas, and anybody may ask."""
TURNS: Final = Turns(together=1, waiting=4)


def logs_broken(championship: Championship) -> list[Checked]:
    """Each mesa whose log is not what was recorded, all of them read from the first row; seven queries for two hundred."""
    mesas = Mesa.objects.filter(fixture__stage__championship=championship).order_by("id")
    found = [mesa_check(check.mesa) for check in logs_check(mesas.iterator(chunk_size=500)) if check.broken]
    return [check for check in found if check.broken]  # what was played meanwhile is not broken


def partidas_broken(championship: Championship, now: ChampionshipChain) -> tuple[str, ...] | None:
    """Of which partidas those are, as they were read within the last minute; None where there is no turn to read them."""
    key = f"bitacoras:{championship.pk}:{now.digest}"
    told: tuple[str, ...] | None = cache.get(key)
    if told is not None:
        return told
    with TURNS.one() as given:
        told = cache.get(key)
        if told is None and given:
            told = tuple(check.mesa.fixture.name for check in logs_broken(championship))
            cache.set(key, told, KEPT_FOR)
    return told
