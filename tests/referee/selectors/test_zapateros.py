"""Who is a zapatero is the same on the page, on the screens, in the statistics and on every paper."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client

from brackets.draw.formats import Series
from brackets.models import Championship, Fixture, Pareja
from brackets.selectors.course import course_of
from brackets.services.departures import pareja_leave
from referee.selectors.papers.acta import final_acta_papers
from referee.selectors.papers.certificates import zapatero_papers
from referee.selectors.papers.press import press_papers
from referee.selectors.screens.honours import honours_of
from referee.services.paper import paper_result_record
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, published_stage
from tests.factories.referee import SORTEO, sealed_mesa
from tests.referee.printing.papers.worlds import long_names
from tests.referee.selectors.papers.told import asked, words
from tests.referee.views.public_pages import url

pytestmark = pytest.mark.django_db

AFTER_MIDNIGHT = datetime(2026, 11, 29, 5, 40, tzinfo=UTC)
FIRST_DAY = date(2026, 11, 28)


def told(client: Client, championship: Championship) -> dict[str, object]:
    """What each place tells of who was beaten so."""
    page = client.get(url("zapateros", championship)).context
    rows = client.get(url("statistics", championship)).context["rows"]
    course = course_of(championship)
    return {
        "page": [(each.loser, each.winner, each.points, day) for day, found in page["days"] for each in found],
        "great": page["great"] and page["great"].loser,
        "makers": page["makers"],
        "ceremony": list(honours_of(course).zapateros),
        "made": {row.pareja: row.figures.zapaterias for row in rows if row.figures.zapaterias},
        "suffered": {row.pareja: row.figures.suffered for row in rows if row.figures.suffered},
        "all": client.get(url("statistics", championship)).context["figures"].zapaterias,
        "diplomas": len(list(zapatero_papers(asked(championship)))),
    }


def test_a_mesa_that_was_won_in_spite_of_a_zapateria_has_the_winner_for_a_zapatero(client: Client) -> None:
    stage = published_stage(4, championship=ChampionshipFactory(reglamento="juez-de-aguas"))
    fixture, championship = stage.fixtures.filter(status=Fixture.Status.READY)[0], stage.championship
    lost = [(8, 40), (40, 30), (40, 22)]
    paper_result_record(fixture=fixture, chicas=lost, user=director_of(championship), now=AFTER_MIDNIGHT)

    a, b = fixture.pareja_a, fixture.pareja_b
    assert Fixture.objects.get(pk=fixture.pk).winner == a
    assert told(client, championship) == {
        "page": [(a, b, (40, 8), FIRST_DAY)],
        "great": a,
        "makers": [(b, 1)],
        "ceremony": [a],
        "made": {b: 1},
        "suffered": {a: 1},
        "all": 1,
        "diplomas": 1,
    }
    page = client.get(url("pareja", championship, a.number)).text
    assert "hizo 0 zapaterías y sufrió 1" in page
    assert "Gran zapatero: " in words(press_papers(asked(championship, day=FIRST_DAY)))


def test_two_chicas_of_a_mesa_are_two_zapaterias(client: Client) -> None:
    stage = published_stage(4, championship=ChampionshipFactory(reglamento="juez-de-aguas"))
    fixture, championship = stage.fixtures.filter(status=Fixture.Status.READY)[0], stage.championship
    paper_result_record(fixture=fixture, chicas=[(40, 8), (40, 4)], user=director_of(championship), now=NOW)

    found = told(client, championship)

    a, b = fixture.pareja_a, fixture.pareja_b
    assert found["page"] == [(b, a, (40, 4), FIRST_DAY), (b, a, (40, 8), FIRST_DAY)]
    assert (found["great"], found["ceremony"], found["makers"]) == (b, [b], [(a, 2)])
    assert (found["made"], found["suffered"], found["all"], found["diplomas"]) == ({a: 2}, {b: 2}, 2, 2)
    assert "chica 2" in client.get(url("zapateros", championship)).text


def expelled_from(championship: Championship, pareja: Pareja, *, voided: bool) -> None:
    pareja_leave(
        pareja=pareja, user=director_of(championship), now=NOW + timedelta(hours=1), reason="Expulsada", expelled=True,
        voided=voided, on_purpose=True,
    )  # fmt: skip


@pytest.mark.parametrize("voided", [True, False])
def test_results_that_were_annulled_make_no_zapatero(client: Client, *, voided: bool) -> None:
    stage = long_names(4, format_=Series(size=4)).stages.get()
    fixture, championship = stage.fixtures.filter(status=Fixture.Status.READY)[0], stage.championship
    paper_result_record(fixture=fixture, chicas=[(40, 4)], user=director_of(championship), now=NOW)
    a, b = fixture.pareja_a, fixture.pareja_b

    expelled_from(championship, a, voided=voided)

    found, many = told(client, championship), int(not voided)
    assert found["page"] == [(b, a, (40, 4), FIRST_DAY)] * many
    assert found["ceremony"] == [b] * many
    assert (found["made"], found["suffered"]) == (({}, {}) if voided else ({a: 1}, {b: 1}))
    assert (found["all"], found["diplomas"]) == (many, many)
    assert ("Gran zapatero" in words(press_papers(asked(championship, day=FIRST_DAY)))) is not voided
    assert f"Zapaterías\n{many}\n" in words(final_acta_papers(asked(championship)))


def test_those_of_a_log_are_the_ones_that_it_proclaimed(client: Client) -> None:
    """Not who fell below ten after having had twelve, nor to whom a ruling gave the chica."""
    rules = {"zapateria-medida": "nunca-llego", "zapateria-alcance": "ninguna"}
    by = 'ajusta {} {} "marcador del caso"'.format
    sealed = sealed_mesa(
        SORTEO, by("A", "+38"), by("B", "+12"), by("B", "-4"), "limpia A", "proclama",
        'adjudica-chica B "fallo"', "proclama",
        by("A", "+38"), by("B", "+4"), "limpia A", "proclama",
        championship=ChampionshipFactory(rule_settings=rules),
    )  # fmt: skip
    fixture = Fixture.objects.get(pk=sealed.fixture.pk)
    a, b = fixture.pareja_a, fixture.pareja_b

    found = told(client, sealed.championship)

    assert [min(pair) for pair in fixture.chicas] == [8, 0, 4]
    assert found["page"] == [(b, a, (40, 4), FIRST_DAY)]
    assert (found["made"], found["suffered"], found["all"], found["diplomas"]) == ({a: 1}, {b: 1}, 1, 1)
    assert "chica 3" in client.get(url("zapateros", sealed.championship)).text
