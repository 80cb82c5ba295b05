"""Who enters a stage after its draw, in a place that the draw left open.

The drawn lines stay what the seed gives; late entries are a list beside them. What was drawn keeps its matches and their
numbers; those that come with a late entry have numbers of their own, from `Late.number` on.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from brackets.draw.bracket import Key
from brackets.draw.formats import LARGEST_LEAGUE, Format, Pairings, Series, Swiss, structure_of
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import From, Planned, Section, Source, Structure, numbers_of


@dataclass(frozen=True, slots=True)
class Late:
    """`place` is the line of a knock-out, the series (from 0), or the first round of a Swiss stage that it plays in.

    `number` is the printed number of the first match added for it.
    """

    pareja: int
    place: int
    number: int


@dataclass(frozen=True, slots=True)
class Entered:
    """A stage with its late entries; `numbers` are None where the structure has its own."""

    structure: Structure
    slots: tuple[int | None, ...]
    numbers: Mapping[Key, int] | None = None


def entered(
    form: Format, slots: Sequence[int | None], late: Sequence[Late], pairings: Pairings = (), first: int = 1
) -> Entered:
    """The stage as it is played: drawn lines, then late entries in their order. Its drawn matches are numbered from `first`.

    >>> from brackets.draw.formats import Elimination
    >>> entered(Elimination(), (7, None, 4, 9), [Late(12, 1, 4)]).numbers
    {(1, 1): 1, (2, 0): 2, (1, 0): 4}
    """
    if not late:
        return Entered(structure_of(form, len(slots), pairings), tuple(slots))
    if isinstance(form, Swiss):
        lines = (*slots, *(each.pareja for each in late))
        return Entered(structure_of(form, len(lines), pairings), lines)
    structure = structure_of(form, len(slots))
    return (
        _into_series(structure, slots, late, form, first)
        if isinstance(form, Series)
        else _into_byes(structure, slots, late, first)
    )


def open_places(form: Format, slots: Sequence[int | None], late: Sequence[Late], rounds: int = 0) -> tuple[int, ...]:
    """Where one more may enter, as `Late.place` says it; `rounds` of a Swiss stage are paired.

    >>> open_places(Series(size=4), range(7), []), open_places(Swiss(rounds=3), range(6), [], rounds=1)
    ((1,), (2,))
    """
    if isinstance(form, Swiss):
        return (rounds + 1,) if rounds < form.rounds else ()
    there = entered(form, slots, late)
    if isinstance(form, Series):
        full = form.size or LARGEST_LEAGUE
        return tuple(number for number, lines in enumerate(there.structure.groups) if len(lines) < full)
    return tuple(line for line, slot in enumerate(there.slots) if slot is None)


def _into_byes(structure: Structure, slots: Sequence[int | None], late: Sequence[Late], first: int) -> Entered:
    lines = list(slots)
    numbers = dict(_numbers(structure, lines, first))
    for each in late:
        if lines[each.place] is not None:
            raise DrawRefusal("place-taken", f"El lugar {each.place + 1} ya está ocupado. Elija otro.")
        lines[each.place] = each.pareja
        new = [key for key in _numbers(structure, lines, first) if key not in numbers]
        numbers |= dict(zip(new, count(each.number), strict=False))
    return Entered(structure, tuple(lines), numbers)


def _into_series(
    structure: Structure, slots: Sequence[int | None], late: Sequence[Late], form: Series, first: int
) -> Entered:
    lines = list(slots)
    numbers = dict(_numbers(structure, lines, first))
    for each in late:
        line = len(lines)
        lines.append(each.pareja)
        new = list(_meetings(structure, line, each.place, form.turns))
        groups = [(*group, line) if number == each.place else group for number, group in enumerate(structure.groups)]
        numbers |= dict(zip(sorted(planned.key for planned in new), count(each.number), strict=False))
        matches = sorted((*structure.matches, *new), key=lambda planned: planned.key)
        structure = replace(structure, size=len(lines), matches=tuple(matches), groups=tuple(groups))
    return Entered(structure, tuple(lines), numbers)


def _meetings(structure: Structure, line: int, group: int, turns: int) -> Iterator[Planned]:
    """It meets each of the series, as soon as neither plays: where somebody rests, else in rounds after all others."""
    busy: dict[int, set[int]] = {}
    taken: dict[int, int] = {}
    for planned in structure.matches:
        busy.setdefault(planned.key[0], set()).update((planned.a.of[1], planned.b.of[1]))
        taken[planned.key[0]] = max(taken.get(planned.key[0], 0), planned.key[1] + 1)
    for turn in range(turns):
        for other in structure.groups[group]:
            number = next(each for each in count(1) if not {line, other} & busy.get(each, set()))
            busy.setdefault(number, set()).update((line, other))
            position = taken.get(number, 0)
            taken[number] = position + 1
            a, b = (other, line) if turn == 0 else (line, other)
            yield Planned(
                (number, position), Section.SERIES, number, Source(From.LINE, (0, a)), Source(From.LINE, (0, b)), group
            )


def _numbers(structure: Structure, slots: Sequence[int | None], first: int) -> Mapping[Key, int]:
    return numbers_of(structure, tuple(slot is None for slot in slots), first)
