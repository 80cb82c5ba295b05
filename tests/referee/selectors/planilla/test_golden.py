"""What a Planilla shows of every golden mesa adds up, and stays in its room on the page."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.printing import sheet_pages
from referee.printing.type import font
from referee.rules import LABELS, MesaState, ledger, parse_game, play, result
from referee.selectors.planilla.game import CAUSE_OF, OUTSIDE, chicas_of, datas_of, draws_of
from referee.selectors.planilla.names import Names
from referee.selectors.planilla.notes import corrections_of, result_of, rulings_of, sanctions_of, suspensions_of
from referee.selectors.planilla.sheet import CAUSES, Hour, PlanillaSheet
from tests.referee.printing.samples import ORDINARY, at
from tests.referee.rules.golden import golden_files

each_golden = pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.stem)
POINTLESS = {"segundo-reparto", "tercer-reparto", "cuarto-reparto", "arranche", "recuento", "reparte", "abandono"}


def folded(path: Path) -> MesaState:
    return play(parse_game(path.read_text()))[0]


def sheet_of(state: MesaState) -> PlanillaSheet:
    rows, names = ledger(state), Names(ORDINARY.parejas)
    hours = {row.number: Hour(at(19, row.number % 60)) for row in rows}
    ended = state.position.ended
    return replace(
        ORDINARY,
        draws=draws_of(state, rows, names),
        datas=datas_of(state, rows),
        chicas=chicas_of(state),
        sanctions=sanctions_of(state, rows, names),
        suspensions=suspensions_of(rows, hours),
        corrections=corrections_of(rows, names, hours),
        rulings=rulings_of(rows, names),
        result=result_of(state, names, str(result(state)["estado"])),
        winner=ended.winner if ended else "",
    )


@each_golden
def test_points_by_cause_add_up_to_each_chica(path: Path) -> None:
    state = folded(path)
    sheet = sheet_of(state)
    target = state.reglamento.match_target_points

    for chica in sheet.chicas:
        for side in (0, 1):
            total = sum(points[side] for data in sheet.datas if data.chica == chica.number for points in data.points)
            assert max(0, min(total, target)) == chica.points[side]
    if state.position.ended is None:
        playing = len(sheet.chicas) + 1
        for side in (0, 1):
            total = sum(points[side] for data in sheet.datas if data.chica == playing for points in data.points)
            assert total == state.position.points[side]


@each_golden
def test_the_last_data_of_a_chica_shows_its_proclaimed_score(path: Path) -> None:
    sheet = sheet_of(folded(path))

    for chica in sheet.chicas:
        assert [data.score for data in sheet.datas if data.chica == chica.number][-1] == chica.points


@each_golden
def test_counted_cards_add_up_to_forty(path: Path) -> None:
    counted = [data for data in sheet_of(folded(path)).datas if data.cards is not None]

    assert all(sum(data.cards or ()) + (data.table or 0) + (data.withdrawn or 0) == 40 for data in counted)


@each_golden
def test_every_data_of_the_result_has_its_row(path: Path) -> None:
    state = folded(path)
    shown = {(data.chica, data.data): data.annulled for data in sheet_of(state).datas}

    for data in state.position.datas:
        assert shown[data.chica, data.data] == data.annulled


@each_golden
def test_it_is_laid_out_within_its_rooms(path: Path) -> None:
    for page in sheet_pages(sheet_of(folded(path))):
        for text in page.texts:
            assert font(text.face).stringWidth(text.text, text.size) <= text.room + 0.01


def test_a_mesa_of_three_hundred_jugadas_flows_over_several_pages() -> None:
    lines = ["reglamento riobamba", "sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1"]
    while len(lines) < 301:
        number = len(lines)
        lines += ["caida B1", f'anula {number} "la pidió después de que la rival jugara su carta"']
    state = play(parse_game("\n".join(lines)))[0]

    pages = sheet_pages(sheet_of(state))

    assert len(state.entries) >= 300
    assert len(pages) > 3
    assert sum("Anula la jugada" in text.text for page in pages for text in page.texts) == 150
    for page in pages:
        for text in page.texts:
            assert font(text.face).stringWidth(text.text, text.size) <= text.room + 0.01


def test_every_kind_of_jugada_has_a_column_or_cannot_score() -> None:
    outside = {kind.word for kind in OUTSIDE}
    pointless = POINTLESS | {"descalificacion"}

    assert set(CAUSE_OF) | outside | pointless == set(LABELS)
    assert set(CAUSE_OF.values()) | {"dos-por-darlas", "falla"} == set(CAUSES)
