"""The places of a rulebook's text, each with what it speaks of: what people point at when something is in doubt."""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from referee.rules.parameters import GROUPS
from referee.rules.reglamento import Reglamento, cite

CONVENTION: Final = "A-"  # a reading of ours, no place in the text


class Place(NamedTuple):
    """A place as parameters cite it (`5.c`, `párrafo 12`), and what most of those that cite it are about."""

    article: str
    title: str

    @property
    def label(self) -> str:
        """As people read it."""
        return f"{cite(self.article)}: {self.title}"


@cache
def places(rules: Reglamento) -> tuple[Place, ...]:
    """All that the parameters of `rules` cite, and the articles that these are part of, in the order of the text."""
    topics: dict[str, dict[str, Fraction]] = {}
    for group in GROUPS:
        for declared in group.declared:
            cited = tuple(_cited(rules.parameters[declared.key].article))
            for article in cited:
                about = topics.setdefault(article, {})
                about[group.title] = about.get(group.title, Fraction(0)) + Fraction(1, len(cited))
    return tuple(
        Place(article, max(topics[article], key=topics[article].__getitem__)) for article in sorted(topics, key=_order)
    )


def is_within(article: str, wanted: str) -> bool:
    """Whether `article` is `wanted` or a part of it.

    >>> is_within("5.c", "5"), is_within("5", "5"), is_within("15.b", "1"), is_within("5", "5.c")
    (True, True, False, False)
    """
    return article == wanted or article.startswith(f"{wanted}.")


def _cited(articles: str) -> Iterator[str]:
    for part in articles.split(","):
        article = part.strip()
        if article and not article.startswith(CONVENTION):
            yield from _with_wholes(article)


def _with_wholes(article: str) -> Iterator[str]:
    """`3.g.4` and what it is part of: `3.g`, `3`. Only numbered articles have parts."""
    yield article
    while article[:1].isdigit() and "." in article:
        article = article.rpartition(".")[0]
        yield article


def _order(article: str) -> list[tuple[int, str]]:
    """By numbers where there are numbers: 9 before 10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", article)]
