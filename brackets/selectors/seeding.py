"""Who was good elsewhere: seeds that follow from the final ranking of another championship."""

from dataclasses import dataclass
from typing import NamedTuple

from brackets.models import Championship, Pareja, Stage
from brackets.selectors.parejas import parejas_with_cedulas
from brackets.selectors.spelling import name_key
from brackets.selectors.stages import ranking_of, roster_of


@dataclass(frozen=True, slots=True)
class Found:
    """A pareja of this championship, its place in the other one, from 1, and its number there."""

    pareja: Pareja
    place: int
    there: int


def sources_of(championship: Championship) -> list[Championship]:
    """Those whose order anybody may know: with a published stage, not in preparation, the latest first."""
    return list(
        Championship.objects.filter(
            stages__status=Stage.Status.PUBLISHED, players_per_pareja=championship.players_per_pareja
        )
        .exclude(status=Championship.Status.DRAFT)
        .exclude(pk=championship.pk)
        .order_by("-starts_on", "name")
        .distinct()
    )


def found_again(championship: Championship, source: Championship) -> tuple[Found, ...]:
    """The parejas of `championship` that the last published stage of `source` has in its order, best first.

    A pareja is the same with the same players: by their cédulas where both have them, else by their names.
    """
    stage = source.stages.filter(status=Stage.Status.PUBLISHED).order_by("number").last()
    if stage is None:
        return ()
    ranked = ranking_of(stage, roster_of(source.pk)).overall
    there = {pareja.number: pareja for pareja in parejas_with_cedulas(source)}
    here = [_people(pareja) for pareja in parejas_with_cedulas(championship).filter(status=Pareja.Status.ACTIVE)]
    found: list[Found] = []
    for each in ranked:
        if each.place is None:
            continue
        known = _people(there[each.pareja])
        same = next((one for one in here if _are_same(one, known)), None)
        if same is not None:
            here.remove(same)
            found.append(Found(same.pareja, each.place, each.pareja))
    return tuple(found)


class _People(NamedTuple):
    """A pareja and who its players are."""

    pareja: Pareja
    cedulas: frozenset[str]
    names: frozenset[str]


def _people(pareja: Pareja) -> _People:
    players = pareja.players.all()
    return _People(
        pareja,
        frozenset(player.cedula for player in players),
        frozenset(name_key(player.name) for player in players),
    )


def _are_same(a: _People, b: _People) -> bool:
    cedulas = a.cedulas | b.cedulas
    return a.names == b.names if "" in cedulas else bool(cedulas) and a.cedulas == b.cedulas
