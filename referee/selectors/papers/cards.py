"""Credentials and private addresses as cards of a page; their sheets with marks where to cut are drawn elsewhere."""

from collections.abc import Iterator

from referee.selectors.credentials import (
    Credential,
    Slip,
    credentials_of,
    parejas_to_print,
    slips_of,
)
from referee.selectors.papers.values import Asked, Card, Cards, Paper, paper


def credentials_asked(asked: Asked) -> list[Credential]:
    """Those of the numbers that are asked for, else of all."""
    parejas = parejas_to_print(asked.championship, asked.where.numbers or None)
    return credentials_of(asked.championship, parejas, asked.base_url)


def slips_asked(asked: Asked) -> list[Slip]:
    """Likewise; of who has no private page open there is none."""
    parejas = parejas_to_print(asked.championship, asked.where.numbers or None)
    return slips_of(asked.championship, parejas, asked.base_url)


def credential_papers(asked: Asked) -> Iterator[Paper]:
    """One page with a card for each player."""
    yield from _cut_outs(
        asked,
        "Credenciales",
        [
            (each.number, each.url, (each.name, each.beside, each.club, f"Credencial {each.code}"))
            for each in credentials_asked(asked)
        ],
    )


def slip_papers(asked: Asked) -> Iterator[Paper]:
    """One page with the private address of each."""
    slips = [(each.number, each.url, (each.title, *each.told)) for each in slips_asked(asked)]
    yield from _cut_outs(asked, "Enlaces privados", slips)


def _cut_outs(asked: Asked, title: str, told: list[tuple[int, str, tuple[str, ...]]]) -> Iterator[Paper]:
    above = str(asked.championship)
    cards = tuple(
        Card(big=str(number), lines=tuple(filter(None, lines)), above=above, url=url) for number, url, lines in told
    )
    if cards:
        yield paper(asked, title, [Cards(cards)], bare=True)
