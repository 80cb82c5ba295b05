"""The check before a draw is published: every promise of the draw tested again, without trusting its code."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from brackets.draw.clubs import shared_club
from brackets.draw.elimination import Draw, club_meetings, draw
from brackets.draw.entries import Entry, by_seed
from brackets.draw.places import first_mesas
from brackets.draw.plural import counted


@dataclass(frozen=True, slots=True)
class Broken:
    """A promise the draw does not keep; `code` is stable, `message` Spanish."""

    code: str
    message: str


Lines = Sequence[Entry | None]


def check(drawn: Draw, entries: Collection[Entry]) -> list[Broken]:
    """What is wrong with this draw of these entries; empty is good.

    Codes: `size`, `entries` (each exactly once; nothing else is looked at while one of these two is
    broken), `byes-meet`, `byes-uneven`, `byes-of-others`, `seeds-together`, `clubs-unlisted`,
    `clubs-avoidable`, `not-repeatable`.
    """
    found = promises(drawn, entries)
    if not {broken.code for broken in found} & {"size", "entries"}:
        found += _clubs(drawn, _lines(drawn, entries))
        if draw(entries, drawn.seed, apart=drawn.apart).slots != drawn.slots:
            found.append(
                Broken("not-repeatable", f"El cuadro no es el que sale de la semilla «{drawn.seed}». Sortee de nuevo.")
            )
    return found


def promises(drawn: Draw, entries: Collection[Entry]) -> list[Broken]:
    """What is wrong with the places of entries, byes and seeds, however they came there."""
    found = list(_malformed(drawn, entries))
    if not found:
        lines = _lines(drawn, entries)
        found += [*_byes(lines), *_seeds(lines)]
    return found


def _lines(drawn: Draw, entries: Collection[Entry]) -> Lines:
    of = {entry.key: entry for entry in entries}
    return [None if key is None else of[key] for key in drawn.slots]


def _malformed(drawn: Draw, entries: Collection[Entry]) -> Iterator[Broken]:
    size = len(drawn.slots)
    if not (size & (size - 1) == 0 and size // 2 < len(entries) <= size and size > 1):
        yield Broken(
            "size",
            f"El cuadro tiene {counted(size, 'lugar', 'lugares')} para {counted(len(entries), 'inscripción', 'inscripciones')}.",
        )
    placed = Counter(key for key in drawn.slots if key is not None)
    if placed != Counter(entry.key for entry in entries):
        yield Broken("entries", "Hay inscripciones que faltan en el cuadro, que sobran o que están más de una vez.")


def _byes(lines: Lines) -> Iterator[Broken]:
    if any(a is None and b is None for a, b in _matches(lines)):
        yield Broken("byes-meet", "Hay una partida que no juega nadie.")
    if any(abs(above.count(None) - below.count(None)) > 1 for above, below in _siblings(list(lines))):
        yield Broken("byes-uneven", "Los pases libres no están repartidos por igual en el cuadro.")
    seeds = by_seed(filter(None, lines))
    resting = {entry.key for match in _matches(lines) if None in match for entry in match if entry}
    best = {entry.key for entry in seeds[: len(resting)]}
    if resting & {entry.key for entry in seeds} != best:
        yield Broken("byes-of-others", "Hay pases libres que no son de las mejores cabezas de serie.")


def _seeds(lines: Lines) -> Iterator[Broken]:
    size, seeds = len(lines), by_seed(filter(None, lines))
    line = {entry.key: position for position, entry in enumerate(lines) if entry}
    parts = 2
    together = False
    while parts <= size // 2:
        best = [line[entry.key] * parts // size for entry in seeds[:parts]]
        together = together or len(set(best)) < len(best)
        parts *= 2
    for rank, entry in enumerate(seeds[size // 2 :], start=size // 2):
        together = together or line[entry.key] ^ 1 != line[seeds[size - 1 - rank].key]
    if together:
        yield Broken("seeds-together", "Hay cabezas de serie que se encontrarían antes de lo que les corresponde.")


def _clubs(drawn: Draw, lines: Lines) -> Iterator[Broken]:
    if not drawn.apart:
        return
    meetings = club_meetings(lines)
    if drawn.unavoidable != meetings:
        yield Broken("clubs-unlisted", "La lista de rivales del mismo club que se encuentran no es la del cuadro.")
    if len(meetings) > fewest_meetings(lines):
        yield Broken("clubs-avoidable", "Hay rivales del mismo club que se encuentran y podrían no hacerlo.")


def fewest_meetings(lines: Lines) -> int:
    """The number of meetings of a club in the first mesa of both that no placing of the unseeded parejas avoids.

    Mesas between two seeds are fixed. In the others, a club with more parejas than there are mesas must
    meet itself; all other meetings can be avoided (the proof is in `docs/sorteo.md`).
    """
    fixed = changeable = 0
    members: Counter[str] = Counter()
    for mesa in first_mesas(lines):
        there = [entry for line in mesa if (entry := lines[line])]
        if all(entry.seed is not None for entry in there):
            fixed += len(there) > 1 and bool(shared_club(*there))
        else:
            changeable += 1
            members.update(entry.club for entry in there if entry.club)
    return fixed + sum(max(0, parejas - changeable) for parejas in members.values())


def _matches(lines: Lines) -> list[tuple[Entry | None, Entry | None]]:
    return list(zip(lines[::2], lines[1::2], strict=True))


def _siblings(lines: list[Entry | None]) -> Iterator[tuple[list[Entry | None], list[Entry | None]]]:
    """Both halves of the bracket, of each half, and so on down to the matches."""
    length = len(lines)
    while length > 1:
        half = length // 2
        for start in range(0, len(lines), length):
            yield lines[start : start + half], lines[start + half : start + length]
        length = half
