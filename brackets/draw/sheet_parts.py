"""A drawing in parts that a screen can hold: stretches of a tree with the rounds inside them, then the last rounds."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from brackets.draw.bracket import Key
from brackets.draw.structure import Section, Structure

BROAD: Final = 3
"""So many boxes stand beside one another, of a part that is a table."""
MANY: Final = 99
FINALS: Final = 2
"""Columns of the finals between the two trees."""


class Part(NamedTuple):
    """Matches to be drawn together: part `number` of `total` like it; `last` are the last rounds of a knock-out."""

    keys: tuple[Key, ...]
    number: int = 1
    total: int = 1
    last: bool = False


def parts(structure: Structure, rows: int, columns: int = MANY) -> tuple[Part, ...]:
    """All matches, each in one part of at most `rows` boxes below (of trees 1, 2, 4, 8, …) and `columns` beside one another.

    A tree whose losers play on goes over into the finals, which may have two columns more than what is left of it; where no more than
    two are seen at once, the finals stand alone. Where so few are seen, a part is of one series.

    >>> from brackets.draw.knockout import single_elimination
    >>> [(len(part.keys), part.number, part.total) for part in parts(single_elimination(32), 8)]
    [(15, 1, 2), (15, 2, 2), (1, 1, 1)]
    """
    if structure.groups:
        return tuple(_tables(structure, rows) if columns >= BROAD else _narrow(structure, rows, columns))
    rows = 1 << (rows.bit_length() - 1)
    made, last = [], list[Key]()
    alone = columns <= FINALS and any(planned.section is Section.FINAL for planned in structure.matches)
    for section in (Section.MAIN, Section.LOSERS):
        left = columns if section is Section.MAIN and not alone else columns - FINALS
        stretches, rest = _stretches(_columns(structure, section), rows, columns, left)
        if stretches:
            last += rest
        elif rest:
            stretches = [Part((*rest, *_keys(structure, Section.THIRD)))] if section is Section.MAIN else [Part(rest)]
        made += stretches
    placed = {key for part in made for key in part.keys}
    last += [key for section in (Section.FINAL, Section.THIRD) for key in _keys(structure, section)]
    last = [key for key in last if key not in placed]
    made += [Part(tuple(last), last=True)] if last else []
    stretches, rest = _stretches(_columns(structure, Section.CONSOLATION), rows, columns, columns)
    return (*made, *stretches, *([Part(rest)] if rest else []))


def _stretches(columns: Sequence[Sequence[Key]], rows: int, most: int, left: int) -> tuple[list[Part], tuple[Key, ...]]:
    """The columns of a tree cut across, `most` of them at once and again until at most `left` are left, which are those at its end."""
    made: list[Part] = []
    while columns and (len(columns[0]) > rows or len(columns) > left):
        total = max(len(columns[0]) // rows, 1)
        cut = [column for column in columns if len(column) >= total][:most]
        for number in range(total):
            shares = ((column, len(column) // total) for column in cut)
            keys = tuple(key for column, share in shares for key in column[number * share : (number + 1) * share])
            made.append(Part(keys, number + 1, total))
        columns = columns[len(cut) :]
    return made, tuple(key for column in columns for key in column)


def _tables(structure: Structure, rows: int) -> Iterator[Part]:
    """Several series together, several rounds of one series, or a stretch of a Swiss round."""
    most = BROAD * rows
    held: tuple[Key, ...] = ()
    for rounds in _rounds_by_group(structure):
        whole = tuple(key for keys in rounds for key in keys)
        if held and len(held) + len(whole) > most:
            yield Part(held)
            held = ()
        if len(whole) > most:
            yield from _rounds(rounds, most)
        else:
            held += whole
    if held:
        yield Part(held)


def _narrow(structure: Structure, rows: int, columns: int) -> Iterator[Part]:
    """So many rounds of a series beside one another, or a stretch of one that is longer."""
    for rounds in _rounds_by_group(structure):
        for start in range(0, len(rounds), columns):
            beside = rounds[start : start + columns]
            if len(rounds) > 1 and max(map(len, beside)) <= rows:
                yield Part(tuple(key for keys in beside for key in keys))
            else:
                yield from _rounds(beside, rows * columns)


def _rounds_by_group(structure: Structure) -> Iterator[Sequence[Sequence[Key]]]:
    groups: defaultdict[int, defaultdict[int, list[Key]]] = defaultdict(lambda: defaultdict(list))
    for planned in sorted(structure.matches, key=attrgetter("group", "step", "key")):
        groups[planned.group][planned.step].append(planned.key)
    for rounds in groups.values():
        yield tuple(rounds.values())


def _rounds(rounds: Iterable[Sequence[Key]], most: int) -> Iterator[Part]:
    """What one series or a Swiss stage has: each round by itself, a long one in stretches."""
    for keys in rounds:
        total = -(-len(keys) // most)
        for number in range(total):
            yield Part(tuple(keys[number * most : (number + 1) * most]), number + 1, total)


def _columns(structure: Structure, section: Section) -> list[tuple[Key, ...]]:
    steps: defaultdict[int, list[Key]] = defaultdict(list)
    for planned in sorted(structure.matches, key=attrgetter("step", "key")):
        if planned.section is section:
            steps[planned.step].append(planned.key)
    return [tuple(keys) for keys in steps.values()]


def _keys(structure: Structure, section: Section) -> tuple[Key, ...]:
    return tuple(planned.key for planned in structure.matches if planned.section is section)
