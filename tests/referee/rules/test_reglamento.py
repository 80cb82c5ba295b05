"""The rulebook as data: every value with its source, and what a Director may settle otherwise."""

import pytest

from referee.rules import BASES, REGLAMENTOS, UnknownReglamento, UnknownSetting, reglamento_get

RIOBAMBA = REGLAMENTOS["riobamba"]
CHOICES = [(setting, choice) for setting in RIOBAMBA.settings for choice in setting.choices]


def names(pair):
    return getattr(pair, "key", None) or getattr(pair, "value", None)


@pytest.mark.parametrize(("key", "cited"), RIOBAMBA.parameters.items())
def test_every_parameter_says_where_it_comes_from(key, cited):
    assert cited.basis in BASES
    assert cited.article or cited.basis in ("D", "N"), key


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
    assert [values[key] for key in ("ronda.blocked_from", "count.blocked_from", "caida_en_ronda.effect")] == [
        None
    ] * 3


def test_the_appeal_has_no_time_unless_the_championship_gives_one():
    assert RIOBAMBA.parameters["appeal.deadline"].value is None


@pytest.mark.parametrize(("setting", "choice"), CHOICES, ids=names)
def test_a_choice_changes_the_parameters_it_names_and_no_other(setting, choice):
    settled = reglamento_get("riobamba", {setting.key: choice.value})

    changed = {
        key: cited.value for key, cited in settled.parameters.items() if cited.value != RIOBAMBA.parameters[key].value
    }

    assert changed == dict(choice.changes)
    assert settled.chosen == ({} if choice.value == setting.default else {setting.key: choice.value})
    for key, value in changed.items():
        assert getattr(settled, key.replace(".", "_"), value) == value


@pytest.mark.parametrize("setting", RIOBAMBA.settings, ids=names)
def test_a_setting_asks_in_spanish_and_cites(setting):
    assert setting.question.startswith("¿") or "¿" in setting.question
    assert setting.article
    assert setting.reason
    assert len(setting.choices) > 1
    assert len({choice.value for choice in setting.choices}) == len(setting.choices)
    assert not setting.choices[0].changes


@pytest.mark.parametrize("settings", [{"mayoria": "siempre"}, {"mayoria-bajo-20": "nunca"}, {"": ""}])
def test_unknown_settings_are_refused(settings):
    with pytest.raises(UnknownSetting):
        reglamento_get("riobamba", settings)


def test_unknown_rulebooks_are_refused():
    with pytest.raises(UnknownReglamento):
        reglamento_get("guayaquil")
