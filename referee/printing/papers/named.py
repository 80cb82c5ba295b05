"""Who is on a document, and with what: for the record of what was taken away."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from brackets.models import Championship, Player, Role
from referee.printing.papers.kinds import Kind, kind_papers
from referee.selectors.papers.values import Asked, Paper

Person = tuple[str, int]
"""A player or an account, by its key."""


@dataclass(frozen=True, slots=True)
class Named:
    """The people whose whole name stands on some documents, and what the documents have of them."""

    people: frozenset[Person] = frozenset()
    fields: tuple[str, ...] = ()

    def __or__(self, other: "Named") -> "Named":
        return Named(self.people | other.people, tuple(dict.fromkeys((*self.fields, *other.fields))))


def named_on(kind: Kind, asked: Asked) -> Named:
    """Whom a document of this kind names. One that has no `papers` says it of its own; two queries besides those of the document."""
    everybody = dict(_everybody(asked.championship))
    if kind.papers is None:
        players = frozenset(person for person in everybody if person[0] in kind.whom)
        return Named(players, kind.fields if players else ())
    papers = list(kind_papers(kind, asked))
    people = _found(everybody, "\n".join(_texts(papers)))
    heads = (column.head for paper in papers for table in paper.tables for column in table.columns if not column.fill)
    return Named(people, tuple(dict.fromkeys((*kind.fields, *filter(None, heads)))) if people else ())


def _found(everybody: dict[Person, str], text: str) -> frozenset[Person]:
    """Whose name stands there by itself, and not only as a part of a longer one."""
    found: set[str] = set()
    for name in sorted({*filter(None, everybody.values())}, key=len, reverse=True):
        if name in text:
            found.add(name)
            text = text.replace(name, "\n")
    return frozenset(person for person, name in everybody.items() if name in found)


def _everybody(championship: Championship) -> Iterator[tuple[Person, str]]:
    for pk, name in Player.objects.filter(championship=championship).values_list("pk", "name"):
        yield ("player", pk), name
    for role in Role.objects.filter(championship=championship).select_related("user"):
        yield ("account", role.user_id), str(role.user)


def _texts(value: Any) -> Iterable[str]:
    """Every string in a document, wherever it stands."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, Paper) or is_dataclass(value):
        for each in fields(value):
            yield from _texts(getattr(value, each.name))
