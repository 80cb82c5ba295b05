"""Who is kept apart in a Swiss stage: looked at when each round is paired, and told where it could not be."""

import json
from random import Random

import pytest
from django.db.models import Q

from brackets.draw.acta import verify
from brackets.draw.formats import Swiss
from brackets.draw.protections import Protection
from brackets.draw.qualification import Everybody
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Pareja, Stage
from brackets.selectors.draw_acta import acta_of
from brackets.selectors.draws import draw_check
from brackets.selectors.stages import drawn_of, results_of, roster_of
from brackets.selectors.swiss_rounds import pairing_of
from brackets.services.departures import pareja_leave
from brackets.services.inscription import ParejaData
from brackets.services.planning import StagePlan
from brackets.services.rounds import together_in
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.services.desk import undone
from tests.brackets.services.test_formats import TABLE, Night
from tests.brackets.services.test_late_entries import enter
from tests.factories.brackets import NOW, invented_name

pytestmark = pytest.mark.django_db
SWISS = StagePlan(name="Suizo", format=Swiss(rounds=3), entry=(Everybody(),), criteria=TABLE)


def published(night: Night, *protections: Protection) -> Stage:
    drawn = draw_rehearsed(
        championship=night.championship, user=night.director, now=NOW, public_seed="prueba", protections=protections
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


def with_a_late_entry(seed: int, *protections: Protection, **attribute: str) -> tuple[Night, Pareja]:
    """1, 2 and 3 of seven have this in common, and so has an eighth, which enters in round 2."""
    night = Night(7, SWISS)
    night.championship.parejas.filter(number__in=[1, 2, 3]).update(**attribute)
    drawn = draw_rehearsed(
        championship=night.championship, user=night.director, now=NOW, public_seed=f"s{seed}", protections=protections
    )
    stage_publish(stage=drawn, user=night.director, now=NOW)
    night.pair()
    night.play(random=Random(seed))
    data = ParejaData(player_1=invented_name(900_900), player_2=invented_name(900_901), **attribute)
    return night, enter(night, place=2, data=data).pareja


@pytest.mark.parametrize("attribute", ["club", "family"])
def test_who_enters_late_is_kept_apart_in_its_first_mesa(attribute: str) -> None:
    code = {"club": "club", "family": "familia"}[attribute]
    for seed in range(6):
        with undone():
            night, late = with_a_late_entry(seed, Protection(code), **{attribute: "Sol"})

            night.pair()

            mine = night.stage(1).fixtures.get(Q(pareja_a=late) | Q(pareja_b=late), round=2)
            assert [getattr(each, attribute) for each in (mine.pareja_a, mine.pareja_b)].count("Sol") == 1
            assert together_in(night.stage(1), 2) == []
            report = verify(json.loads(json.dumps(acta_of(night.stage(1)))))
            assert report.good


def test_a_late_entry_is_repeated_as_it_was_compared_whatever_it_is_called_later() -> None:
    night, late = with_a_late_entry(0, Protection("club"), club="Sol")
    night.pair()
    paired = night.stage(1).pairings

    Pareja.objects.filter(pk=late.pk).update(club="Luna")

    stage, roster = night.stage(1), roster_of(night.championship.pk)
    acta = json.loads(json.dumps(acta_of(stage)))
    assert acta["rondas"][1]["inscritas_despues"] == [{"numero": 8, "club": "sol", "cabeza": None}]
    assert "inscritas_despues" not in acta["rondas"][0]
    assert verify(acta).good
    outcome = drawn_of(stage).after(results_of(stage.fixtures.all(), roster.ids))
    assert pairing_of(stage, outcome, roster, 2) == paired[1]
    acta["rondas"][1]["inscritas_despues"][0]["numero"] = 1
    assert not verify(acta).good


def test_a_mesa_with_a_rival_met_before_counts_like_any_other() -> None:
    """1 and 2 are of one family, and the only ones left after round 1: in round 4 both have had their three mesas."""
    night = Night(8, StagePlan(name="Suizo", format=Swiss(rounds=4), entry=(Everybody(),), criteria=TABLE))
    night.championship.parejas.filter(number__in=[1, 2]).update(family="Rueda")
    published(night, Protection("familia", 3))
    night.pair()
    night.play()
    for pareja in night.championship.parejas.filter(number__gt=2):
        pareja_leave(pareja=pareja, reason="prueba", user=night.director, now=NOW)
    for _ in range(2):
        night.pair()
        night.play()

    night.pair()

    acta = json.loads(json.dumps(acta_of(night.stage(1))))
    assert [len(each["juntas"]) for each in acta["rondas"]] == [0, 1, 1, 0]
    assert verify(acta).good


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
