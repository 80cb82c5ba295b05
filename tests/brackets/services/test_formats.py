"""Championships of several stages, through the services: planned, drawn, played, corrected."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from brackets.draw.formats import DoubleElimination, Elimination, Series, Swiss
from brackets.draw.qualification import Best, Everybody, FromEach, WinnerOf
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import Section
from brackets.models import AuditEntry, Championship, Fixture, Stage
from brackets.selectors.draws import draw_check
from brackets.selectors.stages import ranking_of, roster_of, spots_of, structure_for
from brackets.services.effects import Fell
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import Recorded, fixture_clear, fixture_record, fixture_start
from brackets.services.planning import StagePlan, stages_plan
from brackets.services.rounds import round_pair
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.factories.brackets import NOW, ParejaFactory, director_of, entered
from tests.factories.remembered import remembered

pytestmark = pytest.mark.django_db

TABLE = ("mesas", "directo", "chicas", "puntos", "zapaterias", "sorteo")
SERIES = StagePlan(name="Series", format=Series(size=4), entry=(Everybody(),), criteria=TABLE)
FINAL = StagePlan(name="Final", format=Elimination(), entry=(FromEach(1),), criteria=TABLE)


class Night:
    """A championship of numbered parejas with these stages, and everything one does to it."""

    def __init__(self, parejas: int, *plans: StagePlan, clubs: int = 0, players: int = 2) -> None:
        self.championship: Championship = entered(parejas, clubs=clubs, players=players)
        self.director = director_of(self.championship)
        if plans:
            self.plan(*plans)

    @classmethod
    def published(cls, parejas: int, *plans: StagePlan, clubs: int = 0, players: int = 2) -> "Night":
        """With its first stage drawn and published."""
        return _published(parejas, *plans, clubs=clubs, players=players)

    @classmethod
    def played(cls, parejas: int, *plans: StagePlan, clubs: int = 0, players: int = 2) -> "Night":
        """With its first stage played, as far as it can be."""
        return _played(parejas, *plans, clubs=clubs, players=players)

    @classmethod
    def in_second(cls, parejas: int, *plans: StagePlan, clubs: int = 0, players: int = 2) -> "Night":
        """With its first stage played and its second published."""
        return _in_second(parejas, *plans, clubs=clubs, players=players)

    def plan(self, *plans: StagePlan) -> tuple[Stage, ...]:
        return stages_plan(championship=self.championship, plans=plans, user=self.director, now=NOW).stages

    def stage(self, number: int) -> Stage:
        return self.championship.stages.get(number=number)

    def draw(self, number: int = 1, seed: str = "cuarenta") -> Stage:
        return draw_rehearsed(
            championship=self.championship, user=self.director, now=NOW, public_seed=seed, number=number
        )

    def publish(self, number: int = 1) -> Stage:
        return stage_publish(stage=self.draw(number), user=self.director, now=NOW)

    def pair(self, number: int = 1) -> Stage:
        return round_pair(stage=self.stage(number), user=self.director, now=NOW)

    def record(self, fixture: Fixture, winner: str = "A", **details: Any) -> Recorded:
        """Won in one chica, by a zapatería where that is said."""
        short = [[40, 6] if winner == "A" else [6, 40]] if details.get("zapateria") else [[40, 20]]
        ending = {"how": "played", "winner": winner, "chicas": short, "zapateria": False, "reason": "prueba"}
        return fixture_record(fixture=fixture, user=self.director, now=NOW, **(ending | details))

    def play(self, number: int = 1, random: Random | None = None) -> None:
        """All there is to play; the smaller number wins where no chance is given."""
        while fixtures := list(self.stage(number).fixtures.filter(status="ready").order_by("number")):
            for fixture in fixtures:
                fixture.refresh_from_db()
                if fixture.status == "ready":
                    assert fixture.pareja_a is not None
                    assert fixture.pareja_b is not None
                    better = "A" if fixture.pareja_a.number < fixture.pareja_b.number else "B"
                    self.record(fixture, random.choice("AB") if random else better)

    def rows(self) -> list[dict[str, object]]:
        """All that is stored of stages and fixtures, without what only names or dates the rows."""
        stages = [
            {name: value for name, value in row.items() if name not in ("id", "draw_number", "published_at")}
            for row in self.championship.stages.order_by("number").values()
        ]
        fixtures = Fixture.objects.filter(stage__championship=self.championship).order_by(
            "stage__number", "round", "position"
        )
        return stages + [
            {name: value for name, value in row.items() if name not in ("id", "stage_id")} for row in fixtures.values()
        ]


@remembered
def _published(parejas: int, *plans: StagePlan, clubs: int, players: int) -> Night:
    night = Night(parejas, *plans, clubs=clubs, players=players)
    night.publish()
    return night


@remembered
def _played(parejas: int, *plans: StagePlan, clubs: int, players: int) -> Night:
    night = Night.published(parejas, *plans, clubs=clubs, players=players)
    night.play()
    return night


@remembered
def _in_second(parejas: int, *plans: StagePlan, clubs: int, players: int) -> Night:
    night = Night.played(parejas, *plans, clubs=clubs, players=players)
    night.publish(2)
    return night


def test_the_mundial_to_its_champion() -> None:
    """32 in series of four, 12 in three series, three winners and one from the repechaje, a final of four.

    It was played with three times as many in 2025, as `test_real_championships` plays it.
    """
    night = Night(
        32,
        StagePlan(name="Eliminatorias", format=Series(4), entry=(Everybody(),), criteria=TABLE),
        StagePlan(name="Cuartos", format=Series(4), entry=(FromEach(1), Best(1, 4, place=2)), criteria=TABLE),
        StagePlan(name="Final", format=Elimination(third_place=True), entry=(FromEach(2), Best(2, 1)), criteria=TABLE),
        clubs=8,
    )
    chance = Random(40)
    for number in (1, 2, 3):
        night.publish(number)
        night.play(number, chance)

    assert [
        stage.fixtures.filter(number__isnull=False).count() for stage in night.championship.stages.order_by("number")
    ] == [48, 18, 4]
    numbers = list(Fixture.objects.filter(number__isnull=False).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, 71))
    final = ranking_of(night.stage(3), roster_of(night.championship.pk))
    assert final.complete
    assert [each.place for each in final.overall[:4]] == [1, 2, 3, 4]
    winners = {ranked[0].pareja for ranked in ranking_of(night.stage(2), roster_of(night.championship.pk)).groups}
    spots = spots_of(night.stage(3))
    assert {spot.pareja for spot in spots[:3]} == winners
    assert [spot.why.split(" de las")[0] for spot in spots[3:]] == ["1.ª mejor"]


def test_twenty_one_in_series_of_four_and_three() -> None:
    night = Night.played(21, SERIES, FINAL)

    first = ranking_of(night.stage(1), roster_of(night.championship.pk))
    assert Counter(len(group) for group in first.groups) == {4: 3, 3: 3}
    assert first.averages
    assert len(night.draw(2).entrants) == 6


def test_a_later_stage_waits_until_it_is_known_who_enters() -> None:
    night = Night.published(8, SERIES, FINAL)

    with pytest.raises(BracketError, match="Falta jugar «Series»") as refused:
        night.draw(2)

    assert refused.value.code == "etapa-sin-terminar"
    assert night.stage(2).status == Stage.Status.PLANNED


def test_a_place_that_nobody_fills_holds_nobody_up() -> None:
    """Two of a series of three are put out: its second place is nobody's, and the final is drawn without it."""
    night = Night.published(7, SERIES, replace(FINAL, entry=(FromEach(1, 2),)))
    sizes = [series for series in _series(night) if len(series) == 3]
    for fixture in night.stage(1).fixtures.filter(pareja_a__in=sizes[0], pareja_b__in=sizes[0]).order_by("number"):
        fixture.refresh_from_db()
        if fixture.status == "ready":
            night.record(fixture, how="disqualification", chicas=[])
    night.play()

    vacant = [spot.why for spot in spots_of(night.stage(2)) if spot.vacant]
    drawn = night.publish(2)

    assert [why.split(" de ")[0] for why in vacant] == ["Segunda"]
    assert len(drawn.entrants) == 3
    night.play(2)
    assert ranking_of(night.stage(2), roster_of(night.championship.pk)).complete


def _series(night: Night) -> list[set[int]]:
    """The primary keys of each series."""
    series: dict[int, set[int]] = {}
    for a, b in night.stage(1).fixtures.values_list("pareja_a_id", "pareja_b_id"):
        together = series.get(a, set()) | series.get(b, set()) | {a, b}
        series |= dict.fromkeys(together, together)
    return [set(each) for each in {frozenset(each) for each in series.values()}]


def test_a_stage_into_which_fewer_than_two_come_is_not_drawn() -> None:
    night = Night.played(4, SERIES, FINAL)

    with pytest.raises(BracketError, match="no entran ni dos") as refused:
        night.draw(2)

    assert refused.value.code == "plazas-vacias"


def test_a_bracket_without_a_winner_leaves_its_place_empty_for_good() -> None:
    """Both were put out in the last match of the winners' bracket."""
    both = (WinnerOf(1, "ganadores"), FromEach(1, 3))
    night = Night.published(8, replace(SERIES, format=DoubleElimination()), replace(FINAL, entry=both))
    structure = structure_for(night.stage(1))
    last = max(match.key for match in structure.matches if match.section is Section.MAIN)
    while fixtures := list(night.stage(1).fixtures.filter(status="ready").order_by("number")):
        for fixture in fixtures:
            fixture.refresh_from_db()
            is_last = (fixture.round, fixture.position) == last
            if fixture.status == "ready" and is_last:
                night.record(fixture, None, how="disqualification", chicas=[])
            elif fixture.status == "ready":
                night.record(fixture)

    spot = spots_of(night.stage(2))[0]

    assert spot.vacant
    assert len(night.draw(2).entrants) == 3


def test_stages_change_freely_until_they_are_published_and_then_stay() -> None:
    night = Night(8, SERIES, FINAL)
    assert night.draw().status == Stage.Status.DRAWN
    elimination = StagePlan(name="Todo o nada", format=Elimination(), entry=(Everybody(),), criteria=TABLE)

    night.plan(elimination)
    assert [(stage.name, stage.status) for stage in night.championship.stages.all()] == [("Todo o nada", "planned")]
    night.plan(SERIES, FINAL)
    night.publish()

    with pytest.raises(BracketError) as refused:
        night.plan(elimination)
    assert refused.value.code == "etapa-publicada"
    before = night.rows(), AuditEntry.objects.count()
    night.plan(SERIES, FINAL)
    assert (night.rows(), AuditEntry.objects.count()) == before
    last = StagePlan(name="Final a dos derrotas", format=DoubleElimination(), entry=(FromEach(1, 2),), criteria=TABLE)
    assert night.plan(SERIES, last)[1].name == "Final a dos derrotas"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"entry": ()}, "etapa-sin-entrada"),
        ({"entry": (FromEach(1),)}, "etapa-posterior"),
        ({"criteria": ("mesas", "nada", "sorteo")}, "desempates"),
        ({"criteria": ("chicas", "sorteo")}, "desempates"),
        ({"criteria": ("mesas", "chicas")}, "desempates"),
    ],
)
def test_a_plan_that_could_never_be_drawn_is_refused(changed: dict[str, Any], code: str) -> None:
    fields = {"name": "Series", "format": Series(4), "entry": (Everybody(),), "criteria": TABLE}
    with pytest.raises(InvalidValue) as refused:
        Night(4, StagePlan(**(fields | changed)))
    assert refused.value.code == code


def test_a_correction_that_lets_another_qualify_takes_the_next_draw_back() -> None:
    """Wrong, drawn on it, corrected and drawn again = right from the start."""
    night, right = Night(8, SERIES, FINAL), Night(8, SERIES, FINAL)
    for each in (night, right):
        each.publish()
        each.play()
    for fixture in night.stage(1).fixtures.filter(winner__number=1):  # who won the series loses all of it
        night.record(fixture, "B" if fixture.winner_id == fixture.pareja_a_id else "A")
    night.publish(2)

    fallen = []
    for fixture in night.stage(1).fixtures.select_related("pareja_a", "pareja_b"):
        assert fixture.pareja_a is not None
        assert fixture.pareja_b is not None
        better = "A" if fixture.pareja_a.number < fixture.pareja_b.number else "B"
        fallen += night.record(fixture, better).fallen

    assert fallen == [Fell("Final")]
    assert night.stage(2).status == Stage.Status.PLANNED
    assert night.stage(2).fixtures.count() == 0
    night.publish(2)
    right.publish(2)
    assert comparable(night) == comparable(right)


def comparable(night: Night) -> list[tuple[object, ...]]:
    return [
        (fixture.stage.number, fixture.round, fixture.position, fixture.number, fixture.status, fixture.how,
         *(pareja.number if pareja else None for pareja in (fixture.pareja_a, fixture.pareja_b, fixture.winner)))
        for fixture in Fixture.objects.filter(stage__championship=night.championship)
        .select_related("stage", "pareja_a", "pareja_b", "winner")
        .order_by("stage__number", "round", "position")
    ]  # fmt: skip


def test_a_correction_is_refused_once_the_next_stage_is_played_and_changes_nothing() -> None:
    night = Night.in_second(8, SERIES, FINAL)
    final = night.stage(2).fixtures.get()
    fixture_start(fixture=final, now=NOW)
    refusals = []
    for fixture in night.stage(1).fixtures.filter(winner=final.pareja_a):
        before = night.rows(), AuditEntry.objects.count()
        try:
            night.record(fixture, "B" if fixture.winner_id == fixture.pareja_a_id else "A")
        except DrawRefusal as refusal:
            refusals.append(refusal)
            assert (night.rows(), AuditEntry.objects.count()) == before

    assert {refusal.code for refusal in refusals} == {"in-the-way"}
    assert "el sorteo" not in str(refusals[0])
    assert "«Final» sería otra" in refusals[0].message


def test_a_swiss_stage_is_paired_round_by_round_without_repeating_a_rival() -> None:
    night = Night.published(9, StagePlan(name="Suizo", format=Swiss(rounds=4), entry=(Everybody(),), criteria=TABLE))
    chance = Random(7)
    for number in range(1, 5):
        night.pair()
        with pytest.raises(BracketError):
            night.pair()
        assert night.stage(1).fixtures.filter(round=number).count() == 5
        night.play(1, chance)

    met = [
        frozenset((fixture.pareja_a_id, fixture.pareja_b_id))
        for fixture in night.stage(1).fixtures.filter(number__isnull=False)
    ]
    assert len(met) == len(set(met)) == 16
    rested = [fixture.winner_id for fixture in night.stage(1).fixtures.filter(number=None)]
    assert len(rested) == len(set(rested)) == 4
    with pytest.raises(BracketError) as refused:
        night.pair()
    assert refused.value.code == "suizo-terminado"


def test_a_corrected_result_takes_back_the_swiss_round_that_was_paired_on_it() -> None:
    plan = StagePlan(name="Suizo", format=Swiss(rounds=3), entry=(Everybody(),), criteria=TABLE)
    night, right = Night(8, plan), Night(8, plan)
    for each in (night, right):
        each.publish()
        each.pair()
        each.play()
    wrong = night.stage(1).fixtures.order_by("number").first()
    assert wrong is not None
    first = "A" if wrong.winner_id == wrong.pareja_a_id else "B"
    night.record(wrong, "B" if first == "A" else "A")
    night.pair()

    recorded = night.record(wrong, first)

    assert recorded.fallen == (Fell("Suizo", 2),)
    night.pair()
    right.pair()
    assert comparable(night) == comparable(right)
    played = night.stage(1).fixtures.filter(round=2).first()
    assert played is not None
    night.record(played)
    before = comparable(night)
    with pytest.raises(DrawRefusal, match="la ronda 2 de «Suizo» sería otra"):
        fixture_clear(fixture=wrong, user=night.director, now=NOW, reason="prueba")
    assert comparable(night) == before


def test_who_is_disqualified_in_a_swiss_round_leaves_the_rounds_before_it_as_they_are() -> None:
    plan = StagePlan(name="Suizo", format=Swiss(rounds=3), entry=(Everybody(),), criteria=TABLE)
    night = Night.published(8, plan)
    for _ in range(2):
        night.pair()
        first = night.stage(1).fixtures.filter(status="ready").order_by("number")[0]
        night.play()
    paired = night.stage(1).pairings

    recorded = night.record(first, "A", how="disqualification")

    assert recorded.fallen == ()
    assert night.stage(1).pairings == paired
    night.pair()
    assert night.stage(1).fixtures.filter(round=3, number__isnull=False).count() == 3


def test_a_published_series_passes_its_check_and_an_outdated_one_does_not() -> None:
    night = Night(8, SERIES, FINAL, clubs=3)
    stage = night.draw()
    assert draw_check(stage) == []
    ParejaFactory(championship=night.championship, number=70)
    assert [broken.code for broken in draw_check(stage)] == ["outdated"]
