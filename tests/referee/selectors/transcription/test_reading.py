"""What the rules make of a paper: typed from what a tablet's Planilla prints, it is the same Planilla again."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import (
    EXPERTO,
    NOVATO,
    REGLAMENTOS,
    REGULAR,
    SEATS,
    MesaState,
    Sorteo,
    dump_jugada,
    ledger,
    parse_game,
    parse_jugada,
    play,
    play_mesa,
    replay,
    start,
)
from referee.selectors.planilla.game import chicas_of, datas_of
from referee.selectors.planilla.paper_ending import PaperEnding, ending_of
from referee.selectors.transcription import solving
from referee.selectors.transcription.form import PaperRow, draw_of, row_of
from referee.selectors.transcription.reading import Reading, read
from referee.selectors.transcription.solving import solve
from referee.selectors.transcription.tries import IN_ALL, KEPT, Tries
from tests.factories.transcriptions import GAME, PAPER, SORTEO, Paper, paper_of, state_of

GAMES = sorted((Path(__file__).parents[2] / "rules" / "games").glob("*.cuarenta"))
# What no row of the form can say: a ruling before the sorteo, a chica or a mesa given by a ruling in the middle of a data (the
# column of rulings has points alone, which are read as an `ajusta`), a data that has nothing in it, or ended as it was dealt.
UNSAID = {
    "ajuste-puntos-de-la-data-anulada-y-un-fallo",
    "repite-data-tras-el-conteo",
    "fallo-antes-del-sorteo",
    "fallo-adjudica-mesa",
    "juez-de-aguas-dos-por-falla",
    "jugadas-de-otros-reglamentos",
}


def transcribed(state: MesaState) -> Reading:
    paper = paper_of(state)
    return read(start(state.reglamento, state.seats), paper.draws, paper.rows, paper.ending)


def assert_the_same(state: MesaState) -> None:
    reading = transcribed(state)

    last = f"Fila {len(reading.rows)}"
    cut_off = state.position.ended is None  # some examples stop in the middle of a data
    told = [each for each in reading.differences if not (cut_off and (each.where, each.what) == (last, "Cartas"))]
    assert told == []
    assert datas_of(reading.state, ledger(reading.state)) == datas_of(state, ledger(state))
    assert reading.state.position.ended == state.position.ended
    if not cut_off:
        assert chicas_of(reading.state) == chicas_of(state)


@pytest.mark.parametrize("path", [path for path in GAMES if path.stem not in UNSAID], ids=lambda path: path.stem)
def test_every_golden_mesa_typed_from_its_planilla_is_the_same_planilla(path: Path) -> None:
    state = play(parse_game(path.read_text(encoding="utf-8"))).state

    assert_the_same(state)


FORTY_BY_A_RULING: Final = (
    'ajusta B +30 "fallo"',
    "caida B1",
    "segundo-reparto",
    "caida B1",
    "caida B2",
    'ajusta B +4 "fallo"',
    "proclama",
)
FORTY_IN_PLAY: Final = (
    'ajusta B +30 "fallo"',
    "caida B1",
    "segundo-reparto",
    "caida B1",
    'ajusta B +4 "fallo"',
    "caida B2",
    "proclama",
)


@pytest.mark.parametrize(
    "lines",
    [
        FORTY_BY_A_RULING,
        FORTY_IN_PLAY,
        (*FORTY_BY_A_RULING, "caida A1", "segundo-reparto", "conteo A=22 B=18 mesa=0"),
        (*FORTY_BY_A_RULING, "caida A1", 'abandono A "se fue"'),
        (*FORTY_BY_A_RULING, 'abandono A "se fue"'),
        (*FORTY_BY_A_RULING, 'ajusta B +38 "fallo"', "caida B1", "proclama"),
    ],
    ids=["last", "won in play", "goes on", "left in the next", "left after it", "won"],
)
def test_points_of_a_ruling_close_a_chica_or_not_as_the_paper_goes_on(lines: tuple[str, ...]) -> None:
    """Within a row the columns do not say which came last: a zapatería would have ended the mesa."""
    assert_the_same(state_of(SORTEO, *lines))


@settings(max_examples=25)
@given(
    key=st.sampled_from(sorted(REGLAMENTOS)),
    seed=st.integers(0, 10_000),
    skill=st.sampled_from([NOVATO, REGULAR, EXPERTO]),
)
def test_any_played_mesa_typed_from_its_planilla_is_the_same_planilla(key: str, seed: int, skill: object) -> None:
    rules = REGLAMENTOS[key]
    steps = play_mesa(rules, SEATS, dict.fromkeys(SEATS, skill), Random(seed))  # type: ignore[arg-type]
    jugadas = [jugada for step in steps for jugada in step.jugadas]

    assert_the_same(replay(rules, SEATS, jugadas))


@pytest.mark.parametrize("before", [(), ("caida B", "segundo-reparto", "conteo A=17 B=23 mesa=0")])
def test_a_repeated_data_in_which_nothing_was_scored_is_that_data_and_not_the_one_before(
    before: tuple[str, ...],
) -> None:
    """The paper does not say what was played of it: the least that says that it was is its second deal."""
    state = state_of(SORTEO, *before, "segundo-reparto", 'repite-data "fallo"', "caida A")

    assert_the_same(state)
    lines = [dump_jugada(jugada) for jugada in transcribed(state).jugadas]
    again = f'repite-data {state.position.data - 1} "Consta en la Planilla de papel"'
    assert lines[-3:] == ["segundo-reparto", again, "caida A"]


def test_a_ruling_in_a_data_that_is_repeated_stays_on_the_paper_too() -> None:
    state = state_of(SORTEO, "caida B", 'ajusta A +4 "fallo"', "limpia B", 'repite-data "fallo"', "caida A")

    assert_the_same(state)
    assert transcribed(state).state.position.points == (6, 0)


def test_the_jugadas_are_lines_of_the_notation_in_the_order_in_which_they_happen() -> None:
    reading = transcribed(state_of(*GAME))

    assert [dump_jugada(jugada) for jugada in reading.jugadas] == [
        SORTEO,
        "ronda A A", "caida B", "limpia A", "segundo-reparto", "conteo A=22 B=17 mesa=1",
        "caida-limpia B", "segundo-reparto", "conteo A=10 B=30 mesa=0",
        "limpia A", "juego-y-veo B procede 10", "segundo-reparto", "conteo A=30 B=10 mesa=0",
        "mal-reparto",
        "arranche 2", "segundo-reparto", "conteo A=25 B=13 mesa=0",
        "proclama",
        "segundo-reparto", "conteo A=40 B=0 mesa=0 falla",
        "segundo-reparto", "conteo A=26 B=14 mesa=0",
        "proclama",
    ]  # fmt: skip
    assert all(parse_jugada(dump_jugada(jugada)) == jugada for jugada in reading.jugadas)


def test_what_the_paper_does_not_say_and_the_log_must_is_told() -> None:
    reading = transcribed(state_of(*GAME))

    assert reading.rows[0].assumed == ("El papel no dice de qué carta fue la ronda de A: en la bitácora consta A.",)
    assert [row.assumed for row in reading.rows[1:]] == [()] * 6


def test_the_card_of_a_ronda_that_is_on_the_paper_is_kept() -> None:
    paper = PAPER.with_row(1, rondas=("7",))

    reading = read(start(REGLAMENTOS["riobamba"]), paper.draws, paper.rows, paper.ending)

    assert dump_jugada(reading.jugadas[1]) == "ronda A 7"
    assert reading.rows[0].assumed == ()


def reading_of(paper: Paper) -> Reading:
    return read(start(REGLAMENTOS["riobamba"]), paper.draws, paper.rows, paper.ending)


def test_a_sum_that_is_wrong_on_the_paper_is_told_once_where_it_was_made_with_the_article() -> None:
    paper = PAPER
    for number in (2, 3):
        a, b = PAPER.rows[number - 1].score
        paper = paper.with_row(number, score=(a + 2, b))

    found = reading_of(paper).differences

    a = PAPER.rows[1].score[0]
    assert [(each.where, each.what, each.paper, each.other) for each in found][:1] == [
        ("Fila 2", "Puntos de A", str(a + 2), str(a))
    ]
    assert found[0].article.startswith("art. ")
    assert not any(each.where == "Fila 3" for each in found)


def test_cards_that_do_not_make_forty_are_told_with_the_words_of_the_rules() -> None:
    found = reading_of(PAPER.with_row(2, cards=(10, 29))).differences

    (told,) = [each for each in found if each.what == "Reglamento"]
    assert told.where == "Fila 2"
    assert "= 39, no 40" in told.other
    assert told.article.startswith("art. ")


def test_points_of_a_cause_that_the_rules_do_not_give_are_told() -> None:
    found = reading_of(PAPER.with_row(2, points={**PAPER.rows[1].points, "caida": (3, 0)})).differences

    assert ("Fila 2", "Caída de A", "3", "2") in [(each.where, each.what, each.paper, each.other) for each in found]


def test_somebody_else_deals_or_a_data_was_not_counted() -> None:
    other = reading_of(PAPER.with_row(2, dealer="A1")).differences
    uncounted = reading_of(PAPER.with_row(2, cards=None, table=None, points={}, score=PAPER.rows[0].score)).differences

    assert ("Fila 2", "Reparte", "A1", "B1") in [(each.where, each.what, each.paper, each.other) for each in other]
    assert ("Fila 2", "Cartas") in [(each.where, each.what) for each in uncounted]


def test_another_result_than_the_rules_give_is_told() -> None:
    ending = replace(PAPER.ending, winner="B")

    (told,) = reading_of(replace(PAPER, ending=ending)).differences

    assert (told.where, told.paper, told.other) == ("Final", "gana B por chicas", "gana A por chicas")


def test_what_was_lacking_to_forty_may_stand_for_what_was_given() -> None:
    state = state_of(SORTEO, *(f"caida {side}" for side in "A" * 19), "doble-ronda A 7")
    (row,) = paper_of(state).rows
    short = replace(row, points={**row.points, "doble-ronda": (2, 0)})

    reading = read(start(state.reglamento), paper_of(state).draws, [short], PaperEnding())

    assert reading.differences == ()
    assert reading.state.position.points == state.position.points


def test_a_row_that_columns_cannot_say_is_typed_in_the_notation() -> None:
    lines = ("caida A", "caida B", "juego-y-veo B procede 2", "juego-y-veo A no-procede")
    row = PaperRow(key="x", score=(0, 2), points={"caida": (2, 2)}, lines=lines)

    reading = read(start(REGLAMENTOS["riobamba"]), PAPER.draws, [row], PaperEnding())

    assert [dump_jugada(jugada) for jugada in reading.jugadas][1:] == list(lines)
    assert reading.rows[0].score == (0, 4)
    broken = read(start(REGLAMENTOS["riobamba"]), PAPER.draws, [replace(row, lines=("proclama",))], PaperEnding())
    assert broken.rows[0].differences[0].what == "«proclama»"


def test_a_count_that_the_levantes_make_implausible_is_asked_about_until_somebody_says_that_the_paper_has_it_so() -> (
    None
):
    row = PaperRow(key="x", score=(4, 26), points={"caida": (4, 0)}, cards=(0, 40), table=0)

    asked = read(start(REGLAMENTOS["riobamba"]), PAPER.draws, [row], PaperEnding())
    answered = read(start(REGLAMENTOS["riobamba"]), PAPER.draws, [replace(row, confirmed=True)], PaperEnding())

    assert asked.rows[0].asked == (
        "A tiene 2 levantes en esta data, que son al menos 4 cartas, y aquí 0: ¿no será A 40 y B 0?",
    )
    assert answered.rows[0].asked == ()
    assert dump_jugada(answered.jugadas[-1]) == "conteo A=0 B=40 mesa=0 confirmado"
    assert asked.rows[0].differences == answered.rows[0].differences == ()
    assert row_of(replace(row, confirmed=True).as_json()).confirmed


def test_what_is_kept_is_read_back_the_same() -> None:
    assert [row_of(row.as_json()) for row in PAPER.rows] == [
        replace(row, points={cause: pair for cause, pair in row.points.items() if pair != (0, 0)}) for row in PAPER.rows
    ]
    assert [draw_of(draw.as_json()) for draw in PAPER.draws] == list(PAPER.draws)
    assert ending_of(PAPER.ending.as_json()) == PAPER.ending
    assert ending_of({}) == PaperEnding()


def test_a_mesa_that_was_suspended_on_the_tablet_goes_on_with_the_papers_first_row() -> None:
    before = state_of(SORTEO, 'suspension "se apagó la tablet"')
    row = PaperRow(key="x", score=(6, 2), points={"caida": (0, 2)}, cards=(20, 20), table=0)

    reading = read(
        before, (), [replace(row, score=(2, 2), points={"caida": (2, 2)}, cards=None, table=None)], PaperEnding()
    )

    assert [dump_jugada(jugada) for jugada in reading.jugadas] == ["reanudacion", "caida A", "caida B"]


def test_sorteos_that_do_not_fit_are_told() -> None:
    draw = replace(PAPER.draws[0], dealer="B1")

    found = read(start(REGLAMENTOS["riobamba"]), [draw], (), PaperEnding()).draws

    assert [each.where for each in found] == ["Sorteo"]
    assert isinstance(parse_jugada(SORTEO), Sorteo)


NONSENSE = dict.fromkeys(("caida", "limpia", "caida-limpia", "ronda", "juego-y-veo", "sanciones", "fallos"), (9, 7))


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every jugada that was tried, in all rows that were read."""
    seen: list[object] = []
    trying = solving._tried

    def counted(node: object, jugada: object, *, lacking: bool) -> object:
        seen.append(jugada)
        return trying(node, jugada, lacking=lacking)  # type: ignore[arg-type]

    monkeypatch.setattr(solving, "_tried", counted)
    return seen


@pytest.mark.parametrize("many", [1, 12, 99])
def test_a_paper_of_nonsense_tries_no_more_than_a_few_rows_of_it(tried: list[object], many: int) -> None:
    rows = [
        replace(PAPER.rows[0], key=f"fila-{number}", points=NONSENSE, cards=(20, 20), table=0) for number in range(many)
    ]

    reading = read(start(REGLAMENTOS["riobamba"]), PAPER.draws, rows, PAPER.ending)

    assert all(row.differences for row in reading.rows)
    assert len(tried) <= IN_ALL == 15_000


def test_nonsense_leaves_the_rows_to_come_what_they_need() -> None:
    first = PAPER.rows[0]
    before = state_of(*GAME[:1])
    tries = Tries(rows=30)
    for _ in range(15):
        tries.next_row()
        solve(before, replace(first, points=NONSENSE, cards=(20, 20), withdrawn=9), tries)
        solve(before, replace(first, points=NONSENSE, cards=(20, 20)), tries)

    tries.next_row()
    assert tries.allowed == KEPT
    assert solve(before, first, tries).exact
