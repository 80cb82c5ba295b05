"""What the tests of the public pages share: a sealed mesa, one on paper, and addresses."""

from django.urls import reverse

from brackets.models import Championship, Fixture
from brackets.services.fixtures import fixture_record
from tests.factories.brackets import NOW, director_of
from tests.factories.referee import SORTEO, Keeper, kept_mesa

PLAYED = (SORTEO, 'ajusta A +36 "marcador del caso"', "caida B", "caida A1", "limpia A1", "proclama")


def url(name: str, championship: Championship, *args: object) -> str:
    return reverse(f"referee:{name}", args=(championship.slug, *args))


def sealed(*lines: str) -> Keeper:
    kept = kept_mesa(*(lines or PLAYED))
    kept.seal()
    return kept


def on_paper(championship: Championship, number: int = 1) -> None:
    fixture_record(
        fixture=Fixture.objects.get(stage__championship=championship, number=number), how="played", winner="A",
        chicas=[[40, 22], [40, 8]], zapateria=False, user=director_of(championship), now=NOW, reason="",
    )  # fmt: skip
