"""Reading the fixtures of a stage, and what its rounds and parts are called."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet

from brackets.draw.bracket import Key
from brackets.draw.formats import Elimination
from brackets.draw.names import part_name
from brackets.draw.structure import KNOCK_OUT, Section, Structure
from brackets.models import Championship, Fixture, Pareja, Stage
from brackets.selectors.parejas import parejas_list
from brackets.selectors.stages import structure_for
from brackets.selectors.wording import inside

TITLES = {
    Section.LOSERS: "Segunda oportunidad",
    Section.FINAL: "Final",
    Section.THIRD: "Tercer puesto",
    Section.CONSOLATION: "Consuelo",
    Section.SWISS: "Rondas",
}


@dataclass(frozen=True, slots=True)
class Round:
    """One round with its fixtures from top to bottom, the byes of the draw among them."""

    number: int
    name: str
    fixtures: tuple[Fixture, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """What of a stage is looked at by itself, round by round: a series, the losers' bracket, the third place."""

    title: str
    section: Section
    group: int
    rounds: tuple[Round, ...]


def bracket_view(stage: Stage) -> tuple[Round, ...]:
    """All rounds with parejas, players, tables and jueces at hand: three queries for any size.

    The players come without their cédulas.
    """
    fixtures = list(stage.fixtures.select_related("table", "juez").order_by("round", "position"))
    for fixture in fixtures:
        fixture.stage = stage
    attach_parejas(fixtures, parejas_list(stage.championship))
    return rounds_of(stage, fixtures)


def rounds_of(stage: Stage, fixtures: Sequence[Fixture]) -> tuple[Round, ...]:
    """The same of fixtures read before, in the order of round and position."""
    titles = round_titles(structure_for(stage))
    rounds = groupby(fixtures, key=lambda fixture: fixture.round)
    return tuple(Round(number, titles[number], tuple(group)) for number, group in rounds)


def parts_of(structure: Structure, fixtures: Mapping[Key, Fixture]) -> tuple[Part, ...]:
    """The stage part by part: the series in their order; of a knock-out what decides it comes first."""
    found: dict[tuple[int, int], dict[int, list[Fixture]]] = defaultdict(lambda: defaultdict(list))
    sections = list(Section)
    for planned in structure.matches:
        part = sections.index(planned.section), planned.group
        found[part][planned.step].append(fixtures[planned.key])
    return tuple(
        Part(
            _title(structure, sections[section], group),
            sections[section],
            group,
            tuple(
                Round(step, _inside(structure, own[0]), tuple(own))
                for step, own in sorted(found[section, group].items())
            ),
        )
        for section, group in sorted(found)
    )


def round_titles(structure: Structure) -> Mapping[int, str]:
    """What is played in each round of the stage: `Ronda 2`, `Semifinal · Tercer puesto`."""
    names: dict[int, dict[str, None]] = defaultdict(dict)
    for planned in structure.matches:
        name = part_name(structure, planned) if planned.section in KNOCK_OUT else f"Ronda {planned.step}"
        names[planned.key[0]][name] = None
    return {number: " · ".join(found) for number, found in names.items()}


def round_name(fixture: Fixture) -> str:
    """The round of its part of the stage that the fixture belongs to, with the name of the stage where it has one of its own."""
    return within(fixture.stage, part_of(fixture))


def round_on_paper(fixture: Fixture) -> str:
    """The same for a narrow box, which cuts the end off: the round comes first."""
    part, whole = part_of(fixture), round_name(fixture)
    return part if whole == part else f"{part} · {fixture.stage.name}"


def part_of(fixture: Fixture) -> str:
    """`Serie 3, ronda 2`, `Segunda oportunidad, ronda 1`, `Semifinal`."""
    structure = structure_for(fixture.stage)
    return part_name(structure, structure[fixture.round, fixture.position])


def within(stage: Stage, name: str) -> str:
    """A round of a stage, told apart from those of the others: `Cuartos: serie 3, ronda 2`.

    A stage of which nothing was said when it was planned is a plain elimination, and its name is not told.
    """
    if (stage.number == 1 and stage.name == Elimination.label) or stage.name == name:
        return name
    return f"{stage.name}: {inside(name)}"


def attach_parejas(fixtures: Sequence[Fixture], parejas: Iterable[Pareja]) -> None:
    """Put the parejas read at once where the fixtures refer to them."""
    by_key = {pareja.pk: pareja for pareja in parejas}
    for fixture in fixtures:
        fixture.pareja_a = by_key[fixture.pareja_a_id] if fixture.pareja_a_id else None
        fixture.pareja_b = by_key[fixture.pareja_b_id] if fixture.pareja_b_id else None
        fixture.winner = by_key[fixture.winner_id] if fixture.winner_id else None


def fixtures_of(championship: Championship) -> QuerySet[Fixture]:
    """The fixtures of its published stages that are or will be played, by number."""
    published = Fixture.objects.filter(stage__championship=championship, stage__status=Stage.Status.PUBLISHED)
    return published.filter(number__isnull=False).order_by("number")


def _title(structure: Structure, section: Section, group: int) -> str:
    if section is Section.SERIES:
        return f"Serie {group + 1}" if len(structure.groups) > 1 else "Todos contra todos"
    if section is Section.MAIN:
        return "Ganadores" if Section.LOSERS in structure.steps else "Llave"
    return TITLES[section]


def _inside(structure: Structure, fixture: Fixture) -> str:
    """Its round without the part it stands in."""
    whole = part_name(structure, structure[fixture.round, fixture.position])
    name = whole.rpartition(", ")[2]
    return f"{name[0].upper()}{name[1:]}"
