"""What keeps a published stage from being taken back to its draw."""

from collections.abc import Iterable
from dataclasses import dataclass

from brackets.draw.formats import Swiss
from brackets.draw.plural import numbered
from brackets.models import UNPLAYED, Fixture, Stage
from brackets.selectors.holding import holding
from brackets.selectors.stages import format_of, late_of, sources_of

BEGUN = (Fixture.Status.IN_PLAY, Fixture.Status.PROVISIONAL, Fixture.Status.FINAL)
MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why not, and what it is about: mesas begun or registered, a later stage, or the numbers of who entered after the draw.

    `in-the-way` may be carried through on purpose; any other has to be undone first.
    """

    code: str
    message: str
    fixtures: tuple[Fixture, ...] = ()
    later: Stage | None = None
    late: tuple[int, ...] = ()

    @property
    def named(self) -> tuple[Fixture, ...]:
        """The first of its mesas, to lead to."""
        return self.fixtures[:MOST_NAMED]


def reopening_obstacles(stage: Stage) -> list[Obstacle]:
    """What stands in the way of reopening a published stage, nothing where nothing does; the queries do not grow."""
    obstacles = []
    fixtures = list(stage.fixtures.order_by("round", "position"))
    begun = [each for each in fixtures if each.status in BEGUN and each.how not in UNPLAYED]
    held, is_swiss = holding(fixtures), isinstance(format_of(stage), Swiss)
    if held and is_swiss:
        why = numbered(
            _named(held),
            "hay una mesa registrada de {}, y se guarda",
            "hay mesas registradas de {}, y se guardan",
        )
        told = f"«{stage}» no se reabre: {why}; sorteada de nuevo no tendría sus rondas. Corrija cada resultado en su partida."
        obstacles.append(Obstacle("mesas-registradas", told, fixtures=tuple(held)))
    if begun:
        why = numbered(_named(begun), "ya se empezó a jugar {}", "ya se empezaron a jugar {}")
        told = f"«{stage}» no se reabre: {why}."
        obstacles.append(Obstacle("in-the-way", told, fixtures=tuple(begun)))
    for later in stage.championship.stages.filter(number__gt=stage.number, status=Stage.Status.PUBLISHED):
        if stage.number in sources_of(later):
            told = f"«{later}» ya está publicada: reábrala primero."
            obstacles.append(Obstacle("etapa-siguiente", told, later=later))
    if stage.late:
        late = tuple(each.pareja for each in late_of(stage))
        why = numbered(
            late,
            "entró alguien después del sorteo ({}): deshaga primero esa entrada",
            "entraron otros después del sorteo ({}): deshaga primero esas entradas",
        )
        told = f"En «{stage}» {why}."
        obstacles.append(Obstacle("entradas-tardias", told, late=late))
    if (undecided := [each for each in held if each not in begun]) and not is_swiss:
        why = numbered(
            _named(undecided),
            "hay una mesa registrada de {}, aunque no tenga resultado",
            "hay mesas registradas de {}, aunque no tengan resultado",
        )
        told = f"«{stage}» no se reabre: {why}."
        obstacles.append(Obstacle("in-the-way", told, fixtures=tuple(undecided)))
    return obstacles


def still_there(marked: Iterable[Fixture]) -> list[Fixture]:
    """Of these the mesas that were not taken back with the round or the draw that they were of; one query where there are any."""
    marked = list(marked)
    there = (
        set(Fixture.objects.filter(pk__in=[each.pk for each in marked]).values_list("pk", flat=True)) if marked else ()
    )
    return [each for each in marked if each.pk in there]


def _named(fixtures: list[Fixture]) -> list[str]:
    more = len(fixtures) - MOST_NAMED
    return [f"la {each.name}" for each in fixtures[:MOST_NAMED]] + ([f"{more} más"] if more > 0 else [])
