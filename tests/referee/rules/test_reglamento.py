"""The rulebook as data: every value with its source, and what a Director may settle otherwise."""

import re

import pytest

from referee.rules import (
    BASES,
    REGLAMENTOS,
    UnknownReglamento,
    UnknownSetting,
    reglamento_get,
)
from referee.rules.parameters import SETTINGS, Asked, Declaration, Doubt, Option, by_setting
from referee.rules.reglamento import settings_of

RIOBAMBA = REGLAMENTOS["riobamba"]
ALL = list(REGLAMENTOS.values())
SETTINGS_OF_ALL = [(rules, setting) for rules in ALL for setting in rules.settings]
CHOICES = [(rules, setting, choice) for rules, setting in SETTINGS_OF_ALL for choice in setting.choices]
WORDS = ("¿?", "?")
CITED = Doubt("clave", "6", ("no", "si"), WORDS)
every_rulebook = pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.key)


def names(part):
    return getattr(part, "key", None) or getattr(part, "value", None)


@every_rulebook
def test_every_parameter_says_where_it_comes_from(rules):
    for key, cited in rules.parameters.items():
        assert cited.basis in BASES
        assert cited.article or cited.basis in ("D", "N"), key


@every_rulebook
def test_every_rulebook_has_every_parameter(rules):
    assert rules.parameters.keys() == RIOBAMBA.parameters.keys()
    assert rules.key == next(key for key, known in REGLAMENTOS.items() if known is rules)


def test_riobamba_comes_first():
    assert next(iter(REGLAMENTOS)) == "riobamba"


def test_rigor_is_quito_but_for_the_table_of_styles():
    quito, rigor = REGLAMENTOS["quito"].parameters, REGLAMENTOS["rigor"].parameters

    assert {key: rigor[key].value for key in rigor if rigor[key] != quito[key]} == {
        "caida.streak_of_4_effect": "chica",
        "caida_y_limpia.total_points": 4,
        "doble_ronda.effect": "chica",
        "caida_en_ronda.effect": "chica",
        "rule36.caida_y_limpia_wins": True,
        "rule38.may_still_score": ("caida", "caida-limpia", "caida-en-ronda", "cuatro-caidas", "doble-ronda"),
    }


def test_the_values_of_the_text():
    values = {key: cited.value for key, cited in RIOBAMBA.parameters.items()}

    assert {
        "match.target_points": 40,  # 3.g.6
        "match.chicas_to_win_mesa": 2,  # 3.g.7
        "match.max_chicas": 3,  # 3
        "deal.sorteo_ace_value": 1,  # 3.c
        "deal.sorteo_figure_value": 10,  # 3.c
        "deal.cards_per_block": 5,  # 3.d
        "misdeal.points_to_opponents": 10,  # 4
        "caida.points": 2,  # 15.a
        "limpia.points": 2,  # 15.a
        "caida_y_limpia.total_points": 2,  # 9.a
        "ronda.points": 2,  # 7.a
        "doble_ronda.effect": 4,  # 8
        "wrong_lift.caller_points": 2,  # 5.c
        "wrong_lift.rejected_points": -2,  # 5.c
        "wrong_claim.offender_points": -2,  # 11
        "count.threshold": 20,  # 3.g.4
        "count.points_at_threshold": 6,  # 3.g.4
        "count.majority_points": 2,  # 15.f
        "count.tie_points": 2,  # 3.g.3
        "falla.points": 2,  # 10
        "zapateria.threshold_below": 10,  # 12
    }.items() <= values.items()
    # What the other rulebooks know and this text does not (15, last sentence; A-20).
    assert not values["rule38.enabled"]
    assert [values[key] for key in ("ronda.blocked_from", "count.blocked_from", "caida_en_ronda.effect")] == [None] * 3


def test_the_appeal_has_no_time_unless_the_championship_gives_one():
    assert RIOBAMBA.parameters["appeal.deadline"].value is None


@pytest.mark.parametrize(("rules", "setting", "choice"), CHOICES, ids=names)
def test_a_choice_changes_the_parameters_it_names_and_no_other(rules, setting, choice):
    settled = reglamento_get(rules.key, {setting.key: choice.value})

    changed = {
        key: cited.value for key, cited in settled.parameters.items() if cited.value != rules.parameters[key].value
    }

    assert changed == dict(choice.changes)
    assert settled.chosen == ({} if choice.value == setting.default else {setting.key: choice.value})
    for key, value in changed.items():
        assert getattr(settled, key.replace(".", "_"), value) == value


@pytest.mark.parametrize(("rules", "setting"), SETTINGS_OF_ALL, ids=names)
def test_a_setting_asks_in_spanish_and_gives_its_reason(rules, setting):
    assert setting.question.startswith("¿") or "¿" in setting.question
    assert setting.reason
    assert len(setting.choices) > 1
    assert len({choice.value for choice in setting.choices}) == len(setting.choices)
    assert not setting.choices[0].changes
    assert all(choice.changes or choice == setting.choices[0] or rules is RIOBAMBA for choice in setting.choices)
    assert re.fullmatch("[a-z0-9-]+", " ".join((setting.key, *(c.value for c in setting.choices))).replace(" ", ""))


def test_what_is_asked_in_several_rulebooks_names_no_article_of_one():
    asked = [(one, one.variant) for _, one in SETTINGS.values() if one.variant]

    texts = {one.key: f"{one.question} {variant.reason} {variant.kept}" for one, variant in asked}
    assert [key for key, text in texts.items() if re.search(r"\d\.[a-z]\b", text)] == []


@every_rulebook
def test_no_two_settings_change_the_same_parameter(rules):
    changed = [key for setting in rules.settings for key in {key for c in setting.choices for key in c.changes}]

    assert len(changed) == len(set(changed))
    assert len({setting.key for setting in rules.settings}) == len(rules.settings)


@every_rulebook
def test_doubts_come_before_variants_and_both_are_there(rules):
    kinds = [setting.kind for setting in rules.settings]

    assert kinds == sorted(kinds)
    assert set(kinds) == {"duda", "variante"}


def test_a_doubt_of_riobamba_cites_its_articles():
    assert all(setting.article for setting in RIOBAMBA.settings if setting.kind == "duda")


def declared(key="clave", parameter="caida.points", **options):
    """A setting of a parameter, as `by_setting` has it: the caída that the text gives, or what is to be tried."""
    choices = (Option("no", WORDS, RIOBAMBA.parameters[parameter].value), Option("si", WORDS, **({"new": 4} | options)))
    return {key: (parameter, Asked(key, WORDS, choices))}


@pytest.mark.parametrize(
    "option",
    [
        {"also": {"caida.puntos": 2}},
        {"new": "dos"},
        {"also": {"rule38.may_still_score": (38,)}},
        {"new": None},
    ],
)
def test_a_setting_cannot_change_what_is_not_there_or_to_what_it_cannot_be(option):
    with pytest.raises(TypeError, match=r"caida|rule38"):
        settings_of("x", RIOBAMBA.parameters, [CITED], declared(**option))


def test_a_setting_of_one_name_is_declared_once():
    twice = [
        Declaration(key, key, engine=True, asked=declared()["clave"][1]) for key in ("caida.points", "limpia.points")
    ]

    assert by_setting(twice[:1]) == declared()
    with pytest.raises(TypeError, match=r"caida\.points and limpia\.points declare the setting clave"):
        by_setting(twice)


def test_two_settings_cannot_change_one_parameter():
    both = declared() | declared("otra")

    assert len(settings_of("x", RIOBAMBA.parameters, [CITED], declared())) == 1
    with pytest.raises(TypeError, match=r"caida\.points"):
        settings_of("x", RIOBAMBA.parameters, [CITED, Doubt("otra", "6", ("no", "si"), WORDS)], both)


@pytest.mark.parametrize(
    ("doubts", "told"),
    [
        ([CITED, CITED], "doubts clave"),
        ([Doubt("llave", "6", ("no", "si"), WORDS)], "doubts llave"),
        ([Doubt("clave", "6", ("no", "quizá"), WORDS)], "the doubt clave"),
        ([Doubt("clave", "6", ("si", "no"), WORDS)], "the doubt clave"),
        ([Doubt("clave", "6", ("no", "si"))], "the doubt clave"),
    ],
    ids=["twice", "of-no-setting", "of-no-value", "first-not-in-force", "without-a-reason"],
)
def test_a_text_cites_each_doubt_once_with_what_is_declared(doubts, told):
    with pytest.raises(TypeError, match=told):
        settings_of("x", RIOBAMBA.parameters, doubts, declared())


def test_a_variant_that_a_text_cites_is_its_doubt():
    kinds = {rules.key: setting.kind for rules, setting in SETTINGS_OF_ALL if setting.key == "ronda-plazo"}

    assert kinds == {"riobamba": "duda", "blog": "duda", "quito": "duda", "rigor": "duda", "juez-de-aguas": "variante"}


def test_every_setting_is_offered_by_some_rulebook():
    assert {setting.key for _, setting in SETTINGS_OF_ALL} == SETTINGS.keys()


@pytest.mark.parametrize("settings", [{"mayoria": "siempre"}, {"mayoria-bajo-20": "nunca"}, {"": ""}])
def test_unknown_settings_are_refused(settings):
    with pytest.raises(UnknownSetting):
        reglamento_get("riobamba", settings)


def test_unknown_rulebooks_are_refused():
    with pytest.raises(UnknownReglamento):
        reglamento_get("guayaquil")
