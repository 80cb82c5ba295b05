"""The stages that `ensayo --formato` plays, for any number of parejas: the forms that real championships have."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss, matches_of, sizes_of
from brackets.draw.qualification import Best, Everybody, FromEach, Rule
from brackets.draw.refusal import DrawRefusal
from brackets.draw.round_robin import series_sizes
from brackets.draw.structure import Zapateria
from brackets.services.planning import StagePlan

Stages: TypeAlias = tuple[StagePlan, ...]

TABLE: Final = ("mesas", "directo", "chicas", "puntos", "zapaterias", "sorteo")
SWISS_TABLE: Final = ("mesas", "buchholz-menos-1", "buchholz", "sonneborn-berger", "chicas", "puntos", "sorteo")
FOUR: Final = (4, 3, 5, 2)
"""Sizes of series, the usual one first; another where so many do not come out even."""
LAST: Final = 8
"""So many of a Salinas play off as a bracket."""


def _series(entries: int) -> Series:
    """Of four and three where that comes out; of whatever does for the few numbers where it does not."""
    for size in FOUR:
        try:
            series_sizes(entries, size)
        except DrawRefusal:
            continue
        return Series(size)
    return Series(0)


def _stage(
    name: str, form: Format, *entry: Rule, criteria: Sequence[str] = TABLE, zapateria: Zapateria = Zapateria.NOTHING
) -> StagePlan:
    return StagePlan(name=name, format=form, entry=entry or (Everybody(),), criteria=criteria, zapateria=zapateria)


def elimination(_parejas: int) -> Stages:
    """No plan: the first stage is what it is without one."""
    return ()


def mundial(parejas: int) -> Stages:
    """Series, half as many second ones as there are series, again; then a final with a third of the best second ones."""
    first = _series(parejas)
    winners = len(sizes_of(first, parejas))
    if winners < 3:
        return series(parejas)
    seconds = winners // 2
    seconds += -(winners + seconds) % 4 if seconds + -(winners + seconds) % 4 <= winners else 0
    again = _series(winners + seconds)
    finalists = len(sizes_of(again, winners + seconds))
    best = [Best(2, finalists // 3, place=2)] if finalists >= 3 else [Best(2, 1, place=2)]
    return (
        _stage("Eliminatorias", first),
        _stage("Cuartos", again, FromEach(1), Best(1, seconds, place=2)),
        _stage("Final", Elimination(third_place=finalists + best[0].count > 3), FromEach(2), *best),
    )


def riobamba(_parejas: int) -> Stages:
    """Nobody is out before a second defeat, and who had one is by a zapatería (article 12)."""
    return (_stage("Dos derrotas", DoubleElimination(), zapateria=Zapateria.IF_DEFEATED),)


def blitz(parejas: int) -> Stages:
    """One night, one defeat, and a match for the third place."""
    return (_stage("Relámpago", Elimination(third_place=parejas > 3)),)


def league(_parejas: int) -> Stages:
    """Everybody meets everybody."""
    return (_stage("Todos contra todos", Series(0)),)


def series(parejas: int) -> Stages:
    """Series, and a bracket of their first ones; of their first two where there are few."""
    form = _series(parejas)
    groups = len(sizes_of(form, parejas))
    places = 1 if groups > LAST else 2
    return (
        _stage("Series", form),
        _stage("Final", Elimination(third_place=groups * places > 3), FromEach(1, places)),
    )


def salinas(parejas: int) -> Stages:
    """Series with two qualifiers, again and again, until few enough are left for a bracket."""
    stages: list[StagePlan] = []
    left = parejas
    while left > LAST or not stages:
        form = _series(left)
        entry = [FromEach(len(stages), 2)] if stages else []
        stages.append(_stage(f"Ronda {len(stages) + 1}", form, *entry))
        left = 2 * len(sizes_of(form, left))
    return (*stages, _stage("Final", Elimination(third_place=left > 3), FromEach(len(stages), 2)))


def swiss(parejas: int) -> Stages:
    """As many rounds as a bracket of so many would have, as far as nobody meets twice."""
    rounds = max(1, min((parejas - 1).bit_length(), parejas // 2))
    return (_stage("Suizo", Swiss(rounds), criteria=SWISS_TABLE),)


FORMATS: Final[Mapping[str, Callable[[int], Stages]]] = {
    "eliminatoria": elimination,
    "mundial": mundial,
    "riobamba": riobamba,
    "relampago": blitz,
    "todos": league,
    "series": series,
    "salinas": salinas,
    "suizo": swiss,
}


def entering(stages: Sequence[StagePlan], parejas: int) -> list[int]:
    """How many enter each stage."""
    counts: list[int] = []
    for plan in stages:
        counts.append(sum(_places(rule, stages, counts, parejas) for rule in plan.entry))
    return counts


def partidas_of(stages: Sequence[StagePlan], parejas: int) -> int:
    """How many partidas there are at most."""
    if not stages:
        return parejas - 1
    entered = entering(stages, parejas)
    return sum(matches_of(plan.format, count) for plan, count in zip(stages, entered, strict=True))


def _places(rule: Rule, stages: Sequence[StagePlan], counts: Sequence[int], parejas: int) -> int:
    if isinstance(rule, Everybody):
        return parejas
    if isinstance(rule, Best):
        return rule.count
    if isinstance(rule, FromEach):
        form = stages[rule.stage - 1].format
        return rule.places * (len(sizes_of(form, counts[rule.stage - 1])) if isinstance(form, Series) else 1)
    raise TypeError(rule)
