"""What a Juez has of the law at his table, also without network."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.models import Mesa
from referee.rules import Place, usual_articles
from referee.selectors.conduct import OnRecord, standing_of
from referee.selectors.consultas import Told, consultas_told, in_force, places_of, rules_of


@dataclass(frozen=True, slots=True)
class Law:
    """The places of the rulebook, the precedents in force, the doubts of this mesa, what its parejas did.

    `articles` has what each kind of conduct usually offends.
    """

    places: Sequence[Place]
    articles: Mapping[str, str]
    precedents: list[Told]
    consultas: list[Told]
    conduct: list[OnRecord]
    side_a: int | None


def law_at(mesa: Mesa) -> Law:
    """As many queries however much there is."""
    championship = mesa.fixture.stage.championship
    told = consultas_told(championship)
    return Law(
        places=places_of(championship),
        articles=usual_articles(rules_of(championship)),
        precedents=in_force(told),
        consultas=[each for each in told if each.consulta.fixture_id == mesa.fixture_id],
        conduct=standing_of(championship, (mesa.pareja_a_id, mesa.pareja_b_id)),
        side_a=mesa.pareja_a_id,
    )
