"""Documents asked for in tests, everything that is read of them, and results to be told."""

from collections.abc import Iterable
from datetime import timedelta

from brackets.models import Championship, Fixture
from referee.selectors.papers.values import Asked, Diploma, Facts, Heading, Paper, Paragraph, Signatures, Table, Where
from tests.factories.brackets import NOW

BASE = "https://torneo.example"


def asked(championship: Championship, **where: object) -> Asked:
    return Asked(championship, NOW, BASE, Where(**where))  # type: ignore[arg-type]


def words(papers: Iterable[Paper]) -> str:
    """Everything that is read of them."""
    told: list[str] = []
    for paper in papers:
        told += [paper.title, paper.subtitle]
        for block in paper.blocks:
            match block:
                case Heading() | Paragraph():
                    told.append(block.text)
                case Facts():
                    told += [text for pair in block.pairs for text in pair]
                case Table():
                    told += [
                        block.title,
                        *(column.head for column in block.columns),
                        *(text for row in block.rows for text in row),
                    ]
                case Signatures():
                    told += [text for pair in block.lines for text in pair]
                case Diploma():
                    told += [block.honour, *block.to, *block.told, block.motto, block.number]
                case _:
                    pass
    return "\n".join(told)


def decided(fixture: Fixture, chicas: list[list[int]], *, minutes: int = 0, zapateria: bool = True) -> None:
    winner = fixture.pareja_a if sum(a > b for a, b in chicas) > len(chicas) / 2 else fixture.pareja_b
    made = ["A" if b < 10 else "B" if a < 10 else "" for a, b in chicas] if zapateria else []
    Fixture.objects.filter(pk=fixture.pk).update(
        status=Fixture.Status.FINAL, how=Fixture.How.PLAYED, winner=winner, chicas=chicas, zapaterias=made if any(made) else [],
        by_zapateria=len(chicas) == 1 and any(made),
        decided_at=NOW + timedelta(minutes=minutes),
    )  # fmt: skip
