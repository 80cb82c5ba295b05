"""Who enters a draw."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from brackets.draw.plural import counted, numbered
from brackets.draw.refusal import DrawRefusal

SMALLEST = 2
LARGEST = 1024
SHOWN_ALONE: Final = ("nombre", "club_inscrito", "jugadores", "motivo")
"""Fields of an entry that only people read; the draw ignores them."""
SEVERAL: Final = ("serie",)
"""Attributes of which a pareja may have several values, with a space between them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A pareja for the draw: its number, its club ("" is none; compared letter by letter), its seed.

    Seed 1 is the best. Only the order of the seeds counts, so gaps do no harm. `marks` are what else may keep parejas
    apart: attribute and value.
    """

    key: int
    club: str = ""
    seed: int | None = None
    marks: tuple[tuple[str, str], ...] = ()

    def values(self, attribute: str) -> tuple[str, ...]:
        """What it shares with others of that attribute: none, or one, or of a `SEVERAL` each once.

        >>> Entry(7, marks=(("familia", "rueda y sol"),)).values("familia"), Entry(7, marks=(("serie", "1.2 2.1"),)).values("serie")
        (('rueda y sol',), ('1.2', '2.1'))
        >>> Entry(7, "Sol").values("club"), Entry(7).values("club")
        (('Sol',), ())
        """
        value = self.club if attribute == "club" else dict(self.marks).get(attribute, "")
        return tuple(dict.fromkeys(value.split())) if attribute in SEVERAL else (value,) if value else ()


def entry_data(entry: Entry) -> dict[str, Any]:
    """An entry as actas and commitments name it.

    >>> entry_data(Entry(7, "sol", 1, (("familia", "rueda"),)))
    {'numero': 7, 'club': 'sol', 'cabeza': 1, 'familia': 'rueda'}
    """
    return {"numero": entry.key, "club": entry.club, "cabeza": entry.seed, **dict(entry.marks)}


def entry_from(data: Mapping[str, Any]) -> Entry:
    """The inverse of `entry_data`; fields that only people read, such as names, are ignored."""
    number, seed = data["numero"], data["cabeza"]
    if type(number) is not int or not (seed is None or type(seed) is int):
        raise TypeError(f"an entry with number {number!r} and seed {seed!r}")
    other = {"numero", "club", "cabeza", *SHOWN_ALONE}
    marks = tuple(sorted((str(name), str(value)) for name, value in data.items() if name not in other))
    return Entry(number, str(data["club"]), seed, marks)


def check_size(count: int) -> None:
    """Refuse a single elimination outside the sizes this project promises.

    >>> check_size(1025)
    Traceback (most recent call last):
    brackets.draw.refusal.DrawRefusal: Hay 1025 inscripciones y una eliminatoria admite hasta 1024. ...
    """
    if count < SMALLEST:
        raise DrawRefusal(
            "too-few-entries",
            f"Hay {counted(count, 'inscripción', 'inscripciones')} y un sorteo necesita al menos {SMALLEST}. "
            "Haga las que faltan y vuelva a sortear.",
        )
    if count > LARGEST:
        raise DrawRefusal(
            "too-many-entries",
            f"Hay {count} inscripciones y una eliminatoria admite hasta {LARGEST}. Repártalas en varias etapas.",
        )


def check_entries(entries: Collection[Entry]) -> None:
    """Refuse fewer than two entries, a pareja twice, or a seed given twice."""
    if len(entries) < SMALLEST:
        check_size(len(entries))
    if repeated := _repeated([entry.key for entry in entries]):
        raise DrawRefusal(
            "repeated-entry",
            numbered(
                repeated,
                "La inscripción {} está más de una vez en el sorteo. Déjela una sola vez.",
                "Las inscripciones {} están más de una vez en el sorteo. Déjelas una sola vez.",
            ),
        )
    if repeated := _repeated([entry.seed for entry in entries if entry.seed is not None]):
        raise DrawRefusal(
            "repeated-seed",
            numbered(
                repeated,
                "La cabeza de serie {} está dada más de una vez. Cada una debe ser de una sola inscripción.",
                "Las cabezas de serie {} están dadas más de una vez. Cada una debe ser de una sola inscripción.",
            ),
        )


def by_seed(entries: Iterable[Entry]) -> list[Entry]:
    """The seeded ones, best first.

    >>> [entry.key for entry in by_seed([Entry(7), Entry(8, seed=5), Entry(9, seed=2)])]
    [9, 8]
    """
    seeded = [(entry.seed, entry) for entry in entries if entry.seed is not None]
    return [entry for _, entry in sorted(seeded, key=lambda pair: pair[0])]


def _repeated(numbers: Sequence[int]) -> list[int]:
    """Those that are there more than once."""
    if len(set(numbers)) == len(numbers):
        return []
    return [number for number, times in sorted(Counter(numbers).items()) if times > 1]
