"""Whole files of notation: header and jugadas, read and written."""

from textwrap import dedent

import pytest
from hypothesis import given

from referee.rules import NotationError, dump_game, parse_game, play, result
from tests.referee.rules.golden import golden_files
from tests.referee.rules.strategies import games


def parts(game):
    return game.reglamento, dict(game.settings), game.seats, [line.jugada for line in game.lines]


@given(games())
def test_a_written_file_is_read_back(game):
    text = dump_game(game)

    assert parts(parse_game(text)) == parts(game)
    assert dump_game(parse_game(text)) == text


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: path.stem)
def test_a_golden_mesa_written_again_comes_to_the_same(path):
    game = parse_game(path.read_text(encoding="utf-8"))
    again = parse_game(dump_game(game))

    state, refused, _ = play(game)
    state_again, refused_again, _ = play(again)

    assert result(state_again) == result(state)
    assert [each.violation.code for each in refused_again] == [each.violation.code for each in refused]


def test_numbers_count_jugadas_and_lines_count_lines():
    game = parse_game(
        dedent("""\
            # a comment
            reglamento riobamba

              # another
            sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1
            proclama
               caida A2
            """)
    )

    state, refused, _ = play(game)

    assert [line.number for line in game.lines] == [5, 6, 7]
    assert [entry.number for entry in state.entries] == [1, 3]
    assert [(each.line, each.text) for each in refused] == [(6, "proclama")]


def test_header_is_read():
    game = parse_game(
        "reglamento riobamba\najuste mayoria-bajo-20=literal\najuste ronda-plazo=cuarta-primera-carta\nasientos B2 A1 B1 A2\n"
    )

    assert parts(game) == (
        "riobamba",
        {"mayoria-bajo-20": "literal", "ronda-plazo": "cuarta-primera-carta"},
        ("B2", "A1", "B1", "A2"),
        [],
    )


NO_FILE = [
    ("", 1, 1),
    ("\n\n", 3, 1),
    ("# solo un comentario", 1, 1),
    ("caida A1", 1, 1),
    ("\n  caida A1", 2, 3),
    ("ajuste mayoria-bajo-20=literal\nreglamento riobamba", 1, 1),
    ("reglamento", 1, 12),
    ("reglamento guayaquil", 1, 12),
    ("  reglamento guayaquil", 1, 14),
    ("reglamento riobamba\nreglamento riobamba", 2, 1),
    ("reglamento riobamba\najuste mayoria-bajo-20", 2, 8),
    ("reglamento riobamba\najuste no-existe=si", 2, 8),
    ("reglamento riobamba\najuste mayoria-bajo-20=nunca", 2, 8),
    ("reglamento riobamba\nasientos A1 B1", 2, 10),
    ("reglamento riobamba\nasientos A1 A2 B1 B2", 2, 10),
    ("reglamento riobamba\nasientos A1 B1 A1 B2", 2, 10),
    ("reglamento riobamba\nasientos A1 B1 A2 B3", 2, 10),
    ("reglamento riobamba\nmal-reparto\najuste mayoria-bajo-20=literal", 3, 1),
    ("reglamento riobamba\nmal-reparto\nasientos A1 B1 A2 B2", 3, 1),
    ("reglamento riobamba\najuste mayoria-bajo-20=literal\najuste mayoria-bajo-20=literal", 3, 1),
    ("reglamento riobamba\najuste bajo-cero=se-debe\najuste sobre-cuarenta=no\najuste bajo-cero=piso-cero", 4, 1),
    ("reglamento riobamba\nasientos A1 B1 A2 B2\nasientos A1 B1 A2 B2", 3, 1),
    ("reglamento riobamba\nasientos B1 A1 B2 A2\najuste bajo-cero=se-debe\n asientos A1 B1 A2 B2", 4, 2),
    ("reglamento riobamba\n\n  caida C1", 3, 9),
    ("reglamento riobamba\n\tcaida", 2, 7),
    ('reglamento riobamba\n# bien\ncaida A1\nsuspension "x', 4, 12),
]


@pytest.mark.parametrize(("text", "line", "column"), NO_FILE)
def test_what_is_no_file_is_refused_at_its_line_and_column(text, line, column):
    with pytest.raises(NotationError) as refusal:
        parse_game(text)

    assert (refusal.value.line, refusal.value.column) == (line, column)


SEAT_ORDERS = ["A1 B1 A2 B2", "A1 B2 A2 B1", "B1 A1 B2 A2", "B2 A2 B1 A1", "A2 B1 A1 B2"]


@pytest.mark.parametrize("order", SEAT_ORDERS)
def test_any_alternating_order_may_be_seated(order):
    assert parse_game(f"reglamento riobamba\nasientos {order}").seats == tuple(order.split())
