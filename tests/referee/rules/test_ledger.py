"""The log row by row: what each did, where, and who took it back."""

from referee.rules import ledger
from tests.referee.rules.mesas import after, board, further, mesa_at


def of(state, attribute):
    return [getattr(row, attribute) for row in ledger(state)]


def test_each_row_has_its_points_and_the_board_after_it():
    state = after(*board(0, 0), "ronda A2 7", "caida B2", "segundo-reparto", "conteo A=22 B=17 mesa=1")

    assert of(state, "points") == [(0, 0), (2, 0), (0, 2), (0, 0), (8, 0)]
    assert of(state, "score") == [(0, 0), (2, 0), (2, 2), (2, 2), (10, 2)]
    assert of(state, "dealer") == [None, "A1", "A1", "A1", "A1"]
    assert of(state, "data") == [0, 1, 1, 1, 1]
    assert of(state, "reparto") == [0, 1, 1, 1, 2]


def test_a_count_says_what_each_cause_paid():
    counts = {
        "conteo A=22 B=18 mesa=0": ((8, 0), (0, 0), (0, 0), (0, 0)),
        "conteo A=18 B=17 mesa=5": ((0, 0), (2, 0), (0, 0), (0, 0)),
        "conteo A=20 B=20 mesa=0": ((0, 0), (0, 0), (0, 2), (0, 0)),
        "conteo A=0 B=40 mesa=0 falla": ((0, 26), (0, 0), (0, 0), (0, 2)),
    }
    for line, expected in counts.items():
        count = ledger(after(*board(0, 0), "segundo-reparto", line))[-1].counted
        assert (count.cards, count.majority, count.darlas, count.falla) == expected


def test_an_annulled_row_stays_and_did_nothing():
    state = after(*board(0, 0), "caida A1", "limpia B1", 'anula 2 "era de B"')

    assert of(state, "points") == [(0, 0), (0, 0), (0, 2), (0, 0)]
    assert of(state, "effective") == [True, False, True, True]
    assert of(state, "annulled_by") == [None, 4, None, None]


def test_what_a_sanction_could_not_take_stands_in_its_row():
    state = after(*board(0, 0), "limpia A1", "mal-pedido A1", "mal-pedido A2")

    assert of(state, "points") == [(0, 0), (2, 0), (-2, 0), (0, 0)]
    assert of(state, "unpaid") == [(0, 0), (0, 0), (0, 0), (2, 0)]


def test_a_proclamation_keeps_the_board_of_its_chica():
    state = after(*board(38, 20), "caida A1", "proclama", "limpia B1")

    assert of(state, "chica") == [1, 1, 1, 1, 1, 2]
    assert of(state, "score")[-2:] == [(40, 20), (0, 2)]


def test_a_ruling_after_the_end_belongs_to_the_last_chica():
    state = after(*board(38, 0), "caida A1", "proclama", 'adjudica-mesa B "suplente no inscrito"')

    assert of(state, "chica") == [1, 1, 1, 1, 1]


def test_leaving_between_chicas_belongs_to_the_one_that_was_to_come():
    state = after(*board(38, 20), "caida A1", "proclama", 'abandono A "se retira"', 'adjudica-mesa A "se desdijo"')

    assert of(state, "chica")[-2:] == [2, 2]


def test_a_count_at_38_says_that_it_paid_nothing():
    row = ledger(further(mesa_at("quito", 38, 10), "segundo-reparto", "conteo A=22 B=18 mesa=0"))[-1]

    assert (row.points, row.counted.total) == ((0, 0), (0, 0))


def test_what_wins_the_chica_outright_shows_the_points_it_gave():
    rows = ledger(further(mesa_at("rigor", 10, 12), "caida-en-ronda A1"))

    assert (rows[-1].points, rows[-1].score, rows[-1].article) == ((30, 0), (40, 12), "tabla de estilos")


def test_data_and_reparto_of_two_single_players():
    state = mesa_at("quito", 0, 0, seats=("A1", "B1"))
    rows = ledger(
        further(state, "segundo-reparto", "tercer-reparto", "cuarto-reparto", "conteo A=22 B=18 mesa=0", "caida B1")
    )

    assert [(row.data, row.reparto, row.dealer) for row in rows[-3:]] == [(1, 3, "A1"), (1, 4, "A1"), (2, 1, "B1")]
