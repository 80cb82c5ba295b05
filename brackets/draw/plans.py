"""The stages of a championship as planned, and what follows from them before anybody plays: entrants, partidas, rounds, hours.

How hours are counted. A partida takes a table for `minutes`, and nobody sits at two at once; a turn is so many minutes in which
every table has one. `turns` is the least number of turns a stage can do with: in a knock-out some partidas have a chain of others after
them that must wait, and all that have at least h must be over h turns before the end; in series nobody plays twice in a turn; a Swiss
round begins when the one before it has ended. Stages follow one another. So it is a lower bound: no pause, no call, no absence.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from brackets.draw.formats import (
    Format,
    Series,
    Swiss,
    as_data,
    check_format,
    from_data,
    lines_of,
    matches_of,
    sizes_of,
    structure_of,
)
from brackets.draw.places import places
from brackets.draw.qualification import (
    Best,
    Everybody,
    Exempt,
    FromEach,
    Rest,
    Rule,
    WinnerOf,
    rule_data,
    rule_from,
)
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import From, Section, Zapateria, outcome
from brackets.draw.treatment import USUAL, Treatment


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePlan:
    """A stage as the Director wants it; `entry` says who enters it, `criteria` are the codes of the tie-breaks in order."""

    name: str
    format: Format
    entry: Sequence[Rule]
    criteria: Sequence[str]
    zapateria: Zapateria = Zapateria.NOTHING
    treatment: Treatment = USUAL

    def as_fields(self) -> dict[str, object]:
        """As it is stored."""
        return {
            "name": self.name,
            "format": as_data(self.format),
            "entry": [rule_data(rule) for rule in self.entry],
            "criteria": list(self.criteria),
            "zapateria": str(self.zapateria),
            "treatment": self.treatment.as_data(),
        }

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> "StagePlan":
        """The inverse of `as_fields`."""
        return cls(
            name=fields["name"],
            format=from_data(fields["format"]),
            entry=tuple(map(rule_from, fields["entry"])),
            criteria=tuple(fields["criteria"]),
            zapateria=Zapateria(fields["zapateria"]),
            treatment=Treatment.from_data(fields.get("treatment", {})),
        )


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A stage of so many entrants: the parejas of each series (none where it has none), partidas at most, rounds.

    `problem` says in Spanish why it cannot be drawn like this; then there are no partidas.
    """

    format: Format
    entrants: int
    sizes: tuple[int, ...]
    matches: int
    rounds: int
    problem: str = ""

    def turns(self, tables: int) -> int:
        """The least number of turns at so many tables."""
        return 0 if self.problem else turns(self.format, self.entrants, tables)


def foresee(
    plans: Sequence[StagePlan], inscribed: int, *, known: Mapping[int, int] | None = None
) -> tuple[Foreseen, ...]:
    """Each stage with so many inscribed; `known` are the entrants of stages already drawn, by number from 1.

    >>> from brackets.draw.formats import Elimination
    >>> first = StagePlan(name="Series", format=Series(4), entry=[Everybody()], criteria=["mesas", "sorteo"])
    >>> final = StagePlan(name="Final", format=Elimination(), entry=[FromEach(1), Best(1, 3)], criteria=[])
    >>> [(stage.entrants, stage.sizes, stage.matches, stage.rounds) for stage in foresee([first, final], 19)]
    [(19, (4, 4, 4, 4, 3), 27, 3), (8, (), 7, 3)]
    """
    exempt = {pareja for plan in plans for rule in plan.entry if isinstance(rule, Exempt) for pareja in rule.parejas}
    stages: list[Foreseen] = []
    left = _Left(plans, inscribed - len(exempt))
    for number, plan in enumerate(plans, start=1):
        entrants = (known or {}).get(number, sum(map(left.places, plan.entry)))
        short = "" if number in (known or {}) else next(filter(None, map(left.short, plan.entry)), "")
        stages.append(_foreseen(plan.format, entrants, short))
        left.groups.append(stages[-1].sizes or (entrants,))
    return tuple(stages)


@dataclass(slots=True)
class _Left:
    """The series of the stages so far, from which later ones take; `whole` enter where everybody does."""

    plans: Sequence[StagePlan]
    whole: int
    groups: list[tuple[int, ...]] = field(default_factory=list)

    def places(self, rule: Rule) -> int:
        """How many enter by it."""
        if isinstance(rule, Everybody):
            return self.whole
        if isinstance(rule, Exempt):
            return len(rule.parejas)
        if isinstance(rule, FromEach):
            return rule.places * len(self.groups[rule.stage - 1])
        if isinstance(rule, Best):
            return rule.count
        return 1 if isinstance(rule, WinnerOf) else max(0, sum(self.groups[rule.stage - 1]) - self._taken(rule.stage))

    def short(self, rule: Rule) -> str:
        """What is wrong where the stage it takes from has not as many."""
        if not isinstance(rule, FromEach | Best):
            return ""
        name, sizes = self.plans[rule.stage - 1].name, self.groups[rule.stage - 1]
        if isinstance(rule, FromEach) and rule.places > min(sizes):
            return f"Clasifican {rule.places} de cada serie de «{name}» y hay series de {min(sizes)}. Haga clasificar menos."
        if isinstance(rule, Best):
            able = sum(size >= rule.place for size in sizes) if rule.place else sum(sizes)
            if rule.count > able:
                go_on = "Clasifica" if rule.count == 1 else "Clasifican"
                return f"{go_on} {rule.count} de «{name}» y hay solo {able} en ese puesto. Haga clasificar menos."
        return ""

    def _taken(self, stage: int) -> int:
        """How many of a stage go on by another rule than that for the rest."""
        rules = [rule for plan in self.plans for rule in plan.entry if getattr(rule, "stage", None) == stage]
        return sum(self.places(rule) for rule in rules if not isinstance(rule, Rest))


def _foreseen(form: Format, entrants: int, problem: str) -> Foreseen:
    try:
        check_format(form, entrants)
        sizes = sizes_of(form, entrants) if isinstance(form, Series) else ()
    except DrawRefusal as refusal:
        return Foreseen(form, entrants, (), 0, 0, problem or refusal.message)
    if problem:
        return Foreseen(form, entrants, sizes, 0, 0, problem)
    return Foreseen(form, entrants, sizes, matches_of(form, entrants), rounds_of(form, entrants))


def rounds_of(form: Format, entrants: int) -> int:
    """How many partidas must follow one another, the second final of a double elimination not counted.

    >>> from brackets.draw.formats import DoubleElimination, Elimination
    >>> [rounds_of(each, 12) for each in (Elimination(), DoubleElimination(), Series(4), Series(0), Swiss(4))]
    [4, 8, 3, 11, 4]
    """
    if isinstance(form, Swiss):
        return form.rounds
    if isinstance(form, Series):
        largest = max(sizes_of(form, entrants))
        return (largest - 1 + largest % 2) * form.turns
    return len(_with_so_many_after(form, entrants))


def turns(form: Format, entrants: int, tables: int) -> int:
    """The least number of turns at so many tables; see the head of this module.

    >>> from brackets.draw.formats import Elimination
    >>> turns(Elimination(), 1000, 42), turns(Elimination(), 1000, 1), turns(Swiss(7), 96, 24), turns(Series(4), 96, 24)
    (29, 999, 14, 6)
    """
    if tables < 1:
        raise ValueError(f"at least one table, not {tables}")
    if isinstance(form, Swiss):
        return form.rounds * -(-(entrants // 2) // tables)
    if isinstance(form, Series):
        return max(rounds_of(form, entrants), -(-matches_of(form, entrants) // tables))
    return max(-(-count // tables) + after for after, count in enumerate(_with_so_many_after(form, entrants)))


@lru_cache(maxsize=256)
def _with_so_many_after(form: Format, entrants: int) -> tuple[int, ...]:
    """How many partidas of a knock-out have at least 0, 1, 2, … that can only be played one after the other behind them.

    What may not be played is left out: the second final, and the consolation where byes leave open who comes to it.
    """
    lines = lines_of(form, entrants)
    slots: list[int | None] = [None] * lines
    for rank, line in enumerate(places(lines, "")[:entrants], start=1):
        slots[line] = rank
    structure = structure_of(form, lines)
    matches = outcome(structure, slots, {}).matches
    after: Counter[tuple[int, int]] = Counter()
    chains: Counter[int] = Counter()
    for planned in reversed(structure.matches):
        is_sure = planned.a.what is not From.AGAIN and (planned.section is not Section.CONSOLATION or entrants == lines)
        is_played = is_sure and matches[planned.key].number is not None
        chains[after[planned.key]] += is_played
        for source in (planned.a, planned.b):
            if source.what is not From.LINE:
                after[source.of] = max(after[source.of], after[planned.key] + is_played)
    return tuple(sum(chains[length] for length in chains if length >= least) for least in range(max(+chains) + 1))


def without(plans: Sequence[StagePlan], number: int) -> tuple[StagePlan, ...]:
    """All but stage `number`, those behind it moved up; DrawRefusal `stage-needed` where one takes its entrants from it.

    >>> plans = [StagePlan(name=name, format=Series(), entry=[rule], criteria=[]) for name, rule in
    ...          (("A", Everybody()), ("B", FromEach(1)), ("C", FromEach(1, 2)), ("D", FromEach(3)))]
    >>> [(plan.name, plan.entry[0]) for plan in without(plans, 2)][1:]
    [('C', FromEach(stage=1, places=2)), ('D', FromEach(stage=2, places=1))]
    """
    kept = []
    for plan in (*plans[: number - 1], *plans[number:]):
        if any(getattr(rule, "stage", None) == number for rule in plan.entry):
            raise DrawRefusal(
                "stage-needed",
                f"«{plan.name}» toma de «{plans[number - 1].name}» a quienes entran. "
                f"Cambie primero quiénes entran en «{plan.name}».",
            )
        kept.append(replace(plan, entry=tuple(_moved(rule, number) for rule in plan.entry)))
    return tuple(kept)


def _moved(rule: Rule, gone: int) -> Rule:
    if isinstance(rule, Everybody | Exempt) or rule.stage < gone:
        return rule
    return replace(rule, stage=rule.stage - 1)
