"""The template and the exports."""

import pytest

from brackets.models import Pareja
from brackets.services.imports import Outcome, import_parejas_check
from brackets.services.inscription import ParejaData
from brackets.services.parejas import pareja_add, pareja_withdraw
from brackets.spreadsheets.exporting import export_csv, export_xlsx
from brackets.spreadsheets.reading import read_parejas
from brackets.spreadsheets.template import template_xlsx
from tests.brackets.spreadsheets.books import texts
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of, invented_cedula

pytestmark = pytest.mark.django_db
EXPORTS = pytest.mark.parametrize("export", [export_csv, export_xlsx])


def championship_with(*parejas: ParejaData):
    championship = ChampionshipFactory()
    for data in parejas:
        pareja_add(championship=championship, data=data, user=director_of(championship), now=NOW)
    return championship


FULL = ParejaData(
    player_1="Íñigo Peña",
    player_2="Rosa Ñato",
    cedula_1=invented_cedula(1),
    cedula_2="0102030400",
    name="Los del Sol",
    club="=SUM(A1)",
    category="@mixta",
    representative=2,
    uniform=True,
    seed=3,
)
PLAIN = ParejaData(player_1="'=Ana", player_2="-Luz")
HOMONYMS = ParejaData(
    player_1="José Vaca", player_2="José Vaca", cedula_1=invented_cedula(3), cedula_2=invented_cedula(4)
)


@EXPORTS
@pytest.mark.parametrize("with_cedulas", [True, False])
def test_an_export_imports_again_without_changes(export, *, with_cedulas: bool) -> None:
    championship = championship_with(FULL, PLAIN, HOMONYMS)
    ParejaFactory(championship=championship, number=4, player_1__name="Igual Vez", player_2__name="Otra Vez")
    ParejaFactory(championship=championship, number=5, player_1__name="Igual Vez", player_2__name="Otra Vez")
    pareja_withdraw(pareja=championship.parejas.get(number=2), user=director_of(championship), now=NOW)

    report = import_parejas_check(
        championship=championship, rows=read_parejas(export(championship, with_cedulas=with_cedulas))
    )

    assert [(row.number, row.outcome, row.problems) for row in report.rows] == [
        (number, Outcome.UNCHANGED, ()) for number in (1, 2, 3, 4, 5)
    ]


@EXPORTS
def test_nothing_in_an_export_runs_as_a_formula(export) -> None:
    championship = championship_with(FULL, PLAIN)

    content = export(championship, with_cedulas=True)

    if export is export_csv:
        cells = [cell for line in content.decode("utf-8-sig").splitlines() for cell in line.split(";")]
    else:
        cells = [str(cell or "") for row in texts(content) for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))] == []
    assert "'=SUM(A1)" in cells


@EXPORTS
def test_cedulas_are_only_exported_for_whoever_may_see_them(export) -> None:
    championship = championship_with(FULL)

    with_them = read_parejas(export(championship, with_cedulas=True)).rows[0].values
    without = read_parejas(export(championship, with_cedulas=False)).rows[0].values

    assert (with_them["cedula_1"], with_them["cedula_2"]) == (FULL.cedula_1, "0102030400")
    assert without.keys() & {"cedula_1", "cedula_2"} == set()


def test_the_template_has_an_example_that_is_never_imported_and_instructions() -> None:
    championship = ChampionshipFactory()

    report = import_parejas_check(championship=championship, rows=read_parejas(template_xlsx()))

    assert [[problem.code for problem in row.problems] for row in report.rows] == [["ejemplo"]]
    assert not Pareja.objects.exists()


@EXPORTS
def test_an_export_takes_the_same_queries_for_one_pareja_and_for_three(export, django_assert_num_queries) -> None:
    for parejas in (1, 3):
        championship = ChampionshipFactory()
        ParejaFactory.create_batch(parejas, championship=championship)
        with django_assert_num_queries(2):
            export(championship, with_cedulas=True)


@EXPORTS
@pytest.mark.parametrize("with_cedulas", [True, False])
def test_single_players_are_exported_in_one_column_and_import_again_without_changes(export, *, with_cedulas) -> None:
    championship = ChampionshipFactory(players_per_pareja=1)
    for data in (ParejaData(player_1="Íñigo Peña", cedula_1=FULL.cedula_1, name="Zurdo"), ParejaData(player_1="Eva")):
        pareja_add(championship=championship, data=data, user=director_of(championship), now=NOW)
    pareja_withdraw(pareja=championship.parejas.get(number=2), user=director_of(championship), now=NOW)

    sheet = read_parejas(export(championship, with_cedulas=with_cedulas), players=1)

    assert sheet.unknown == ()
    assert sheet.rows[1].values["status"] == "Retirado"
    assert "player_2" not in sheet.rows[0].values
    report = import_parejas_check(championship=championship, rows=sheet)
    assert [row.outcome for row in report.rows] == [Outcome.UNCHANGED] * 2


def test_the_template_of_single_players_asks_for_one() -> None:
    titles = texts(template_xlsx(players=1))[0]

    assert titles == [
        "Número",
        "Sobrenombre",
        "Jugador",
        "Cédula",
        "Club o institución",
        "Categoría",
        "Cabeza de serie",
    ]
    rows = read_parejas(template_xlsx(players=1), players=1)
    report = import_parejas_check(championship=ChampionshipFactory(players_per_pareja=1), rows=rows)
    assert codes_of(report) == [["ejemplo"]]


def codes_of(report) -> list[list[str]]:
    return [[problem.code for problem in row.problems] for row in report.rows]
