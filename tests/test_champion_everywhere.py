"""Who won the final is champion at once, on every page and paper, though the third place is still to be played."""

import re
from html import unescape
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from brackets.draw.formats import Elimination
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.draw.structure import Zapateria
from brackets.models import Championship, Fixture, Pareja
from brackets.selectors.course import course_of
from brackets.selectors.podium import podium_in
from brackets.selectors.private_links import link_token
from brackets.services.fixtures import fixture_record
from referee.management.rehearsal.fairness import champion
from referee.selectors.papers.acta import NO_CHAMPION, NOT_YET, final_acta_papers
from referee.selectors.papers.certificates import champion_papers, finalist_papers
from referee.selectors.papers.press import press_papers
from referee.selectors.screens.honours import honours_of
from tests.brackets.services.tournament import Tournament
from tests.factories.brackets import NOW, director_of, published_stage
from tests.referee.selectors.papers.told import asked, words

pytestmark = pytest.mark.django_db

FINAL, THIRD = (3, 0), (3, 1)
OUT: Final = "Eliminada"


@pytest.fixture(params=["plain", "zapatería"])
def won(request: pytest.FixtureRequest) -> Championship:
    """Eight parejas; the final is decided, by a zapatería that puts its loser out or plainly, and the match for the third place is not."""
    plan = StagePlan(
        name="Cuadro",
        format=Elimination(third_place=True),
        entry=(Everybody(),),
        criteria=("mesas", "sorteo"),
        zapateria=Zapateria.ELIMINATES,
    )
    there = Tournament(range(1, 9), [plan])
    there.draw_and_publish(1)
    plain = {"how": "played", "winner": "A", "chicas": [[40, 22], [40, 18]]}
    ended = {"plain": plain, "zapatería": plain | {"chicas": [[40, 8]], "zapateria": True}}[request.param]
    while ready := [each for each in there.playable() if (each.round, each.position) != THIRD]:
        there.record(ready[0], ended if (ready[0].round, ready[0].position) == FINAL else plain)
    assert [(each.round, each.position) for each in there.playable()] == [THIRD]
    return there.championship


@pytest.fixture
def first(won: Championship) -> Pareja:
    winner = Fixture.objects.get(stage__championship=won, round=FINAL[0], position=FINAL[1]).winner
    assert winner is not None
    return winner


def second_of(championship: Championship) -> Pareja:
    final = Fixture.objects.get(stage__championship=championship, round=FINAL[0], position=FINAL[1])
    second = final.pareja_b if final.winner_id == final.pareja_a_id else final.pareja_a
    assert second is not None
    return second


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def rows_of(html: str, pareja: Pareja) -> list[str]:
    """What the rows of tables and the items of lists that name the pareja say."""
    return [
        text
        for row in re.findall(r"<(?:tr|li)\b.*?</(?:tr|li)>", html, re.DOTALL)
        if pareja.title in (text := text_of(row))
    ]


def test_every_page_of_the_public_calls_it_champion(won: Championship, first: Pareja, client: Client) -> None:
    def page(name: str, *args: object) -> str:
        answer = client.get(reverse(name, args=args))
        assert answer.status_code == 200
        return answer.content.decode()

    shown = page("brackets:championship", won.slug)
    listed = rows_of(page("brackets:parejas_public", won.slug), first)
    own_public = text_of(page("referee:pareja", won.slug, first.number))
    private = text_of(page("referee:own", link_token(first)))
    standings = rows_of(page("brackets:standings", won.slug), first)
    palmares = text_of(page("brackets:palmares", won.slug))

    assert f"Pareja campeona {first.number} · {first.title}" in text_of(shown)
    assert all("Campeona" in row and OUT not in row for row in listed), listed
    assert "Campeona" in own_public
    assert OUT not in own_public
    assert "Campeona" in private
    assert OUT not in private
    assert all("1.º" in row and "Gana la etapa" in row for row in standings), standings
    assert standings
    assert f"Campeones: {first.number}" in palmares or first.title in palmares


def test_every_paper_calls_it_champion_and_the_final_acta_stays_provisional(won: Championship, first: Pareja) -> None:
    acta = words(final_acta_papers(asked(won)))

    assert NOT_YET in acta
    assert f"Primer puesto\n{first.number}\n" in acta
    assert f"Segundo puesto\n{second_of(won).number}\n" in acta
    assert "Todavía no hay campeón" not in acta
    assert len(list(champion_papers(asked(won)))) == first.players.count()
    assert "Pareja campeona" in words(press_papers(asked(won)))


def test_what_is_not_settled_is_not_told_yet(won: Championship, first: Pareja, client: Client) -> None:
    course = course_of(won)
    for_third = Fixture.objects.get(stage__championship=won, round=THIRD[0], position=THIRD[1])
    second = second_of(won)

    assert [(each.place, each.pareja) for each in podium_in(course)] == [(1, first), (2, second)]
    assert (honours_of(course).champion, honours_of(course).second, honours_of(course).third) == (first, (second,), ())
    assert champion(won) == first
    assert "Tercer puesto" not in {each.title for each in finalist_papers(asked(won))}
    assert any(second.players.all()[0].name in words([each]) for each in finalist_papers(asked(won)))
    assert OUT not in text_of(client.get(reverse("referee:pareja", args=[won.slug, second.number])).content.decode())
    listed = client.get(reverse("brackets:parejas_public", args=[won.slug])).content.decode()
    for waiting in (for_third.pareja_a, for_third.pareja_b):
        assert all("Sigue en juego" in row for row in rows_of(listed, waiting))
    assert all("2.º puesto" in row for row in rows_of(listed, second))


def test_the_acta_of_a_championship_that_is_over_is_final_though_nobody_won_the_final() -> None:
    stage = published_stage(2)
    fixture_record(
        fixture=stage.fixtures.get(), winner=None, how="double-no-show", chicas=[], zapateria=False, reason="nadie vino",
        user=director_of(stage.championship), now=NOW,
    )  # fmt: skip

    (acta,) = final_acta_papers(asked(stage.championship))

    assert NOT_YET not in words([acta])
    assert NO_CHAMPION in [table.empty for table in acta.tables]
