"""Results of mesas that were kept on paper, judged as the tablet's are."""

import pytest

from referee.rules import RuleViolation, check_chicas, reglamento_get

RIOBAMBA = reglamento_get("riobamba")


@pytest.mark.parametrize(
    ("chicas", "winner", "reason", "zapateria"),
    [
        ([(40, 8)], "A", "zapateria", True),
        ([(2, 40)], "B", "zapateria", True),
        ([(40, 12), (40, 26)], "A", "chicas", False),
        ([(40, 12), (14, 40), (40, 26)], "A", "chicas", False),
        ([(12, 40), (40, 6), (38, 40)], "B", "chicas", True),
        ([(40, 10), (40, 0)], "A", "chicas", True),
    ],
)
def test_possible_chicas_name_the_winner_and_why(chicas, winner, reason, zapateria):
    found = check_chicas(RIOBAMBA, chicas)

    assert (found.outcome.winner, found.outcome.reason, any(chica.zapateria for chica in found.chicas)) == (
        winner,
        reason,
        zapateria,
    )


@pytest.mark.parametrize(
    ("chicas", "code"),
    [
        ([], "faltan-chicas"),
        ([(40, 12)], "faltan-chicas"),
        ([(40, 12), (12, 40)], "faltan-chicas"),
        ([(40, 8), (40, 12)], "chica-de-mas"),
        ([(40, 12), (40, 12), (12, 40)], "chica-de-mas"),
        ([(40, 12), (12, 40), (40, 12), (40, 12)], "chica-de-mas"),
        ([(40, 40), (40, 12)], "chica-sin-ganador"),
        ([(38, 12), (40, 12)], "chica-sin-ganador"),
        ([(40, 13), (40, 12)], "puntaje-imposible"),
        ([(42, 12), (40, 12)], "puntaje-imposible"),
        ([(40, -2), (40, 12)], "puntaje-imposible"),
    ],
)
def test_impossible_chicas_are_refused(chicas, code):
    with pytest.raises(RuleViolation) as refusal:
        check_chicas(RIOBAMBA, chicas)

    assert refusal.value.code == code
    assert refusal.value.article


def test_the_settings_of_the_championship_count():
    only_honour = reglamento_get("riobamba", {"zapateria-alcance": "ninguna"})
    any_chica = reglamento_get("riobamba", {"zapateria-alcance": "cualquier-chica"})

    assert check_chicas(only_honour, [(40, 8), (40, 12)]).outcome.reason == "chicas"
    assert check_chicas(any_chica, [(40, 12), (8, 40)]).outcome.winner == "B"


@pytest.mark.parametrize(
    ("key", "chicas", "ended", "zapateria"),
    [
        ("pagat", [(40, 2)], ("A", "chicas"), False),
        ("blog", [(40, 2), (40, 38)], ("A", "chicas"), False),
        ("quito", [(8, 40)], ("B", "zapateria"), True),
        ("juez-de-aguas", [(8, 40), (40, 10), (40, 2)], ("A", "chicas"), True),
    ],
)
def test_each_rulebook_ends_its_mesas_on_paper(key, chicas, ended, zapateria):
    found = check_chicas(reglamento_get(key), chicas)

    assert (found.outcome, any(chica.zapateria for chica in found.chicas)) == (ended, zapateria)


def test_on_paper_a_mesa_of_one_chica_has_no_second():
    with pytest.raises(RuleViolation) as refusal:
        check_chicas(reglamento_get("pagat"), [(40, 2), (40, 2)])

    assert refusal.value.code == "chica-de-mas"


@pytest.mark.parametrize(("offender", "winner"), [("A", "B"), ("B", "A")])
def test_on_paper_whoever_deals_badly_loses_the_mesa_where_the_text_says_so(offender, winner):
    found = check_chicas(reglamento_get("pagat"), [], misdealt=offender)

    assert (found.outcome, any(chica.zapateria for chica in found.chicas)) == ((winner, "mal-reparto"), False)


@pytest.mark.parametrize(
    ("key", "chicas", "code"),
    [("riobamba", [(40, 12)], "no-existe-en-reglamento"), ("pagat", [(40, 2)], "mesa-terminada")],
)
def test_on_paper_no_misdeal_loses_a_mesa_that_is_over_or_elsewhere(key, chicas, code):
    with pytest.raises(RuleViolation) as refusal:
        check_chicas(reglamento_get(key), chicas, misdealt="A")

    assert refusal.value.code == code
    assert refusal.value.article


def test_a_chica_that_a_protest_left_at_forty_both_is_of_who_is_said_to_have_won_it():
    found = check_chicas(RIOBAMBA, [(40, 40), (40, 12), (10, 40)], tied={1: "B"})

    assert found.outcome == ("B", "chicas")
