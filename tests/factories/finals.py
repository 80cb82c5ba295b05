"""A final that was kept on a tablet, and whose rivals may become others."""

from dataclasses import dataclass

from brackets.draw.formats import Elimination
from brackets.draw.qualification import Everybody
from brackets.models import Fixture, Pareja
from brackets.services.fixtures import fixture_clear
from brackets.services.planning import StagePlan
from referee.models import Mesa
from referee.services.paper import paper_result_record
from tests.brackets.services.test_formats import TABLE, Night
from tests.factories.referee import ZAPATERIA, Keeper, keepers
from tests.factories.remembered import remembered

FOUR = StagePlan(name="Eliminatorias", format=Elimination(third_place=True), entry=(Everybody(),), criteria=TABLE)


@dataclass
class Final:
    """Four in a knock-out; `sat` are those who sat down to the final, which `kept` has."""

    night: Night
    semifinal: Fixture
    kept: Keeper
    sat: tuple[Pareja, Pareja]

    @property
    def fixture(self) -> Fixture:
        """As it is now."""
        return Fixture.objects.select_related("pareja_a", "pareja_b", "winner", "stage").get(pk=self.kept.fixture.pk)

    @property
    def mesa(self) -> Mesa:
        return self.kept.mesa

    @property
    def numbers(self) -> list[int]:
        return [pareja.number for pareja in self.sat]

    @property
    def result(self) -> tuple[object, ...]:
        """How the partida stands, with whom."""
        fixture = self.fixture
        return fixture.status, fixture.how, fixture.pareja_a_id, fixture.pareja_b_id, fixture.winner_id, fixture.chicas

    def others_come(self) -> None:
        """A semifinal is corrected on purpose: another than sat there is in it."""
        self.semifinal.refresh_from_db()
        self.night.record(self.semifinal, "B", on_purpose=True)
        assert not self.mesa.stands

    def left_without_effect(self) -> None:
        """A semifinal is taken back on purpose, and its winner wins again: the same two are to play."""
        self.semifinal.refresh_from_db()
        fixture_clear(
            fixture=self.semifinal, user=self.night.director, now=self.kept.tick(), reason="x", on_purpose=True
        )
        self.semifinal.refresh_from_db()
        self.night.record(self.semifinal, "A")
        assert (self.mesa.stands, self.fixture.status, self.fixture.how) == (True, "ready", "")

    def played_on_paper(self) -> None:
        """Those who meet there by now play it, and B wins."""
        self.written((20, 40), (20, 40))

    def written(self, *chicas: tuple[int, int]) -> None:
        """The desk writes these chicas, or corrects to them."""
        paper_result_record(
            fixture=self.fixture, chicas=chicas, user=self.night.director, now=self.kept.tick(), reason="papel"
        )


@remembered
def opened_final() -> Final:
    """Both semifinals are played, and the mesa of the partida after them is open."""
    night = Night.published(4, FOUR)
    semifinals = list(night.stage(1).fixtures.filter(round=1).order_by("number"))
    for fixture in semifinals:
        night.record(fixture, "A")
    (kept,) = keepers(list(night.stage(1).fixtures.filter(round=2, status="ready").order_by("position")[:1]))
    kept.open()
    return Final(night, semifinals[0], kept, (kept.mesa.pareja_a, kept.mesa.pareja_b))


@remembered
def final_of(*lines: str) -> Final:
    """With these jugadas recorded."""
    final = opened_final()
    final.kept.record(*lines)
    return final


@remembered
def sealed_final() -> Final:
    """Won by A, signed and sealed."""
    final = final_of(*ZAPATERIA)
    final.kept.seal()
    return final
