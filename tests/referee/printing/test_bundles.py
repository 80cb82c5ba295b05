"""Printed on both sides of the paper, nothing is the back of what belongs to somebody else or is cut out."""

from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from brackets.models import Championship, Fixture
from referee.printing.bundles import Bundle
from referee.printing.pieces import Order, pieces_of
from referee.selectors.prints.selection import Chosen
from tests.factories.brackets import NOW, published_stage

pytestmark = pytest.mark.django_db

RULES = Chosen("reglas")
NAME = "Segundo Rafael Guamán"


def sides(championship: Championship, *selection: Chosen, size: str = "a4") -> list[str]:
    """The text of each side of the paper, in one PDF."""
    file = BytesIO()
    bundle = Bundle(file, title="Prueba", made=NOW, duplex=True)
    bundle.write_pdf(pieces_of(selection, Order(championship, size, NOW, "https://torneo.example.ec")))
    found = [page.extract_text().strip() for page in PdfReader(file).pages]
    assert bundle.pages == len(found)
    return found


def zipped(championship: Championship, selection: Chosen) -> list[str]:
    """Likewise, in the only file of a ZIP."""
    file = BytesIO()
    order = Order(championship, "a4", NOW, "https://torneo.example.ec")
    Bundle(file, title="Prueba", made=NOW, duplex=True).write_zip(pieces_of([selection], order))
    archive = ZipFile(file)
    (name,) = archive.namelist()
    return [page.extract_text().strip() for page in PdfReader(BytesIO(archive.read(name))).pages]


def scheduled(many: int) -> Championship:
    """Two tables and two jueces, with so many partidas each, of parejas whose names are all as long."""
    championship = published_stage(4 * many, tables=2, jueces=2, player_1__name=NAME, player_2__name=NAME).championship
    tables, jueces = list(championship.tables.all()), list(championship.roles.filter(kind="juez"))
    for number, fixture in enumerate(Fixture.objects.filter(stage__championship=championship, round=1)):
        fixture.table, fixture.juez = tables[number % 2], jueces[number % 2].user
        fixture.decided_at = fixture.started_at = NOW + timedelta(minutes=number)
        fixture.status, fixture.how, fixture.winner = Fixture.Status.FINAL, Fixture.How.PLAYED, fixture.pareja_a
        fixture.save()
    return championship


@pytest.mark.parametrize("size", ["a4", "a5"])
def test_two_people_never_share_a_sheet(size: str) -> None:
    championship = published_stage(4).championship

    found = sides(championship, Chosen("certificado-participacion"), RULES, size=size)

    fronts, backs = found[0:16:2], found[1:16:2]
    assert all("Participación" in front or "PARTICIPACIÓN" in front for front in fronts)
    assert backs == [""] * 8
    assert "Participa" not in "".join(found[16:])


@pytest.mark.parametrize("kind", ["credenciales", "enlaces", "tarjetas-mesa"])
def test_what_is_cut_out_has_an_empty_back(kind: str) -> None:
    championship = published_stage(20, tables=14).championship

    found = sides(championship, RULES, Chosen(kind), RULES)

    cut = found[2:-2]
    assert len(cut) >= 6
    assert all(cut[0::2])
    assert not any(cut[1::2])


def test_a_poster_that_is_cut_and_pasted_has_empty_backs() -> None:
    found = sides(published_stage(96).championship, Chosen("llave", (("stage", 1),)))

    assert len(found) > 4
    assert all(found[0::2])
    assert not any(found[1::2])


@pytest.mark.parametrize(("kind", "title"), [("horario-mesa", "MESA"), ("horario-juez", "JUEZ:")])
@pytest.mark.parametrize("many", [4, 32])
def test_the_sheet_of_each_begins_in_front_and_its_own_pages_share_a_sheet(kind: str, title: str, many: int) -> None:
    found = sides(scheduled(many), Chosen(kind))

    firsts = [number for number, text in enumerate(found) if "Página 1 de" in text]
    assert len(found) == 4
    assert firsts == [0, 2]
    assert all(title in found[number] for number in firsts)
    assert [bool(text) for text in found[1::2]] == [many > 4] * 2


def test_a_file_of_its_own_is_laid_out_likewise_and_ends_with_its_last_page() -> None:
    found = zipped(published_stage(2).championship, Chosen("certificado-participacion"))

    assert [bool(text) for text in found] == [True, False, True, False, True, False, True]


def test_what_is_printed_on_one_side_has_no_empty_pages() -> None:
    file = BytesIO()
    championship = published_stage(4).championship
    order = Order(championship, "a4", NOW, "https://torneo.example.ec")

    Bundle(file, title="Prueba", made=NOW).write_pdf(pieces_of([Chosen("certificado-participacion")], order))

    assert len(PdfReader(file).pages) == 8
