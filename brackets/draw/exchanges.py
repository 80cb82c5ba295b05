"""Two parejas exchanged by hand after the draw: the lines it makes, and what it may not break."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from brackets.draw.elimination import Draw
from brackets.draw.entries import Entry
from brackets.draw.formats import Series, Swiss, sizes_of
from brackets.draw.protections import Terms, unkept
from brackets.draw.refusal import DrawRefusal
from brackets.draw.verify import promises

Exchange: TypeAlias = tuple[int, int]
Lines: TypeAlias = tuple[int | None, ...]


def exchanged(slots: Sequence[int | None], exchanges: Iterable[Exchange]) -> Lines:
    """The lines after these exchanges, in this order.

    >>> exchanged((7, None, 15, 12), [(7, 15), (15, 12)])
    (12, None, 7, 15)
    """
    lines = list(slots)
    for a, b in exchanges:
        first, second = lines.index(a), lines.index(b)
        lines[first], lines[second] = b, a
    return tuple(lines)


def drawn_before(slots: Sequence[int | None], exchanges: Sequence[Exchange]) -> Lines:
    """The lines before them: an exchange undoes itself.

    >>> drawn_before((12, None, 7, 15), [(7, 15), (15, 12)])
    (7, None, 15, 12)
    """
    return exchanged(slots, reversed(exchanges))


def moved(drawn: Sequence[int | None], slots: Sequence[int | None]) -> tuple[tuple[int, int | None, int | None], ...]:
    """The lines, from 0, that hold somebody else than the draw had put there: line, who was drawn, who stands there."""
    return tuple(
        (line, before, after) for line, (before, after) in enumerate(zip(drawn, slots, strict=True)) if before != after
    )


def check_exchange(terms: Terms, slots: Sequence[int | None], entries: Sequence[Entry], exchange: Exchange) -> Lines:
    """The lines after the exchange; DrawRefusal where it breaks what the draw promises, and says what."""
    a, b = exchange
    if a == b:
        raise DrawRefusal("exchange-with-itself", "Elija dos inscripciones distintas.")
    missing = [key for key in exchange if key not in slots]
    if missing:
        raise DrawRefusal("exchange-of-nobody", f"La {missing[0]} no está en este sorteo. Elija dos que estén.")
    if isinstance(terms.form, Swiss):
        raise DrawRefusal(
            "exchange-in-swiss", "En un suizo los rivales salen de los resultados: no hay lugares que intercambiar."
        )
    after = exchanged(slots, [exchange])
    already = set(_broken(terms, slots, entries))
    if broken := [each for each in _broken(terms, after, entries) if each not in already]:
        raise DrawRefusal("exchange-breaks", f"No se puede intercambiar la {a} con la {b}: {broken[0]}")
    return after


def _broken(terms: Terms, slots: Sequence[int | None], entries: Sequence[Entry]) -> list[str]:
    """The promises of the draw that these lines break, each in a sentence; what may be broken is not among them."""
    of = {entry.key: entry for entry in entries}
    hard = {protection.attribute for protection in terms.kept if protection.hard}
    found = [
        f"{each.a} y {each.b} son de «{each.value}» y esa protección es obligatoria."
        for each in unkept(terms, slots, entries)
        if each.attribute in hard
    ]
    if isinstance(terms.form, Series):
        sizes, start, seeds = sizes_of(terms.form, len(entries)), 0, []
        for size in sizes:
            seeds.append(sum(key is not None and of[key].seed is not None for key in slots[start : start + size]))
            start += size
        if max(seeds) - min(seeds) > 1:
            found.append("las cabezas de serie no quedarían repartidas por igual entre las series.")
        return found
    drawn = Draw(tuple(slots), "", apart=False, unavoidable=())
    return [*found, *(broken.message for broken in promises(drawn, entries))]
