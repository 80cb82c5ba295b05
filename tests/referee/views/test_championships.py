import re

import pytest
from django.test import Client
from django.urls import reverse

from brackets.models import Championship
from brackets.services.championships import championship_open
from tests.factories.brackets import NOW, ChampionshipFactory, UserFactory, director_of

pytestmark = pytest.mark.django_db
DETAILS = {
    "name": "Copa de Cuarenta", "edition": "7", "organiser": "Comité", "place": "Coliseo, Riobamba",
    "starts_on": "2026-12-01", "ends_on": "2026-12-03",
}  # fmt: skip
GENERAL = DETAILS | {
    "reglamento": "riobamba", "appeal_minutes": "", "grace_minutes": "10", "identification": "cédula",
    "loser_signature": "opcional",
}  # fmt: skip
READINGS = {
    "ajuste-mayoria-bajo-20": "siempre", "ajuste-zapateria-alcance": "primera-chica",
    "ajuste-zapateria-medida": "marcador-final", "ajuste-zapateria-torneo": "no-elimina-primera-derrota",
    "ajuste-ronda-plazo": "cuarta-primera-carta", "ajuste-caida-tras-segundo-reparto": "no",
    "ajuste-limpia-pedida": "si", "ajuste-mal-pedido": "resta", "ajuste-mal-reparto-propio": "si",
    "ajuste-sorteo-por-chica": "no",
}  # fmt: skip


@pytest.fixture
def draft() -> Championship:
    return ChampionshipFactory(status="draft", opened_at=None, appeal_minutes=None)


@pytest.fixture
def director(client: Client, draft: Championship) -> Client:
    client.force_login(director_of(draft))
    return client


def settings_of(championship: Championship) -> str:
    return reverse("referee:championship_settings", args=(championship.slug,))


def test_a_championship_is_created_in_preparation_with_its_director(client: Client) -> None:
    user = UserFactory(is_superuser=True)
    client.force_login(user)

    answer = client.post("/nuevo/", GENERAL)

    championship = Championship.objects.get()
    assert answer["Location"] == f"/c/{championship.slug}/panel/"
    assert (str(championship), championship.status, championship.appeal_minutes) == (
        "Copa de Cuarenta 7",
        "draft",
        None,
    )
    assert (championship.reglamento, championship.reglamento_version, championship.rule_settings) == ("riobamba", 1, {})
    assert director_of(championship) == user


def test_of_several_reglamentos_none_comes_chosen(client: Client) -> None:
    client.force_login(UserFactory(is_superuser=True))

    page = client.get("/nuevo/").content.decode()

    radios = re.findall(r'<input type="radio" name="reglamento"[^>]*>', page)
    assert len(radios) > 1
    assert not any("checked" in radio for radio in radios)


@pytest.mark.parametrize(
    ("typed", "field", "told"),
    [
        ({"name": ""}, "name", "requerido"),
        ({"ends_on": "2026-11-30"}, "ends_on", "no puede ser anterior"),
        ({"reglamento": "nadie"}, "reglamento", "no es una de las opciones"),
        ({"appeal_minutes": "0"}, "appeal_minutes", "mayor o igual"),
        ({"place": "Coliseo\u202e"}, "place", "caracteres que no se ven"),
    ],
)
def test_what_is_wrong_is_told_beside_its_field(client: Client, typed: dict[str, str], field: str, told: str) -> None:
    client.force_login(UserFactory(is_superuser=True))

    answer = client.post("/nuevo/", GENERAL | typed)

    assert answer.status_code == 422
    assert told in answer.context["form"].errors[field][0]
    assert not Championship.objects.exists()


def test_every_open_point_of_the_reglamento_is_asked_with_our_reading_and_its_reason(
    director: Client, draft: Championship
) -> None:
    page = director.get(settings_of(draft))

    asked = page.context["form"].questions()
    shown = page.content.decode()
    assert {field.name for _, field in asked} == set(READINGS)
    assert all(field.value() == setting.default for setting, field in asked)
    assert all(setting.reason in shown and f"Artículo {setting.article}." in shown for setting, _ in asked)
    assert shown.count("lectura adoptada") == len(asked)


def test_only_what_differs_from_our_reading_is_kept(director: Client, draft: Championship) -> None:
    typed = GENERAL | READINGS | {"appeal_minutes": "20", "ajuste-mayoria-bajo-20": "literal"}

    director.post(settings_of(draft), typed)

    draft.refresh_from_db()
    assert draft.rule_settings == {"mayoria-bajo-20": "literal"}
    assert draft.appeal_minutes == 20
    assert director.get(settings_of(draft)).context["form"]["ajuste-mayoria-bajo-20"].value() == "literal"


def test_a_value_that_the_reglamento_does_not_have_is_refused(director: Client, draft: Championship) -> None:
    answer = director.post(settings_of(draft), GENERAL | READINGS | {"ajuste-ronda-plazo": "nunca"})

    assert answer.status_code == 422
    assert "ajuste-ronda-plazo" in answer.context["form"].errors


def test_once_open_the_rules_are_shown_and_stay(director: Client, draft: Championship) -> None:
    Championship.objects.update(appeal_minutes=20, rule_settings={"mayoria-bajo-20": "literal"})
    championship_open(championship=draft, user=director_of(draft), now=NOW)

    page = director.get(settings_of(draft)).content.decode()
    director.post(settings_of(draft), GENERAL | READINGS | {"appeal_minutes": "99", "name": "Otro nombre"})

    draft.refresh_from_db()
    assert "quedó fijado" in page
    assert "20 minutos" in page
    assert "decisión del Director" in page
    assert 'name="appeal_minutes"' not in page
    assert (draft.name, draft.appeal_minutes, draft.rule_settings) == (
        "Otro nombre",
        20,
        {"mayoria-bajo-20": "literal"},
    )


def test_a_closed_championship_tells_why_nothing_changes(director: Client, draft: Championship) -> None:
    Championship.objects.update(status="closed", appeal_minutes=20)

    answer = director.post(settings_of(draft), DETAILS | {"name": ""})

    assert answer.status_code == 422


def test_anyone_reads_what_is_played_by(client: Client) -> None:
    championship = ChampionshipFactory(rule_settings={"mayoria-bajo-20": "literal"}, appeal_minutes=25)

    page = client.get(reverse("referee:championship_rules", args=(championship.slug,))).content.decode()

    assert "Reglamento Riobamba" in page
    assert "25 minutos" in page
    assert "3.g.5 a la letra" in page
    assert page.count("decisión del Director") == 1
    assert "¿En qué chica termina la mesa una zapatería?" in page
