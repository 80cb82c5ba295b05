"""A mesa whose winner has no more chicas says that it was decided otherwise, wherever its result is told."""

import pytest

from brackets.models import WON_OTHERWISE, AuditEntry, Fixture, Pareja
from brackets.selectors.bracket import bracket_view
from brackets.selectors.sheet import ended_brief
from brackets.selectors.wording import said
from brackets.services.fixtures import fixture_report
from brackets.views.cards import ALL_LEFT, SHORT, VOID_SHORT
from brackets.views.llave import llave
from cuarenta_torneo.english import in_english
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db


def test_a_mesa_that_a_ruling_gave_says_so_wherever_it_is_shown() -> None:
    stage = published_stage(4)
    fixture = stage.fixtures.select_related("stage__championship", "pareja_a", "pareja_b").order_by("number")[0]
    stage.fixtures.filter(pk=fixture.pk).update(status="in-play")
    fixture_report(
        fixture=fixture, winner="A", how="played", chicas=[[30, 40], [40, 30], [30, 40]], zapateria=False, caidas=[],
        final=True, user=director_of(stage.championship), now=NOW,
    )  # fmt: skip
    fixture.refresh_from_db()

    card = llave(bracket_view(stage), 1).parts[0].columns[0].cards[0]
    sentence = AuditEntry.objects.latest("pk").sentence

    assert card.note == "Por fallo o sanción"
    assert in_english(card.note) == "By a ruling or a penalty"
    assert ended_brief(fixture) == "Por fallo o sanción"
    assert sentence.endswith("(por fallo o sanción, 30–40, 40–30, 30–40).")


@pytest.mark.parametrize(
    ("winner", "chicas", "zapateria", "told"),
    [
        ("A", [[40, 30], [30, 40], [40, 8]], False, "Jugada"),
        ("A", [[30, 40], [40, 0]], True, "Jugada"),
        ("A", [[40, 30], [30, 40]], False, "Por fallo o sanción"),
        ("B", [[40, 30]], False, "Por fallo o sanción"),
        ("B", [], False, "Por fallo o sanción"),
    ],
)
def test_what_the_chicas_do_not_decide_was_decided_otherwise(
    winner: str,
    chicas: list[list[int]],
    zapateria: bool,  # noqa: FBT001
    told: str,
) -> None:
    won, lost = Pareja(pk=1), Pareja(pk=2)
    a, b = (won, lost) if winner == "A" else (lost, won)

    fixture = Fixture(pareja_a=a, pareja_b=b, winner=won, how="played", chicas=chicas, by_zapateria=zapateria)

    assert fixture.how_told == told


def test_whatever_is_told_beside_a_partida_is_told_of_single_players_too() -> None:
    notes = {*SHORT.values(), *VOID_SHORT.values(), ALL_LEFT, WON_OTHERWISE}

    assert all(said(1, note) for note in notes)
