"""A drawn stage as people read it aloud: meeting by meeting, or series by series."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from brackets.draw.acta_seal import title_of
from brackets.draw.formats import Elimination, Series, Swiss, sizes_of
from brackets.models import Fixture, Pareja, Stage
from brackets.selectors.parejas import parejas_list
from brackets.selectors.stages import format_of


@dataclass(frozen=True, slots=True)
class Drawn:
    """A pareja as it was drawn: what it and its club were called then."""

    number: int
    title: str
    club: str

    def __str__(self) -> str:
        return f"{self.number} · {self.title}"


Named: TypeAlias = Pareja | Drawn


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the stage, from 1, and who stands on it; nobody is a bye. `drawn` stood there before an exchange by hand."""

    number: int
    pareja: Named | None
    drawn: Named | None = None

    @property
    def is_exchanged(self) -> bool:
        return self.drawn is not None and self.drawn != self.pareja


@dataclass(frozen=True, slots=True)
class Group:
    """A first-round meeting, a series, or all of a Swiss stage."""

    title: str
    lines: tuple[Line, ...]


def parejas_by_number(stage: Stage) -> dict[int, Pareja]:
    """Those of its championship with their players: two queries."""
    return {pareja.number: pareja for pareja in parejas_list(stage.championship)}


def drawn_by_number(stage: Stage) -> dict[int, Drawn]:
    """The drawn parejas, with the names they had then."""
    return {
        each["numero"]: Drawn(each["numero"], title_of(each), each["club_inscrito"])
        for each in stage.drawn_record["inscritas"]
    }


def groups_of(
    stage: Stage, parejas: Mapping[int, Named], drawn: Sequence[int | None] | None = None
) -> tuple[Group, ...]:
    """The lines of a drawn stage: one query for the numbers of a knock-out, none otherwise.

    `drawn` are the lines before exchanges by hand, where these are to be seen.
    """
    before = drawn or stage.slots
    lines = [
        Line(number, parejas[key] if key else None, parejas[was] if was else None)
        for number, (key, was) in enumerate(zip(stage.slots, before, strict=True), start=1)
    ]
    form = format_of(stage)
    if isinstance(form, Swiss):
        return (Group("Entran", tuple(lines)),)
    if isinstance(form, Series):
        sizes, start, groups = sizes_of(form, len(lines)), 0, []
        for number, size in enumerate(sizes, start=1):
            groups.append(Group(f"Serie {number}", tuple(lines[start : start + size])))
            start += size
        return tuple(groups)
    numbers = dict(Fixture.objects.filter(stage=stage, round=1).values_list("position", "number"))
    meetings = [(position, tuple(lines[2 * position : 2 * position + 2])) for position in range(len(lines) // 2)]
    # Whoever entered a bye later brought a partida with its number: it was not drawn.
    return tuple(
        Group(_title(numbers.get(position) if all(line.pareja for line in two) else None), two)
        for position, two in meetings
    )


def is_plain(stage: Stage) -> bool:
    """Whether the whole stage is one bracket without anything besides."""
    form = format_of(stage)
    return isinstance(form, Elimination) and not form.third_place and not form.consolation


def _title(number: int | None) -> str:
    return f"Partida {number}" if number else "Pasa libre"
