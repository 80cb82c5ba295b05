import re
from io import BytesIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from brackets.models import Championship
from brackets.services.championships import championship_open
from referee.rules import REGLAMENTOS
from referee.rules.traits import lacks, traits
from referee.selectors.rule_sheet import sheet_of
from tests.factories.brackets import NOW, ChampionshipFactory, UserFactory, director_of

pytestmark = pytest.mark.django_db
DETAILS = {
    "name": "Copa de Cuarenta", "edition": "7", "organiser": "Comité", "place": "Coliseo, Riobamba",
    "starts_on": "2026-12-01", "ends_on": "2026-12-03",
}  # fmt: skip
GENERAL = DETAILS | {
    "reglamento": "riobamba", "appeal_minutes": "", "grace_minutes": "10", "walkover_call": "1", "identification": "cédula",
    "loser_signature": "opcional", "players_per_pareja": "2", "live_visibility": "todo", "night_ends": "5",
}  # fmt: skip
RIOBAMBA = REGLAMENTOS["riobamba"]
DOUBTS, VARIANTS = ([s for s in RIOBAMBA.settings if s.kind == kind] for kind in ("duda", "variante"))
READINGS = {f"ajuste-{setting.key}": setting.default for setting in RIOBAMBA.settings}


@pytest.fixture
def draft() -> Championship:
    return ChampionshipFactory(status="draft", opened_at=None, appeal_minutes=None)


@pytest.fixture
def director(client: Client, draft: Championship) -> Client:
    client.force_login(director_of(draft))
    return client


def settings_of(championship: Championship) -> str:
    return reverse("referee:championship_settings", args=(championship.slug,))


def rules_of(championship: Championship) -> str:
    return reverse("referee:championship_rules", args=(championship.slug,))


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
    assert (championship.reglamento, championship.reglamento_version, championship.rule_settings) == ("riobamba", 2, {})
    assert director_of(championship) == user


def test_single_players_meet_where_the_reglamento_knows_it(client: Client) -> None:
    client.force_login(UserFactory(is_superuser=True))

    client.post("/nuevo/", GENERAL | {"reglamento": "pagat", "players_per_pareja": "1"})

    championship = Championship.objects.get()
    assert championship.players_per_pareja == 1
    page = client.get(rules_of(championship)).content.decode()
    assert "Juegan dos jugadores, mano a mano" in page
    assert "Con 4 repartos" in page


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
        ({"players_per_pareja": "1"}, "players_per_pareja", "no se juega así (art. 3.a)"),
        ({"players_per_pareja": "3"}, "players_per_pareja", "no es una de las opciones"),
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

    form, shown = page.context["form"], page.content.decode()
    asked = [*form.doubts(), *form.variants()]
    assert {field.name for _, field, _ in asked} == set(READINGS)
    assert all(field.value() == setting.default for setting, field, _ in asked)
    assert all(setting.reason in shown and place in shown for setting, _, place in asked)
    assert f"(art. {DOUBTS[0].article})" in shown
    assert (shown.count("lectura adoptada"), shown.count("sin variante")) == (len(DOUBTS), len(VARIANTS))


def test_variants_are_folded_away_until_one_is_chosen(director: Client, draft: Championship) -> None:
    before = director.get(settings_of(draft)).content.decode()
    (variant, *_) = VARIANTS
    Championship.objects.update(rule_settings={variant.key: variant.choices[1].value})

    after = director.get(settings_of(draft)).content.decode()

    assert ("<details>" in before, "<details open>" in after) == (True, True)


@pytest.mark.parametrize(("key", "told"), [("riobamba", "(art. 17)"), ("pagat", "no habla de apelaciones")])
def test_only_a_reglamento_that_speaks_of_something_is_cited(
    director: Client, draft: Championship, key: str, told: str
) -> None:
    Championship.objects.update(reglamento=key)

    page = director.get(settings_of(draft)).content.decode()

    assert told in page
    assert ("art. 17" in page) == (key == "riobamba")


def test_each_reglamento_is_a_card_with_what_tells_it_apart_and_what_it_lacks(
    director: Client, draft: Championship
) -> None:
    page = director.get(settings_of(draft)).content.decode()

    for rules in REGLAMENTOS.values():
        assert f"<strong>{rules.name}</strong>" in page
        assert all(trait in page for trait in traits(rules))
    assert "Quien reparte mal pierde la mesa" in page
    assert page.count("El texto no conoce") == sum(bool(lacks(rules)) for rules in REGLAMENTOS.values())


def test_another_reglamento_begins_with_its_own_readings(director: Client, draft: Championship) -> None:
    Championship.objects.update(rule_settings={"mayoria-bajo-20": "literal"})

    answer = director.post(settings_of(draft), GENERAL | READINGS | {"reglamento": "pagat"}, follow=True)

    draft.refresh_from_db()
    assert (draft.reglamento, draft.rule_settings) == ("pagat", {})
    assert "revise aquí los puntos que deja abiertos" in answer.content.decode()


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

    page = client.get(rules_of(championship)).content.decode()

    assert "Reglamento Riobamba" in page
    assert "25 minutos" in page
    assert "3.g.5 a la letra" in page
    assert page.count('<span class="choice__ours">decisión del Director</span>') == 1
    assert page.count('title="decisión del Director">◆') == 1
    assert "¿En qué chica termina la mesa una zapatería?" in page
    assert all(sentence.text in page for section in sheet_of(championship).sections for sentence in section.sentences)


def test_of_the_variants_only_the_chosen_are_public(client: Client) -> None:
    chosen, other = VARIANTS[:2]
    championship = ChampionshipFactory(rule_settings={chosen.key: chosen.choices[1].value})

    page = client.get(rules_of(championship)).content.decode()

    assert chosen.question in page
    assert other.question not in page


@pytest.mark.parametrize(("asked", "title"), [("", "Reglas de este campeonato"), ("?idioma=en", "Rules of this champ")])
def test_anyone_prints_what_is_played_by(client: Client, asked: str, title: str) -> None:
    championship = ChampionshipFactory(appeal_minutes=25)

    answer = client.get(reverse("referee:championship_rules_pdf", args=(championship.slug,)) + asked)

    assert answer["Content-Type"] == "application/pdf"
    assert title in PdfReader(BytesIO(answer.content)).metadata.title


def test_the_rules_ask_the_database_for_the_championship_and_the_page_for_its_certificate_and_checkpoint(
    client: Client,
) -> None:
    championship = ChampionshipFactory()
    paper = reverse("referee:championship_rules_pdf", args=(championship.slug,))

    for address, count in ((rules_of(championship), 3), (paper, 1)):
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        assert len(queries) == count


def test_the_settings_ask_the_database_no_more_for_longer_rulebooks(director: Client, draft: Championship) -> None:
    counts = set()
    for key in REGLAMENTOS:
        Championship.objects.update(reglamento=key)
        with CaptureQueriesContext(connection) as queries:
            director.get(settings_of(draft))
        counts.add(len(queries))

    assert len(counts) == 1
