"""The neutrality report tells what was not kept, with names and without."""

import pytest

from brackets.models import Stage
from brackets.selectors.hall import hall_of
from brackets.selectors.neutrality import Neutrality
from brackets.services.fixtures import fixture_assign, fixture_record
from referee.printing.neutrality import neutrality_pages
from tests.brackets.services.test_drafts import belongs
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """The final is judged by whoever judged one of both before; he is of the club of a pareja of the other semifinal."""
    stage = published_stage(4, tables=2, jueces=2)
    director = director_of(stage.championship)
    juez = stage.championship.roles.filter(kind="juez").first().user
    belongs(stage, juez, "Club Sol")
    other = stage.fixtures.get(number=1).pareja_b
    other.club = "Club Sol"
    other.save()
    for number in (1, 2):
        fixture = stage.fixtures.get(number=number)
        if number == 1:
            fixture_assign(fixture=fixture, table=None, juez=juez, user=director, now=NOW)
        fixture_record(
            fixture=fixture, how="walkover", winner="A", chicas=[], zapateria=False, user=director, now=NOW, reason=""
        )
    final = stage.fixtures.get(number=3)
    fixture_assign(fixture=final, table=None, juez=juez, user=director, now=NOW)
    return stage


def report(stage: Stage, *, named: bool = True) -> Neutrality:
    return Neutrality(hall_of(stage.championship, NOW), named=named)


def test_what_was_not_kept_is_counted_and_told(stage: Stage) -> None:
    told = report(stage)

    assert (told.clashes, told.repeats, told.least, told.most, len(told.without)) == (1, 1, 0, 2, 0)
    first = stage.fixtures.get(number=1)
    juez = first.juez
    assert told.unkept == (
        f"Partida 1, {juez}: es de «Club Sol», como la pareja {first.pareja_b.number}.",
        f"Partida 3, {juez}: ya dirigió a la pareja {first.pareja_a.number} en la partida 1.",
    )


def test_without_names_it_names_neither_people_nor_clubs(stage: Stage) -> None:
    pages = neutrality_pages(report(stage, named=False))
    text = " ".join(each.text for page in pages for each in page.texts)

    assert "Juez n.º 1" in text
    assert "Sol" not in text
    for somebody in (*report(stage).hall.people.values(), *report(stage).hall.parejas.values()):
        assert str(getattr(somebody, "title", somebody)) not in text


def test_on_paper_it_says_the_same(stage: Stage) -> None:
    text = " ".join(each.text for page in neutrality_pages(report(stage)) for each in page.texts)

    assert "Veces que un Juez dirigió de nuevo a la misma pareja: 1." in text
    assert "INFORME DE NEUTRALIDAD" in text
