"""Who is in, who entered and what is kept on purpose follow from what is on record: nobody is put out unseen, and nobody is accused of what happened."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from django.core.management import CommandError, call_command

from brackets.draw.formats import Elimination, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, FromEach
from brackets.draw.refusal import DrawRefusal
from brackets.models import AuditEntry, Championship, Fixture, Pareja, PodiumPlace, Stage, StageEvent
from brackets.selectors.departures import entries_undone
from brackets.selectors.draws import draw_check
from brackets.selectors.events import OF_NO_STAGE, events_of
from brackets.selectors.planning import plans_of
from brackets.selectors.podium import podium_reached
from brackets.services.championships import championship_close
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.fixtures import fixture_restore
from brackets.services.late_entries import late_entry_undo
from brackets.services.planning import stages_plan
from brackets.services.stages import stage_publish, stage_reopen
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.services.tree import tree_sweep
from tests.attacks.test_verifier import found_by_all
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.brackets.services.test_late_entries import enter
from tests.brackets.services.test_law_of_stages import CHAMPIONSHIPS, TABLE
from tests.brackets.services.tournament import Tournament
from tests.factories.brackets import NOW
from tests.factories.insider import triggers_lifted

pytestmark = pytest.mark.django_db
SWEPT: Final = NOW + timedelta(days=9)
KNOCK_OUT: Final = StagePlan(name="Llave", format=Elimination(), entry=(Everybody(),), criteria=())
OUT: Final[Mapping[str, Mapping[str, Any]]] = {
    "withdrawn": {"expelled": False, "voided": False},
    "expelled": {"expelled": True, "voided": False},
    "voided": {"expelled": False, "voided": True},
}
KEPT_OTHERWISE: Final = "lo que se mantiene a propósito no es lo que dice el último hecho"
WRONG: Final = "no resulta que la pareja {} esté dentro o fuera"


def said(championship: Championship, path: Path) -> tuple[str, str]:
    """What the check of its archive says of it, and that of the database."""
    errors = StringIO()
    with suppress(CommandError):
        call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)
    in_archive, _, _ = found_by_all(path / "a.json", Championship.objects.get(pk=championship.pk))
    return in_archive, errors.getvalue()


def swept(championship: Championship) -> Championship:
    tree_sweep(championship=championship, now=SWEPT, at_once=True)
    return championship


def of(kind: str) -> Tournament:
    entrants, build = CHAMPIONSHIPS[kind]
    return Tournament(range(1, entrants + 1), build(entrants))


def champion_expelled_and_back() -> Tournament:
    """The one who is champion had been expelled by mistake."""
    tournament = of("todos of 4")
    tournament.draw_and_publish(1)
    pareja_leave(pareja=tournament.championship.parejas.get(number=1), expelled=True, reason="Error", **tournament.who)
    pareja_return(pareja=tournament.championship.parejas.get(number=1), reason="No era ella", **tournament.who)
    for fixture in tournament.playable():
        tournament.record(fixture, {"how": "played", "winner": "B" if fixture.pareja_b.number == 1 else "A"})
    championship_close(championship=tournament.championship, **tournament.who)
    return tournament


def test_a_champion_who_came_back_is_not_out(tmp_path: Path) -> None:
    championship = swept(champion_expelled_and_back().championship)
    assert PodiumPlace.objects.get(place=1).pareja.number == 1
    assert said(championship, tmp_path) == ("", "")
    with triggers_lifted():
        Pareja.objects.filter(championship=championship, number=1).update(status="expelled")
        PodiumPlace.objects.all().delete()
        for each in podium_reached(championship):
            PodiumPlace.objects.create(
                championship=championship, place=each.place, pareja=each.pareja, fixture=each.fixture
            )
    assert PodiumPlace.objects.get(place=1).pareja.number != 1
    assert all(WRONG.format(1) in each for each in said(championship, tmp_path))


@pytest.mark.parametrize(
    ("was", "now"), [("withdrawn", "expelled"), ("expelled", "withdrawn"), ("withdrawn", "voided")]
)
@pytest.mark.parametrize("then", ["drawn", "planned"])
def test_the_kind_of_a_departure_changes_after_its_stage_was_made_anew(
    tmp_path: Path, was: str, now: str, then: str
) -> None:
    night = Tournament(range(1, 6), [KNOCK_OUT])
    stage = night.draw_and_publish(1)
    pareja_leave(pareja=night.championship.parejas.get(number=4), reason="Viajó", **OUT[was], **night.who)
    stage_reopen(stage=stage, reason="Otra vez", on_purpose=True, **night.who)
    made_anew(night, then)
    pareja_leave(pareja=night.championship.parejas.get(number=4), reason="Fallo", **OUT[now], **night.who)
    assert said(night.championship, tmp_path) == ("", "")
    pareja_return(pareja=night.championship.parejas.get(number=4), reason="Error", **night.who)
    assert said(swept(night.championship), tmp_path) == ("", "")
    with triggers_lifted():
        Pareja.objects.filter(number=4).update(status="withdrawn")
    assert all(WRONG.format(4) in each for each in said(night.championship, tmp_path))


def test_who_has_left_a_stage_is_not_in_the_championship(tmp_path: Path) -> None:
    """Its departure is gone from where all of them are, and nothing else there says that it left."""
    night = Tournament(range(1, 6), [KNOCK_OUT])
    night.draw_and_publish(1)
    pareja_leave(pareja=night.championship.parejas.get(number=4), reason="Viajó", **night.who)
    assert said(night.championship, tmp_path) == ("", "")

    with triggers_lifted():
        StageEvent.objects.filter(stage=OF_NO_STAGE, pareja=4).delete()
        Pareja.objects.filter(number=4).update(status="active")

    assert all(WRONG.format(4) in each for each in said(night.championship, tmp_path))


def made_anew(night: Tournament, how: str) -> None:
    if how == "planned":
        plans = [StagePlan(name="Otra", format=Elimination(), entry=(Everybody(),), criteria=())]
        stages_plan(championship=night.championship, plans=plans, **night.who)
    else:
        stage_publish(
            stage=draw_rehearsed(championship=night.championship, number=1, public_seed="otra", **night.who),
            **night.who,
        )


def test_who_was_let_in_late_and_taken_back_is_out_until_it_returns(tmp_path: Path) -> None:
    """Also where it is expelled besides: it has no place all the same."""
    night = Night.published(7, KNOCK_OUT)
    championship, who = night.championship, {"user": night.director, "now": NOW}
    number = enter(night).pareja.number
    late_entry_undo(pareja=championship.parejas.get(number=number), **who)
    assert said(championship, tmp_path) == ("", "")
    pareja_leave(pareja=championship.parejas.get(number=number), expelled=True, reason="Fallo", **who)
    assert said(swept(championship), tmp_path) == ("", "")
    assert entries_undone(championship.parejas.all()) == {number}
    with triggers_lifted():
        Pareja.objects.filter(number=number).update(status="active")
    assert all(WRONG.format(number) in each for each in said(championship, tmp_path))


def with_another(plans: list[StagePlan]) -> list[StagePlan]:
    return [*plans, StagePlan(name="Consuelo", format=Elimination(), entry=(FromEach(1, 2),), criteria=TABLE)]


def without_the_final(plans: list[StagePlan]) -> list[StagePlan]:
    return plans[:2]


def with_more_in_the_final(plans: list[StagePlan]) -> list[StagePlan]:
    return [*plans[:2], StagePlan(name="Final", format=Elimination(), entry=(FromEach(1, 2), FromEach(2, 2)), criteria=TABLE)]  # fmt: skip


PLANNED: Final = (with_another, without_the_final, with_more_in_the_final)


def in_repechaje() -> Tournament:
    """Whom no rule of another stage takes from the series play for a place in the final."""
    tournament = of("repechaje, played")
    tournament.draw_and_publish(1)
    tournament.play(Random(1))
    tournament.draw_and_publish(2)
    return tournament


def planned(tournament: Tournament, change: Callable[[list[StagePlan]], list[StagePlan]]) -> Stage:
    championship = tournament.championship
    stages_plan(championship=championship, plans=change(plans_of(championship.stages.all())), **tournament.who)
    return championship.stages.get(number=2)


@pytest.mark.parametrize("change", PLANNED)
def test_a_stage_that_is_published_keeps_its_entrants_whatever_is_planned_after_it(
    tmp_path: Path, change: Callable[[list[StagePlan]], list[StagePlan]]
) -> None:
    tournament = in_repechaje()
    stage = planned(tournament, change)
    assert draw_check(stage) == []
    assert said(swept(tournament.championship), tmp_path) == ("", "")
    with triggers_lifted():  # as if that had been the plan when it was drawn
        stage.planned_entries = {str(each.number): each.entry for each in tournament.championship.stages.all()}
        stage.save()
    assert all("o cuándo, no es lo que consta" in each for each in said(tournament.championship, tmp_path))


def test_reopened_it_follows_the_plan_of_now(tmp_path: Path) -> None:
    tournament = in_repechaje()
    tournament.reopen(planned(tournament, without_the_final), on_purpose=True)
    stage = tournament.championship.stages.get(number=2)
    assert (stage.planned_entries, [each.code for each in draw_check(stage)]) == ({}, ["outdated"])
    tournament.draw_and_publish(2)
    assert said(swept(tournament.championship), tmp_path) == ("", "")


def test_a_round_in_which_all_passed_is_kept_on_purpose_with_its_event(tmp_path: Path) -> None:
    """What stands in the way of pairing it anew was played in the round after it."""
    swiss = StagePlan(name="Suizo", format=Swiss(rounds=3), entry=(Everybody(),), criteria=TABLE)
    night = Night.published(6, swiss)
    championship, who = night.championship, {"user": night.director, "now": NOW}
    night.pair()
    night.play()
    night.pair()
    met = {frozenset((each.pareja_a, each.pareja_b)) for each in night.stage(1).fixtures.filter(round=1)}
    second = night.stage(1).fixtures.filter(round=2)
    one, other, _ = pairs = [(each.pareja_a, each.pareja_b) for each in second]
    stay = next({a, b} for a in one for b in other if frozenset((a, b)) not in met)
    for pareja in chain.from_iterable(pairs):
        if pareja not in stay:
            pareja_leave(pareja=pareja, reason="Viajó", **who)
    night.pair()
    night.play()
    first = night.stage(1).fixtures.filter(round=1, number__isnull=False).order_by("number").first()
    night.record(first, "B" if first.winner_id == first.pareja_a_id else "A", on_purpose=True)
    stage = night.stage(1)
    assert stage.kept_rounds == [2]
    assert [each.data["numbers"] for each in events_of(stage).filter(action="mantener")] == [[2]]
    assert events_of(stage).filter(action="llevar-a-cabo").count() == 1
    assert AuditEntry.objects.filter(action="llevar-a-cabo").count() == 1
    assert stage.fixtures.get(round=3, number__isnull=False).is_marked("kept")
    assert said(swept(championship), tmp_path) == ("", "")
    for more in ({"kept_rounds": [2, 3]}, {"kept_draw": True}):
        championship.stages.filter(pk=stage.pk).update(**more)
        assert all(KEPT_OTHERWISE in each for each in said(championship, tmp_path))
        stage.save(update_fields=("kept_rounds", "kept_draw"))


def final_let_stand() -> tuple[Night, Fixture]:
    """The final was played on results that one correction, on purpose, turned around: the partida of that."""
    night = Night.in_second(8, SERIES, FINAL)
    night.record(night.stage(2).fixtures.filter(status="ready").earliest("number"))
    for fixture in night.stage(1).fixtures.order_by("number"):
        fixture.refresh_from_db()
        turned = "B" if fixture.winner_id == fixture.pareja_a_id else "A"
        with suppress(DrawRefusal):
            night.record(fixture, turned)
            continue
        night.record(fixture, turned, on_purpose=True)
        if night.stage(2).kept_draw:
            return night, fixture
    raise AssertionError("nothing had to be let stand")


def test_a_draw_is_kept_on_purpose_as_long_as_its_last_event_says_so(tmp_path: Path) -> None:
    night, fixture = final_let_stand()
    assert said(swept(night.championship), tmp_path) == ("", "")
    fixture.refresh_from_db()
    fixture_restore(fixture=fixture, user=night.director, now=SWEPT)
    final = night.stage(2)
    assert not final.kept_draw
    assert [each.data["numbers"] for each in events_of(final).filter(action="mantener")] == [[0], []]
    assert said(swept(night.championship), tmp_path) == ("", "")

    with triggers_lifted():
        night.championship.stages.filter(pk=final.pk).update(kept_draw=True)

    assert all(KEPT_OTHERWISE in each for each in said(night.championship, tmp_path))


def test_nor_is_it_kept_no_longer_while_its_last_event_says_that_it_is(tmp_path: Path) -> None:
    night, _ = final_let_stand()
    with triggers_lifted():
        night.championship.stages.filter(number=2).update(kept_draw=False)

    assert all(KEPT_OTHERWISE in each for each in said(swept(night.championship), tmp_path))


def test_a_stage_has_the_name_that_its_acta_has(tmp_path: Path) -> None:
    championship = swept(Night.published(4, SERIES).championship)
    with triggers_lifted():
        championship.stages.update(name="Otra")

    in_archive, in_database = said(championship, tmp_path)
    assert "lo que se sorteó en «Otra» no es lo de su huella" in in_archive
    assert "no se sorteó con lo que dice su acta en «etapa»" in in_database


def test_a_round_that_is_kept_on_purpose_follows_from_its_own_table(tmp_path: Path) -> None:
    night = Night.published(8, StagePlan(name="Suizo", format=Swiss(rounds=3), entry=(Everybody(),), criteria=TABLE))
    night.pair()
    night.play()
    night.pair()
    night.record(night.stage(1).fixtures.filter(round=2, status="ready").earliest("position"))
    first = night.stage(1).fixtures.filter(round=1).earliest("number")
    night.record(first, "B" if first.winner_id == first.pareja_a_id else "A", on_purpose=True)
    stage = night.stage(1)
    assert stage.kept_rounds == [2]
    assert said(swept(night.championship), tmp_path) == ("", "")

    one, other = stage.fixtures.filter(round=2, status="ready").order_by("-position")[:2]
    stage.pairings[1][other.position][1], stage.pairings[1][one.position][1] = (
        stage.pairings[1][one.position][1],
        stage.pairings[1][other.position][1],
    )
    with triggers_lifted():
        night.championship.stages.filter(pk=stage.pk).update(pairings=stage.pairings)
        for each, rival in ((one, other.pareja_b_id), (other, one.pareja_b_id)):
            Fixture.objects.filter(pk=each.pk).update(pareja_b=rival)

    in_archive, in_database = said(night.championship, tmp_path)
    assert "el acta dice" in in_archive
    assert "su acta no se repite: " in in_database
