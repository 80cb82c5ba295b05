"""A real mesa of 400 jugadas, half of them annulled with a reason, between the longest names: its Planilla says each of them."""

import pytest

from brackets.models import Pareja, Player
from referee.printing import sheet_pages, sheet_pdf
from referee.printing.type import typeset
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from tests.factories.referee import SORTEO, kept_mesa
from tests.referee.printing.test_pdf import text_of

pytestmark = pytest.mark.django_db

LONGEST = "Wilhelmina Encarnación Bustamante-Ayavaca Quishpe de Montes"
REASON = "el jugador tocó la carta sin levantarla y la pareja rival lo aceptó"


def two_of(number: int) -> tuple[str, str]:
    """The jugada of this number, and the one after it, which takes it back."""
    return f"caida {('A1', 'B2')[number % 4 // 2]}", f'anula {number} "{REASON}, vez {number}"'


def test_it_is_printed_whole() -> None:
    kept = kept_mesa(SORTEO)
    Player.objects.update(name=LONGEST)
    Pareja.objects.update(name=LONGEST, club=LONGEST)
    for first in range(2, 400, 100):
        kept.record(*(line for number in range(first, min(first + 100, 400), 2) for line in two_of(number)))
    kept.record('adjudica-mesa B "fallo del Director"')
    kept.seal()
    mesa = mesas_to_print().get(public_id=kept.mesa_id)
    sheet = planilla_sheet(mesa, base_url="https://torneo.example")

    pages = sheet_pages(sheet)
    text = " ".join(text_of(sheet_pdf(sheet)).split())

    assert mesa.head_seq == 400
    assert [number for number in range(2, 400, 2) if f"vez {number}»" not in text] == []
    assert [
        each.text
        for page in pages
        for each in page.texts
        if typeset(each.text, bold="Bold" in each.face).unit * each.size > each.room + 0.5
    ] == []
