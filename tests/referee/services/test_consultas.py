"""A doubt is exposed, resolved once and for good, kept as a precedent (18)."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from brackets.models import AuditEntry, Championship, Fixture
from brackets.services.errors import BracketError
from referee.models import Consulta, ConsultaEnd
from referee.services.consultas import Exposed, consulta_open, consulta_resolve, consulta_withdraw
from referee.services.errors import RefereeError
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    FixtureFactory,
    ParejaFactory,
    RoleFactory,
    StageFactory,
    UserFactory,
    director_of,
)
from tests.factories.consultas import asked, exposed, resolved

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship(db: None) -> Championship:
    return ChampionshipFactory(reglamento="riobamba")


def expose(championship: Championship, what: Exposed | None = None, **given: Any) -> Consulta:
    told = {"client_id": uuid4(), "user": director_of(championship), "now": NOW} | given
    return consulta_open(championship=championship, exposed=what or exposed(championship), **told)


def everything() -> list[list[tuple[Any, ...]]]:
    return [list(model.objects.values_list()) for model in (Consulta, ConsultaEnd, AuditEntry)]


def refused(act: Any) -> BracketError | RefereeError:
    """What it refuses with; it changed nothing."""
    before = everything()
    with pytest.raises((BracketError, RefereeError)) as refusal:
        act()
    assert everything() == before
    return refusal.value


def test_consultas_are_numbered_within_their_championship(championship: Championship) -> None:
    asked(ChampionshipFactory(reglamento="riobamba"))

    first, second = asked(championship, "¿Vale  la seña?", "5.c"), asked(championship)

    assert [first.number, second.number] == [1, 2]
    assert (first.question, first.article, first.asked_at) == ("¿Vale la seña?", "5.c", NOW)
    assert [entry.sentence for entry in AuditEntry.objects.filter(championship=championship)][-1] == (
        "Anotó la consulta 1: ¿Vale la seña?"
    )


def test_one_sent_again_is_the_same_consulta(championship: Championship) -> None:
    key = uuid4()
    first = expose(championship, client_id=key)
    before = everything()

    again = expose(championship, client_id=key)
    changed = replace(exposed(championship), question="Otra cosa")

    assert again == first
    assert refused(lambda: expose(championship, changed, client_id=key)).code == "ya-anotada"
    assert everything() == before
    other = ChampionshipFactory(reglamento="riobamba")
    assert refused(lambda: expose(other, exposed(other), client_id=key)).code == "consulta-ajena"


def test_a_pareja_exposes_it_at_its_own_partida(championship: Championship) -> None:
    fixture: Fixture = FixtureFactory(stage=StageFactory(championship=championship))
    what = Exposed("¿Vale?", pareja=fixture.pareja_a, fixture=fixture)

    assert expose(championship, what).pareja == fixture.pareja_a

    elsewhere = ParejaFactory(championship=championship, number=90)
    assert refused(lambda: expose(championship, replace(what, pareja=elsewhere))).code == "pareja-ajena"


def test_it_outlives_its_partida(championship: Championship) -> None:
    fixture: Fixture = FixtureFactory(stage=StageFactory(championship=championship))
    consulta = expose(championship, replace(exposed(championship), fixture=fixture))
    resolved(consulta)

    fixture.delete()

    consulta.refresh_from_db()
    assert (consulta.fixture, consulta.end.text) == (None, "Sí, para quien lo levanta.")


def test_what_is_of_elsewhere_is_refused_beside_its_field(championship: Championship) -> None:
    good = exposed(championship)
    cases = {
        "articulo-desconocido": (replace(good, article="99"), "article"),
        "juez-ajeno": (replace(good, juez=RoleFactory(championship=ChampionshipFactory()).user), "juez"),
        "partida-ajena": (replace(good, fixture=FixtureFactory()), "fixture"),
        "pareja-ajena": (replace(good, pareja=ParejaFactory()), "pareja"),
        "falta-quien": (replace(good, juez=None), "juez"),
        "falta": (replace(good, question="  "), "question"),
        "demasiado-largo": (replace(good, question="a" * 601), "question"),
    }

    for code, (what, field) in cases.items():
        refusal = refused(lambda what=what: expose(championship, what))
        assert (refusal.code, getattr(refusal, "field", None)) == (code, field)


@pytest.mark.parametrize("players", [1, 2])
def test_who_exposes_it_is_asked_in_the_words_of_the_championship(players: int) -> None:
    there = ChampionshipFactory(reglamento="riobamba", players_per_pareja=players)

    refusal = refused(lambda: expose(there, Exposed("¿Vale?")))

    assert ("un jugador" in refusal.message, "una pareja" in refusal.message) == (players == 1, players == 2)


@pytest.mark.parametrize(
    ("status", "code"), [("draft", "campeonato-en-preparacion"), ("closed", "campeonato-terminado")]
)
def test_only_an_open_championship_hears_doubts(championship: Championship, status: str, code: str) -> None:
    waiting, what = asked(championship), exposed(championship)
    Championship.objects.filter(pk=championship.pk).update(status=status)
    director = director_of(championship)

    assert refused(lambda: expose(championship, what)).code == code
    assert refused(lambda: consulta_resolve(consulta=waiting, text="Sí", user=director, now=NOW)).code == code
    assert refused(lambda: consulta_withdraw(consulta=waiting, reason="No", user=director, now=NOW)).code == code


def test_a_resolution_is_final(championship: Championship) -> None:
    consulta = asked(championship)
    end = resolved(consulta, "Sí, vale.")
    before = everything()

    assert resolved(consulta, "  Sí,  vale. ") == end
    assert everything() == before
    refusal = refused(lambda: resolved(consulta, "No vale."))
    assert (refusal.code, getattr(refusal, "article", None)) == ("consulta-resuelta", "18")
    told = {"consulta": consulta, "user": director_of(championship), "now": NOW}
    assert refused(lambda: consulta_withdraw(reason="Ya no", **told)).code == "consulta-resuelta"
    assert AuditEntry.objects.get(action="consulta-resolver").sentence == "Resolvió la consulta 1: Sí, vale."


def test_a_later_resolution_takes_the_place_of_one_in_force_and_says_which(championship: Championship) -> None:
    first, second, third = (asked(championship) for _ in range(3))
    resolved(first)

    assert resolved(second, "No.", instead_of=first).supersedes == first

    assert AuditEntry.objects.get(sentence__startswith="Resolvió la consulta 2, en lugar de la 1: No.")
    assert ConsultaEnd.objects.get(consulta=first).text == "Sí, para quien lo levanta."
    abroad = asked(ChampionshipFactory(reglamento="riobamba"))
    resolved(abroad)
    for unfit in (first, third, abroad):
        refusal = refused(lambda unfit=unfit: resolved(third, "Tal vez.", instead_of=unfit))
        assert refusal.code == "precedente-sin-vigencia"


def test_one_withdrawn_stays_with_its_reason_and_is_not_resolved(championship: Championship) -> None:
    consulta = asked(championship)
    told = {"consulta": consulta, "user": director_of(championship), "now": NOW}

    assert refused(lambda: consulta_withdraw(reason=" ", **told)).code == "falta"
    end = consulta_withdraw(reason="Se entendieron", **told)
    before = everything()

    assert consulta_withdraw(reason="Otra vez", **told) == end
    assert everything() == before
    assert refused(lambda: resolved(consulta)).code == "consulta-retirada"


@pytest.mark.parametrize("change", [lambda ends: ends.update(text="No"), lambda ends: ends.delete()])
def test_not_even_our_own_code_changes_a_resolution(championship: Championship, change: Any) -> None:
    resolved(asked(championship))

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        change(ConsultaEnd.objects.all())


def test_the_database_keeps_no_half_consulta_and_no_half_resolution(championship: Championship) -> None:
    consulta, other = asked(championship), asked(championship)
    row = {"championship": championship, "number": 9, "question": "¿?", "asked_at": NOW, "written_by": UserFactory()}
    end = {"consulta": other, "kind": "resuelta", "text": "Sí", "at": NOW, "by": row["written_by"]}
    resolved(consulta)

    for broken in (
        lambda: Consulta.objects.create(client_id=uuid4(), **row),
        lambda: Consulta.objects.create(client_id=uuid4(), **row | {"juez": row["written_by"], "question": ""}),
        lambda: Consulta.objects.create(client_id=uuid4(), **row | {"juez": row["written_by"], "number": 1}),
        lambda: ConsultaEnd.objects.create(**end | {"text": ""}),
        lambda: ConsultaEnd.objects.create(**end | {"kind": ""}),
        lambda: ConsultaEnd.objects.create(**end | {"by": None}),
        lambda: ConsultaEnd.objects.create(**end | {"at": None}),
        lambda: ConsultaEnd.objects.create(**end | {"consulta": consulta}),
        lambda: ConsultaEnd.objects.create(**end | {"supersedes": other}),
        lambda: ConsultaEnd.objects.create(**end | {"kind": "retirada", "supersedes": consulta}),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            broken()
