"""The tables of a stage as they are read: the place of everybody, what decided it, and who would go on from it now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from string import ascii_lowercase
from typing import Final

from brackets.draw.names import part_name
from brackets.draw.qualification import Spot
from brackets.draw.qualification import said as rule_said
from brackets.draw.ranking import Ranked, out_at
from brackets.draw.standings import LOTS, Criterion, Step, criterion_of
from brackets.draw.treatment import Standing, Treatment
from brackets.models import Pareja, Stage
from brackets.selectors.course import Course, Run
from brackets.selectors.stages import rules_of
from brackets.selectors.wording import entering_said, twin

SERIES_SHOWN: Final = 24
"""Series on one page; of more, a part of them at a time, or a stage of a thousand would be two megabytes."""


@dataclass(frozen=True, slots=True)
class Share:
    """The series that are shown of all there are, counted from 0, and the parts one can choose from, if there are several."""

    shown: range
    chosen: int
    parts: tuple[tuple[int, str], ...]


def share_of(series: int, asked: int) -> Share:
    """Part `asked` from 1 of so many series, or the nearest there is.

    >>> share_of(60, 3)
    Share(shown=range(48, 60), chosen=3, parts=((1, 'Series 1 a 24'), (2, 'Series 25 a 48'), (3, 'Series 49 a 60')))
    >>> share_of(24, 2).parts, share_of(24, 2).shown
    ((), range(0, 24))
    """
    starts = range(0, series, SERIES_SHOWN)
    parts = tuple((n, f"Series {at + 1} a {min(at + SERIES_SHOWN, series)}") for n, at in enumerate(starts, start=1))
    chosen = min(max(asked, 1), max(len(parts), 1))
    start = (chosen - 1) * SERIES_SHOWN
    return Share(range(start, min(start + SERIES_SHOWN, series)), chosen, parts if len(parts) > 1 else ())


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table as shown; `decided` says step by step what separated it from level parejas, and how many places it cost.

    `steps` and `down` are the same as values, for who has less room (`steps_short`).
    `is_open`: of a knock-out, it has no place yet. `place` None: it has none for good.
    """

    place: int | None
    pareja: Pareja
    values: tuple[str, ...]
    decided: str
    note: str
    criteria: tuple[Criterion, ...] = ()
    is_open: bool = False
    steps: tuple[Step, ...] = ()
    down: int = 0

    @property
    def pairs(self) -> list[tuple[Criterion, str]]:
        """The values with what they are of."""
        return list(zip(self.criteria, self.values, strict=False))


@dataclass(frozen=True, slots=True)
class Table:
    """`lines` are in order; `letters` name the criteria of the stage, by their codes."""

    title: str
    anchor: str
    criteria: tuple[Criterion, ...]
    lines: tuple[Line, ...]
    letters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Place:
    """Who would enter a stage now, and why."""

    number: int
    pareja: Pareja | None
    why: str
    settled: bool


@dataclass(frozen=True, slots=True)
class Ahead:
    """A stage to come: its rules in sentences, and its places as they would be given now."""

    stage: Stage
    rules: tuple[str, ...]
    places: tuple[Place, ...]

    @property
    def settled(self) -> bool:
        return all(place.settled for place in self.places)


def criteria_of(run: Run) -> list[Criterion]:
    """In their order; a knock-out has none, its matches decide."""
    return [criterion_of(code) for code in run.stage.criteria] if run.has_table else []


def letters_of(run: Run) -> Mapping[str, str]:
    """A letter for each criterion, by its code, in their order."""
    return dict(zip((criterion.code for criterion in criteria_of(run)), ascii_lowercase, strict=False))


def tables_of(course: Course, run: Run, share: Share) -> tuple[Table, ...]:
    """One for each of these series; of any other stage one of all."""
    criteria = tuple(criteria_of(run))
    groups = run.ranking.groups
    titles = [f"Serie {number}" for number in range(1, len(groups) + 1)] if len(groups) > 1 else [run.stage.name]
    letters = letters_of(run)
    return tuple(
        Table(titles[number], f"tabla-{number + 1}", criteria, _lines(course, run, groups[number], criteria), letters)
        for number in share.shown
    )


def comparison_of(course: Course, run: Run) -> Table | None:
    """All parejas of several series against each other, as the best of them are chosen; the direct result says nothing there."""
    if len(run.ranking.groups) < 2:
        return None
    criteria = tuple(criterion for criterion in criteria_of(run) if not criterion.direct)
    lines = _lines(course, run, run.ranking.overall, criteria)
    return Table("Entre todas las series", "comparacion", criteria, lines, letters_of(run))


def outside_of(course: Course, run: Run) -> tuple[Pareja, ...]:
    """Who played in the stage and is in no table."""
    there = {each.pareja for each in run.ranking.overall}
    return tuple(course.parejas[number] for number in sorted(run.members - there))


def ahead_of(course: Course, players: int) -> tuple[Ahead, ...]:
    """What comes after the published stages, in the words of this championship's people."""
    names = {stage.number: stage.name for stage in course.stages}
    return tuple(
        Ahead(
            stage,
            tuple(entering_said(players, rule_said(rule, names)) for rule in rules_of(stage)),
            tuple(_place(course, number, spot, players) for number, spot in enumerate(spots, start=1)),
        )
        for stage, spots in course.ahead
    )


def without_caidas(run: Run) -> int:
    """How many played partidas of the stage, of those that count, nobody has counted the caídas of."""
    return sum(
        fixture.how == "played" and fixture.status == "final" and not fixture.caidas and not run.voided.has(fixture)
        for fixture in run.fixtures
    )


def _lines(course: Course, run: Run, ranked: Sequence[Ranked], criteria: Sequence[Criterion]) -> tuple[Line, ...]:
    labels = {criterion.code: criterion.label for criterion in criteria}
    reached = {} if run.has_table else reached_of(run)
    lines = []
    for each in ranked:
        values: tuple[str, ...] = ()
        steps: tuple[Step, ...] = ()
        decided, down = reached.get(each.pareja, ""), 0
        if each.row is not None:
            pairs = zip(each.row.values, criteria, strict=True)
            values = tuple(value_text(value, criterion.code) for value, criterion in pairs)
            steps, down = each.row.steps, each.row.down
            decided = decided_text(labels, steps, down)
        note = _note(course, run, each.pareja)
        is_open = each.row is None and each.pareja in run.still_in
        pareja = course.parejas[each.pareja]
        lines.append(Line(each.place, pareja, values, decided, note, tuple(criteria), is_open, steps, down))
    return tuple(lines)


def reached_of(run: Run) -> Mapping[int, str]:
    """Of a knock-out, how far everybody has come: where it was out for good, as its place has it, unless it plays on or has won it."""
    out = out_at(run.structure, run.outcome)
    found = {pareja: part_name(run.structure, planned) for pareja, planned in out.items() if planned}
    found |= dict.fromkeys(run.still_in, "Sigue en juego")
    return found if run.first is None else found | {run.first: "Gana la etapa"}


def value_text(value: int | Fraction, code: str) -> str:
    """A number of the table: averages with two decimals, and the lot as its place.

    >>> value_text(Fraction(5, 3), "puntos"), value_text(-2, "chicas"), value_text(-3, "sorteo"), value_text(4, "mesas")
    ('1,67', '−2', '3.º', '4')
    """
    if code == LOTS:
        return f"{-value}.º"
    shown = f"{float(value):.2f}".replace(".", ",") if isinstance(value, Fraction) else str(value)
    return shown.replace("-", "−")


def decided_text(labels: Mapping[str, str], steps: Sequence[Step], down: int) -> str:
    """What decided the place of a row among parejas with as many wins, step by step, and how many places it cost.

    Of several steps each says among how many it decided; a criterion applied again also gives its value, which no column has.

    >>> labels = {"chicas": "Diferencia de chicas", "directo": "Resultado directo"}
    >>> decided_text(labels, [Step("chicas", (2, 4, 7), 1)], 2)
    'Diferencia de chicas (baja 2 puestos)'
    >>> decided_text(labels, [Step("chicas", (2, 4, 7), 1), Step("directo", (2, 4), 1, again=True)], 0)
    'Diferencia de chicas entre 3, luego Resultado directo entre 2: 1 (queda delante)'
    """
    if not steps:
        return ""
    several = len(steps) > 1
    told = ", luego ".join(
        labels[step.code]
        + (f" entre {len(step.tied)}" if several else "")
        + (f": {value_text(step.value, step.code)}" if step.again else "")
        for step in steps
    )
    return f"{told} ({f'baja {down} ' + ('puesto' if down == 1 else 'puestos') if down else 'queda delante'})"


def steps_short(letters: Mapping[str, str], steps: Sequence[Step], down: int) -> str:
    """The same with a letter for each criterion, the number of those that were equal in brackets.

    >>> letters = {"chicas": "c", "directo": "b"}
    >>> steps_short(letters, [Step("chicas", (2, 4, 7), 1), Step("directo", (2, 4), 1, again=True)], 1)
    'c(3), b(2): 1 · baja 1'
    """
    if not steps:
        return ""
    told = ", ".join(
        f"{letters[step.code]}({len(step.tied)})" + (f": {value_text(step.value, step.code)}" if step.again else "")
        for step in steps
    )
    return f"{told} · {f'baja {down}' if down else 'delante'}"


def _note(course: Course, run: Run, pareja: int) -> str:
    """Why somebody stands elsewhere than his results say."""
    if pareja not in run.ranking.left_out and pareja not in course.roster.gone:
        absences = Treatment.from_data(run.stage.treatment).without_result is not Standing.BY_RESULTS
        return "Solo ausencias" if absences and pareja in run.ranking.absent else ""
    return "Fuera del campeonato" if pareja in course.roster.gone else "Fuera de la etapa"


def _place(course: Course, number: int, spot: Spot, players: int) -> Place:
    pareja = None if spot.pareja is None else course.parejas[spot.pareja]
    return Place(number, pareja, entering_said(players, spot.why), spot.settled)


def in_words(criterion: Criterion, players: int) -> dict[str, str]:
    """A criterion as it is explained to this championship's people."""
    return {
        "label": criterion.label,
        "definition": twin(players, criterion.definition),
        "example": twin(players, criterion.example),
    }
