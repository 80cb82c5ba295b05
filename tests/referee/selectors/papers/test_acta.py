"""The final acta: it cites the rulebook it was played by, and its tables have names of their own in a book."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from referee.printing.layout.documents import paper_pages
from referee.selectors.papers.acta import final_acta_papers
from referee.selectors.papers.values import Heading
from referee.spreadsheets.papers import papers_xlsx
from tests.factories.brackets import ChampionshipFactory
from tests.referee.printing.papers.worlds import finished
from tests.referee.selectors.papers.told import asked

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("reglamento", "article"), [("riobamba", "art. 3.a"), ("quito", ""), ("pagat", "")])
def test_absences_are_cited_as_the_rulebook_has_them(reglamento: str, article: str) -> None:
    (paper,) = final_acta_papers(asked(ChampionshipFactory(reglamento=reglamento)))

    (absences,) = [block for block in paper.blocks if isinstance(block, Heading) and "W.O." in block.text]
    assert absences.aside == article


def test_the_sheets_of_its_book_say_what_is_in_them() -> None:
    book = load_workbook(BytesIO(papers_xlsx(final_acta_papers(asked(finished())))))

    assert book.sheetnames == [
        "Campeón y podio",
        "Eliminatoria directa",
        "Todas las partidas",
        "Ausencias (W.O.)",
        "Planillas y bitácoras",
    ]


def test_it_leaves_no_page_half_empty() -> None:
    (paper,) = final_acta_papers(asked(finished()))

    *before, _last = paper_pages(paper)

    assert before
    for number, page in enumerate(before, 1):
        lowest = min(text.y for text in page.texts if text.y > 60)
        assert lowest < 200, number
