"""Statistics of mesas, parejas and editions: what is counted, and what nobody logged."""

import re
from datetime import date, timedelta

import pytest
from django.test import Client

from brackets.models import Fixture
from brackets.services.fixtures import fixture_record
from referee.models import Mesa
from referee.rules import Measure
from referee.selectors.statistics import COUNTED, Counted, by_pareja, figures_of
from referee.services.appeals.ruling import appeal_rule
from tests.factories.appeals import admitted
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, published_stage
from tests.factories.referee import SORTEO, ZAPATERIA, kept_mesa
from tests.referee.views.public_pages import PLAYED, on_paper, sealed, url

pytestmark = pytest.mark.django_db


def test_a_mesa_counts_once_it_is_final_and_not_before(client: Client) -> None:
    kept = kept_mesa(*PLAYED)
    before = client.get(url("statistics", kept.championship)).context["figures"]

    kept.seal()

    after = client.get(url("statistics", kept.championship)).context["figures"]
    assert before.mesas == 0
    assert (after.mesas, after.done["caidas"], after.done["limpias"], after.zapaterias) == (1, 2, 1, 1)


def test_each_pareja_has_what_it_did_and_suffered(client: Client) -> None:
    kept = sealed()

    rows = client.get(url("statistics", kept.championship)).context["rows"]

    by_number = {row.pareja.pk: row.figures for row in rows}
    winner, loser = by_number[kept.fixture.pareja_a_id], by_number[kept.fixture.pareja_b_id]
    assert (winner.done["caidas"], winner.zapaterias, winner.suffered, winner.won) == (1, 1, 0, 1)
    assert (loser.done["caidas"], loser.zapaterias, loser.suffered, loser.won) == (1, 0, 1, 0)


def test_what_was_kept_on_paper_has_its_chicas_and_nothing_that_nobody_counted(client: Client) -> None:
    stage = published_stage(4)
    fixture_record(
        fixture=stage.fixtures.get(number=1), how="played", winner="A", chicas=[[40, 22], [40, 8]], zapateria=False,
        user=director_of(stage.championship), now=NOW, reason="",
    )  # fmt: skip

    context = client.get(url("statistics", stage.championship)).context

    assert (context["figures"].mesas, context["figures"].logged, context["figures"].chicas) == (1, 0, 2)
    assert "Caídas" not in dict(context["lines"])


def test_a_mesa_lasts_from_its_first_jugada_to_its_last_and_no_ruling_makes_it_longer(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    kept.now += timedelta(minutes=31)
    kept.record(*ZAPATERIA[1:])
    kept.seal()
    director, fixture = director_of(kept.championship), kept.fixture
    fixture_record(
        fixture=fixture, how="played", winner="A", chicas=[[40, 12]], zapateria=False, user=director,
        now=kept.now + timedelta(days=1), reason="se anotó mal",
    )  # fmt: skip

    context = client.get(url("statistics", kept.championship)).context

    assert (context["slowest"].fixture, context["slowest"].minutes) == (fixture.pk, 31)


def test_a_night_for_which_a_mesa_was_suspended_makes_it_no_longer(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    kept.now += timedelta(minutes=11)
    kept.record('suspension "se fue la luz"')
    kept.now += timedelta(hours=14)
    kept.record("reanudacion")
    kept.now += timedelta(minutes=20)
    kept.record(*ZAPATERIA[1:])
    kept.seal()

    assert client.get(url("statistics", kept.championship)).context["slowest"].minutes == 31


def test_nor_does_what_a_ruling_had_played_on_later_shorten_it(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    kept.now += timedelta(minutes=31)
    kept.record(*ZAPATERIA[1:])
    kept.seal()
    appeal = admitted(kept, jugada=2)
    appeal_rule(
        appeal=appeal, measure=Measure("repite-mesa"), grounds="Visto.", user=director_of(kept.championship),
        now=kept.tick(),
    )  # fmt: skip
    kept.record(SORTEO, 'suspension "es tarde"')
    kept.now += timedelta(hours=14)
    kept.record("reanudacion", *ZAPATERIA[1:])
    kept.seal()

    assert client.get(url("statistics", kept.championship)).context["slowest"].minutes == 31


def test_nobody_knows_how_long_a_mesa_on_paper_was(client: Client) -> None:
    stage = published_stage(4)
    Fixture.objects.filter(stage=stage, number=1).update(called_at=NOW, started_at=NOW)
    fixture_record(
        fixture=stage.fixtures.get(number=1), how="played", winner="A", chicas=[[40, 22], [40, 8]], zapateria=False,
        user=director_of(stage.championship), now=NOW + timedelta(days=1), reason="",
    )  # fmt: skip

    context = client.get(url("statistics", stage.championship)).context

    assert context["slowest"] is None
    assert "Minutos por mesa" not in dict(context["lines"])


def row_of(page: str, name: str) -> list[str]:
    """The cells of the row of a table that begins with this name."""
    row = re.search(rf"<tr><th[^>]*>(?:<a[^>]*>)?{re.escape(name)}.*?</tr>", page, re.DOTALL)
    assert row
    return [re.sub(r"<[^>]+>", " ", cell).strip() for cell in re.findall(r"<td>(.*?)</td>", row[0])]


def test_what_nobody_logged_is_not_told_as_none(client: Client) -> None:
    kept = sealed()
    name, championship = kept.championship.name, kept.championship
    on_paper(championship, number=2)
    older = published_stage(4, championship=ChampionshipFactory(name=name, starts_on=date(2024, 11, 28))).championship
    on_paper(older)

    answer = client.get(url("statistics", championship))

    page = answer.text
    unlogged = Fixture.objects.get(stage__championship=championship, number=2).pareja_a
    assert row_of(page, f"{unlogged.number} · {unlogged.title}")[2:7] == ["—"] * 5
    assert row_of(page, f"{name} (2024)")[:5] == ["1", "—", "—", "—", "—"]
    assert row_of(page, f"{name} (2026)")[0].split() == ["2", "1", "con", "jugadas"]
    assert "ediciones" not in dict(answer.context["plots"])  # one alone has something to draw
    drawn = client.get(url("statistics_plot", championship, "ediciones")).text
    assert (drawn.count(">2026<"), drawn.count(">2024<")) == (1, 0)


def test_points_of_a_data_are_of_one_side_wherever_they_are_told() -> None:
    own = dict.fromkeys(COUNTED, 0)
    figures = {"jugadas": 9, "datas": 4, "chicas": 1, "A": own | {"puntos": 40}, "B": own | {"puntos": 20}}
    mesa = Counted(1, 1, 1, (7, 8), 7, ((40, 20),), zapaterias=(0, 0), minutes=None, figures=figures)

    of_each = by_pareja([mesa])

    assert (of_each[7].per_data, of_each[8].per_data) == (10, 5)
    assert figures_of([mesa]).per_data == 7.5


def test_how_long_mesas_were_is_told_in_numbers_too(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    kept.now += timedelta(minutes=31)
    kept.record(*ZAPATERIA[1:])
    kept.seal()

    page = client.get(url("statistics", kept.championship)).text

    assert row_of(page, "30–39") == ["1"]


def test_the_longest_mesa_of_a_single_minute_is_told_in_english_too(client: Client) -> None:
    kept = kept_mesa(SORTEO)
    kept.now += timedelta(minutes=1)
    kept.record(*ZAPATERIA[1:])
    kept.seal()

    page = client.get(url("statistics", kept.championship), {"idioma": "en"}, follow=True).text

    assert "The longest match took 1 minute:" in page


def test_a_walkover_is_no_mesa(client: Client) -> None:
    stage = published_stage(4)
    Fixture.objects.filter(stage=stage, number=1).update(status="final", how="walkover", decided_at=NOW)

    assert client.get(url("statistics", stage.championship)).context["figures"].mesas == 0


def test_the_projection_holds_the_figures_as_the_replay_has_them() -> None:
    kept = kept_mesa(SORTEO, "caida A1")
    assert kept.mesa.figures is None

    kept.record('ajusta A +36 "marcador del caso"', "limpia A", "proclama")

    assert Mesa.objects.get().figures["A"]["caidas"] == 1


@pytest.mark.parametrize("plot", ["parejas", "minutos", "ediciones"])
def test_plots_are_pictures_without_scripts(client: Client, plot: str) -> None:
    kept = sealed()

    answer = client.get(url("statistics_plot", kept.championship, plot))

    assert answer["Content-Type"] == "image/svg+xml"
    assert b"<svg" in answer.content
    assert b"<script" not in answer.content
    assert client.get(url("statistics_plot", kept.championship, "otro")).status_code == 404
