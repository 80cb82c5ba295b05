"""What goes on the credential of each player, and on the slip with the private address of each pareja."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from brackets.models import Championship, Pareja
from brackets.selectors.parejas import parejas_list
from brackets.selectors.private_links import link_token
from brackets.selectors.wording import listed, said
from referee.selectors.tree.heads import head_sentence

ALONE = 1


@dataclass(frozen=True, slots=True)
class Credential:
    """`code` is the number of the player for the whole championship: `12-1`, or that of who plays alone."""

    number: int
    code: str
    name: str
    beside: str
    club: str
    url: str


@dataclass(frozen=True, slots=True)
class Slip:
    """The private address of one pareja, and what it is `told` about it."""

    number: int
    title: str
    url: str
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """What stands on each of them: of which championship it is, where and when; `log` is its last checkpoint, with what it is for."""

    name: str
    place: str
    first: date
    last: date
    log: str = ""


def event_of(championship: Championship) -> Event:
    """One query."""
    log = head_sentence(championship)
    return Event(str(championship), championship.place, championship.starts_on, championship.ends_on, log)


def parejas_to_print(championship: Championship, numbers: Iterable[int] | None) -> list[Pareja]:
    """Those of these numbers, else all, that are in the championship: two queries."""
    parejas = parejas_list(championship).filter(status=Pareja.Status.ACTIVE)
    return list(parejas if numbers is None else parejas.filter(number__in=set(numbers)))


def credentials_of(championship: Championship, parejas: Iterable[Pareja], base_url: str) -> list[Credential]:
    """One for each player. Its QR opens the check-in, which lets in only who is of the desk."""
    made = []
    for pareja in parejas:
        url = base_url + reverse("brackets:presence_pareja", args=[championship.slug, pareja.number])
        people = list(pareja.players.all())
        alone = len(people) == ALONE
        for player in people:
            others = listed(there) if (there := [other.name for other in people if other.pk != player.pk]) else ""
            made.append(
                Credential(
                    pareja.number,
                    str(pareja.number) if alone else f"{pareja.number}-{player.position}",
                    player.name,
                    " · ".join(filter(None, (pareja.name, others and f"con {others}"))),
                    pareja.club,
                    url if alone else f"{url}?j={player.position}",
                )
            )
    return made


def slips_of(championship: Championship, parejas: Iterable[Pareja], base_url: str) -> list[Slip]:
    """One for each pareja whose page is not closed."""
    whose = said(championship.players_per_pareja, "Página privada de la pareja")
    told = (
        f"{whose}: dónde y cuándo le toca, resultados, posición.",
        "No la comparta: entra quien tenga este código.",
    )
    tokens = ((pareja, link_token(pareja)) for pareja in parejas)
    return [
        Slip(pareja.number, pareja.title, base_url + reverse("referee:own", args=[token]), told)
        for pareja, token in tokens
        if token is not None
    ]
