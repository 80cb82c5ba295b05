"""The final acta: it cites the rulebook it was played by, and its tables have names of their own in a book."""

from datetime import timedelta
from io import BytesIO

import pytest
from openpyxl import load_workbook

from brackets.draw.formats import Elimination
from brackets.draw.qualification import Everybody
from brackets.models import Fixture
from brackets.selectors.course import course_of
from brackets.selectors.late import places_of
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_record
from brackets.services.late_entries import late_entry_undo, pareja_enter_late
from brackets.services.parejas import ParejaData
from brackets.services.planning import StagePlan
from referee.printing.layout.documents import paper_pages
from referee.selectors.papers.acta import final_acta_papers
from referee.selectors.papers.partidas import sides_told
from referee.selectors.papers.values import Facts, Heading, Table
from referee.spreadsheets.papers import papers_csv, papers_xlsx
from tests.brackets.services.test_formats import Night
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, published_stage
from tests.factories.referee import ZAPATERIA, keepers
from tests.factories.tournaments import play_to_the_end, ready, tournament, win
from tests.factories.transcriptions import Desk
from tests.referee.printing.papers.worlds import finished
from tests.referee.selectors.papers.told import asked

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("reglamento", "article"), [("riobamba", "art. 3.a"), ("quito", ""), ("pagat", "")])
def test_absences_are_cited_as_the_rulebook_has_them(reglamento: str, article: str) -> None:
    (paper,) = final_acta_papers(asked(ChampionshipFactory(reglamento=reglamento)))

    (absences,) = [block for block in paper.blocks if isinstance(block, Heading) and "W.O." in block.text]
    assert absences.aside == article


def test_a_final_without_a_rival_shows_how_the_champion_won() -> None:
    championship = tournament("eliminatoria", 4)
    win(ready(championship))
    final = Fixture.objects.get(stage__championship=championship, round=2)
    champion, leaver = final.pareja_b, final.pareja_a
    assert champion is not None
    assert leaver is not None
    pareja_leave(pareja=leaver, user=director_of(championship), now=NOW + timedelta(hours=1), reason="Enfermedad")

    (paper,) = final_acta_papers(asked(championship))

    (table,) = [
        table for table in paper.tables if [column.head for column in table.columns][0:3] == ["Partida", "Ronda", "A"]
    ]
    (row,) = [row for row in table.rows if row[0] == str(final.number)]
    assert row[2:6] == ("Nadie: salió el 3", f"{champion.number} · {champion.title}", "Sin rival", str(champion.number))
    assert ("Partidas con resultado", "2") in [
        pair for block in paper.blocks if isinstance(block, Facts) for pair in block.pairs
    ]


def test_a_late_entry_that_was_undone_is_no_pareja_and_no_departure() -> None:
    night = Night(7, StagePlan(name="Llave", format=Elimination(), entry=(Everybody(),), criteria=()))
    stage, who = night.publish(), {"user": night.director, "now": NOW}
    leaver = night.championship.parejas.get(number=3)
    pareja_leave(pareja=leaver, reason="Enfermedad", **who)
    data = ParejaData(player_1="Tomás Tarde", player_2="Teresa Tarde")
    entered = pareja_enter_late(stage=stage, place=places_of(stage)[0].number, data=data, reason="Llegó tarde", **who)
    late_entry_undo(pareja=entered.pareja, **who)

    (paper,) = final_acta_papers(asked(night.championship))

    assert ("Parejas", "7 en total, 6 hasta el final") in [
        pair for block in paper.blocks if isinstance(block, Facts) for pair in block.pairs
    ]
    (departures,) = [table for table in paper.tables if "Motivo" in [column.head for column in table.columns]]
    assert [row[0] for row in departures.rows] == ["3"]


def test_the_sheets_of_its_book_say_what_is_in_them() -> None:
    book = load_workbook(BytesIO(papers_xlsx(final_acta_papers(asked(finished())))))

    assert book.sheetnames == [
        "Campeón y podio",
        "Eliminatoria directa",
        "Retiros y expulsiones",
        "Todas las partidas",
        "Ausencias (W.O.)",
        "Planillas y bitácoras",
    ]


def test_the_series_of_two_stages_are_told_apart() -> None:
    championship = tournament("mundial", 24)
    play_to_the_end(championship)
    stages = [stage.name for stage in championship.stages.order_by("number")]

    (paper,) = final_acta_papers(asked(championship))
    book = load_workbook(BytesIO(papers_xlsx([paper])))
    lines = papers_csv([paper]).decode("utf-8-sig").splitlines()

    titles = [table.title for table in paper.tables if "Qué lo decidió" in [column.head for column in table.columns]]
    assert len(titles) == len(set(titles))
    assert {title.split(":")[0] for title in titles} == set(stages[:2])
    (sheet,) = [sheet for sheet in book if sheet["A1"].value is None and "Puesto" in [cell.value for cell in sheet[1]]]
    firsts = [row[0] for row in sheet.iter_rows(values_only=True) if row[1] == "1.º"]
    assert firsts == [f"Acta final del campeonato · Posiciones finales · {title}" for title in titles]
    assert all(any(line.startswith(first) for line in lines) for first in firsts)


def test_it_leaves_no_page_half_empty() -> None:
    (paper,) = final_acta_papers(asked(finished()))

    *before, _last = paper_pages(paper)

    assert before
    for number, page in enumerate(before, 1):
        lowest = min(text.y for text in page.texts if text.y > 60)
        assert lowest < 200, number


def test_what_was_kept_on_paper_is_not_told_as_kept_on_a_tablet() -> None:
    tablet, typed, opened = keepers(list(published_stage(8).fixtures.filter(status=Fixture.Status.READY)[:3]))
    tablet.open()
    tablet.record(*ZAPATERIA)
    tablet.seal()
    typist = Desk(typed.fixture)
    typist.confirm(typist.type())
    opened.open()
    opened.fixture.refresh_from_db()
    championship = tablet.championship
    fixture_record(
        fixture=opened.fixture, how="played", winner="A", chicas=[[40, 8], [40, 8]], zapateria=False, reason="En papel.",
        user=director_of(championship), now=NOW,
    )  # fmt: skip
    caidas = sum(sum(fixture.caidas) for fixture in Fixture.objects.exclude(winner=None))

    (paper,) = final_acta_papers(asked(championship))

    numbers = dict(pair for block in paper.blocks if isinstance(block, Facts) for pair in block.pairs)
    assert numbers["Jugadas hasta el final"] == "3: 1 en tablet y 2 en papel"
    assert caidas
    assert numbers["Caídas anotadas en bitácoras"] == str(caidas)


def test_where_no_partida_has_a_log_it_says_so() -> None:
    (paper,) = final_acta_papers(asked(finished()))

    proof = [block for block in paper.blocks if isinstance(block, Table)][-1]
    assert (proof.rows, proof.empty) == ((), "Ninguna partida tiene bitácora: sus Planillas son las de papel.")


@pytest.mark.parametrize("side", [0, 1])
def test_a_paper_says_who_left_where_nobody_came(side: int) -> None:
    stage = published_stage(4)
    fixture = stage.fixtures.get(number=1)
    gone = (fixture.pareja_a, fixture.pareja_b)[side]
    assert gone is not None
    pareja_leave(pareja=gone, reason="Viaje", user=director_of(stage.championship), now=NOW)
    course = course_of(stage.championship)

    assert sides_told(course, course.runs[0].by_key[1, fixture.position])[side] == f"Nadie: salió el {gone.number}"
