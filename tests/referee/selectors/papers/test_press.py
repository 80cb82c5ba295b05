"""The sheet for the press: of a day gone by it tells that day, and nothing of what came after."""

from collections.abc import Callable, Iterable
from datetime import date, timedelta

import pytest

from brackets.draw.formats import Series
from brackets.models import Championship, Fixture
from brackets.selectors.course import course_of
from brackets.services.departures import pareja_leave
from brackets.services.players import player_substitute
from referee.selectors.papers.acta import final_acta_papers
from referee.selectors.papers.hall import day_papers
from referee.selectors.papers.press import press_papers
from referee.selectors.papers.values import Asked, Paper
from referee.services.paper import paper_result_record
from tests.factories.brackets import NOW, director_of, published_stage
from tests.referee.printing.papers.worlds import long_names
from tests.referee.selectors.papers.told import asked, words

pytestmark = pytest.mark.django_db

DAYS = [date(2026, 11, 28), date(2026, 11, 29)]
WON = [(40, 22), (40, 30)]


def played(championship: Championship, *, round_: int | None = None, days: int = 0) -> None:
    """What can be played now, of one round where that is said, so many days later."""
    stage = championship.stages.get()
    fixtures = stage.fixtures.filter(status=Fixture.Status.READY, number__isnull=False)
    for fixture in fixtures if round_ is None else fixtures.filter(round=round_):
        at = NOW + timedelta(days=days)
        paper_result_record(fixture=fixture, chicas=WON, user=director_of(championship), now=at)


def test_the_sheet_of_the_first_day_knows_no_champion_of_the_second() -> None:
    championship = published_stage(8, tables=2).championship
    played(championship, round_=1)
    played(championship, round_=2, days=1)
    played(championship, round_=3, days=1)
    assert course_of(championship).champion is not None

    first, second = (words(press_papers(asked(championship, day=day))) for day in DAYS)

    assert "campeona" not in first
    assert "siguen en juego 4 parejas" in first
    assert "Pareja campeona: " in second


@pytest.mark.parametrize("papers", [press_papers, final_acta_papers, day_papers])
def test_a_mesa_that_another_played_says_so(papers: Callable[[Asked], Iterable[Paper]]) -> None:
    championship = published_stage(4, tables=2).championship
    played(championship, round_=1)
    fixture = championship.stages.get().fixtures.get(number=1)
    assert fixture.pareja_a is not None
    leaves = fixture.pareja_a.players.get(position=2).name
    player_substitute(
        pareja=fixture.pareja_a, position=2, name="Sara Suplente", cedula="", reason="Lesión", on_purpose=True,
        user=director_of(championship), now=NOW,
    )  # fmt: skip

    told = words(papers(asked(championship)))

    assert "(señalada)" in told
    assert f"Partida 1, señalada: Aquí jugó {leaves}" in told


def test_who_fell_the_day_after_was_still_in() -> None:
    championship = published_stage(8, tables=2).championship
    played(championship, round_=1)
    played(championship, round_=2, days=1)

    first, second = (words(press_papers(asked(championship, day=day))) for day in DAYS)

    assert "siguen en juego 4 parejas" in first
    assert "siguen en juego 2 parejas" in second


def test_a_paper_of_the_first_day_that_rests_on_what_was_typed_the_day_after_is_not_of_its_outcome() -> None:
    championship = published_stage(4, tables=2).championship
    played(championship, days=1)
    stage, director = championship.stages.get(), director_of(championship)
    loser = stage.fixtures.filter(round=1).first().pareja_b  # type: ignore[union-attr]
    assert loser is not None
    pareja_leave(pareja=loser, user=director, now=NOW + timedelta(days=1, hours=1), reason="prueba")
    final = stage.fixtures.get(round=2)
    hours = {"now": NOW + timedelta(days=1, hours=2), "decided_at": NOW + timedelta(hours=4)}
    paper_result_record(fixture=final, chicas=WON, user=director, **hours)

    first, second = (words(press_papers(asked(championship, day=day))) for day in DAYS)

    assert "siguen en juego 3 parejas" in first  # who has left since is out
    assert "campeona" not in first
    assert "campeona" in second


def test_series_that_end_the_day_after_go_on() -> None:
    championship = long_names(6, format_=Series(size=3))
    played(championship, round_=1)
    for round_ in (2, 3):
        played(championship, round_=round_, days=1)

    first, second = (words(press_papers(asked(championship, day=day))) for day in DAYS)

    assert "siguen en juego 6 parejas" in first
    assert "siguen en juego" not in second


def test_the_championship_is_named_whatever_its_gender() -> None:
    championship = published_stage(4).championship
    championship.name = "Copa Mixta"
    championship.save()
    played(championship, round_=1)

    assert "En «Copa Mixta» se jugaron 2 partidas." in words(press_papers(asked(championship)))
