"""Drawing and publishing."""

from collections.abc import Sequence

import pytest

from brackets.draw.protections import Protection, protection_from
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Championship, Fixture, Stage
from brackets.selectors.draws import draw_check
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.parejas import pareja_withdraw
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of, drawn_stage, published_stage

pytestmark = pytest.mark.django_db


def draw(
    championship: Championship,
    lots_seed: str = "otra",
    *,
    apart: bool = True,
    protections: Sequence[Protection] = (),
) -> Stage:
    return draw_rehearsed(
        championship=championship,
        user=director_of(championship),
        now=NOW,
        public_seed=lots_seed,
        apart=apart,
        protections=protections,
    )


def publish(stage: Stage) -> Stage:
    return stage_publish(stage=stage, user=director_of(stage.championship), now=NOW)


@pytest.mark.parametrize("parejas", [2, 3, 5, 8, 13, 69, 96])
def test_a_draw_makes_the_fixtures_of_a_bracket(parejas: int) -> None:
    stage = drawn_stage(parejas)

    assert sorted(slot for slot in stage.slots if slot) == list(range(1, parejas + 1))
    played = stage.fixtures.filter(number__isnull=False).order_by("round", "position")
    assert [fixture.number for fixture in played] == list(range(1, parejas))
    byes = stage.fixtures.filter(how="bye")
    assert byes.count() == len(stage.slots) - parejas
    assert all(bye.status == "final" and bye.winner in (bye.pareja_a, bye.pareja_b) for bye in byes)
    assert {fixture.status for fixture in played.filter(round=1)} == {"ready"}


def test_the_same_seed_draws_the_same_whatever_was_corrected_later() -> None:
    championship = ChampionshipFactory()
    for number in range(1, 12):
        ParejaFactory(championship=championship, number=number, seed=number if number < 4 else None)

    first = draw(championship, "cuarenta").slots

    assert draw(championship, "otra").slots != first
    assert draw(championship, "cuarenta").slots == first


def test_parejas_of_one_club_are_kept_apart_and_what_cannot_be_is_listed() -> None:
    championship = ChampionshipFactory()
    for number in range(1, 6):
        ParejaFactory(championship=championship, number=number, club="Peñón" if number % 2 else "PEÑON ")
    for number in range(6, 9):
        ParejaFactory(championship=championship, number=number, club="")

    stage = draw(championship)

    assert len(stage.unavoidable) == 1
    met = stage.unavoidable[0]
    assert (met["club"].strip().lower().replace("ó", "o"), {met["a"], met["b"]} <= set(range(1, 6))) == ("peñon", True)
    assert draw(championship, apart=False).unavoidable == []


@pytest.mark.parametrize(("parejas", "clubs"), [(11, 4), (12, 4), (20, 7)])
def test_who_passes_free_is_kept_apart_from_both_of_whom_one_will_be_his_first_rival(parejas: int, clubs: int) -> None:
    championship = ChampionshipFactory()
    of = {number: f"Club {number % clubs}" for number in range(1, parejas + 1)}
    for number, club in of.items():
        ParejaFactory(championship=championship, number=number, club=club)

    for seed in ("una", "dos", "tres", "cuatro"):
        slots = draw(championship, seed).slots
        blocks = [slots[top : top + 4] for top in range(0, len(slots), 4)]
        free = [[of[each] for each in block if each] for block in blocks if None in block]
        assert free
        assert [clubs for clubs in free if len(set(clubs)) < len(clubs)] == []


@pytest.mark.parametrize("parejas", [8, 11])
def test_clubs_are_kept_apart_besides_any_other_protection_where_that_is_asked(parejas: int) -> None:
    championship = ChampionshipFactory()
    for number in range(1, parejas + 1):
        ParejaFactory(championship=championship, number=number, club=f"Club {number % 4}")
    family, clubs = Protection("familia"), Protection("club", 2)

    def kept(*protections: Protection, apart: bool) -> list[Protection]:
        stage = draw(championship, apart=apart, protections=protections)
        return [protection_from(each) for each in stage.protections]

    assert kept(family, apart=True) == [Protection("club"), family]
    assert kept(family, apart=False) == [family]
    assert kept(clubs, apart=True) == [clubs]


@pytest.mark.parametrize("apart", [True, False])
@pytest.mark.parametrize("parejas", [8, 11])
def test_the_audit_of_a_draw_says_whether_clubs_were_to_be_kept_apart(parejas: int, *, apart: bool) -> None:
    championship = ChampionshipFactory()
    ParejaFactory.create_batch(parejas, championship=championship)

    draw(championship, apart=apart)
    draw(championship, "segunda", apart=apart)

    data = AuditEntry.objects.latest("id").data
    assert (data["apart"], data["replaced"]["apart"]) == (apart, apart)


def test_drawing_again_replaces_everything_and_the_audit_keeps_what_it_was() -> None:
    stage = drawn_stage(5)
    fixtures = set(stage.fixtures.values_list("pk", flat=True))

    again = draw(stage.championship, "segunda")

    assert (again.pk, again.draw_number, again.public_seed) == (stage.pk, 2, "segunda")
    assert fixtures.isdisjoint(Fixture.objects.values_list("pk", flat=True))
    data = AuditEntry.objects.latest("id").data
    assert (data["lots_seed"], data["replaced"]["lots_seed"]) == (again.lots_seed, stage.lots_seed)
    assert data["replaced"]["slots"] == stage.slots


def test_withdrawn_parejas_do_not_enter() -> None:
    championship = ChampionshipFactory()
    ParejaFactory.create_batch(2, championship=championship)
    ParejaFactory(championship=championship, number=77, status="withdrawn")

    assert 77 not in draw(championship).slots


def test_a_draw_needs_two_parejas() -> None:
    championship = ChampionshipFactory()
    ParejaFactory(championship=championship)

    with pytest.raises(DrawRefusal) as refused:
        draw(championship)

    assert refused.value.code == "too-few-entries"
    assert not Stage.objects.exists()


@pytest.mark.parametrize(
    ("status", "code"), [("draft", "campeonato-en-preparacion"), ("closed", "campeonato-terminado")]
)
def test_a_draw_needs_an_open_championship(status: str, code: str) -> None:
    championship = ChampionshipFactory(status=status)
    ParejaFactory.create_batch(2, championship=championship)

    with pytest.raises(BracketError) as refused:
        draw(championship)

    assert refused.value.code == code


@pytest.mark.parametrize("lots_seed", ["", "x" * 81, "semilla\u202e"])
def test_a_seed_can_be_printed(lots_seed: str) -> None:
    with pytest.raises(InvalidValue):
        draw(drawn_stage(2).championship, lots_seed)


def test_publishing_is_for_good_and_again_does_nothing() -> None:
    stage = publish(drawn_stage(4))
    assert (stage.status, stage.published_at) == ("published", NOW)
    entries = AuditEntry.objects.count()

    publish(stage)
    assert AuditEntry.objects.count() == entries
    with pytest.raises(BracketError) as refused:
        draw(stage.championship)
    assert refused.value.code == "sorteo-publicado"


def test_a_draw_of_other_parejas_than_there_are_is_not_published() -> None:
    stage = drawn_stage(4)
    championship = stage.championship
    for outdate in (
        lambda: ParejaFactory(championship=championship, number=9),
        lambda: pareja_withdraw(pareja=championship.parejas.get(number=9), user=director_of(championship), now=NOW),
        lambda: championship.parejas.filter(number=1).update(club="Sol"),
        lambda: championship.parejas.filter(number=1).update(seed=1),
    ):
        drawn = draw(championship)
        assert draw_check(drawn) == []
        outdate()
        assert [broken.code for broken in draw_check(drawn)] == ["outdated"]
        with pytest.raises(BracketError) as refused:
            publish(drawn)
        assert refused.value.code == "sorteo-por-repetir"


def test_a_draw_that_was_tampered_with_is_not_published() -> None:
    stage = drawn_stage(8)
    stage.slots = stage.slots[::-1]
    stage.save()

    with pytest.raises(BracketError, match="no es el que sale de la semilla"):
        publish(stage)


def test_names_and_accents_of_a_club_may_be_corrected_after_the_draw() -> None:
    stage = drawn_stage(4, club="Penon")
    stage.championship.parejas.update(club="PEÑÓN")

    assert draw_check(stage) == []


def test_a_published_bracket_stays_repeatable() -> None:
    stage = published_stage(8, club="Sol")
    stage.championship.parejas.update(club="")

    assert stage.entrants[0]["club"] == "sol"
    assert stage.slots == drawn_stage(8, club="Sol").slots
