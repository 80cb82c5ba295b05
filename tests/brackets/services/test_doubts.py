"""Who inscribes by hand or from a sheet is told what the category asks, what is full and who has the same name, and may go on."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from pytest_django import Settings

from brackets.draw.formats import Elimination
from brackets.draw.plans_ready import TABLE
from brackets.draw.qualification import Everybody, FromEach
from brackets.models import AuditEntry, Category, Championship, Pareja, User
from brackets.selectors.late import places_of
from brackets.services.championships import championship_update
from brackets.services.doubts import Doubtful
from brackets.services.entry_answers import entry_confirm
from brackets.services.errors import BracketError
from brackets.services.imports import ImportReport, Outcome, import_parejas_apply, import_parejas_check
from brackets.services.inscription import ParejaData
from brackets.services.jueces import juez_profile_set
from brackets.services.parejas import pareja_add, pareja_update
from brackets.services.planning import StagePlan, stages_plan
from brackets.services.players import pareja_reform, player_substitute
from brackets.services.team import jueces_create
from brackets.spreadsheets.reading import read_parejas
from tests.brackets.services.test_late_entries import FORMATS, NEW, enter, night_of
from tests.brackets.spreadsheets.books import csv
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, director_of, invented_cedula, invented_name
from tests.factories.inscription import ADULT, accepting, ask, category, person

pytestmark = pytest.mark.django_db
Who = Category.Who
TITLES = ("Jugador 1", "Jugador 2", "Cédula 1", "Categoría")


def by(championship: Championship) -> dict[str, Any]:
    return {"user": director_of(championship), "now": NOW}


def add(championship: Championship, told: str | None = "", **data: Any) -> Pareja:
    given = {"player_1": "Ana Paz", "player_2": "Eva Sol"} | data
    return pareja_add(championship=championship, data=ParejaData(**given), told=told, **by(championship))


def doubts(championship: Championship, **data: Any) -> list[tuple[str, str]]:
    with pytest.raises(Doubtful) as refused:
        add(championship, **data)
    return [(doubt.code, doubt.field) for doubt in refused.value.doubts]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ({"who": Who.LADIES}, "solo de mujeres"),
        ({"who": Who.GENTLEMEN}, "solo de hombres"),
        ({"who": Who.MIXED}, "de una mujer y un hombre"),
        ({"minimum_age": 18}, "desde 18 años"),
        ({"who": Who.LADIES, "minimum_age": 18}, "solo de mujeres y desde 18 años"),
    ],
)
def test_of_a_category_with_a_rule_it_is_told_and_goes_on_once_it_was_read(rule: dict[str, Any], words: str) -> None:
    championship = ChampionshipFactory()
    category(championship, "Damas", **rule)

    with pytest.raises(Doubtful) as refused:
        add(championship, category="damas")
    assert words in refused.value.message
    assert Pareja.objects.count() == 0
    pareja = add(championship, told=refused.value.seal, category="damas")

    entry = AuditEntry.objects.get(action="pareja-inscribir")
    assert entry.data == {"number": pareja.number, "knowing": ["regla-de-categoria"]}
    assert entry.sentence.endswith("Sabiendo: regla de la categoría.")


def test_what_was_told_counts_for_that_and_for_nothing_else() -> None:
    championship = ChampionshipFactory()
    category(championship, "Damas", who=Who.LADIES)
    category(championship, "Mayores", minimum_age=18)
    with pytest.raises(Doubtful) as refused:
        add(championship, category="Damas")

    with pytest.raises(Doubtful):
        add(championship, told=refused.value.seal, category="Mayores")


def test_a_category_that_the_championship_has_not_is_told_and_one_that_asks_nothing_is_not() -> None:
    championship = ChampionshipFactory()
    category(championship, "Abierta")

    assert doubts(championship, category="Abiert") == [("otra-categoria", "category")]
    assert doubts(championship) == [("otra-categoria", "category")]
    add(championship, category="ABIERTA")


def test_without_categories_nor_limits_any_text_is_a_category() -> None:
    assert add(ChampionshipFactory(), category="Sub 40").category == "Sub 40"


def test_a_full_championship_a_full_category_and_a_line_of_others_are_told() -> None:
    full = accepting(capacity=1)
    add(full, player_1="Rita Luz", player_2="Noé Luz")
    assert doubts(full) == [("sin-lugar", "category")]

    part = ChampionshipFactory()
    category(part, "Abierta", capacity=1)
    category(part, "Otra")
    add(part, category="Abierta", player_1="Rita Luz", player_2="Noé Luz")
    assert doubts(part, category="Abierta") == [("sin-lugar", "category")]
    moved = add(part, category="Otra")
    with pytest.raises(Doubtful):
        pareja_update(
            pareja=moved, data=ParejaData(player_1="Ana Paz", player_2="Eva Sol", category="Abierta"), **by(part)
        )

    ask(full, 7, 8)  # to the waiting list
    full.inscription.capacity = 2
    full.inscription.save()
    with pytest.raises(Doubtful, match="lista de espera hay 1"):
        add(full)


def test_the_same_name_is_told_unless_both_cedulas_are_known() -> None:
    championship = ChampionshipFactory()
    add(championship, cedula_1=invented_cedula(1))

    assert doubts(championship, player_1="ANA PÁZ", player_2="Luz Mora") == [("mismo-nombre", "player_1")]
    assert doubts(championship, player_1="Luz Mora", cedula_1=invented_cedula(3), player_2="Eva Sol") == [
        ("mismo-nombre", "player_2")
    ]
    add(championship, player_1="Ana Paz", cedula_1=invented_cedula(2), player_2="Luz Mora")


def test_the_same_cedula_is_no_doubt_but_refused() -> None:
    championship = ChampionshipFactory()
    add(championship, cedula_1=invented_cedula(1))

    with pytest.raises(BracketError) as refused:
        add(championship, told=None, player_1="Otra", player_2="Luz Mora", cedula_1=invented_cedula(1))

    assert refused.value.code == "cedula-repetida"


def test_who_asked_at_the_page_is_confirmed_without_more_and_judged_by_what_he_told_there() -> None:
    championship = accepting()
    ladies = category(championship, "Damas", who=Who.LADIES)
    category(championship, "Mixta", who=Who.MIXED)
    people = (person(1, sex="m", birth_date=ADULT), person(2, sex="m", birth_date=ADULT))

    pareja = entry_confirm(entry=ask(championship, people=people, category=ladies), **by(championship)).pareja

    assert pareja
    moved = ParejaData(
        player_1=invented_name(1), player_2=invented_name(2), cedula_1=invented_cedula(1),
        cedula_2=invented_cedula(2), category="Mixta",
    )  # fmt: skip
    with pytest.raises(Doubtful, match="Elija otra categoría"):
        pareja_update(pareja=pareja, data=moved, **by(championship))


def test_of_a_correction_only_what_changes_is_told() -> None:
    championship = ChampionshipFactory(starts_on=date(2026, 11, 28))
    category(championship, "Damas", who=Who.LADIES, capacity=1)
    pareja = add(championship, told=None, category="Damas")

    pareja_update(
        pareja=pareja,
        data=ParejaData(player_1="Ana Paz", player_2="Eva Sol", cedula_2=invented_cedula(2), category="Damas"),
        **by(championship),
    )
    with pytest.raises(Doubtful, match="solo de mujeres"):
        player_substitute(pareja=pareja, position=1, name="Noé Luz", cedula="", reason="Enfermó", **by(championship))
    with pytest.raises(Doubtful, match="solo de mujeres"):
        pareja_reform(pareja=pareja, stays=1, partner="Noé Luz", cedula="", reason="Enfermó", **by(championship))
    assert [player.name for player in pareja.players.all()] == ["Ana Paz", "Eva Sol"]


def test_who_enters_after_the_draw_is_told_too() -> None:
    night = night_of(FORMATS[0])
    category(night.championship, "Damas", who=Who.LADIES)

    with pytest.raises(Doubtful) as refused:
        enter(night)
    entered = enter(night, place=places_of(night.stage(1))[0].number, told=refused.value.seal)

    assert entered.pareja.title == "Tomás Tarde / Teresa Tarde" == NEW.title


def sheet(championship: Championship, *lines: tuple[str, ...], told: str | None = None) -> ImportReport:
    rows = read_parejas(csv([TITLES, *lines]))
    if told is None:
        return import_parejas_check(championship=championship, rows=rows)
    return import_parejas_apply(championship=championship, rows=rows, told=told, **by(championship))


def test_of_a_sheet_the_rows_fields_and_rules_are_told_and_nothing_is_imported_until_they_were_read() -> None:
    championship = accepting(capacity=2)
    category(championship, "Damas", who=Who.LADIES)
    category(championship, "Abierta")
    lines = (
        ("Ana Paz", "Eva Sol", "", "Damas"),
        ("Luz Mora", "Iris Paz", "", "Abierta"),
        ("Rita Luz", "Ana Paz", "", "Abierta"),
    )

    report = sheet(championship, *lines)

    told = [[(doubt.code, doubt.cell) for doubt in row.doubts] for row in report.rows]
    assert told == [
        [("regla-de-categoria", "D2")],
        [],
        [("sin-lugar", "D4"), ("mismo-nombre", "B4")],
    ]
    assert "la fila 2" in report.rows[2].doubts[1].message
    assert {row.outcome for row in report.rows} == {Outcome.ADDED}
    for wrong in ("", "otra"):
        with pytest.raises(BracketError, match="No se importó nada"):
            sheet(championship, *lines, told=wrong)
    assert Pareja.objects.count() == 0
    assert len(sheet(championship, *lines, told=report.seal).added) == 3
    assert AuditEntry.objects.get(action="parejas-importar").data["knowing"] == {
        "1": ["regla-de-categoria"],
        "3": ["sin-lugar", "mismo-nombre"],
    }
    assert sheet(championship, *lines).seal == ""


LETTERS = ("letra-sin-imprimir",)


@pytest.mark.parametrize("text", ["Rosa 🏆", "李娜", "שרה לוי", "سارة"])
@pytest.mark.parametrize("field", ["player_1", "player_2", "name", "club", "family"])
def test_letters_that_no_paper_prints_are_named_beside_their_field(field: str, text: str) -> None:
    championship = ChampionshipFactory()

    with pytest.raises(Doubtful) as refused:
        add(championship, **{field: text})
    (doubt,) = refused.value.doubts
    assert (doubt.code, doubt.field) == (*LETTERS, field)
    assert all(f"U+{ord(char):04X}" in doubt.message for char in text if char not in "Rosa ")

    pareja = add(championship, told=refused.value.seal, **{field: text})
    assert "letras que el papel no tiene" in AuditEntry.objects.latest("pk").sentence
    assert pareja.players.count() == 2


def test_letters_that_are_kept_are_asked_about_once() -> None:
    championship = ChampionshipFactory()
    with pytest.raises(Doubtful) as refused:
        add(championship, club="Club 龍")
    pareja = add(championship, told=refused.value.seal, club="Club 龍")
    data = ParejaData(player_1="Ana Paz", player_2="Eva Sol", club="Club 龍", family="Paz")

    pareja_update(pareja=pareja, data=data, **by(championship))
    with pytest.raises(Doubtful, match="La familia tiene «🎴»"):
        pareja_update(pareja=pareja, data=replace(data, family="Paz 🎴"), **by(championship))


def test_row_of_a_sheet_with_such_letters_waits_to_be_read() -> None:
    championship = ChampionshipFactory()
    row = ("Ana 龍", "Eva Sol", "", "")

    report = sheet(championship, row)
    assert [[(doubt.code, doubt.cell) for doubt in each.doubts] for each in report.rows] == [[(*LETTERS, "A2")]]
    with pytest.raises(BracketError, match="No se importó nada"):
        sheet(championship, row, told="otra")
    assert len(sheet(championship, row, told=report.seal).added) == 1


def test_who_asks_to_enter_is_asked_about_them_too() -> None:
    championship = accepting(ChampionshipFactory())
    people = (person(1, name="Rosa 李"), person(2))

    with pytest.raises(Doubtful) as refused:
        ask(championship, people=people)
    assert ask(championship, people=people, told=refused.value.seal).people.get(position=1).name == "Rosa 李"


def test_name_and_place_of_a_championship_are_asked_about_when_they_change() -> None:
    championship = ChampionshipFactory()
    update = {"championship": championship, **by(championship)}

    with pytest.raises(Doubtful) as refused:
        championship_update(name="Copa 🏆", **update)
    assert [doubt.field for doubt in refused.value.doubts] == ["name"]
    changed = championship_update(name="Copa 🏆", told=refused.value.seal, **update)
    assert championship_update(place="Otra sala", **update).name == changed.name == "Copa 🏆"


def test_names_of_accounts_and_categories_are_asked_about_too(settings: Settings) -> None:
    settings.AUTH_PASSWORD_VALIDATORS = []
    championship = ChampionshipFactory()
    director = director_of(championship)
    jueces = {"championship": championship, "passwords": ["girasol-azul-7"] * 2, "by": director, "now": NOW}
    with pytest.raises(Doubtful, match="El nombre «Rosa 李» tiene «李»"):
        jueces_create(names=["Ana Paz", "Rosa 李"], **jueces)
    assert not User.objects.filter(display_name="Ana Paz").exists()

    with pytest.raises(Doubtful) as refused:
        category(championship, "Damas ♛🏆")
    assert "«🏆» (U+1F3C6)" in refused.value.message
    assert "♛»" not in refused.value.message.split("que los papeles")[0]


def test_names_of_stages_are_asked_about_once() -> None:
    championship = ChampionshipFactory()
    group = StagePlan(name="Grupo 龍", format=Elimination(), entry=(Everybody(),), criteria=TABLE)
    final = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1),), criteria=TABLE)

    with pytest.raises(Doubtful, match="El nombre de la etapa «Grupo 龍» tiene «龍»") as refused:
        stages_plan(championship=championship, plans=[group], **by(championship))
    assert [doubt.field for doubt in refused.value.doubts] == ["name"]
    assert not championship.stages.exists()
    stages_plan(championship=championship, plans=[group], told=refused.value.seal, **by(championship))

    stages_plan(championship=championship, plans=[group, final], **by(championship))
    with pytest.raises(Doubtful, match="«Final 🏆» tiene «🏆»"):
        stages_plan(championship=championship, plans=[group, replace(final, name="Final 🏆")], **by(championship))


@pytest.mark.parametrize("field", ["club", "institution", "family"])
def test_what_a_juez_belongs_to_is_asked_about_when_it_changes(field: str) -> None:
    role = RoleFactory()
    own = {"club": "", "institution": "", "family": "", "available_from": None, "available_until": None}
    given = {"championship": role.championship, "juez": role.user, "by": director_of(role.championship), "now": NOW}

    with pytest.raises(Doubtful) as refused:
        juez_profile_set(**given, **own | {field: "Sol 李"})
    assert [doubt.field for doubt in refused.value.doubts] == [field]
    kept = juez_profile_set(**given, **own | {field: "Sol 李"}, told=refused.value.seal)
    assert getattr(kept, field) == "Sol 李"
    juez_profile_set(**given, **own | {field: "Sol 李", "available_from": NOW})
