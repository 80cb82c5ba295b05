"""What holds for every mesa, whatever happens at its table."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules import (
    Adjudica,
    Anula,
    Conteo,
    Game,
    JuegoYVeo,
    Line,
    MalPedido,
    MalReparto,
    Recuento,
    Reparte,
    RepiteData,
    Ronda,
    RuleViolation,
    apply,
    decide,
    dump_game,
    dump_jugada,
    effective,
    last_effective,
    ledger,
    legal,
    outcome,
    parse_game,
    play,
    preview,
    replay,
    result,
    skip,
    start,
)
from tests.referee.rules.walks import accepted, any_jugada, filled, new_mesa, walk

# What `decide` may still say of an argument whose choice `legal` offers: the choice names what it needs.
ARGUMENTS = {
    "sorteo": {"sorteo-incompleto", "sorteo-empatado", "falta-reparte", "reparte-equivocado", "sorteo-sin-cartas"},
    "conteo": {"conteo-no-suma-40", "falla-no-procede", "sobrantes-con-dueno"},
    "recuento": {"conteo-no-suma-40"},
    "ajusta": {"puntos-impares", "ajuste-excesivo", "no-se-restan-diez", "fallo-contrario"},
}

chance = st.randoms(use_true_random=True)


@st.composite
def mesas(draw, most=60):
    rng = draw(chance)
    return walk(rng, new_mesa(rng), rng.randint(0, most))


def refused_as(state, jugada):
    """The code with which `jugada` is refused, None where it is accepted."""
    try:
        decide(state, jugada)
    except RuleViolation as refusal:
        return refusal.code
    return None


def outright(state, undone):
    """The position of the rows of `state` up to `undone`, never having played the others."""
    return replay(state.reglamento, state.seats, [entry.jugada for entry in state.entries[:undone]]).position


def covers(choice, jugada):  # noqa: C901 (one case a kind of jugada)
    """Whether this choice is the one that offers `jugada`: it is allowed, or names the players for whom it is."""
    if choice.jugada != jugada.word:
        return False
    match jugada:
        case JuegoYVeo(subject=subject, upheld=upheld, number=None):
            return choice.finding == ("procede" if upheld else "no-procede") and subject in choice.subjects
        case MalPedido(subject=subject):
            return subject in choice.subjects
        case _ if not choice.allowed:
            return False
        case JuegoYVeo(subject=subject, number=number):
            return any(number == target.number and subject in target.subjects for target in choice.targets)
        case Ronda(subject=subject, rank=rank):
            return subject in choice.subjects and rank in choice.ranks
        case Reparte(player=player):
            return player in choice.subjects
        case Recuento(asked_by=asked_by):
            return asked_by in choice.subjects
        case MalReparto(dealer=dealer):
            return dealer is None or dealer in choice.subjects
        case RepiteData(data=data):
            return data is None or data in [target.number for target in choice.targets]
        case _ if jugada.word == "arranche":
            return jugada.cards <= choice.cards
        case Anula(number=number, reason=None):
            return number == choice.last
        case _:
            subject = getattr(jugada, "subject", None)
            return subject is None or subject in choice.subjects


@given(mesas(), chance)
def test_what_legal_offers_is_accepted(state, rng):
    offered = [
        jugada for choice in legal(state) if choice.allowed or choice.subjects for jugada in filled(rng, choice, state)
    ]

    refused = [jugada for jugada in offered if accepted(state, jugada) is None]

    assert refused == []


@given(mesas(), chance)
def test_nothing_else_is_accepted(state, rng):
    choices = legal(state)
    for _ in range(40):
        jugada = any_jugada(rng, state)
        if isinstance(jugada, Anula):
            continue  # of older jugadas by `preview`, in the next test
        offered = any(covers(choice, jugada) for choice in choices)
        refusal = refused_as(state, jugada)
        assert offered == (refusal is None or refusal in ARGUMENTS.get(jugada.word, ())), (dump_jugada(jugada), refusal)


@given(mesas())
def test_undo_without_reason_is_offered_for_the_last_row_that_counts(state):
    offered = [choice for choice in legal(state) if covers(choice, Anula(1))]
    last = last_effective(state.entries)
    undone = [n for n in range(1, state.next_number) if accepted(state, Anula(n)) is not None]

    assert all(choice.last == last.number for choice in offered)
    # The newest row as well, where it is itself an undo.
    assert set(undone) <= {row.number for row in (last, state.entries[-1] if state.entries else None) if row}
    assert last is None or last.number in undone


@given(mesas(), chance)
def test_preview_says_what_recording_does(state, rng):
    for _ in range(20):
        jugada = any_jugada(rng, state)
        after = accepted(state, jugada)
        if after is None:
            with pytest.raises(RuleViolation):
                preview(state, jugada)
        else:
            seen = preview(state, jugada)
            found = result(after)
            same_chica = len(after.position.chicas) == len(state.position.chicas)
            assert seen.estado == found["estado"]
            assert {"A": seen.score[0], "B": seen.score[1]} == found["marcador"]
            assert seen.closes == (after.position.closer is not None and state.position.closer is None)
            assert not same_chica or seen.points == tuple(
                after.position.points[i] - state.position.points[i] for i in (0, 1)
            )


@given(mesas(), chance)
def test_the_score_each_choice_promises_is_the_score_it_gives(state, rng):
    for choice in legal(state):
        if not choice.allowed or choice.score is None:
            continue
        named = [j for j in filled(rng, choice, state) if not (isinstance(j, JuegoYVeo) and j.number)]
        for jugada in named:
            assert preview(state, jugada).score == choice.score
            assert preview(state, jugada).points == choice.points
            assert preview(state, jugada).closes == choice.closes


@given(mesas())
def test_folding_one_by_one_is_the_replay(state):
    again = replay(state.reglamento, state.seats, [entry.jugada for entry in state.entries])

    assert again == state


@given(mesas(), chance)
def test_a_refused_jugada_changes_nothing_but_the_numbering(state, rng):
    for _ in range(20):
        jugada = any_jugada(rng, state)
        before = result(state)
        if accepted(state, jugada) is None:
            assert result(state) == before
            passed = skip(state)
            assert (passed.position, passed.entries) == (state.position, state.entries)
            assert passed.next_number == state.next_number + 1


@given(chance)
def test_a_file_with_refused_lines_folds_like_the_accepted_ones(rng):
    state = new_mesa(rng)
    begin, lines, expected = state, [], []
    for number in range(1, 60):
        jugada = any_jugada(rng, state)
        lines.append(Line(number, dump_jugada(jugada), jugada))
        after = accepted(state, jugada)
        expected += [number] if after is None else []
        state = after or skip(state)

    found, refused, _ = play(Game(begin.reglamento.key, begin.reglamento.chosen, begin.seats, tuple(lines)))

    assert (found.position, found.entries) == (state.position, state.entries)
    assert found.next_number == state.next_number
    assert [each.line for each in refused] == expected


@given(mesas(most=120))
def test_scores_are_even_and_shown_from_0_to_40(state):
    found = result(state)

    shown = [found["marcador"], *found["chicas"]]
    assert all(board[side] in range(0, 41, 2) for board in shown for side in "AB")
    floor = state.reglamento.match_score_floor
    assert all(points % 2 == 0 for points in (*state.position.points, *state.position.unpaid))
    assert floor is None or min(state.position.points) >= floor
    assert state.reglamento.match_keeps_over_target or max(state.position.points) <= 40


@given(mesas(most=120))
def test_the_cards_of_a_count_add_up_to_forty(state):
    counted = [data for data in result(state)["datas"] if not data["anulada"]]

    assert [sum(data["cartas"].values()) + data["mesa"] + data["retiradas"] for data in counted] == [40] * len(counted)
    counts = sum(isinstance(entry.jugada, Conteo) for entry in effective(state.entries))
    repeats = any(isinstance(entry.jugada, RepiteData) for entry in effective(state.entries))
    assert len(counted) <= counts if repeats else len(counted) == counts


@given(mesas(), chance, st.integers(1, 15))
def test_undoing_the_last_ones_equals_never_having_played_them(state, rng, most):
    later, played = state, 0
    while played < most:
        after = accepted(later, any_jugada(rng, later))
        if after is None or isinstance(after.entries[-1].jugada, Anula):
            most -= 1
            continue
        later, played = after, played + 1

    for _ in range(played):
        undo = Anula(last_effective(later.entries).number)
        decide(later, undo)
        later = apply(later, undo)

    assert later.position == state.position
    assert later.position == outright(later, len(state.entries))


@given(mesas(), chance)
def test_undoing_an_undo_is_the_identity(state, rng):
    numbers = [entry.number for entry in effective(state.entries)]
    for number in rng.sample(numbers, min(5, len(numbers))):
        undone = accepted(state, Anula(number, "motivo"))
        if undone is not None:
            redo = Anula(undone.entries[-1].number)
            decide(undone, redo)
            assert apply(undone, redo).position == state.position


@given(mesas(most=120), chance)
def test_a_mesa_that_is_over_stays_over(state, rng):
    for _ in range(60):
        jugada = any_jugada(rng, state)
        after = accepted(state, jugada)
        if after is not None:
            if outcome(state) and not isinstance(jugada, Anula):
                assert isinstance(jugada, Adjudica)
                assert jugada.word == "adjudica-mesa"
                assert outcome(after).winner == jugada.subject[0]
                assert outcome(after).reason == "fallo"
            state = after


@given(mesas(most=120))
def test_chicas_and_the_winner_agree(state):
    found, rules = result(state), state.reglamento
    enough = rules.match_chicas_to_win_mesa
    won = {side: sum(chica["ganador"] == side for chica in found["chicas"]) for side in "AB"}

    assert found["ganadas"] == won
    assert max(won.values()) <= enough
    assert len(found["chicas"]) <= 2 * enough - 1
    assert all(chica[chica["ganador"]] == 40 for chica in found["chicas"])
    assert (found["estado"] == "terminada") == (found["ganador"] is not None) == (found["motivo"] is not None)
    if found["motivo"] == "chicas":
        assert won[found["ganador"]] == enough
    if found["motivo"] == "zapateria":
        assert found["chicas"][-1]["zapateria"]
        assert found["chicas"][-1]["ganador"] == found["ganador"]
        assert len(found["chicas"]) == 1 or rules.zapateria_scope == "cualquier-chica"
        assert rules.zapateria_mesa_effect == "termina-la-mesa"
    if found["motivo"] == "mal-reparto":
        assert rules.misdeal_offender_loses == "la-mesa"
    if enough in won.values():
        assert found["estado"] == "terminada"


@given(mesas(most=120))
def test_the_ledger_adds_up_to_the_board_of_each_chica(state):
    rows, found = ledger(state), result(state)

    def adds_up_to(chica):
        return tuple(max(0, min(40, sum(row.points[side] for row in rows if row.chica == chica))) for side in (0, 1))

    chicas = [(chica["A"], chica["B"]) for chica in found["chicas"]]
    assert [adds_up_to(number) for number in range(1, len(chicas) + 1)] == chicas
    after_them = any(row.chica > len(chicas) for row in rows)
    in_play = adds_up_to(len(chicas) + 1) if after_them or not outcome(state) else chicas[-1]
    assert (found["marcador"]["A"], found["marcador"]["B"]) == in_play
    assert [tuple(sum(row.unpaid[side] for row in rows) for side in (0, 1))] == [tuple(found["impagos"].values())]
    assert [row.number for row in rows if row.effective and not isinstance(row.jugada, Anula)] == [
        entry.number for entry in effective(state.entries)
    ]
    assert all(row.points == (0, 0) for row in rows if not row.effective)


@given(mesas())
def test_the_result_is_json_and_stays_the_same(state):
    lines = tuple(Line(entry.number, "", entry.jugada) for entry in state.entries)
    text = dump_game(Game(state.reglamento.key, state.reglamento.chosen, state.seats, lines))

    found = json.dumps(result(state), ensure_ascii=False)

    again = result(*play(parse_game(text)))
    assert isinstance(again.pop("advertencias"), list)
    assert json.dumps(again, ensure_ascii=False) == found
    assert json.loads(found) == result(state)


@given(chance)
def test_a_mesa_before_its_sorteo_has_nothing(rng):
    found = result(start(new_mesa(rng).reglamento))

    assert found["estado"] == "por-sortear"
    assert (found["data"], found["reparto"], found["reparte"]) == (0, 0, None)
    assert found["marcador"] == found["ganadas"] == found["impagos"] == {"A": 0, "B": 0}


def test_walks_see_every_refusal():
    """The walks above would prove little if some refusal never came up in them."""
    rng, seen = Random(15), set()
    for _ in range(400):
        state = new_mesa(rng)
        for _ in range(200):
            jugada = any_jugada(rng, state)
            seen.add(refused_as(state, jugada))
            state = accepted(state, jugada) or state

    assert seen >= {code for codes in ARGUMENTS.values() for code in codes} - {"sorteo-incompleto"}
    assert seen >= {
        "38-no-juega",
        "anula-rompe",
        "arranche-imposible",
        "caida-en-ronda-bloqueada",
        "chica-por-proclamar",
        "data-inexistente",
        "doble-sancion",
        "fallo-contrario",
        "reparte-igual",
        "ya-sancionada",
        "falta-motivo",
        "falta-reparto",
        "falta-sorteo",
        "mesa-suspendida",
        "mesa-terminada",
        "no-es-su-turno",
        "no-existe-en-reglamento",
        "no-sentado",
        "no-suspendida",
        "nada-que-proclamar",
        "protesta-propia",
        "protesta-sin-levante",
        "reparto-hecho",
        "ronda-bloqueada",
        "ronda-imposible",
        "ronda-repetida",
        "ronda-tarde",
        "sorteo-hecho",
        "ya-anulada",
        "ya-protestada",
    }
