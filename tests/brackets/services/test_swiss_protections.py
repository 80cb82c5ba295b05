"""Who is kept apart in a Swiss stage: looked at when each round is paired, and told where it could not be."""

import pytest

from brackets.draw.formats import Swiss
from brackets.draw.protections import Protection
from brackets.draw.qualification import Everybody
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Pareja, Stage
from brackets.selectors.draws import draw_check
from brackets.services.planning import StagePlan
from brackets.services.rounds import together_in
from brackets.services.stages import stage_draw, stage_publish
from tests.brackets.services.test_formats import TABLE, Night
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db
SWISS = StagePlan(name="Suizo", format=Swiss(rounds=3), entry=(Everybody(),), criteria=TABLE)


def published(night: Night, *protections: Protection) -> Stage:
    drawn = stage_draw(
        championship=night.championship, user=night.director, now=NOW, lots_seed="prueba", protections=protections
    )
    assert draw_check(drawn) == []
    return stage_publish(stage=drawn, user=night.director, now=NOW)


def same(night: Night, attribute: str, number: int) -> int:
    """How many of a round meet one of their own."""
    fixtures = night.stage(1).fixtures.filter(round=number, pareja_b__isnull=False)
    rows = fixtures.values_list(f"pareja_a__{attribute}", f"pareja_b__{attribute}")
    return sum(a == b != "" for a, b in rows)


def test_clubs_do_not_meet_in_the_first_round() -> None:
    night = Night(16, SWISS, clubs=4)
    published(night)

    night.pair()

    assert same(night, "club", 1) == 0
    assert together_in(night.stage(1), 1) == []


def test_a_family_is_kept_apart_in_every_round_where_scores_allow_it() -> None:
    night = Night(16, SWISS)
    for number in range(1, 17):
        Pareja.objects.filter(championship=night.championship, number=number).update(family=f"Rueda {number % 4}")
    published(night, Protection("familia", rounds=0))

    for number in (1, 2, 3):
        night.pair()
        assert same(night, "family", number) == len(together_in(night.stage(1), number))
        night.play()

    assert same(night, "family", 1) == same(night, "family", 2) == 0


def test_what_cannot_be_avoided_is_written_down() -> None:
    night = Night(6, SWISS)
    Pareja.objects.filter(championship=night.championship, number__lte=5).update(club="Sol")
    published(night)

    night.pair()

    entry = AuditEntry.objects.get(championship=night.championship, action="ronda-emparejar")
    assert len(entry.data["together"]) == same(night, "club", 1) == 2


def test_nothing_can_be_promised_for_certain() -> None:
    night = Night(6, SWISS)

    with pytest.raises(DrawRefusal, match="nada puede ser obligatorio"):
        published(night, Protection("club", 1, hard=True))
