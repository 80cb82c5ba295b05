"""A long file folded row by row comes to what the plain way comes to, where every `anula` folds the whole log again."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import Anula, Line, Refused, RuleViolation, apply, decide, dump_jugada, parse_game, play, skip
from referee.rules.games import play_lines
from tests.referee.rules.walks import any_jugada, new_mesa
from tests.work import calls

TWO_DATAS = """\
caida A1
mal-pedido A
segundo-reparto
conteo A=20 B=20 mesa=0
mal-pedido A
limpia B2
mal-pedido B
segundo-reparto
conteo A=20 B=20 mesa=0
mal-pedido B
"""
MESA = "reglamento riobamba\nsorteo A1=7 B1=K A2=3 B2=A reparte=B1\n"


def some_anula(rng, state):
    """An `anula` of any row, most often of one that was touched last."""
    last = state.next_number
    number = rng.choice([last - 1, last - 2, last - 3, rng.randint(1, last), 2, 3])
    return Anula(max(number, 1), rng.choice([None, "motivo", "motivo"]))


def plain_walk(rng, state, steps):
    """The plain way, jugada by jugada: where it ends, what was refused, and the lines that a file of it has."""
    lines, refused = [], []
    for number in range(1, steps + 1):
        jugada = some_anula(rng, state) if rng.random() < 0.35 else any_jugada(rng, state)
        line = Line(number, dump_jugada(jugada), jugada)
        lines.append(line)
        try:
            decide(state, jugada)
        except RuleViolation as violation:
            refused.append(Refused(number, line.text, violation))
            state = skip(state)
        else:
            state = apply(state, jugada)
    return state, refused, lines


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(1, 150))
def test_a_file_comes_to_what_the_plain_way_comes_to(seed, steps):
    rng = Random(seed)
    start = new_mesa(rng)
    state, refused, lines = plain_walk(rng, start, steps)

    found, found_refused, _ = play_lines(start, lines)

    assert found == state
    assert [each.as_json() for each in found_refused] == [each.as_json() for each in refused]


@given(st.integers(0, 2**32))
def test_a_file_goes_on_from_any_state(seed):
    rng = Random(seed)
    start = new_mesa(rng)
    _, _, lines = plain_walk(rng, start, 80)

    halfway = play_lines(start, lines[:40]).state

    assert play_lines(halfway, lines[40:])[0] == play_lines(start, lines)[0]


def long_files(rows: int) -> dict[str, str]:
    """Files of about so many rows, by what is hard in them."""
    tens = rows // 10

    def undos(first, *, every=1, of=""):
        return "".join(f"{of}anula {number}\n" for number in range(first, rows, every))

    return {
        "datas": MESA + TWO_DATAS * tens,
        "every line refused": MESA + "cuatro-caidas A\n" * rows,
        "undone at the end": MESA + TWO_DATAS * (tens // 2) + undos(rows // 2 + 2, every=2, of="caida A1\n"),
        "undone and done again": MESA + "caida A1\n" + undos(3),
        "the same one back and forth": MESA + "caida A1\n" + undos(3, every=2, of='anula 2 "x"\n'),
        "the first one, in vain": MESA + TWO_DATAS * (tens // 2) + 'anula 1 "x"\n' * (rows // 2),
        "one far back, again and again": MESA + TWO_DATAS * (tens * 9 // 10) + undos(2, every=100),
    }


@pytest.mark.parametrize("name", long_files(10))
def test_a_long_file_takes_work_in_proportion(name):
    """Folded again from its first row at each undo, four times the rows would be sixteen times the work."""
    work = {}
    for rows in (500, 2_000):
        game = parse_game(long_files(rows)[name])
        assert rows * 9 // 10 < len(game.lines) <= rows + 2

        state, refused, _ = play(game)

        assert len(state.entries) + len(refused) == len(game.lines)
        work[rows] = calls(lambda game=game: play(game))

    assert work[2_000] < 8 * work[500]
