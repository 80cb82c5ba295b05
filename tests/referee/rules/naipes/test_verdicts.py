"""Whether a lift was right, what was forgotten, caída and limpia, and what is said of it."""

from dataclasses import replace

import pytest
from hypothesis import given

from referee.rules import RuleViolation
from referee.rules.naipes import captures, lift_verdict
from tests.referee.rules.naipes.rulebooks import ONLY_IGUAL, RIOBAMBA, TWO_ADD, TWO_OR_CLEAN
from tests.referee.rules.naipes.tables import lifts


def verdict(table, card, lifted, previous=None, *, rules=RIOBAMBA, redealt=False):
    return lift_verdict(rules, tuple(table.split()), card, tuple(lifted.split()), previous, redealt=redealt)


def said(found, code):
    return next((finding.message for finding in found.findings if finding.code == code), None)


def test_the_whole_lift_is_right_and_clears_the_table():
    found = verdict("2 3 6 7 J", "5", "2 3 6 7 J")

    assert (found.right, found.kind, found.word, found.points) == (True, "suma", "limpia", 2)
    assert (found.cards, found.escalera) == (("2", "3"), ("6", "7", "J"))
    assert said(found, "correcto") == "Levante correcto: 2 y 3 suman 5, y en escalera siguen 6, 7 y J."
    assert said(found, "limpia") == "Es limpia: vale 2 puntos."


@pytest.mark.parametrize(
    ("table", "card", "lifted", "fault", "returned"),
    [
        ("2 3", "5", "2 4", "no-esta-en-mesa", "2 4"),
        ("5", "5", "5 5", "no-esta-en-mesa", "5 5"),
        ("6 7", "5", "6 7", "escalera-sin-levante", "6 7"),
        ("5 5", "5", "5 5", "dos-iguales", "5"),
        ("2 3 5", "5", "2 3 5", "dos-alternativas", "2 3"),
        ("A 2 3 4", "4", "A 3 4", "dos-alternativas", "A 3"),
        ("A 2 3 4", "5", "A 2 3 4", "dos-alternativas", "2 3"),
        ("2 5", "5", "2 5", "sobra-una-carta", "2"),
        ("A 2 3", "5", "A 2 3", "sobra-una-carta", "A"),
        ("J Q", "Q", "J", "figura-no-suma", "J"),
        ("2 4", "5", "2 4", "no-suma", "2 4"),
        ("2", "5", "2", "no-suma", "2"),
        ("5 6 J", "5", "5 6 J", "escalera-con-salto", "J"),
        ("5 7", "5", "5 7", "escalera-con-salto", "7"),
        ("5 6 6", "5", "5 6 6", "escalera-repetida", "6"),
    ],
)
def test_what_is_wrong_with_a_lift(table, card, lifted, fault, returned):
    found = verdict(table, card, lifted)

    assert (found.right, found.fault, " ".join(found.returned)) == (False, fault, returned)
    assert (found.word, found.points) == (None, None)
    assert found.findings[0].message.startswith("Levante incorrecto: ")


def test_escalera_after_suma_is_wrong_where_it_only_follows_igual():
    found = verdict("2 3 6", "5", "2 3 6", rules=ONLY_IGUAL)

    assert (found.fault, found.returned) == ("escalera-no-vale", ("6",))
    assert said(found, "escalera-no-vale") == (
        "Levante incorrecto: la escalera solo sigue a un igual: no se levanta 6."
    )


def test_more_cards_than_may_add_up_are_wrong():
    found = verdict("A 2 4", "7", "A 2 4", rules=TWO_ADD)

    assert (found.fault, found.returned) == ("suma-de-mas-cartas", ("A", "2", "4"))
    assert said(found, "suma-de-mas-cartas") == "Levante incorrecto: se pueden sumar a lo más 2 cartas."


def test_more_cards_than_two_are_right_only_when_nothing_is_left():
    assert verdict("A 2 4 J", "7", "A 2 4 J", rules=TWO_OR_CLEAN).word == "limpia"
    assert verdict("A 2 4 J", "7", "A 2 4", rules=TWO_OR_CLEAN).fault == "suma-de-mas-cartas"
    assert verdict("A 2 4 5", "7", "2 5", rules=TWO_OR_CLEAN).right


def test_the_figures_are_called_as_the_deck_calls_them():
    spanish = replace(RIOBAMBA, deck_figures=("sota", "caballo", "rey"))

    found = verdict("7 J Q", "7", "7 J Q", rules=spanish)

    assert said(found, "correcto") == "Levante correcto: un 7 levanta su igual, y en escalera siguen sota y caballo."
    assert said(verdict("Q", "Q", "Q", rules=spanish), "correcto") == "Levante correcto: un caballo levanta su igual."
    assert (found.escalera, found.as_json()["escalera"]) == (("J", "Q"), ["J", "Q"])


def test_what_was_lifted_rightly_stays_when_the_rest_goes_back():
    found = verdict("2 3 6 7 Q", "5", "2 3 6 7 Q")

    assert (found.cards, found.escalera, found.returned) == (("2", "3"), ("6", "7"), ("Q",))
    assert said(found, "vuelven") == "Vuelve a la mesa Q; lo demás queda levantado: 2, 3, 6 y 7."


def test_when_nothing_was_right_the_card_thrown_stays_too():
    assert said(verdict("2 4", "5", "2 4"), "vuelven") == "Vuelven a la mesa 2 y 4, y también queda un 5."


@pytest.mark.parametrize(
    ("lifted", "forgotten"), [("2 3 6 7", "J"), ("2 3", "6 7 J"), ("2 3 6 J", "7"), ("2 3 7 J", "6")]
)
def test_forgotten_cards_of_the_escalera_leave_no_limpia(lifted, forgotten):
    found = verdict("2 3 6 7 J", "5", lifted)

    assert found.right
    assert (" ".join(found.forgotten), found.limpia, found.word) == (forgotten, False, None)
    assert "el Juez retira lo olvidado" in said(found, "olvidadas")
    assert next(f.article for f in found.findings if f.code == "olvidadas") == "16"


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        ("las-retira-el-juez", "el Juez retira lo olvidado hasta que termine la data y no cuenta para nadie"),
        ("las-toma-la-rival", "el rival puede tomar lo olvidado, y si así limpia la mesa la limpia es suya"),
        (
            "companero-y-luego-rival",
            "puede tomarlo el compañero, si lo hay y lo nota; si no, el rival; si nadie, queda",
        ),
    ],
)
def test_what_becomes_of_forgotten_cards_is_the_rulebooks_matter(policy, sentence):
    found = verdict("2 3 6 7 J", "5", "2 3 6 7", rules=replace(RIOBAMBA, forgotten_cards_policy=policy))

    assert sentence in said(found, "olvidadas")


def test_caida_is_an_igual_with_the_card_just_thrown():
    assert verdict("3 5", "5", "5", "5").word == "caida"
    assert verdict("3 5", "5", "5", "3").word is None
    assert verdict("2 3", "5", "2 3", "3").word == "limpia"
    assert verdict("3 5", "5", "5").word is None


def test_caida_that_clears_the_table_is_caida_y_limpia_also_with_an_escalera():
    assert verdict("5", "5", "5", "5").word == "caida-limpia"

    found = verdict("5 6 7", "5", "5 6 7", "5")

    assert (found.caida, found.limpia, found.word, found.points) == (True, True, "caida-limpia", 2)


def test_a_caida_that_is_wrong_besides_earns_nothing():
    found = verdict("2 5", "5", "2 5", "5")

    assert (found.caida, found.limpia, found.word) == (False, False, None)


def test_no_caida_on_the_first_card_after_a_deal_unless_the_championship_says_so():
    found = verdict("5", "5", "5", "5", redealt=True)

    assert (found.word, said(found, "no-es-caida")) == (
        "limpia",
        "No es caída: es la primera carta después de repartir.",
    )
    allowed = replace(RIOBAMBA, caida_allowed_on_first_card_after_redeal=True)
    assert verdict("5", "5", "5", "5", rules=allowed, redealt=True).word == "caida-limpia"


def test_lifting_nothing_is_no_fault_and_says_what_could_be_lifted():
    found = verdict("2 3 5", "5", "")

    assert (found.right, found.word, found.kind) == (True, None, None)
    assert said(found, "sin-levante") == "No levantó nada: queda un 5 más en la mesa."
    assert said(found, "alternativas") == "Podía levantar: 2 y 3 (suma); 5 (igual)."


def test_what_else_was_possible_leaves_out_what_was_done():
    assert said(verdict("2 3 5", "5", "5"), "alternativas") == "También podía levantar: 2 y 3 (suma)."
    assert said(verdict("5", "5", "5"), "sin-alternativa") == "No había otro levante posible."
    assert said(verdict("", "5", ""), "sin-alternativa") == "Con esa carta no se podía levantar nada."


def test_cards_that_no_deck_has_are_refused():
    with pytest.raises(RuleViolation) as refused:
        verdict("5 5 5 5", "5", "5")

    assert (refused.value.code, refused.value.article) == ("cartas-de-mas", "1.a")


def test_a_verdict_is_written_for_programs():
    written = verdict("2 3 6 7 J", "5", "2 3 6 7").as_json()

    assert (written["correcto"], written["olvidadas"], written["jugada"]) == (True, ["J"], None)
    assert written["frases"][0]["codigo"] == "correcto"


@pytest.mark.parametrize("rules", [RIOBAMBA, ONLY_IGUAL, TWO_ADD], ids=["riobamba", "only-igual", "two-add"])
@given(lift=lifts())
def test_a_lift_is_right_exactly_when_it_is_a_capture_less_forgotten_cards(rules, lift):
    table, card, lifted = lift
    possible = captures(rules, table, card)

    found = lift_verdict(rules, table, card, lifted)

    explained = [
        c for c in possible
        if set(lifted) >= set(c.cards) and sorted(found.forgotten + lifted) == sorted(c.lifted)
    ]  # fmt: skip
    assert found.right == bool(explained or not lifted)
    assert found.limpia == (bool(explained) and len(lifted) == len(table))


@given(lift=lifts())
def test_nothing_is_lost_between_what_stays_and_what_goes_back(lift):
    table, card, lifted = lift

    found = lift_verdict(RIOBAMBA, table, card, lifted)

    assert sorted(found.cards + found.escalera + found.returned) == sorted(lifted)
    if found.fault and found.cards:
        kept = lift_verdict(RIOBAMBA, table, card, found.cards + found.escalera)
        assert kept.right
    assert all(finding.message.endswith(".") and finding.article for finding in found.findings)


def test_every_capture_is_right():
    table = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
    for card in table:
        for capture in captures(RIOBAMBA, table, card):
            assert lift_verdict(RIOBAMBA, table, card, capture.lifted).right
