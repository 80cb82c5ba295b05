"""The sheet that is read aloud says what the engine does: every parameter is in it, and its points are those of the fold."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle

import pytest

from referee.rules import (
    REGLAMENTOS,
    SEATS,
    MesaState,
    Reglamento,
    RuleViolation,
    apply,
    decide,
    dump_jugada,
    parse_jugada,
    reglamento_get,
    start,
)
from referee.rules.naipes import deal, parse_card_line, replayed
from referee.rules.parameters import DECLARATIONS, field_name
from referee.rules.rule_sheet import LANGUAGES, Language, RuleSheet, Terms, read_aloud

FIELDS = [field_name(declared.key) for declared in DECLARATIONS.values() if declared.engine]
TERMS = Terms(appeal_minutes=20, grace_minutes=10, identification="cédula")
ALONE = TERMS._replace(players_per_pareja=1)
EVERY = sorted(REGLAMENTOS)
everywhere = pytest.mark.parametrize("key", EVERY)

# Another value that the engine knows, where it is not a number, a yes or a no.
OTHERS = {
    "match_players_per_pair": ((2,), (1, 2)),
    "deal_turn_direction": ("derecha", "izquierda"),
    "deal_first_dealer_method": ("suma-de-cartas", "primer-brillo", "carta-mayor", "acuerdo"),
    "misdeal_offender_loses": ("nada", "la-mesa"),
    "capture_sequence_after": (("igual", "suma"), ("igual",)),
    "capture_sequence_order": ("A 2 3 4 5 6 7 J Q K", "A 2 3 4 5 6 7"),
    "caida_streak_of_4_effect": (None, 10, "chica"),
    "doble_ronda_effect": (4, 40, "chica"),
    "caida_en_ronda_effect": (None, 4, 10, "chica"),
    "ronda_claim_deadline": ("cuarta-primera-carta", "propia-primera-carta", "primera-carta"),
    "forgotten_cards_policy": ("las-retira-el-juez", "las-toma-la-rival", "companero-y-luego-rival"),
    "ronda_verified_by": ("juez-o-inspector", "juez-de-aguas"),
    "caida_en_ronda_claim_deadline": ("con-la-caida", "fin-de-la-data"),
    "caida_claim_required": ("jugador-o-companero", True, False),
    "wrong_lift_call": ("juego y veo", "veo y juego"),
    "wrong_lift_who_may_call": ("siguiente", "rivales"),
    "count_tie_at_threshold_to": ("la-de-la-data", "ambas"),
    "count_tie_at_threshold_for": ("cartas", "darlas"),
    "count_majority_to": ("la-mayor", "la-de-la-data"),
    "deal_data_belongs_to": ("quien-reparte", "quien-repartio"),
    "deck_figures": (("J", "Q", "K"), ("sota", "caballo", "rey")),
    "match_score_floor": (0, None),
    "misdeal_points_already_scored_stand": (True, False),
    "misdeal_next_dealer": ("elige-la-pareja", "siguiente"),
    "out_of_turn_offender_points": (None, -2),
    "rule38_may_still_score": (("caida",), ("caida", "conteo")),
    "zapateria_measured_on": ("marcador-final", "nunca-llego"),
    "zapateria_scope": ("primera-chica", "primera-data", "cualquier-chica", "ninguna"),
    "zapateria_mesa_effect": ("termina-la-mesa", "ninguno"),
    "zapateria_tournament_effect": ("no-elimina-primera-derrota", "ninguno", "elimina"),
}
# Where a parameter decides nothing, because of another one.
IDLE: dict[str, Callable[[Reglamento], bool]] = {
    "deal_sorteo_ace_value": lambda r: r.deal_first_dealer_method != "suma-de-cartas",
    "deal_sorteo_figure_value": lambda r: r.deal_first_dealer_method != "suma-de-cartas",
    "deal_sorteo_each_chica": lambda r: r.match_chicas_to_win_mesa == 1,
    "misdeal_points_to_opponents": lambda r: r.misdeal_offender_loses == "la-mesa",
    "misdeal_deal_passes_to_opponents": lambda r: r.misdeal_offender_loses == "la-mesa",
    "misdeal_subtract_from_offender_allowed": lambda r: not r.misdeal_points_to_opponents,
    "caida_en_ronda_claim_deadline": lambda r: r.caida_en_ronda_effect is None,
    "caida_en_ronda_blocked_from": lambda r: r.caida_en_ronda_effect is None,
    "caida_en_ronda_blocked_unless_unannounced": lambda r: r.caida_en_ronda_blocked_from is None,
    "wrong_lift_call": lambda r: r.wrong_lift_caller_points is None,
    "wrong_lift_who_may_call": lambda r: r.wrong_lift_caller_points is None,
    "wrong_lift_takes_back": lambda r: r.wrong_lift_caller_points is None,
    "wrong_lift_offender_points": lambda r: r.wrong_lift_caller_points is None,
    "wrong_lift_rejected_points": lambda r: r.wrong_lift_caller_points is None,
    "count_majority_requires_data": lambda r: not r.count_majority_points,
    "count_majority_max_cards": lambda r: not r.count_majority_points,
    "count_majority_to": lambda r: not r.count_majority_points,
    "count_majority_always": lambda r: not r.count_majority_points,
    "deal_data_belongs_to": lambda r: not r.count_tie_points,
    "capture_longer_sum_if_limpia": lambda r: r.capture_addition_max_cards is None,
    "misdeal_next_dealer": lambda r: r.misdeal_next_dealer is None,
    "misdeal_points_already_scored_stand": lambda r: r.misdeal_points_already_scored_stand is None,
    "falla_automatic": lambda r: not r.falla_points,
    "rule38_may_still_score": lambda r: not r.rule38_enabled,
    "rule38_sanctions_may_close": lambda r: not r.rule38_enabled,
    "zapateria_measured_on": lambda r: r.zapateria_threshold_below is None,
    "zapateria_scope": lambda r: r.zapateria_threshold_below is None or r.zapateria_mesa_effect == "ninguno",
    "zapateria_mesa_effect": lambda r: r.zapateria_threshold_below is None or r.zapateria_scope == "ninguna",
    "zapateria_tournament_effect": lambda r: r.zapateria_threshold_below is None,
}


def told(rules: Reglamento, language: Language = "es", terms: Terms = TERMS) -> str:
    return "\n".join(s.text for section in read_aloud(rules, terms, language).sections for s in section.sentences)


def others(name: str, value: object) -> list[object]:
    """Values that this parameter does not have."""
    if name in OTHERS:
        return [other for other in OTHERS[name] if other != value]
    declared = next(declared for declared in DECLARATIONS.values() if field_name(declared.key) == name)
    if declared.said:
        return [other for other in declared.said if other != value]
    if isinstance(value, bool) or "passes" in name:
        return [not value]
    return [value + 2] if isinstance(value, int) else [6]


@everywhere
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_parameter_that_changes_changes_what_is_said(key: str, language: Language) -> None:
    rules = REGLAMENTOS[key]
    before = told(rules, language)
    deciding = [name for name in FIELDS if name not in IDLE or not IDLE[name](rules)]

    same = [
        (name, other)
        for name in deciding
        for other in others(name, getattr(rules, name))
        if told(replace(rules, **{name: other}), language) == before
    ]

    assert same == []


def test_every_parameter_decides_something_somewhere() -> None:
    assert {name for name in IDLE if all(IDLE[name](rules) for rules in REGLAMENTOS.values())} == set()


@everywhere
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_director_decides_is_marked(key: str, language: Language) -> None:
    for setting in REGLAMENTOS[key].settings:
        for choice in setting.choices[1:]:
            settled = reglamento_get(key, {setting.key: choice.value})

            sheet = read_aloud(settled, TERMS, language)

            marked = [s.text for section in sheet.sections for s in section.sentences if s.decided]
            assert marked, (setting.key, choice.value)
            assert sheet.decided
            assert told(settled, language) != told(REGLAMENTOS[key], language), (setting.key, choice.value)


def test_the_majority_is_the_director_s_only_where_he_changed_what_is_said_of_it() -> None:
    def decided(**settings: str) -> bool:
        sheet = read_aloud(reglamento_get("riobamba", {k.replace("_", "-"): v for k, v in settings.items()}), TERMS)
        (sentence,) = (s for s in sentences(sheet) if "count.majority_points" in s.keys)
        return sentence.decided

    assert not decided(dos_por_darlas="quien-repartio")
    assert decided(mayoria_bajo_20="literal", dos_por_darlas="quien-repartio")


@everywhere
def test_nothing_is_marked_as_long_as_he_decides_nothing(key: str) -> None:
    assert not read_aloud(REGLAMENTOS[key], TERMS).decided


@pytest.mark.parametrize(
    "other",
    [
        TERMS._replace(appeal_minutes=25),
        TERMS._replace(appeal_minutes=None),
        TERMS._replace(grace_minutes=7),
        TERMS._replace(identification="pasaporte"),
        TERMS._replace(loser_signs=True),
        TERMS._replace(players_per_pareja=1),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_championship_settled_itself_is_said(other: Terms, language: Language) -> None:
    rules = REGLAMENTOS["quito"]

    assert told(rules, language, other) != told(rules, language)


@everywhere
def test_both_languages_say_the_same_with_the_same_numbers_and_sources(key: str) -> None:
    spanish, english = (read_aloud(REGLAMENTOS[key], TERMS, language) for language in LANGUAGES)

    for es, en in zip(sentences(spanish), sentences(english), strict=True):
        assert es.keys == en.keys
        assert numbers(es.text) == numbers(en.text)
        assert es.source
        assert en.source


PAIRED = re.compile(r"pareja|\bpair|compañer|partner|rivales|\brivals|la rival|cada una,|perdedora", re.IGNORECASE)
BROKEN = re.compile(r"(mesa|chica)l|Ningun jugador|[Tt]he rival (deal|gain|have)\b")


@everywhere
@pytest.mark.parametrize("language", LANGUAGES)
def test_single_players_are_no_parejas_whatever_is_settled(key: str, language: Language) -> None:
    choices = [{s.key: choice.value} for s in REGLAMENTOS[key].settings for choice in s.choices]

    other = ALONE._replace(loser_signs=True, appeal_minutes=None)

    for chosen, terms in (({}, other), *zip(({}, *choices), cycle((ALONE, other)), strict=False)):
        text = told(reglamento_get(key, chosen), language, terms)
        assert BROKEN.search(text) is None
        assert PAIRED.search(text) is None, [line for line in text.splitlines() if PAIRED.search(line)]


@everywhere
@pytest.mark.parametrize("terms", [TERMS, ALONE])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_one(key: str, language: Language, terms: Terms) -> None:
    for sentence in sentences(read_aloud(REGLAMENTOS[key], terms, language)):
        assert sentence.text[:1] in "«¿" or sentence.text[:1].isupper(), sentence.text
        assert sentence.text.endswith("."), sentence.text
        assert "None" not in sentence.text
        assert "  " not in sentence.text


# What the engine makes of a jugada, beside what the sheet says of it.


def sentences(sheet: RuleSheet):
    return [sentence for section in sheet.sections for sentence in section.sentences]


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", text))


def said(rules: Reglamento, parameter: str) -> str:
    (text,) = (s.text for s in sentences(read_aloud(rules, TERMS)) if parameter in s.keys)
    return text


def mesa(rules: Reglamento, *lines: str) -> MesaState:
    state = start(rules)
    cards = "A1=7 B1=2 A2=7 B2=3 " if rules.deal_first_dealer_method == "suma-de-cartas" else ""
    for line in (f"sorteo {cards}reparte=A1", *lines):
        jugada = parse_jugada(line)
        decide(state, jugada)
        state = apply(state, jugada)
    return state


def gained(rules: Reglamento, line: str, *before: str) -> tuple[int, int]:
    earlier = mesa(rules, *before).position.points
    later = mesa(rules, *before, line).position.points
    return later[0] - earlier[0], later[1] - earlier[1]


AWARDS = [
    ("caida A", "caida.points"),
    ("limpia A", "limpia.points"),
    ("caida-limpia A", "caida_y_limpia.total_points"),
    ("ronda A 4", "ronda.points"),
    ("doble-ronda A 4", "doble_ronda.effect"),
    ("caida-en-ronda A", "caida_en_ronda.effect"),
    ("cuatro-caidas A", "caida.streak_of_4_effect"),
]


@everywhere
@pytest.mark.parametrize(("line", "parameter"), AWARDS)
def test_a_jugada_brings_what_the_sheet_says(key: str, line: str, parameter: str) -> None:
    rules = REGLAMENTOS[key]
    text = said(rules, parameter)
    if "no existe" in text or "no dan nada" in text:
        with pytest.raises(Exception, match="no existe en el reglamento"):
            mesa(rules, line)
        return

    points = gained(rules, line)[0]

    assert ("gana la chica" in text and points == 40) or f" {points} puntos" in text


CAIDA_EN_RONDA = [*EVERY, *(f"{key} caida-en-ronda=diez" for key in EVERY if key != "pagat")]


@pytest.mark.parametrize("which", CAIDA_EN_RONDA)
def test_the_cards_of_a_caida_en_ronda_bring_what_the_sheet_says(which: str) -> None:
    key, *settings = which.split()
    rules = reglamento_get(key, dict(setting.split("=") for setting in settings))
    text, ronda = said(rules, "caida_en_ronda.effect"), "ronda A2 5"
    steps = [ronda, "tira B1 2", "tira A2 5", "tira B2 5 levanta 5"]
    table = replayed(rules, deal(rules, SEATS, "A1"), [parse_card_line(step) for step in steps])
    lines = [dump_jugada(jugada) for jugada in table.implies]

    brought = mesa(rules, ronda, *lines).position.points[1]

    if "no existe" in text:
        assert (lines, brought) == (["caida B2"], rules.caida_points)
    elif "además" in text:
        assert f"da {brought - rules.caida_points} puntos además de los de la caída" in text
    else:
        assert f"da {brought} puntos en total" in text or ("gana la chica" in text and brought == 40)


@everywhere
@pytest.mark.parametrize("cards", [21, 22, 23, 40])
def test_the_count_pays_what_the_sheet_says(key: str, cards: int) -> None:
    rules = REGLAMENTOS[key]

    points = gained(rules, f"conteo A={cards} B=0 mesa={40 - cards}", "segundo-reparto")[0]

    without_falla = points - (rules.falla_points if rules.falla_automatic else 0)
    text = said(rules, "count.threshold").replace(" cartas", "").replace(" puntos", "")
    assert f" {cards}, {without_falla}" in text


@everywhere
@pytest.mark.parametrize(
    ("conteo", "parameter"),
    [
        ("A=19 B=17 mesa=4", "count.majority_points"),
        ("A=18 B=18 mesa=4", "count.tie_points"),
        ("A=20 B=20 mesa=0", "count.tie_at_threshold_points"),
    ],
)
def test_a_poor_count_and_a_tie_pay_what_the_sheet_says(key: str, conteo: str, parameter: str) -> None:
    rules = REGLAMENTOS[key]
    text = said(rules, parameter)

    points = gained(rules, f"conteo {conteo}", "segundo-reparto")

    assert f"gana {max(points)} puntos" in text or (points == (0, 0) and ("no da nada" in text or "nadie gana" in text))
    assert (points[0] == points[1] > 0) == ("cada pareja" in text)


TWENTY_EACH = ('ajusta A +20 "marcador del caso"', 'ajusta B +20 "marcador del caso"')


@everywhere
def test_a_misdeal_costs_what_the_sheet_says(key: str) -> None:
    rules = REGLAMENTOS[key]

    state = mesa(rules, *TWENTY_EACH, "mal-reparto")

    if "pierde la mesa" in said(rules, "misdeal.offender_loses"):
        assert state.position.ended == ("B", "mal-reparto")
    else:
        assert f"gana {state.position.points[1] - 20} puntos" in said(rules, "misdeal.points_to_opponents")
        again = "otra vez el mismo" in said(rules, "misdeal.deal_passes_to_opponents")
        assert state.position.dealer == ("A1" if again else "B1")


@everywhere
def test_a_protest_moves_what_the_sheet_says(key: str) -> None:
    rules = REGLAMENTOS[key]
    upheld = said(rules, "wrong_lift.caller_points")
    if "quien protestó" not in upheld:
        with pytest.raises(RuleViolation, match="no se protesta"):
            mesa(rules, "juego-y-veo B procede")
        return

    caller, offender = gained(rules, "juego-y-veo B procede", *TWENTY_EACH)[::-1]
    rejected = gained(rules, "juego-y-veo B no-procede", *TWENTY_EACH)[1]

    assert f"quien protestó gana {caller} puntos" in upheld
    assert (offender < 0) == (f"pierde {-offender} puntos" in upheld)
    assert f"quien protestó pierde {-rejected} puntos" in said(rules, "wrong_lift.rejected_points")


@everywhere
def test_a_claim_without_reason_costs_what_the_sheet_says(key: str) -> None:
    rules = REGLAMENTOS[key]
    text = said(rules, "wrong_claim.offender_points")
    if "no tiene sanción" in text:
        return

    own, rivals = gained(rules, "mal-pedido A", *TWENTY_EACH)

    assert ("la pareja que pidió" in text, "la rival" in text) == (own != 0, rivals != 0)
    assert f"la pareja que pidió pierde {-own} puntos" in text or not own
    assert f"la rival gana {rivals} puntos" in text or not rivals


@everywhere
def test_from_where_the_variant_says_a_count_pays_nothing(key: str) -> None:
    (setting,) = (setting for setting in REGLAMENTOS[key].settings if setting.key == "conteo-desde-30")
    rules = reglamento_get(key, {setting.key: setting.choices[1].value})
    (limit,) = re.findall(r"La pareja que ya tiene (\d+) puntos o más no cobra nada", said(rules, "count.blocked_from"))
    conteo = "conteo A=22 B=18 mesa=0"

    below, at = (f'ajusta A +{points} "marcador del caso"' for points in (int(limit) - 2, int(limit)))

    assert gained(rules, conteo, below, "segundo-reparto")[0] == 8
    assert gained(rules, conteo, at, "segundo-reparto")[0] == 0


@everywhere
@pytest.mark.parametrize("cards", [18, 20])
def test_from_30_a_tie_pays_what_is_for_dealing_and_nothing_for_cards(key: str, cards: int) -> None:
    rules = reglamento_get(key, {"conteo-desde-30": "no"})
    conteo, at = f"conteo A={cards} B={cards} mesa={40 - 2 * cards}", 'ajusta B +30 "marcador del caso"'
    said_of = "count.tie_at_threshold_points" if cards == 20 else "count.tie_points"

    for_dealing = "gana 2 puntos" in said(rules, said_of)

    assert gained(rules, conteo, at, "segundo-reparto")[1] == (2 if for_dealing else 0)


@pytest.mark.parametrize("key", ["riobamba", "pagat"])
@pytest.mark.parametrize("points", [2, 6])
@pytest.mark.parametrize("first", [2, 6])
def test_twenty_of_each_is_paid_for_what_the_text_says_whatever_the_cards_are_worth(
    key: str, points: int, first: int
) -> None:
    text = reglamento_get(key, {"conteo-desde-30": "no"})
    rules = replace(text, count_points_at_threshold=first, count_tie_at_threshold_points=points)
    at = 'ajusta B +30 "marcador del caso"'

    paid = gained(rules, "conteo A=20 B=20 mesa=0", at, "segundo-reparto")

    assert paid == ((0, points) if key == "riobamba" else (0, 0))
    assert ("dos por darlas" in said(rules, "count.tie_at_threshold_points")) == (key == "riobamba")


@pytest.mark.parametrize(
    ("reading", "points"), [("siempre", (0, 0)), ("ademas", (0, 0)), ("literal", (0, 2)), ("de-la-data", (0, 2))]
)
def test_from_30_a_majority_that_goes_by_the_data_is_paid_as_dos_por_darlas(
    reading: str, points: tuple[int, int]
) -> None:
    rules = reglamento_get("riobamba", {"conteo-desde-30": "no", "mayoria-bajo-20": reading})
    at = 'ajusta B +30 "marcador del caso"'

    assert gained(rules, "conteo A=10 B=18 mesa=12", at, "segundo-reparto") == points
    assert ("dos por darlas" in said(rules, "count.majority_points")) == (points != (0, 0))


@everywhere
def test_at_38_the_sheet_names_what_may_close(key: str) -> None:
    rules = REGLAMENTOS[key]
    almost = 'ajusta A +38 "marcador del caso"'
    text = said(rules, "rule38.enabled")

    for line, name in (("caida A", "caída"), ("limpia A", "limpia"), ("ronda A 4", "ronda")):
        try:
            closes = mesa(rules, almost, line).position.closer == 0
        except RuleViolation:
            closes = False
        assert closes == ("cualquier punto" in text or bool(re.search(rf"con {name}(,| o con|;)", text))), line
