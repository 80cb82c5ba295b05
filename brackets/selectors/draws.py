"""Reading a draw: from what it was made, and whether it keeps what a draw promises."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NotRequired, TypedDict

from brackets.draw.elimination import Conflict, Draw
from brackets.draw.entries import Entry
from brackets.draw.exchanges import Exchange, drawn_before
from brackets.draw.formats import Series, Swiss
from brackets.draw.procedures import lines_drawn
from brackets.draw.protections import CLUBS_APART, Terms, protection_from
from brackets.draw.qualification import Spot
from brackets.draw.standings import criterion_of
from brackets.draw.verify import Broken, check
from brackets.models import Pareja, Stage
from brackets.selectors.spelling import name_key
from brackets.selectors.stages import Roster, format_of, late_of, roster_drawn, rules_of, spots_of


class Entrant(TypedDict):
    """One pareja as it entered the draw; `club` in the spelling that was compared.

    `marks` is what else it has in common with others, only where a protection of the stage asks for it.
    """

    number: int
    club: str
    seed: int | None
    marks: NotRequired[dict[str, str]]


OTHERWISE: Final[Sequence[tuple[Callable[[Entrant], object], str, str]]] = (
    (lambda one: one["number"], "entrarían otros", "cambiaron los clasificados"),
    (
        lambda one: one["seed"],
        "entrarían los mismos, con otras cabezas de serie",
        "cambiaron las cabezas de serie o su orden",
    ),
    (
        lambda one: one.get("marks", {}).get("serie"),
        "entrarían los mismos, desde otras series",
        "cambiaron las series de las que llegan",
    ),
)
"""What of who enters follows from the stages before it: what would be, and what has changed, in words."""
FIELDS: Final[Mapping[str, str]] = {"institucion": "institution", "familia": "family", "provincia": "province"}
"""The attributes of protections that are texts of a pareja."""


def come_from_series(spots: Iterable[Spot]) -> bool:
    """Whether any of these entrants played in a series of an earlier stage, the one before or not."""
    return any(spot.series for spot in spots)


def entrants(stage: Stage, roster: Roster | None = None, *, attributes: Collection[str] | None = None) -> list[Entrant]:
    """Who would enter a draw of the stage made now, by number; `roster` says otherwise who has left.

    In a first stage the seeds are those given by hand; later those who won their series or bracket, in the order of the
    places, and who is exempt. `attributes` are those protected, else those of the stage's own protections.
    """
    return entrants_among(stage, spots_of(stage, roster), attributes)


def all_inscribed(stage: Stage) -> bool:
    """Whether it is for all that are inscribed, so that there is nothing to say of why each enters."""
    return all(rule.kind == "inscritas" for rule in rules_of(stage))


def why_drawn_otherwise(stage: Stage, roster: Roster) -> str:
    """What of who enters would be another way by the stages before it now, in words; empty where nothing would. `roster` as above.

    What was corrected of a pareja since, such as its club, is none of that.
    """
    spots = spots_of(stage, roster)
    if not all(spot.settled for spot in spots):
        return "todavía no se sabe quién entra"
    return next((would for would, _ in _otherwise(stage, entrants_among(stage, spots))), "")


def _otherwise(stage: Stage, now: Sequence[Entrant]) -> Iterator[tuple[str, str]]:
    """Of `OTHERWISE` what is so."""
    return ((would, has) for of, would, has in OTHERWISE if [*map(of, now)] != [*map(of, stage.entrants)])


def entrants_among(stage: Stage, spots: Sequence[Spot], attributes: Collection[str] | None = None) -> list[Entrant]:
    """The same from the places as they are filled."""
    if attributes is None:
        attributes = {protection["attribute"] for protection in stage.protections}
    seeded = [spot.pareja for spot in spots if spot.seeded and spot.pareja is not None]
    by_hand = all_inscribed(stage)
    groups = {spot.pareja: spot for spot in spots if spot.pareja is not None}
    parejas = Pareja.objects.filter(championship=stage.championship_id, number__in=list(groups)).order_by("number")
    listed = []
    for pareja in parejas:
        seed = pareja.seed if by_hand else seeded.index(pareja.number) + 1 if pareja.number in seeded else None
        listed.append(_entrant(pareja, groups[pareja.number], seed, attributes))
    return listed


def _entrant(pareja: Pareja, spot: Spot | None, seed: int | None, attributes: Collection[str]) -> Entrant:
    entrant = Entrant(number=pareja.number, club=name_key(pareja.club), seed=seed)
    if marks := _marks(pareja, spot, attributes):
        entrant["marks"] = marks
    return entrant


def _marks(pareja: Pareja, spot: Spot | None, attributes: Collection[str]) -> dict[str, str]:
    marks = {name: name_key(getattr(pareja, field)) for name, field in FIELDS.items() if name in attributes}
    if "finalista" in attributes and pareja.finalist:
        marks["finalista"] = "finalista"
    if "serie" in attributes and spot is not None:
        marks["serie"] = " ".join(f"{stage}.{group + 1}" for stage, group in spot.series)
    return {name: value for name, value in marks.items() if value}


def late_entrants(stage: Stage) -> list[Entrant]:
    """Who has entered it after its draw, with what its protections compare: one query where anybody has."""
    numbers = [each.pareja for each in late_of(stage)]
    if not numbers:
        return []
    attributes = {protection.attribute for protection in terms_of(stage).kept}
    parejas = Pareja.objects.filter(championship=stage.championship_id, number__in=numbers).order_by("number")
    return [_entrant(pareja, None, None, attributes) for pareja in parejas]


def entries(listed: Iterable[Entrant]) -> list[Entry]:
    """The same as the draw takes them."""
    return [
        Entry(entrant["number"], entrant["club"], entrant["seed"], tuple(sorted(entrant.get("marks", {}).items())))
        for entrant in listed
    ]


def terms_of(stage: Stage) -> Terms:
    """What the stage was drawn under, or would be."""
    return Terms(format_of(stage), stage.procedure, stage.apart, tuple(map(protection_from, stage.protections)))


def terms_data(stage: Stage) -> dict[str, Any]:
    """The seed and who was to be kept apart, for the audit: of the same entrants these make the same draw."""
    return {
        "lots_seed": stage.lots_seed,
        "apart": terms_of(stage).clubs_apart,
        "protections": stage.protections,
    }


def table_data(stage: Stage) -> dict[str, Any]:
    """What its table will follow, as actas name it: whoever changed it later would change who goes on."""
    return {"desempates": stage.criteria, "zapateria": stage.zapateria, "no_jugadas": stage.treatment}


def criteria_of(stage: Stage) -> list[str]:
    """The names of its tie-breaks, in their order; none where nothing of it is a table."""
    is_table = isinstance(format_of(stage), Series | Swiss)
    return [criterion_of(code).label for code in stage.criteria] if is_table else []


def exchanges_of(stage: Stage) -> list[Exchange]:
    """Who was exchanged by hand since the draw, in that order."""
    return [(each["a"], each["b"]) for each in stage.exchanges]


def drawn_lines(stage: Stage) -> tuple[int | None, ...]:
    """The lines as they were drawn, before anybody was exchanged by hand."""
    return drawn_before(stage.slots, exchanges_of(stage))


def draw_of(stage: Stage) -> Draw:
    """The stored draw, as `check` takes it."""
    conflicts = (
        Conflict(conflict["position"], name_key(conflict["club"]), conflict["a"], conflict["b"], conflict["round"])
        for conflict in stage.unavoidable
    )
    return Draw(drawn_lines(stage), stage.lots_seed, stage.apart, tuple(conflicts))


def why_outdated(stage: Stage, roster: Roster | None = None) -> str:
    """What has changed of who enters since it was drawn, in words; empty where nothing has. `roster` as of `draw_check`."""
    now = entrants(stage, roster or roster_drawn(stage))
    if stage.entrants == now:
        return ""
    if all_inscribed(stage):
        return "se hicieron, retiraron o corrigieron inscripciones"
    return next((has for _, has in _otherwise(stage, now)), "se corrigieron inscripciones")


def draw_check(stage: Stage, roster: Roster | None = None) -> list[Broken]:
    """What must be put right before it may be published; empty is good.

    `outdated`: somebody was inscribed, withdrawn, or got another club or seed since, or another qualified; who left while it was
    published is in it, if `roster` does not say otherwise who has left. For the other
    codes see `brackets.draw.verify.check`; other draws than of a knock-out with clubs apart are made once more and compared.
    Exchanges by hand are taken out first: each was checked when it was made.
    """
    if outdated := why_outdated(stage, roster):
        return [Broken("outdated", f"Desde el sorteo {outdated}. Vuelva a sortear.")]
    terms = terms_of(stage)
    if terms.procedure == CLUBS_APART and not isinstance(terms.form, Series | Swiss):
        return check(draw_of(stage), entries(stage.entrants))
    if lines_drawn(terms, entries(stage.entrants), stage.lots_seed) != drawn_lines(stage):
        message = f"El sorteo no es el que sale de la semilla «{stage.lots_seed}». Sortee de nuevo."
        return [Broken("not-repeatable", message)]
    return []
