"""A mesa that awaits a ruling and whose partida the desk decided meanwhile: its log takes nothing, and only its answer is given."""

import pytest
from django.test import Client
from django.urls import reverse

from brackets.models import Fixture
from brackets.services.fixtures import fixture_clear
from referee.models import Appeal, AppealRuling
from referee.rules import Measure
from referee.services.appeals.qualifying import appeal_admit
from referee.services.appeals.ruling import appeal_rule
from referee.services.errors import RefereeError
from tests.factories.appeals import appealed
from tests.factories.finals import Final, final_of
from tests.factories.referee import SORTEO, log_of

pytestmark = pytest.mark.django_db

TYPED = {
    "walkover": {"chicas": [], "zapateria": False},
    "retirement": {"chicas": [], "zapateria": False},
    "played": {"chicas": [[40, 0]], "zapateria": True},
}


@pytest.fixture(params=TYPED)
def decided(request: pytest.FixtureRequest) -> tuple[Final, Appeal]:
    final = final_of(SORTEO, "limpia A")
    appeal = appealed(final.kept, jugada=2)
    appeal_admit(appeal=appeal, reason="en su tiempo", user=final.night.director, now=final.kept.tick())
    final.night.record(final.fixture, "A", how=request.param, **TYPED[request.param])
    return final, appeal


def rule(final: Final, appeal: Appeal, measure: Measure) -> None:
    appeal_rule(appeal=appeal, measure=measure, grounds="Visto.", user=final.night.director, now=final.kept.tick())


def page_of(final: Final, appeal: Appeal) -> str:
    client = Client()
    client.force_login(final.night.director)
    answer = client.get(reverse("referee:appeal", args=(final.night.championship.slug, appeal.number)))
    assert answer.status_code == 200
    return answer.text


def test_what_was_resolved_is_confirmed_and_nothing_moves(decided: tuple[Final, Appeal]) -> None:
    final, appeal = decided
    result, log = final.result, log_of(final.kept.mesa)

    assert "No cabe" in page_of(final, appeal)
    rule(final, appeal, Measure("confirma"))

    assert (final.result, log_of(final.kept.mesa)) == (result, log)
    assert AppealRuling.objects.get(appeal=appeal).jugadas == []
    assert "Confirma lo resuelto por el Juez" in page_of(final, appeal)


@pytest.mark.parametrize("measure", [Measure("ajusta", side="B", points=2), Measure("adjudica-mesa", "B")])
def test_a_ruling_that_changes_it_is_refused_and_says_what_to_do_first(
    decided: tuple[Final, Appeal], measure: Measure
) -> None:
    final, appeal = decided
    result, log = final.result, log_of(final.kept.mesa)

    with pytest.raises(RefereeError, match="quite primero ese resultado y abra de nuevo la mesa") as refusal:
        rule(final, appeal, measure)

    assert refusal.value.code == "partida-decidida"
    assert (final.result, log_of(final.kept.mesa)) == (result, log)


def test_with_the_result_taken_back_the_page_says_to_open_the_mesa(decided: tuple[Final, Appeal]) -> None:
    final, appeal = decided
    fixture_clear(fixture=final.fixture, user=final.night.director, now=final.kept.tick(), reason="la mesa sigue")
    assert Fixture.objects.get(pk=final.fixture.pk).status == Fixture.Status.READY

    assert "abra primero de nuevo la mesa en la tablet" in page_of(final, appeal)
