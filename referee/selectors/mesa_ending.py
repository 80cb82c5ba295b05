"""How a mesa ended, as its partida keeps it."""

from collections.abc import Iterable, Mapping
from typing import Final, TypedDict

from brackets.models import Fixture
from referee.rules import ChicaScore, Outcome

HOW: Final[Mapping[str, Fixture.How]] = {
    "abandono": Fixture.How.RETIREMENT,
    "descalificacion": Fixture.How.DISQUALIFICATION,
}


class MesaEnding(TypedDict):
    """The arguments of a result that say how it ended; fields as of `Fixture`, `winner` the side."""

    how: Fixture.How
    winner: str
    chicas: list[list[int]]
    zapateria: bool
    zapaterias: list[str]


def mesa_ending(ended: Outcome, chicas: Iterable[ChicaScore]) -> MesaEnding:
    """Of a mesa with this outcome and these proclaimed chicas; zapaterías that ended nothing are kept too (A-04)."""
    chicas = tuple(chicas)
    return MesaEnding(
        how=HOW.get(ended.reason, Fixture.How.PLAYED),
        winner=ended.winner,
        chicas=[list(chica.points) for chica in chicas],
        zapateria=ended.reason == "zapateria",
        zapaterias=[chica.winner if chica.zapateria else "" for chica in chicas],
    )
