"""What an allocation is made from and what comes of it; keys are whatever the caller knows its rows by."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from kernel.normal_form import normal_form


class Tie(StrEnum):
    """What a Juez may have in common with a pareja, for which he never judges it."""

    CLUB = "club"
    FAMILY = "familia"


class Wish(StrEnum):
    """What an allocation keeps while it can."""

    OWN = "propio"  # no Juez of the pareja's own club, institution or family; only a choice by hand breaks it
    ANEW = "repetido"  # the same Juez not twice for a pareja
    EVEN = "carga"  # nobody with two more than another who is there
    RESTED = "descanso"  # a table that has stood free for a while


class Lack(StrEnum):
    """Why a partida is left without Juez or table."""

    NO_TABLE = "sin-mesa"
    NO_JUEZ = "sin-juez"
    ALL_TIED = "impedidos"  # whoever is free is of the club, the institution or the family of one of both


@dataclass(frozen=True, slots=True)
class Ties:
    """What somebody belongs to; empty says nothing. A club of one is compared with the institution of the other too."""

    club: str = ""
    institution: str = ""
    family: str = ""

    @property
    def marks(self) -> frozenset[str]:
        """What is compared: who has one of these in common shares something."""
        places = (plain(self.club), plain(self.institution))
        return frozenset(f"{Tie.CLUB}|{place}" for place in places if place) | (
            {f"{Tie.FAMILY}|{name}"} if (name := plain(self.family)) else frozenset()
        )

    def shared(self, other: "Ties") -> tuple[Tie, str] | None:
        """What both have in common, as the first writes it.

        >>> Ties(club="Club  Ñandú").shared(Ties(institution="club ñandu"))
        (<Tie.CLUB: 'club'>, 'Club  Ñandú')
        >>> Ties().shared(Ties()) is None
        True
        """
        theirs = {plain(other.club), plain(other.institution)} - {""}
        for own in (self.club, self.institution):
            if plain(own) in theirs:
                return Tie.CLUB, own
        return (Tie.FAMILY, self.family) if plain(self.family) and plain(self.family) == plain(other.family) else None


@dataclass(frozen=True, slots=True)
class Side:
    """A pareja of a partida."""

    pareja: int
    ties: Ties = Ties()


@dataclass(frozen=True, slots=True)
class Partida:
    """One to be given what it lacks; a Juez or a table that it has is kept."""

    key: int
    sides: tuple[Side, Side]
    juez: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Juez:
    """`load` is how many partidas he was given before, `seen` the last of them by pareja; `free`: he may be given another now.

    `present`: he is there, so that his load is compared with that of the others. `table` is where he judged last.
    """

    key: int
    ties: Ties = Ties()
    load: int = 0
    seen: Mapping[int, int] = field(default_factory=dict)
    times: Mapping[int, int] = field(default_factory=dict)
    free: bool = True
    present: bool = True
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """`rest` is how many minutes it has stood free, None where nobody has played at it."""

    key: int
    rest: int | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """What a partida gets, with what it had."""

    partida: int
    juez: int
    table: int


@dataclass(frozen=True, slots=True)
class Unkept:
    """A wish that is not kept: of which partida, with whom; `earlier` is the partida that it repeats.

    `value` is the club or family, the load of `juez`, or the minutes of rest; for the load `other` is who has least, and `least` how many.
    """

    wish: Wish
    partida: int | None = None
    juez: int | None = None
    pareja: int | None = None
    table: int | None = None
    earlier: int | None = None
    value: str = ""
    other: int | None = None
    least: int = 0


@dataclass(frozen=True, slots=True)
class Left:
    """A partida that gets nothing now."""

    partida: int
    lack: Lack


@dataclass(frozen=True, slots=True)
class Allocation:
    """Everything that was asked for, given or left, in the order of play."""

    given: tuple[Given, ...]
    left: tuple[Left, ...]
    unkept: tuple[Unkept, ...]


@cache
def plain(text: str) -> str:
    """As two spellings of one name are compared: without accents, case and stray spaces."""
    letters = normal_form("NFKD", text.casefold())
    return " ".join("".join(each for each in letters if not unicodedata.combining(each)).split())
