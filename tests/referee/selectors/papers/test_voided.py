"""A pareja that left: it stays on the papers, with why, and its mesas that count for nobody say so everywhere."""

from collections.abc import Callable, Iterable
from datetime import timedelta

import pytest

from brackets.models import Championship, Fixture
from brackets.services.departures import pareja_leave
from referee.printing.papers import KINDS, kind_papers
from referee.selectors.papers.acta import final_acta_papers
from referee.selectors.papers.hall import day_papers
from referee.selectors.papers.press import press_papers
from referee.selectors.papers.stages import series_papers
from referee.selectors.papers.values import Asked, Paper, Table
from tests.factories.brackets import NOW, director_of
from tests.factories.tournaments import ready, tournament, win
from tests.referee.selectors.papers.told import asked, words

pytestmark = pytest.mark.django_db

REASON = "Golpeó la mesa y se fue."
RESULTS: list[Callable[[Asked], Iterable[Paper]]] = [final_acta_papers, series_papers, day_papers, press_papers]


def left(*, expelled: bool = True, voided: bool = True, form: str = "series-final") -> Championship:
    """Of two series, after six mesas; pareja 1 has played some of them."""
    championship = tournament(form, 8)
    win(ready(championship)[:6])
    pareja_leave(
        pareja=championship.parejas.get(number=1), user=director_of(championship), now=NOW + timedelta(hours=1),
        reason=REASON, expelled=expelled, voided=voided, on_purpose=True,
    )  # fmt: skip
    return championship


def mesas_of_one(championship: Championship) -> list[Fixture]:
    found = Fixture.objects.filter(stage__championship=championship, how=Fixture.How.PLAYED)
    return [each for each in found if 1 in (each.pareja_a.number, each.pareja_b.number)]  # type: ignore[union-attr]


def rows_of(papers: Iterable[Paper], partida: int) -> list[tuple[str, ...]]:
    """The rows about one partida."""
    found = []
    for table in (table for paper in papers for table in paper.tables):
        heads = [column.head for column in table.columns]
        if "Partida" in heads and {"Resultado", "Chicas"} & set(heads):
            found += [row for row in table.rows if row[heads.index("Partida")] == str(partida)]
    return found


@pytest.mark.parametrize("make", RESULTS)
def test_a_mesa_that_counts_for_nobody_says_so(make: Callable[[Asked], Iterable[Paper]]) -> None:
    championship = left()
    other = next(each for each in Fixture.objects.filter(how="played") if each not in mesas_of_one(championship))

    for fixture in mesas_of_one(championship):
        (row,) = rows_of(make(asked(championship)), fixture.number or 0)
        assert any("anulada" in cell for cell in row), row
    (row,) = rows_of(make(asked(championship)), other.number or 0)
    assert not any("anulada" in cell for cell in row)


@pytest.mark.parametrize(("form", "voided"), [("series-final", False), ("suizo", True), ("eliminatoria", True)])
def test_what_counts_is_not_called_void(form: str, *, voided: bool) -> None:
    championship = left(voided=voided, form=form)

    for make in RESULTS:
        assert "anulada" not in words(make(asked(championship)))


@pytest.mark.parametrize(("expelled", "told"), [(True, "Expulsión"), (False, "Retiro")])
def test_the_final_acta_says_who_left_and_why(*, expelled: bool, told: str) -> None:
    championship = left(expelled=expelled)
    pareja = championship.parejas.get(number=1)

    (paper,) = final_acta_papers(asked(championship))

    (table,) = [table for table in paper.tables if any(column.head == "Motivo" for column in table.columns)]
    assert [row[:2] for row in table.rows] == [("1", pareja.title)]
    assert told in table.rows[0][2]
    assert "no cuentan" in table.rows[0][2]
    assert table.rows[0][-1] == REASON
    if expelled:
        assert f"Fuera de la tabla: 1 · {pareja.title}." in words([paper])


def test_where_nobody_left_the_acta_says_that() -> None:
    (paper,) = final_acta_papers(asked(tournament("series-final", 8)))

    (table,) = [table for table in paper.tables if any(column.head == "Motivo" for column in table.columns)]
    assert (table.rows, table.empty) == ((), "Ninguno.")


def test_a_series_sheet_names_who_is_out_of_it() -> None:
    championship = left()
    pareja = championship.parejas.get(number=1)

    people: list[Table] = [paper.tables[0] for paper in kind_papers(KINDS["series"], asked(championship))]

    rows = [row for table in people for row in table.rows]
    assert sorted(int(row[0]) for row in rows) == list(range(1, 9))
    (row,) = [row for row in rows if row[0] == "1"]
    assert row[1] == f"{pareja.title} (fuera)"
    assert [row for row in rows if "(fuera)" in row[1]] == [row]
