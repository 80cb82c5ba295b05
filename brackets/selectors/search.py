"""Finding championships and parejas by what somebody types: accents and case do not matter, and a number may be begun.

Only what anyone may see is looked at, and of a person only the name; who asked for being deleted is not found.
"""

import re
from dataclasses import dataclass
from typing import Final

from django.db.models import CharField, Prefetch, Q, QuerySet
from django.db.models.functions import Cast

from brackets.models import Championship, Pareja, Player
from brackets.selectors.championships import public_championships
from brackets.selectors.spelling import name_key

SHORTEST: Final = 2
"""Letters that a name is looked for by; a number may be shorter."""
LONGEST: Final = 60
MOST: Final = 40
"""Parejas listed at once."""
SPELLED: Final = {
    "a": "aáàâãäå",
    "c": "cç",
    "e": "eéèêë",
    "i": "iíìîï",
    "n": "nñ",
    "o": "oóòôõö",
    "u": "uúùûü",
    "y": "yýÿ",
}


@dataclass(frozen=True, slots=True)
class FoundPareja:
    """`title` without the names of those who asked for being deleted."""

    pareja: Pareja
    title: str


@dataclass(frozen=True, slots=True)
class Found:
    championships: tuple[Championship, ...]
    parejas: tuple[FoundPareja, ...]
    more: bool
    """Whether there are others besides `parejas`."""


def search(words: str, *, within: Championship | None = None) -> Found:
    """Three queries at most, whatever there is; the latest championship first. Nothing for what is too short."""
    key = name_key(words)[:LONGEST]
    if len(key) < SHORTEST and not key.isdigit():
        return Found((), (), more=False)
    championships = () if within else tuple(each for each in public_championships() if _matches(str(each), key))
    parejas = list(_parejas(key, within)[: MOST + 1])
    shown = tuple(FoundPareja(pareja, title_of(pareja)) for pareja in parejas[:MOST])
    return Found(championships[:MOST], shown, more=len(parejas) > MOST)


def folded(word: str) -> str:
    """A pattern that finds a word of `name_key` however its letters are accented, in a database of either kind.

    >>> folded("pena(")
    'p[eéèêë][nñ][aáàâãäå]\\\\('
    """
    return "".join(f"[{SPELLED[letter]}]" if letter in SPELLED else re.escape(letter) for letter in word)


def title_of(pareja: Pareja) -> str:
    """As anyone may find it: the given name, or the players' except who was deleted."""
    return pareja.name or " / ".join(player.name for player in pareja.players.all() if player.erased_at is None)


def _matches(title: str, key: str) -> bool:
    """Each word begins one of the title's."""
    words = name_key(title).split()
    return all(any(word.startswith(part) for word in words) for part in key.split())


def _parejas(key: str, within: Championship | None) -> QuerySet[Pareja]:
    there = Pareja.objects.exclude(championship__status=Championship.Status.DRAFT)
    if within:
        there = there.filter(championship=within)
    players = Prefetch("players", Player.objects.only("name", "position", "pareja_id", "erased_at"))
    listed = there.select_related("championship").prefetch_related(players)
    order = ("-championship__starts_on", "championship", "number")
    if key.isdigit():
        return listed.annotate(digits=Cast("number", CharField())).filter(digits__startswith=key).order_by(*order)
    named = Q()
    player = Q(erased_at__isnull=True)
    for word in key.split():
        named &= Q(name__iregex=folded(word)) | Q(club__iregex=folded(word))
        player &= Q(name__iregex=folded(word))
    people = Player.objects.filter(player).values("pareja")
    return listed.filter(named | Q(pk__in=people)).order_by(*order)
