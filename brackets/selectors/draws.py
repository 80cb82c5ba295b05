"""Reading a draw: from what it was made, and whether it keeps what a draw promises."""

from collections.abc import Iterable
from typing import TypedDict

from brackets.draw.elimination import Conflict, Draw
from brackets.draw.entries import Entry
from brackets.draw.verify import Broken, check
from brackets.models import Championship, Pareja, Stage
from brackets.selectors.spelling import name_key


class Entrant(TypedDict):
    """One pareja as it entered the draw; `club` in the spelling that was compared."""

    number: int
    club: str
    seed: int | None


def entrants(championship: Championship) -> list[Entrant]:
    """Who would enter a draw made now: the parejas that are not withdrawn, by number."""
    parejas = Pareja.objects.filter(championship=championship, status=Pareja.Status.ACTIVE).order_by("number")
    return [Entrant(number=pareja.number, club=name_key(pareja.club), seed=pareja.seed) for pareja in parejas]


def entries(listed: Iterable[Entrant]) -> list[Entry]:
    """The same as the draw takes them."""
    return [Entry(entrant["number"], entrant["club"], entrant["seed"]) for entrant in listed]


def draw_of(stage: Stage) -> Draw:
    """The stored draw, as `check` takes it."""
    conflicts = (
        Conflict(conflict["position"], name_key(conflict["club"]), conflict["a"], conflict["b"])
        for conflict in stage.unavoidable
    )
    return Draw(tuple(stage.slots), stage.lots_seed, stage.apart, tuple(conflicts))


def draw_check(stage: Stage) -> list[Broken]:
    """What must be put right before it may be published; empty is good.

    `outdated`: somebody was inscribed, withdrawn, or got another club or seed since. For the other codes see
    `brackets.draw.verify.check`.
    """
    if stage.entrants != entrants(stage.championship):
        return [
            Broken(
                "outdated",
                "Desde el sorteo se hicieron, retiraron o corrigieron inscripciones. Vuelva a sortear.",
            )
        ]
    return check(draw_of(stage), entries(stage.entrants))
