"""What is looked for in a whole stage is found: somebody twice in a round, a rematch, a pareja that plays on after being out."""

import pytest

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.qualification import Everybody
from brackets.draw.structure import Section, Zapateria
from brackets.services.planning import StagePlan
from referee.management.rehearsal.fairness import Played, champion, outs_hold, rivals_hold, rounds_hold, stage_fair
from referee.management.rehearsal.invariants import Broken
from tests.brackets.services.test_formats import TABLE, Night


def won(round_: int, a: int | None, b: int | None, *, how: str = "played", zapateria: bool = False) -> Played:
    """A wins; in the third round for the third place."""
    section = Section.THIRD if round_ == 3 else Section.MAIN
    return Played(f"ronda {round_}", round_, section, a, b, a, how, zapateria)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "form", [Elimination(third_place=True, consolation=True), DoubleElimination(), Series(0), Swiss(3)]
)
def test_what_the_services_leave_is_fair_and_has_one_champion(form: Format) -> None:
    night = Night.published(8, StagePlan(name="Etapa", format=form, entry=(Everybody(),), criteria=TABLE))
    for _ in range(form.rounds if isinstance(form, Swiss) else 1):
        if isinstance(form, Swiss):
            night.pair()
        night.play()

    stage_fair(night.stage(1))
    champion_ = champion(night.championship)
    assert champion_ is not None
    assert champion_.number == 1


@pytest.mark.django_db
def test_there_is_no_champion_before_the_last_stage_has_ended() -> None:
    series = StagePlan(name="Series", format=Series(0), entry=(Everybody(),), criteria=TABLE)
    night = Night.published(3, series)
    night.record(night.stage(1).fixtures.filter(round=1)[0])

    assert champion(night.championship) is None


def test_a_pareja_twice_in_a_round_is_found() -> None:
    rounds_hold([won(1, 4, 7), won(2, 4, 9)])

    with pytest.raises(Broken, match="la 4 está dos veces"):
        rounds_hold([won(1, 4, 7), won(1, 9, 4)])


def test_a_pareja_that_is_forgotten_is_found() -> None:
    rounds_hold([won(1, 4, 7), won(1, 9, None, how="bye")], everybody=(4, 7, 9))

    with pytest.raises(Broken, match="falta la 9"):
        rounds_hold([won(1, 4, 7)], everybody=(4, 7, 9))


def test_a_rematch_is_found() -> None:
    rows = [won(1, 4, 7), won(2, 7, 4)]
    rivals_hold(rows, 2)

    with pytest.raises(Broken, match="se encuentran 2 veces"):
        rivals_hold(rows, 1)


@pytest.mark.parametrize(
    ("rows", "last", "zapateria", "before"),
    [
        ([won(1, 4, 7), won(2, 9, 7)], 1, Zapateria.NOTHING, ()),
        ([won(1, 4, 7), won(2, 9, 7), won(4, 12, 7)], 2, Zapateria.NOTHING, ()),
        ([won(1, 4, 7, how="disqualification"), won(3, 9, 7)], 1, Zapateria.NOTHING, ()),
        ([won(1, 4, 7, zapateria=True), won(2, 9, 7)], 2, Zapateria.ELIMINATES, ()),
        ([won(1, 4, 7, zapateria=True), won(2, 9, 7)], 2, Zapateria.IF_DEFEATED, (7,)),
    ],
)
def test_who_plays_on_after_being_out_is_found(
    rows: list[Played], last: int, zapateria: Zapateria, before: tuple[int, ...]
) -> None:
    with pytest.raises(Broken, match="la 7 juega después de quedar fuera"):
        outs_hold(rows, last, zapateria, before)


@pytest.mark.parametrize(
    ("rows", "last", "zapateria"),
    [
        ([won(1, 4, 7), won(3, 9, 7)], 1, Zapateria.NOTHING),  # for the third place
        ([won(1, 4, 7), won(2, 9, 7)], 2, Zapateria.NOTHING),
        ([won(1, 4, 7, zapateria=True), won(2, 9, 7)], 2, Zapateria.IF_DEFEATED),
        ([won(1, 4, None, how="bye"), won(2, 9, 4)], 1, Zapateria.NOTHING),
    ],
)
def test_who_may_still_play_is_let_alone(rows: list[Played], last: int, zapateria: Zapateria) -> None:
    outs_hold(rows, last, zapateria)
