"""Importing parejas: what a check says and what applying does."""

from collections.abc import Sequence

import pytest

from brackets.models import AuditEntry, Championship, Pareja, Player, Stage
from brackets.selectors.parejas import parejas_with_cedulas
from brackets.services.errors import BracketError
from brackets.services.imports import ImportReport, Outcome, import_parejas_apply, import_parejas_check
from brackets.services.inscription import ParejaData, pareja_data
from brackets.services.parejas import pareja_add, pareja_withdraw
from brackets.spreadsheets.reading import read_parejas
from tests.brackets.spreadsheets.books import csv
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    director_of,
    drawn_stage,
    invented_cedula,
    published_stage,
)

pytestmark = pytest.mark.django_db

TITLES = ("Número", "Jugador 1", "Jugador 2", "Cédula 1", "Cédula 2", "Club", "Cabeza de serie")
ONE, TWO, THREE, FOUR = (invented_cedula(n) for n in range(1, 5))


def rows(*lines: Sequence[object], titles: Sequence[str] = TITLES):
    return read_parejas(csv([titles, *lines]))


def check(championship: Championship, *lines: Sequence[object], titles: Sequence[str] = TITLES) -> ImportReport:
    return import_parejas_check(championship=championship, rows=rows(*lines, titles=titles))


def apply(championship: Championship, *lines: Sequence[object], titles: Sequence[str] = TITLES) -> ImportReport:
    return import_parejas_apply(
        championship=championship, rows=rows(*lines, titles=titles), user=director_of(championship), now=NOW
    )


def add(championship: Championship, player_1: str, player_2: str, **data) -> Pareja:
    return pareja_add(
        championship=championship,
        data=ParejaData(player_1=player_1, player_2=player_2, **data),
        user=director_of(championship),
        now=NOW,
    )


def codes(report: ImportReport) -> list[list[str]]:
    return [[problem.code for problem in row.problems] for row in report.rows]


def stored(championship: Championship) -> dict[int, ParejaData]:
    return {pareja.number: pareja_data(pareja) for pareja in parejas_with_cedulas(championship)}


def test_new_parejas_are_added_with_their_number_or_the_next() -> None:
    championship = ChampionshipFactory()

    report = apply(
        championship,
        ("", "ana  vaca", "Luz Mora", ONE, TWO, "Sol", 2),
        (12, "Eva Sol", "Iris Paz", "", "", "", ""),
        ("", "Rita Paz", "Noé Cruz", "", "", "", ""),
    )

    assert [(row.row, row.outcome, row.number, row.title) for row in report.added] == [
        (2, Outcome.ADDED, 13, "ana vaca / Luz Mora"),
        (3, Outcome.ADDED, 12, "Eva Sol / Iris Paz"),
        (4, Outcome.ADDED, 14, "Rita Paz / Noé Cruz"),
    ]
    assert stored(championship)[13] == ParejaData(
        player_1="ana vaca", player_2="Luz Mora", cedula_1=ONE, cedula_2=TWO, club="Sol", seed=2
    )


def test_a_check_says_the_same_as_applying_and_writes_nothing() -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora")
    lines = [
        (1, "Ana Vaca", "Luz Moreno", "", "", "", ""),
        ("", "Eva Sol", "Iris Paz", "", "", "", ""),
        ("", "Solo Una", "", "", "", "", ""),
    ]
    entries = AuditEntry.objects.count()

    checked = check(championship, *lines)

    assert not checked.applied
    assert (Pareja.objects.count(), AuditEntry.objects.count()) == (1, entries)
    applied = apply(championship, *lines)
    assert applied.applied
    assert applied.rows == checked.rows
    assert [row.outcome for row in applied.rows] == [Outcome.CHANGED, Outcome.ADDED, Outcome.REFUSED]


def test_the_report_sorts_its_rows_and_shows_values_as_the_sheet_has_them() -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora")
    add(championship, "Eva Sol", "Iris Paz")
    titles = (*TITLES[:3], "Uniforme", "Cabeza de serie", "Teléfono")

    report = check(
        championship,
        (1, "Ana Vaca", "Luz Mora", "sí", 4, ""),
        ("", "", "", "", "", ""),
        (2, "Eva Sol", "Iris Paz", "no", "", ""),
        ("", "Rita Paz", "", "", "", ""),
        titles=titles,
    )

    assert [(change.label, change.before, change.after) for change in report.changed[0].changes] == [
        ("Uniforme", "no", "sí"),
        ("Cabeza de serie", "", "4"),
    ]
    assert [row.row for row in report.unchanged] == [4]
    assert [row.row for row in report.refused] == [5]
    assert (report.added, report.empty, report.unknown) == ((), 1, ("Teléfono",))
    assert [row.outcome.label for row in report.rows] == ["cambia", "sin cambios", "no se importa"]


def test_applying_recomputes_what_an_earlier_check_said() -> None:
    championship = ChampionshipFactory()
    line = ("", "Ana Vaca", "Luz Mora", "", "", "", "")
    assert check(championship, line).rows[0].outcome is Outcome.ADDED
    add(championship, "Ana Vaca", "Luz Mora")

    report = apply(championship, line)

    assert report.rows[0].outcome is Outcome.UNCHANGED
    assert Pareja.objects.count() == 1


@pytest.mark.parametrize(
    "line",
    [
        (1, "Ana Baca", "Luz Mora", ONE, TWO, "Luna", ""),
        ("", "Ana Baca", "Luz Mora", ONE, TWO, "Luna", ""),
        ("", "Luz Mora", "Ana Baca", TWO, ONE, "Luna", ""),
    ],
    ids=["by number", "by both cédulas", "by both cédulas, in the other order"],
)
def test_a_known_pareja_is_changed_and_never_doubled(line: Sequence[object]) -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora", cedula_1=ONE, cedula_2=TWO, club="Sol")

    report = apply(championship, line)

    assert [(change.label, change.before, change.after) for change in report.changed[0].changes] == [
        ("Jugador 1", "Ana Vaca", "Ana Baca"),
        ("Club o institución", "Sol", "Luna"),
    ]
    assert stored(championship) == {
        1: ParejaData(player_1="Ana Baca", player_2="Luz Mora", cedula_1=ONE, cedula_2=TWO, club="Luna")
    }


@pytest.mark.parametrize("names", [("ANA VACA", "luz  nuñez"), ("Luz Núñez", "Ana Vaca"), ("luz nunez", "ana vaca")])
def test_without_number_and_cedulas_a_pareja_is_known_by_its_names(names: tuple[str, str]) -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Núñez", cedula_2=TWO, representative=2)

    report = apply(
        championship,
        (*names, "1" if names[0].lower().startswith("luz") else "2"),
        titles=(*TITLES[1:3], "Representante"),
    )

    assert report.rows[0].number == 1
    assert Pareja.objects.count() == 1
    assert stored(championship)[1].representative == 2
    assert stored(championship)[1].cedula_2 == TWO


def test_a_column_the_sheet_has_not_leaves_its_values_and_an_empty_cell_empties_them() -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora", cedula_1=ONE, club="Sol", uniform=True, representative=2)

    apply(
        championship,
        ("1", "Ana Vaca", "Luz Mora", "", "", ""),
        titles=(*TITLES[:3], "Club", "Uniforme", "Representante"),
    )

    assert stored(championship)[1] == ParejaData(
        player_1="Ana Vaca", player_2="Luz Mora", cedula_1=ONE, club="", uniform=True, representative=2
    )


def test_a_sheet_given_again_changes_where_a_known_pareja_comes_from_and_empties_it() -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora", institution="Banco Sol", family="Vaca")
    titles = (*TITLES[:3], "Segunda institución", "Familia", "Provincia", "Finalista")

    report = apply(championship, ("1", "Ana Vaca", "Luz Mora", "Liga Sur", "", "Loja", "sí"), titles=titles)

    assert [row.outcome for row in report.rows] == [Outcome.CHANGED]
    changed = stored(championship)[1]
    assert (changed.institution, changed.family, changed.province, changed.finalist) == ("Liga Sur", "", "Loja", True)


def test_one_cedula_of_players_given_in_the_other_order_goes_to_the_right_player() -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora")

    apply(championship, ("Luz Mora", "Ana Vaca", TWO), titles=("Jugador 1", "Jugador 2", "Cédula 1"))

    assert (stored(championship)[1].cedula_1, stored(championship)[1].cedula_2) == ("", TWO)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("", "Ana Vaca", "", "", "", "", ""), "falta"),
        (("", "Ana Vaca", "Luz Mora", "1712345674", "", "", ""), "cedula-invalida"),
        (("", "Ana Vaca", "Luz Mora", "171234567", "", "", ""), "cedula-invalida"),
        (("", "Ana Vaca", "Luz Mora", ONE, ONE, "", ""), "cedula-repetida"),
        (("", "Ana Vaca", "ANA VACA", "", "", "", ""), "jugador-repetido"),
        (("", "Ana Vaca", "Luz " + "x" * 60, "", "", "", ""), "demasiado-largo"),
        (("", "Ana\u202eVaca", "Luz Mora", "", "", "", ""), "caracteres-invisibles"),
        (("", "Ana \ufffdato", "Luz Mora", "", "", "", ""), "caracteres-invisibles"),
        (("", "Ana Ã‘ato", "Luz Mora", "", "", "", ""), "codificacion"),
        (("uno", "Ana Vaca", "Luz Mora", "", "", "", ""), "valor-ilegible"),
        ((0, "Ana Vaca", "Luz Mora", "", "", "", ""), "valor-ilegible"),
        ((10000, "Ana Vaca", "Luz Mora", "", "", "", ""), "valor-ilegible"),
        (("", "Ana Vaca", "Luz Mora", "", "", "", "primera"), "valor-ilegible"),
        (("", "=1+1", "Luz Mora", "", "", "", ""), "formula"),
        ((2, "Eva Sol", "Iris Paz", "", "", "", ""), "ya-inscrita"),
        (("", "Eva Sol", "Iris Paz", ONE, TWO, "", ""), "otras-cedulas"),
        (("", "Ana Vaca", "Luz Mora", THREE, "", "", ""), "cedula-repetida"),
        (("", "Ana Vaca", "Luz Mora", "", "", "", 1), "cabeza-repetida"),
    ],
)
def test_a_row_that_cannot_be_is_refused_and_says_why(line: Sequence[object], code: str) -> None:
    championship = ChampionshipFactory()
    add(championship, "Eva Sol", "Iris Paz", cedula_1=THREE, cedula_2=FOUR, seed=1)
    before = stored(championship)

    report = apply(championship, line, ("", "Otra Más", "Que Entra", "", "", "", ""))

    assert codes(report) == [[code], []]
    assert stored(championship).keys() - before.keys() == {2}


@pytest.mark.parametrize(
    ("second", "code", "says"),
    [
        ((5, "Eva Sol", "Iris Paz", "", "", "", ""), "numero-repetido", "fila 2"),
        (("", "Eva Sol", "Iris Paz", ONE, "", "", ""), "cedula-repetida", "fila 2"),
        (("", "Eva Sol", "Iris Paz", "", TWO, "", ""), "cedula-repetida", "fila 2"),
        (("", "Eva Sol", "Iris Paz", "", "", "", 3), "cabeza-repetida", "fila 2"),
        (("", "Luz Mora", "Ana Vaca", "", "", "", ""), "pareja-repetida", "fila 2"),
    ],
)
def test_of_two_rows_that_claim_the_same_the_first_is_imported(second: Sequence[object], code: str, says: str) -> None:
    championship = ChampionshipFactory()

    report = apply(championship, (5, "Ana Vaca", "Luz Mora", ONE, TWO, "", 3), second)

    assert codes(report) == [[], [code]]
    assert says in report.rows[1].problems[0].message
    assert stored(championship).keys() == {5}


def test_a_row_that_repeats_a_known_pareja_is_refused() -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora", club="Sol")

    report = apply(
        championship, ("", "Ana Vaca", "Luz Mora", "", "", "Sol", ""), ("", "Luz Mora", "Ana Vaca", "", "", "Luna", "")
    )

    assert codes(report) == [[], ["numero-repetido"]]
    assert stored(championship)[1].club == "Sol"


def test_parejas_may_exchange_their_seeds_cedulas_and_players() -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora", cedula_1=ONE, cedula_2=TWO, seed=1)
    add(championship, "Eva Sol", "Iris Paz", cedula_1=THREE, cedula_2=FOUR, seed=2)

    report = apply(
        championship,
        (1, "Eva Sol", "Iris Paz", THREE, FOUR, "", 2),
        (2, "Ana Vaca", "Luz Mora", ONE, TWO, "", 1),
    )

    assert [row.outcome for row in report.rows] == [Outcome.CHANGED, Outcome.CHANGED]
    assert stored(championship)[1] == ParejaData(
        player_1="Eva Sol", player_2="Iris Paz", cedula_1=THREE, cedula_2=FOUR, seed=2
    )


def test_what_a_refused_row_would_have_freed_stays_taken() -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora", seed=1)
    add(championship, "Eva Sol", "Iris Paz", seed=2)
    add(championship, "Rita Paz", "Noé Cruz", seed=3)

    report = apply(
        championship,
        (1, "Ana Vaca", "Luz Mora", "", "", "", 2),
        (2, "Eva Sol", "Iris Paz", "", "", "", 3),
        (3, "Rita Paz", "", "", "", "", 4),
    )

    assert codes(report) == [["cabeza-repetida"], ["cabeza-repetida"], ["falta"]]
    assert [data.seed for data in stored(championship).values()] == [1, 2, 3]


def test_parejas_of_the_same_names_need_their_number() -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora", cedula_1=ONE, cedula_2=TWO)
    add(championship, "Ana Vaca", "Luz Mora", cedula_1=THREE, cedula_2=FOUR)

    assert codes(check(championship, ("", "Ana Vaca", "Luz Mora", "", "", "Sol", ""))) == [["ambigua"]]
    assert codes(check(championship, (2, "Ana Vaca", "Luz Mora", "", "", "Sol", ""))) == [[]]


def test_a_cedula_that_lost_its_zero_in_the_sheet_gets_it_back() -> None:
    championship = ChampionshipFactory()

    apply(championship, ("", "Ana Vaca", "Luz Mora", "102030400", "", "", ""))

    assert stored(championship)[1].cedula_1 == "0102030400"


@pytest.mark.parametrize(
    ("text", "representative"), [("2", 2), ("Jugador 2", 2), ("luz mora", 2), ("1", 1), ("Ana Vaca", 1), ("", 1)]
)
def test_the_representative_is_a_position_or_a_name(text: str, representative: int) -> None:
    championship = ChampionshipFactory()

    apply(championship, ("Ana Vaca", "Luz Mora", text), titles=(*TITLES[1:3], "Representante"))

    assert stored(championship)[1].representative == representative


@pytest.mark.parametrize(("text", "uniform"), [("Sí", True), ("x", True), ("NO", False), ("", False)])
def test_the_uniform_is_yes_or_no(text: str, *, uniform: bool) -> None:
    championship = ChampionshipFactory()

    apply(championship, ("Ana Vaca", "Luz Mora", text), titles=(*TITLES[1:3], "Uniforme"))

    assert stored(championship)[1].uniform is uniform


@pytest.mark.parametrize(("title", "text"), [("Uniforme", "quizás"), ("Representante", "3"), ("Estado", "durmiendo")])
def test_what_is_no_value_of_its_column_is_refused_with_its_cell(title: str, text: str) -> None:
    report = check(ChampionshipFactory(), ("Ana Vaca", "Luz Mora", text), titles=(*TITLES[1:3], title))

    assert [(problem.code, problem.cell) for problem in report.rows[0].problems] == [("valor-ilegible", "C2")]


def test_a_withdrawn_pareja_stays_as_it_is() -> None:
    championship = ChampionshipFactory()
    pareja = add(championship, "Ana Vaca", "Luz Mora", cedula_1=ONE, cedula_2=TWO)
    pareja_withdraw(pareja=pareja, user=director_of(championship), now=NOW)
    titles = (*TITLES, "Estado")

    report = apply(
        championship,
        (1, "Ana Vaca", "Luz Mora", ONE, TWO, "Luna", "", "Retirada"),
        ("", "Ana Vaca", "Luz Mora", ONE, TWO, "", "", ""),
        ("", "Eva Sol", "Iris Paz", "", "", "", "", "Retirada"),
        titles=titles,
    )

    assert codes(report) == [["pareja-retirada"]] * 3
    assert stored(championship)[1].club == ""


def test_a_sheet_withdraws_nobody() -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora")

    report = apply(championship, (1, "Ana Vaca", "Luz Mora", "Retirada"), titles=(*TITLES[:3], "Estado"))

    assert codes(report) == [["estado"]]
    assert Pareja.objects.get().status == Pareja.Status.ACTIVE


def test_after_publication_nobody_enters_and_no_seed_changes_but_names_do() -> None:
    championship = published_stage(2).championship

    report = apply(
        championship,
        (1, "Ana Vaca", "Luz Mora", "", "", "Sol", ""),
        (2, "Eva Sol", "Iris Paz", "", "", "", 1),
        ("", "Rita Paz", "Noé Cruz", "", "", "", ""),
    )

    assert codes(report) == [[], ["sorteo-publicado"], ["sorteo-publicado"]]
    assert stored(championship)[1].player_1 == "Ana Vaca"
    assert len(stored(championship)) == 2


def test_before_publication_a_drawn_bracket_stops_nothing() -> None:
    championship = drawn_stage(2).championship
    assert Stage.objects.get().status == Stage.Status.DRAWN

    assert codes(apply(championship, ("", "Rita Paz", "Noé Cruz", "", "", "", ""))) == [[]]


def test_the_audit_tells_what_was_done_without_cedulas() -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora", cedula_1=ONE)

    apply(championship, (1, "Ana Vaca", "Luz Mora", TWO, "", "", ""), ("", "Eva Sol", "Iris Paz", THREE, "", "", ""))

    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.data["added"]) == ("parejas-importar", [2])
    assert entry.data["changed"] == {"1": {"cedula_1": {"before": "anotada", "after": "otra"}}}
    assert all(cedula[-4:] not in f"{entry.sentence}{entry.data}" for cedula in (ONE, TWO, THREE))


def test_importing_again_does_nothing_and_is_not_audited() -> None:
    championship = ChampionshipFactory()
    lines = [("", f"Ana {n}", f"Luz {n}", invented_cedula(n), "", "Sol", "") for n in range(20)]
    apply(championship, *lines)
    players, entries = list(Player.objects.values()), AuditEntry.objects.count()

    report = apply(championship, *lines)

    assert {row.outcome for row in report.rows} == {Outcome.UNCHANGED}
    assert list(Player.objects.values()) == players
    assert AuditEntry.objects.count() == entries


def test_a_closed_championship_imports_nothing() -> None:
    championship = ChampionshipFactory(status="closed")

    with pytest.raises(BracketError) as refused:
        apply(championship, ("", "Ana Vaca", "Luz Mora", "", "", "", ""))

    assert refused.value.code == "campeonato-terminado"


def test_when_the_numbers_run_out_a_row_is_refused() -> None:
    championship = ChampionshipFactory()
    pareja_add(
        championship=championship,
        data=ParejaData(player_1="Ana Vaca", player_2="Luz Mora"),
        user=director_of(championship),
        now=NOW,
        number=9999,
    )

    assert codes(apply(championship, ("", "Eva Sol", "Iris Paz", "", "", "", ""))) == [["sin-numero"]]


@pytest.mark.parametrize("new", [0, 1, 3])
def test_a_check_takes_the_same_queries_for_any_number_of_rows(new: int, django_assert_num_queries) -> None:
    championship = ChampionshipFactory()
    add(championship, "Ana Vaca", "Luz Mora")
    sheet = rows(*[("", f"Ana {n}", f"Luz {n}", "", "", "", "") for n in range(new)], (1, "Ana", "Luz", "", "", "", ""))

    with django_assert_num_queries(11):
        import_parejas_check(championship=championship, rows=sheet)


def single_rows(*lines: Sequence[object], titles: Sequence[str]):
    return read_parejas(csv([titles, *lines]), players=1)


def test_single_players_come_in_one_column_and_again_as_a_difference() -> None:
    championship = ChampionshipFactory(players_per_pareja=1)
    titles = ("N.º", "Nombre", "Cédula", "Cabeza de serie")
    lines = [(7, "Ana Vaca", ONE, ""), ("", "Luz Mora", TWO, 1), ("", "Eva Sol", "", "")]

    first = import_parejas_apply(
        championship=championship, rows=single_rows(*lines, titles=titles), user=director_of(championship), now=NOW
    )
    again = import_parejas_check(
        championship=championship,
        rows=single_rows(
            ("", "Ana Vaca Ríos", ONE, ""), ("", "Luz Mora", "", 1), ("", "eva  SOL", "", 3), titles=titles
        ),
    )

    assert [(row.outcome, row.number) for row in first.rows] == [("added", 7), ("added", 8), ("added", 9)]
    assert stored(championship)[8] == ParejaData(player_1="Luz Mora", cedula_1=TWO, seed=1)
    assert [(row.number, [change.label for change in row.changes]) for row in again.changed] == [
        (7, ["Jugador"]),
        (8, ["Cédula"]),
        (9, ["Jugador", "Cabeza de serie"]),
    ]


def test_a_partner_among_single_players_is_refused_at_his_cell() -> None:
    championship = ChampionshipFactory(players_per_pareja=1)
    lines = [("Ana Vaca", "Luz Mora", ""), ("Eva Sol", "", TWO), ("Iris Paz", "", "")]

    report = import_parejas_check(
        championship=championship, rows=single_rows(*lines, titles=("Jugador 1", "Jugador 2", "Cédula 2"))
    )

    assert [[(problem.code, problem.cell) for problem in row.problems] for row in report.rows] == [
        [("sobra-jugador", "B2")],
        [("sobra-jugador", "C3")],
        [],
    ]


def test_two_rows_of_one_single_player_and_one_taken_name_are_refused() -> None:
    championship = ChampionshipFactory(players_per_pareja=1)
    import_parejas_apply(
        championship=championship,
        rows=single_rows(("Ana Vaca", ONE, 2), titles=("Jugador", "Cédula", "Cabeza")),
        user=director_of(championship),
        now=NOW,
    )

    report = import_parejas_check(
        championship=championship,
        rows=single_rows(
            ("", "Luz Mora", TWO, ""),
            ("", "Luz Mora", "", ""),
            ("", "Ana Vaca", THREE, ""),
            (5, "Eva Sol", ONE, 2),
            titles=("Número", "Jugador", "Cédula", "Cabeza"),
        ),
    )

    assert codes(report) == [[], ["pareja-repetida"], ["otras-cedulas"], ["ya-inscrita"]]
    told = " ".join(problem.message for row in report.rows for problem in row.problems)
    assert "pareja" not in told.lower()
