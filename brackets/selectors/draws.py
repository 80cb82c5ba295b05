"""Reading a draw: from what it was made, and whether it keeps what a draw promises."""

from collections.abc import Iterable
from typing import TypedDict

from brackets.draw.elimination import Conflict, Draw
from brackets.draw.entries import Entry
from brackets.draw.formats import Series, Swiss
from brackets.draw.placing import place
from brackets.draw.verify import Broken, check
from brackets.models import Pareja, Stage
from brackets.selectors.spelling import name_key
from brackets.selectors.stages import Roster, format_of, rules_of, spots_of


class Entrant(TypedDict):
    """One pareja as it entered the draw; `club` in the spelling that was compared."""

    number: int
    club: str
    seed: int | None


def entrants(stage: Stage, roster: Roster | None = None) -> list[Entrant]:
    """Who would enter a draw of the stage made now, by number; `roster` says otherwise who has left.

    In a first stage the seeds are those given by hand; later those who won their series or bracket, in the order of the
    places, and who is exempt.
    """
    spots = spots_of(stage, roster)
    seeded = [spot.pareja for spot in spots if spot.seeded and spot.pareja is not None]
    by_hand = all(rule.kind == "inscritas" for rule in rules_of(stage))
    numbers = [spot.pareja for spot in spots if spot.pareja is not None]
    parejas = Pareja.objects.filter(championship=stage.championship_id, number__in=numbers).order_by("number")
    return [
        Entrant(
            number=pareja.number,
            club=name_key(pareja.club),
            seed=pareja.seed if by_hand else seeded.index(pareja.number) + 1 if pareja.number in seeded else None,
        )
        for pareja in parejas
    ]


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

    `outdated`: somebody was inscribed, withdrawn, or got another club or seed since, or another qualified. For the other
    codes see `brackets.draw.verify.check`; series and Swiss stages are drawn once more and compared.
    """
    if stage.entrants != entrants(stage):
        return [
            Broken(
                "outdated",
                "Desde el sorteo se hicieron, retiraron o corrigieron inscripciones. Vuelva a sortear."
                if all(rule.kind == "inscritas" for rule in rules_of(stage))
                else "Desde el sorteo cambió quiénes clasifican a esta etapa. Vuelva a sortear.",
            )
        ]
    form = format_of(stage)
    if not isinstance(form, Series | Swiss):
        return check(draw_of(stage), entries(stage.entrants))
    again = place(form, entries(stage.entrants), stage.lots_seed, apart=stage.apart)
    if list(again.slots) != stage.slots:
        message = f"El sorteo no es el que sale de la semilla «{stage.lots_seed}». Sortee de nuevo."
        return [Broken("not-repeatable", message)]
    return []
