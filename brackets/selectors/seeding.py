"""Who was good elsewhere: seeds that follow from the final ranking of another championship."""

from collections.abc import Sequence
from dataclasses import dataclass

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
    here = list(parejas_with_cedulas(championship).filter(status=Pareja.Status.ACTIVE))
    found: list[Found] = []
    for each in ranked:
        if each.place is None:
            continue
        pareja = _same(there[each.pareja], [one for one in here if one not in [other.pareja for other in found]])
        if pareja is not None:
            found.append(Found(pareja, each.place, each.pareja))
    return tuple(found)


def _same(known: Pareja, among: Sequence[Pareja]) -> Pareja | None:
    cedulas, names = _cedulas(known), _names(known)
    for pareja in among:
        its = _cedulas(pareja)
        if (cedulas and its == cedulas) if "" not in (cedulas | its) else _names(pareja) == names:
            return pareja
    return None


def _cedulas(pareja: Pareja) -> frozenset[str]:
    return frozenset(player.cedula for player in pareja.players.all())


def _names(pareja: Pareja) -> frozenset[str]:
    return frozenset(name_key(player.name) for player in pareja.players.all())
