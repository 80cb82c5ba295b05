"""The life of a championship."""

from datetime import date
from typing import Any

import pytest

from brackets.models import AuditEntry, Championship, Role
from brackets.services.championships import (
    championship_close,
    championship_create,
    championship_open,
    championship_update,
)
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import fixture_record
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    UserFactory,
    director_of,
    drawn_stage,
    published_stage,
)

pytestmark = pytest.mark.django_db


def create(**given: Any) -> Championship:
    fields: dict[str, Any] = {
        "name": "Campeonato de Cuarenta",
        "edition": 3,
        "organiser": "Comité de Fiestas",
        "place": "Coliseo Central",
        "starts_on": date(2026, 11, 28),
        "ends_on": date(2026, 11, 30),
        "reglamento": "riobamba",
        "rule_settings": {"mayoria-bajo-20": "literal"},
        "appeal_minutes": 15,
        "grace_minutes": 10,
        "identification": "cédula",
        "loser_signature": "opcional",
    }
    return championship_create(**{"user": UserFactory(), "now": NOW} | fields | given)


def update(championship: Championship, **fields: object) -> Championship:
    return championship_update(championship=championship, user=director_of(championship), now=NOW, **fields)


def opened(championship: Championship) -> Championship:
    return championship_open(championship=championship, user=director_of(championship), now=NOW)


def test_whoever_creates_it_is_its_director_and_it_is_in_preparation() -> None:
    user = UserFactory()

    championship = create(user=user)

    assert (championship.status, championship.slug) == ("draft", "campeonato-de-cuarenta-3")
    assert championship.rule_settings == {"mayoria-bajo-20": "literal"}
    assert [(role.user, role.kind) for role in Role.objects.all()] == [(user, "director")]
    assert AuditEntry.objects.get().sentence == "Creó el campeonato «Campeonato de Cuarenta 3»."


def test_addresses_are_unique_and_never_empty() -> None:
    assert [create().slug, create().slug, create(edition=None).slug, create(name="¿?", edition=None).slug] == [
        "campeonato-de-cuarenta-3",
        "campeonato-de-cuarenta-3-2",
        "campeonato-de-cuarenta",
        "campeonato",
    ]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"place": ""}, "place"),
        ({"organiser": "Comité\u202e"}, "organiser"),
        ({"ends_on": date(2026, 11, 27)}, "ends_on"),
        ({"appeal_minutes": 0}, "appeal_minutes"),
        ({"grace_minutes": -1}, "grace_minutes"),
        ({"loser_signature": "jamás"}, "loser_signature"),
        ({"edition": 0 - 1}, "edition"),
        ({"players_per_pareja": 3}, "players_per_pareja"),
    ],
)
def test_what_cannot_be_stored_is_refused_at_its_field(given: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidValue) as refused:
        create(**given)

    assert refused.value.field == field
    assert not Championship.objects.exists()


def test_an_update_changes_what_is_given_and_audits_it() -> None:
    championship = create()

    changed = update(championship, name="Torneo de Cuarenta", ends_on=date(2026, 12, 1), appeal_minutes=None)

    assert (changed.name, changed.appeal_minutes, changed.slug) == ("Torneo de Cuarenta", None, championship.slug)
    assert AuditEntry.objects.latest("id").data["ends_on"] == {"before": "2026-11-30", "after": "2026-12-01"}


def test_the_same_update_again_does_nothing() -> None:
    championship = create()

    update(championship, name="Campeonato de Cuarenta ", rule_settings={"mayoria-bajo-20": "literal"})

    assert AuditEntry.objects.count() == 1


def test_what_is_no_field_of_a_championship_is_a_mistake_of_ours() -> None:
    with pytest.raises(TypeError):
        update(create(), status="open")


def test_without_an_appeal_time_it_cannot_be_opened() -> None:
    championship = create(appeal_minutes=None)

    with pytest.raises(BracketError) as refused:
        opened(championship)

    assert refused.value.code == "falta-plazo-apelacion"
    assert Championship.objects.get().status == "draft"


def test_opening_fixes_the_rulebook_and_opening_again_does_nothing() -> None:
    championship = opened(create())
    assert (championship.status, championship.opened_at) == ("open", NOW)
    entries = AuditEntry.objects.count()

    opened(championship)
    assert AuditEntry.objects.count() == entries
    for field, value in (
        ("rule_settings", {}),
        ("appeal_minutes", 30),
        ("reglamento", "otro"),
        ("players_per_pareja", 1),
    ):
        with pytest.raises(BracketError) as refused:
            update(championship, **{field: value})
        assert refused.value.code == "reglamento-fijado"
    assert update(championship, place="Otro coliseo", appeal_minutes=15).place == "Otro coliseo"


def test_it_closes_once_every_fixture_is_final_and_is_not_opened_again() -> None:
    stage = published_stage(3)
    championship, director = stage.championship, director_of(stage.championship)
    for number in (1, 2):
        with pytest.raises(BracketError) as refused:
            championship_close(championship=championship, user=director, now=NOW)
        assert refused.value.code == "faltan-resultados"
        fixture_record(
            fixture=stage.fixtures.get(number=number), how="walkover", winner="A", chicas=[], zapateria=False,
            user=director, now=NOW, reason="",
        )  # fmt: skip

    assert championship_close(championship=championship, user=director, now=NOW).status == "closed"
    entries = AuditEntry.objects.count()
    championship_close(championship=championship, user=director, now=NOW)
    assert AuditEntry.objects.count() == entries
    for attempt in (lambda: opened(championship), lambda: update(championship, place="Otro coliseo")):
        with pytest.raises(BracketError) as refused:
            attempt()
        assert refused.value.code == "campeonato-terminado"


def test_what_was_never_published_is_not_closed() -> None:
    championship = drawn_stage(2).championship

    with pytest.raises(BracketError):
        championship_close(championship=championship, user=director_of(championship), now=NOW)
    with pytest.raises(BracketError):
        championship_close(championship=ChampionshipFactory(), user=UserFactory(), now=NOW)


def test_single_players_meet_where_it_was_so_settled_before_anybody_was_registered() -> None:
    championship = create(players_per_pareja=1)
    assert championship.players_per_pareja == 1

    assert update(championship, players_per_pareja=2).players_per_pareja == 2

    ParejaFactory(championship=championship, status="withdrawn")
    with pytest.raises(InvalidValue, match=r"\(1, con las retiradas\)") as refused:
        update(championship, players_per_pareja=1)
    assert (refused.value.code, refused.value.field) == ("ya-hay-inscritos", "players_per_pareja")
    assert Championship.objects.get().players_per_pareja == 2
