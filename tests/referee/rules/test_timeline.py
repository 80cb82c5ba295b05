"""A long file folded row by row comes to what the plain way comes to, where every `anula` folds the whole log again."""

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import Anula, Line, Refused, RuleViolation, apply, decide, dump_jugada, parse_game, play, skip
from referee.rules.games import play_lines
from tests.referee.rules.walks import any_jugada, new_mesa

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

    found, found_refused = play_lines(start, lines)

    assert found == state
    assert [each.as_json() for each in found_refused] == [each.as_json() for each in refused]


@given(st.integers(0, 2**32))
def test_a_file_goes_on_from_any_state(seed):
    rng = Random(seed)
    start = new_mesa(rng)
    _, _, lines = plain_walk(rng, start, 80)

    halfway, _ = play_lines(start, lines[:40])

    assert play_lines(halfway, lines[40:])[0] == play_lines(start, lines)[0]


def undone(text):
    """Ten thousand lines that end in an undo, an undo of that, and so on."""
    first = text.count("\n")
    return text + "".join(f"anula {number}\n" for number in range(first, 20_000))


LONG = {
    "datas": MESA + TWO_DATAS * 2_000,
    "every line refused": MESA + "cuatro-caidas A\n" * 20_000,
    "undone at the end": MESA + TWO_DATAS * 1_000 + "".join(
        f"caida A1\nanula {number}\n" for number in range(10_002, 20_002, 2)
    ),
    "undone and done again": undone(MESA + "caida A1\n"),
    "the same one back and forth": MESA + "caida A1\n" + "".join(
        f'anula 2 "x"\nanula {number}\n' for number in range(3, 20_001, 2)
    ),
    "the first one, in vain": MESA + TWO_DATAS * 1_000 + 'anula 1 "x"\n' * 10_000,
    "one far back, hundreds of times": MESA + TWO_DATAS * 1_800 + "".join(
        f'anula {number} "x"\n' for number in range(2, 18_000, 100)
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LONG)
def test_a_long_file_takes_time_in_proportion(name):
    game = parse_game(LONG[name])
    assert 18_000 < len(game.lines) <= 20_002
    began = time.process_time()

    state, refused = play(game)

    assert time.process_time() - began < 4
    assert len(state.entries) + len(refused) == len(game.lines)
