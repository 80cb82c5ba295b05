"""Reading a bracket."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet

from brackets.draw.names import round_name as name_of_round
from brackets.models import Championship, Fixture, Pareja, Stage
from brackets.selectors.parejas import parejas_list


@dataclass(frozen=True, slots=True)
class Round:
    """One round with its fixtures from top to bottom, the byes of the draw among them."""

    number: int
    name: str
    fixtures: tuple[Fixture, ...]


def bracket_view(stage: Stage) -> tuple[Round, ...]:
    """All rounds with parejas, players, tables and jueces at hand: three queries for any size.

    The players come without their cédulas.
    """
    fixtures = list(stage.fixtures.select_related("table", "juez").order_by("round", "position"))
    for fixture in fixtures:
        fixture.stage = stage
    attach_parejas(fixtures, parejas_list(stage.championship))
    rounds = groupby(fixtures, key=lambda fixture: fixture.round)
    return tuple(Round(number, round_name(stage, number), tuple(group)) for number, group in rounds)


def attach_parejas(fixtures: Sequence[Fixture], parejas: QuerySet[Pareja]) -> None:
    """Put the parejas read at once where the fixtures refer to them."""
    by_key = {pareja.pk: pareja for pareja in parejas}
    for fixture in fixtures:
        fixture.pareja_a = by_key[fixture.pareja_a_id] if fixture.pareja_a_id else None
        fixture.pareja_b = by_key[fixture.pareja_b_id] if fixture.pareja_b_id else None
        fixture.winner = by_key[fixture.winner_id] if fixture.winner_id else None


def round_name(stage: Stage, number: int) -> str:
    """ "Final", "Semifinal", … for round `number` of this stage."""
    return name_of_round(len(stage.slots).bit_length() - 1, number)


def fixtures_of(championship: Championship) -> QuerySet[Fixture]:
    """The fixtures of its published bracket that are or will be played, by number."""
    published = Fixture.objects.filter(stage__championship=championship, stage__status=Stage.Status.PUBLISHED)
    return published.filter(number__isnull=False).order_by("number")
