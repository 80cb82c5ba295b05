"""The rulebook for the tablet: one open mesa, JSON in and out."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules import dump_jugada, ledger, log_digest, result
from referee.rules.bridge import Bridge, legal_json, row_json
from tests.referee.rules.bridging import HEADER, SORTEO
from tests.referee.rules.walks import accepted, any_jugada, new_mesa

PLAYED = [SORTEO, "caida A", "limpia B", "ronda A1 7"]


def call(bridge, do, **arguments):
    return json.loads(bridge.call(json.dumps({"do": do, **arguments})))


def opened(*lines):
    bridge = Bridge()
    call(bridge, "open", header=HEADER, lines=lines)
    return bridge


def recorded(bridge, *lines):
    return call(bridge, "record", lines=lines)["answer"]


def header_of(state):
    rules = state.reglamento
    return {**HEADER, "reglamento": rules.key, "settings": dict(rules.chosen), "seats": list(state.seats)}


def test_what_is_open_is_the_fold_of_its_log():
    folded = call(Bridge(), "open", header=HEADER, lines=PLAYED)["answer"]

    assert folded["state"]["marcador"] == {"A": 4, "B": 2}
    assert [row["notation"] for row in folded["log"]] == PLAYED
    assert folded["base"] == 0


def test_recording_answers_only_the_rows_that_are_new():
    done = recorded(opened(*PLAYED), "caida B", "limpia B")

    assert (done["done"], done["refused"], done["folded"]["base"]) == (2, None, 4)
    assert [row["seq"] for row in done["folded"]["log"]] == [5, 6]


def test_undo_answers_from_the_row_that_it_takes_back():
    bridge = opened(*PLAYED)

    undone = recorded(bridge, "anula 4")["folded"]
    redone = recorded(bridge, "anula 5")["folded"]

    assert (undone["base"], [row["annulled_by"] for row in undone["log"]]) == (3, [5, None])
    assert redone["base"] == 3
    assert redone["state"]["marcador"] == {"A": 4, "B": 2}


def test_the_first_refused_line_stops_and_changes_nothing():
    bridge = opened(*PLAYED)

    done = recorded(bridge, "caida A", "proclama", "caida B")

    assert (done["done"], done["refused"]["code"]) == (1, "nada-que-proclamar")
    assert len(call(bridge, "rows")["answer"]) == 5


@pytest.mark.parametrize(("line", "code"), [("caida C", "notacion"), ("no es nada", "notacion")])
def test_what_is_no_notation_is_refused_as_such(line, code):
    assert recorded(opened(*PLAYED), line)["refused"]["code"] == code
    assert call(opened(*PLAYED), "preview", notation=line)["refused"]["code"] == code


def test_what_a_jugada_would_do_after_others_is_told_and_nothing_is_recorded():
    bridge = opened(SORTEO, "caida A")

    seen = call(bridge, "preview", notation="conteo A=0 B=40 mesa=0", before=["anula 2", "caida B", "segundo-reparto"])
    refused = call(bridge, "preview", notation="caida A", before=["anula 2", "anula 2"])

    assert seen["answer"]["score"] == {"A": 0, "B": 28}
    assert seen["answer"]["ask"] is None
    assert refused["refused"]["code"] == "ya-anulada"
    assert len(call(bridge, "rows")["answer"]) == 2


def test_a_protest_is_weighed_by_leaving_rows_out():
    bridge = opened(SORTEO, 'abandono B "se fueron"')

    assert call(bridge, "contested", seqs=[2])["answer"] is True
    assert call(opened(*PLAYED), "contested", seqs=[2])["answer"] is False


def test_the_digest_is_that_of_the_log_with_the_header_that_is_open():
    rows = [{"client_id": "c1", "notation": SORTEO, "device_ts": "2026-12-05T20:30:00.123-05:00"}]

    assert call(opened(), "digest", rows=rows)["answer"] == log_digest(HEADER, rows)


def test_nothing_is_answered_before_a_mesa_is_open():
    with pytest.raises(RuntimeError, match="no mesa is open"):
        Bridge().call('{"do": "rows"}')


@settings(max_examples=40)
@given(st.randoms(use_true_random=True))
def test_answers_laid_on_one_another_are_the_log(rng):
    """Whoever keeps the rows up to `base` and puts those of the answer after them has the whole log as it is."""
    state = new_mesa(rng)
    bridge, log = Bridge(), []
    call(bridge, "open", header=header_of(state), lines=[])
    for _ in range(6):
        lines = []
        for _ in range(rng.randint(1, 6)):
            after = accepted(state, any_jugada(rng, state))
            if after is not None:
                lines.append(dump_jugada(after.entries[-1].jugada))
                state = after

        told = recorded(bridge, *lines)

        log[told["folded"]["base"] :] = told["folded"]["log"]
        assert told["done"] == len(lines)
        assert log == [row_json(row) for row in ledger(state)]
        assert told["folded"]["state"] == json.loads(json.dumps(result(state)))
        assert told["folded"]["legal"] == json.loads(json.dumps(legal_json(state)))
