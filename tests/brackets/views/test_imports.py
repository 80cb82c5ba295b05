import re

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from brackets.models import Category, Championship, Role
from brackets.spreadsheets.reading import read_parejas
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import ChampionshipFactory, ParejaFactory, drawn_stage, invented_cedula
from tests.factories.inscription import category

pytestmark = pytest.mark.django_db
SHEET = "Jugador 2;Número;Jugador 1\nBruno Ortega;;Alba Ñato\nDarío Quinde;;Celia Pérez\nSin Nadie;;\n"


@pytest.fixture
def championship() -> Championship:
    return ChampionshipFactory()


@pytest.fixture
def desk(sits_at: Sits, championship: Championship) -> Client:
    return sits_at(championship, Role.Kind.CONTROL)


def upload(desk: Client, championship: Championship, content: str | bytes, name: str = "parejas.csv") -> str:
    data = content.encode() if isinstance(content, str) else content
    answer = desk.post(url("import_upload", championship), {"file": SimpleUploadedFile(name, data)}, follow=True)
    return answer.content.decode()


def test_nothing_is_written_before_it_is_confirmed(desk: Client, championship: Championship) -> None:
    page = upload(desk, championship, SHEET)

    assert championship.parejas.count() == 0
    assert "Alba Ñato / Bruno Ortega" in page
    assert page.count("Se agrega</span>") == 2
    assert "Falta el nombre del jugador 1" in page
    assert "Importar 2 nuevas" in page


def test_confirmed_it_is_done_and_told_with_what_was_refused(desk: Client, championship: Championship) -> None:
    upload(desk, championship, SHEET)

    page = desk.post(url("import_confirm", championship), follow=True).content.decode()

    assert sorted(championship.parejas.values_list("number", flat=True)) == [1, 2]
    assert "2 parejas nuevas, 0 corregidas" in page
    assert "No se importó 1 fila. Fila 4: Falta el nombre del jugador 1" in page


def test_who_imports_after_the_draw_is_told_that_it_holds_no_more(sits_at: Sits) -> None:
    stage = drawn_stage(4)
    desk = sits_at(stage.championship)
    # Nobody whom the factories invent: a namesake would be asked about.
    upload(desk, stage.championship, "Jugador 1;Jugador 2\nAlba Ñauñay;Bruno Ochoa\n")

    page = desk.post(url("import_confirm", stage.championship), follow=True).content.decode()

    assert f"Desde el sorteo de «{stage}» se hicieron, retiraron o corrigieron inscripciones" in page


def test_the_same_sheet_again_changes_nothing(desk: Client, championship: Championship) -> None:
    upload(desk, championship, SHEET)
    desk.post(url("import_confirm", championship))

    page = upload(desk, championship, SHEET)

    assert page.count("Sin cambios</span>") == 2
    assert "No hay nada que importar" in page


def test_a_change_is_shown_with_before_and_after(desk: Client, championship: Championship) -> None:
    ParejaFactory(
        championship=championship, number=1, club="Sol", player_1__name="Alba Ñato", player_2__name="Bruno Ortega"
    )

    page = upload(desk, championship, "Número;Jugador 1;Jugador 2;Club\n1;Alba Ñato;Bruno Ortega;Luna\n")

    assert "<del>Sol</del> → <ins>Luna</ins>" in page
    assert "Importar 1 corregida" in page


def test_the_rows_of_one_kind_can_be_looked_at_alone(desk: Client, championship: Championship) -> None:
    upload(desk, championship, SHEET)

    answer = desk.get(url("import_review", championship), {"ver": "refused"})

    assert [row.row for row in answer.context["rows"]] == [4]


def test_what_changed_meanwhile_is_judged_anew(desk: Client, championship: Championship) -> None:
    upload(desk, championship, f"Jugador 1;Jugador 2;Cédula 1\nAlba Ñato;Bruno Ortega;{invented_cedula(1)}\n")
    ParejaFactory(championship=championship, number=1, player_1__cedula=invented_cedula(1))

    page = desk.post(url("import_confirm", championship), follow=True).content.decode()

    assert championship.parejas.count() == 1
    assert "0 parejas nuevas" in page
    assert "No se importó 1 fila" in page


def test_a_file_that_is_no_sheet_is_told_beside_the_field(desk: Client, championship: Championship) -> None:
    page = upload(desk, championship, b"\xd0\xcf\x11\xe0 viejo", "viejo.xls")

    assert "Excel antiguo" in page


def test_a_file_too_large_is_not_even_read(desk: Client, championship: Championship) -> None:
    assert "El archivo pasa de 5 MB" in upload(desk, championship, b"x" * (5 * 1024 * 1024 + 1))


def test_without_a_file_it_asks_for_one(desk: Client, championship: Championship) -> None:
    answer = desk.post(url("import_upload", championship))

    assert answer.status_code == 422
    assert "Elija el archivo con las inscripciones" in answer.content.decode()


@pytest.mark.parametrize("view", ["import_review", "import_confirm"])
def test_a_file_no_longer_at_hand_is_asked_for_again(desk: Client, championship: Championship, view: str) -> None:
    upload(desk, championship, SHEET)
    cache.clear()
    ask = desk.get if view == "import_review" else desk.post

    page = ask(url(view, championship), follow=True).content.decode()

    assert "Súbalo otra vez" in page
    assert championship.parejas.count() == 0


def test_the_file_of_one_is_not_confirmed_by_another(desk: Client, championship: Championship, sits_at: Sits) -> None:
    upload(desk, championship, SHEET)

    page = sits_at(championship).post(url("import_confirm", championship), follow=True).content.decode()

    assert "Súbalo otra vez" in page


def test_the_export_is_imported_again_without_a_change(desk: Client, championship: Championship) -> None:
    ParejaFactory.create_batch(3, championship=championship)

    for view in ("parejas_xlsx", "parejas_csv"):
        file = desk.get(url(view, championship))
        page = upload(desk, championship, file.content)
        assert page.count("Sin cambios</span>") == 3


def test_the_template_can_be_read(desk: Client, championship: Championship) -> None:
    file = desk.get(url("import_template", championship))

    assert "plantilla-parejas.xlsx" in file["Content-Disposition"]
    assert len(read_parejas(file.content).rows) == 1


def test_rows_in_doubt_are_marked_and_imported_only_by_whoever_read_them(
    desk: Client, championship: Championship
) -> None:
    category(championship, "Damas", who=Category.Who.LADIES)
    page = upload(desk, championship, "Jugador 1;Jugador 2;Categoría\nAlba Ñato;Bruno Ortega;Damas\n")
    assert "Compruebe: La categoría Damas es solo de mujeres" in page
    assert "(C2)" in page
    seal = re.search(r'name="told" value="(\w+)"', page)
    assert seal

    refused = desk.post(url("import_confirm", championship), follow=True).content.decode()
    assert "No se importó nada" in refused
    assert championship.parejas.count() == 0
    desk.post(url("import_confirm", championship), {"told": seal[1]})

    assert championship.parejas.count() == 1
