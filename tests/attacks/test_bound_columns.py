"""What tables, Planillas and draws follow from is bound as they are: by what a stage is ordered, who sat on which side, and when a draw was made and published."""

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from brackets.draw.commitment import digest
from brackets.draw.formats import Elimination
from brackets.draw.qualification import Everybody
from brackets.models import Championship, DrawEvent, Fixture, Stage, StageEvent
from brackets.services.commitments import draw_commit
from brackets.services.exchanges import draw_exchange, draw_exchange_undo
from brackets.services.planning import StagePlan, forget_draw, stages_plan
from brackets.services.stages import stage_publish, stage_reopen
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.models import LeafSource, Mesa
from referee.selectors.archive.document import Line
from referee.selectors.archive.drawn import events_before_check
from referee.selectors.archive.refusal import Refused
from referee.services.tree import tree_sweep
from tests.attacks.test_verifier import found_by_all, run
from tests.brackets.services.test_law_of_stages import CHAMPIONSHIPS
from tests.brackets.services.tournament import Tournament
from tests.factories.archives import at_the_tables
from tests.factories.brackets import NOW, director_of, drawn_stage, entered, published_stage
from tests.factories.insider import triggers_lifted

pytestmark = pytest.mark.django_db
SWEPT = NOW + timedelta(days=9)
HOUR = timedelta(hours=1)
Rewriting = Callable[[], object]


def sides_swapped() -> None:
    mesa = Mesa.objects.order_by("pk").filter(head_seq__gt=0)[:1].get()
    Mesa.objects.filter(pk=mesa.pk).update(pareja_a=mesa.pareja_b_id, pareja_b=mesa.pareja_a_id)


def hour_of_making_moved() -> None:
    for event in DrawEvent.objects.filter(kind="made"):
        DrawEvent.objects.filter(pk=event.pk).update(at=event.at - HOUR)


def made_after_others() -> None:
    """As if results that were there had come only after it."""
    for event in DrawEvent.objects.filter(kind="made"):
        DrawEvent.objects.filter(pk=event.pk).update(data={**event.data, "hechos": {"1": 1}})


def published_once_more() -> None:
    """The hour of the publication with its row, and that the stage was reopened in between."""
    event, later = DrawEvent.objects.get(kind="published"), SWEPT + HOUR
    for kind, at in (("reopened", later), ("published", later + HOUR)):
        DrawEvent.objects.create(
            championship=event.championship, stage=event.stage, number=event.number, kind=kind, at=at, by=event.by,
            data=event.data if kind == "published" else {},
        )  # fmt: skip


def commitment(**values: object) -> Rewriting:
    """One of these in the commitment that the draw was made with."""

    def rewrite() -> None:
        stage = Stage.objects.get()
        Stage.objects.update(commitments=[{**stage.commitments[-1], **values}])

    return rewrite


def commitment_revoked_before() -> None:
    """One more that was taken back before the draw, whose acta would have it."""
    stage = Stage.objects.get()
    text = f"{stage.commitments[-1]['document']} "
    revoked = {
        "sha256": digest(text),
        "document": text,
        "draw": None,
        "revoked_at": (NOW - HOUR).isoformat(),
        "why": "Error",
    }
    Stage.objects.update(commitments=[{**stage.commitments[-1], **revoked}, *stage.commitments])


def named_otherwise() -> None:
    stage = Stage.objects.get()
    record = stage.drawn_record
    record["inscritas"][0]["jugadores"][0]["nombre"] = "Otra Persona"
    Stage.objects.update(drawn_record=record)


REWRITINGS: dict[str, tuple[Rewriting, bool, str]] = {
    "tie-breaks": (lambda: Stage.objects.update(criteria=["mesas", "puntos", "sorteo"]), False, "«tabla»"),
    "treatment": (lambda: Stage.objects.update(treatment={"unplayed": "left-out"}), False, "«tabla»"),
    "zapateria": (lambda: Stage.objects.update(zapateria="elimina"), False, "«tabla»"),
    "sides": (sides_swapped, True, "no continúa la cadena"),
    "hour of making": (lambda: Stage.objects.update(drawn_at=NOW - HOUR), False, "«hecho»"),
    "hour of making with its row": (hour_of_making_moved, True, "no es la de su hoja"),
    "events before": (lambda: Stage.objects.update(events_from=1), False, "no se puede leer"),
    "events before with its row": (made_after_others, True, "no es la de su hoja"),
    "document of the commitment": (commitment(document="{}"), False, "el documento"),
    "hour of the commitment": (commitment(at=(NOW - HOUR).isoformat()), False, "no es como dice su acta"),
    "draw of the commitment": (commitment(draw=None), False, "con qué compromiso"),
    "commitment revoked": (commitment(revoked_at=SWEPT.isoformat(), why="No gustó"), False, "está anulado"),
    "commitment revoked before": (commitment_revoked_before, True, "que su acta no tiene"),
    "public seed": (lambda: Stage.objects.update(public_seed="6 6 6"), False, "la semilla pública"),
    "name in the acta": (named_otherwise, False, "no es el nombre que se sorteó"),
    "hour of publication": (lambda: Stage.objects.update(published_at=SWEPT), True, "o cuándo, no es lo que consta"),
    "no publication": (lambda: Stage.objects.update(status="drawn", planned_entries={}), True, "consta lo contrario"),
    "reopened": (lambda: DrawEvent.objects.filter(kind="published").update(kind="reopened"), True, "consta lo contrario"),
}  # fmt: skip
"""What is rewritten, whether the short verifier, which makes no table and repeats no acta, finds it too, and what the database's check says."""


ONE, TWO = (
    StagePlan(name=name, format=Elimination(), entry=(Everybody(),), criteria=("mesas", "sorteo"))
    for name in ("Uno", "Dos")
)


def command_says() -> str:
    errors = StringIO()
    with pytest.raises(CommandError):
        call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)
    return errors.getvalue()


@pytest.mark.parametrize("name", REWRITINGS)
def test_a_column_that_is_rewritten_is_found_by_all_that_look_at_it(name: str, tmp_path: Path) -> None:
    rewrite, by_tool, told = REWRITINGS[name]
    championship = at_the_tables()
    tree_sweep(championship=championship, now=SWEPT)
    assert found_by_all(tmp_path / "before.json", championship) == ("", [], [])

    with triggers_lifted():
        rewrite()

    refused, tool_says, _ = found_by_all(tmp_path / "a.json", championship)
    assert refused
    assert bool(tool_says) == by_tool
    assert told in command_says()


def test_a_publication_that_is_put_in_behind_the_last_checkpoint_shows_as_one_more() -> None:
    """Nothing binds what comes behind it; yet nothing that was there has another hour for it."""
    championship = at_the_tables()
    tree_sweep(championship=championship, now=SWEPT)
    with triggers_lifted():
        published_once_more()

    assert "o cuándo, no es lo que consta" in command_says()


def as_before_publication(stage: Stage, change: Callable[..., object]) -> None:
    """As if it had been done before the publication, in the partidas too, and the entry of the audit had never been."""
    as_public = {"status": "published", "published_at": stage.published_at, "planned_entries": stage.planned_entries}
    last = stage.championship.audit.latest("pk").pk
    Stage.objects.update(status="drawn", published_at=None, planned_entries={})
    stage.refresh_from_db()
    change(stage=stage, user=director_of(stage.championship), now=NOW)
    Stage.objects.update(**as_public)
    stage.championship.audit.filter(pk__gt=last).delete()


def first_exchanged(stage: Stage, **who: Any) -> None:
    draw_exchange(stage=stage, a=stage.slots[0], b=stage.slots[3], reason="Error", **who)


def reworded(stage: Stage, **_: Any) -> None:
    Stage.objects.update(exchanges=[{**each, "reason": "Lo pidieron las dos"} for each in stage.exchanges])


@pytest.mark.parametrize(
    ("change", "before"), [(first_exchanged, False), (first_exchanged, True), (draw_exchange_undo, True), (reworded, True)]
)  # fmt: skip
def test_who_was_exchanged_in_a_published_draw_is_bound(
    change: Callable[..., object], tmp_path: Path, *, before: bool
) -> None:
    """The acta is frozen when the draw is made, and computes back through the exchanges that there are."""
    stage = drawn_stage(8)
    who = {"user": director_of(stage.championship), "now": NOW}
    if before:
        draw_exchange(stage=stage, a=stage.slots[1], b=stage.slots[2], reason="Error", **who)
    stage_publish(stage=Stage.objects.get(), **who)
    tree_sweep(championship=stage.championship, now=SWEPT)
    assert found_by_all(tmp_path / "before.json", stage.championship) == ("", [], [])

    with triggers_lifted():
        as_before_publication(Stage.objects.get(), change)

    refused, tool_says, _ = found_by_all(tmp_path / "a.json", stage.championship)
    assert "no es lo que consta" in refused
    assert "public" in tool_says
    assert "no es lo que consta" in command_says()


def two_stages() -> Tournament:
    """The second is public and was begun."""
    entrants, build = CHAMPIONSHIPS["series-final of 8"]
    night = Tournament(range(1, entrants + 1), build(entrants))
    night.draw_and_publish(1)
    night.play(Random(1))
    night.draw_and_publish(2)
    night.play(Random(2), 2)
    tree_sweep(championship=night.championship, now=SWEPT, at_once=True)
    return night


def noted(night: Tournament, kind: str) -> Stage:
    """A row that is appended; nothing that is there is rewritten."""
    stage = night.championship.stages.get(number=2)
    DrawEvent.objects.create(
        championship=night.championship, stage=2, number=stage.draw_number, kind=kind, at=SWEPT + HOUR / 60,
        by=director_of(night.championship), data={"compromisos": stage.commitments} if kind == "removed" else {},
    )  # fmt: skip
    return stage


def gone(night: Tournament) -> None:
    Fixture.objects.filter(stage__number=2).delete()
    Stage.objects.filter(number=2).delete()


def gone_as_removed(night: Tournament) -> None:
    noted(night, "removed")
    gone(night)


def fell(night: Tournament) -> None:
    forget_draw(noted(night, "fell"))


def fell_and_was_drawn_anew(night: Tournament) -> None:
    fell(night)
    night.who = night.who | {"now": SWEPT + HOUR}
    night.draw_and_publish(2)


GONE: dict[str, tuple[Callable[[Tournament], None], str]] = {
    "gone": (gone, "no consta que se quitara"),
    "gone as removed": (gone_as_removed, "no puede seguir"),
    "fell": (fell, "nada cambió antes"),
    "fell and was drawn anew": (fell_and_was_drawn_anew, "nada cambió antes"),
}


@pytest.mark.parametrize("name", GONE)
def test_a_published_stage_does_not_go_by_a_row_that_is_appended(name: str, tmp_path: Path) -> None:
    """It is reopened first, or falls with a result that it followed from: both are recorded."""
    take_away, told = GONE[name]
    night = two_stages()
    assert found_by_all(tmp_path / "before.json", night.championship) == ("", [], [])

    with triggers_lifted():
        take_away(night)

    championship = Championship.objects.get()
    for swept in (False, True):
        if swept:
            tree_sweep(championship=championship, now=SWEPT + 2 * HOUR, at_once=True)
        assert found_by_all(tmp_path / f"{swept}.json", championship)[0]
        assert told in command_says()


@pytest.mark.parametrize("swept", [True, False])
@pytest.mark.parametrize("what", ["draw", "commitment"])
def test_a_draw_or_a_commitment_without_an_entry_of_the_audit_is_found_in_an_archive(
    what: str, tmp_path: Path, *, swept: bool
) -> None:
    """One that was promised in the past, for another whose secret was chosen once the dice were known."""
    championship = published_stage(4).championship
    if swept:
        tree_sweep(championship=championship, now=NOW)
    put_in(what, championship)
    if swept:
        tree_sweep(championship=championship, now=NOW + timedelta(minutes=2), at_once=True)

    refused, tool_says, _ = found_by_all(tmp_path / "a.json", championship)

    assert "no consta quién lo hizo" in refused
    assert "undrawn" in tool_says
    assert "no entry says who made" in run(tmp_path / "a.json", "--en")[1]


def test_the_hour_of_a_commitment_that_is_not_opened_yet_is_that_of_the_audit(tmp_path: Path) -> None:
    """No acta has it yet, and an archive has no document of it."""
    championship = entered(4)
    draw_commit(championship=championship, user=director_of(championship), now=NOW, secret="5f" * 16)
    tree_sweep(championship=championship, now=SWEPT)
    assert found_by_all(tmp_path / "before.json", championship) == ("", [], [])

    with triggers_lifted():
        commitment(at=(NOW - HOUR).isoformat())()

    assert "lleva otra hora" in found_by_all(tmp_path / "a.json", championship)[0]
    assert "lleva otra hora" in command_says()


def put_in(what: str, championship: Championship) -> None:
    with triggers_lifted():
        if what == "commitment":
            stage = championship.stages.get()
            text = f"{stage.commitments[-1]['document']} "
            other = {"number": 0, "sha256": digest(text), "document": text, "draw": None}
            revoked = {**stage.commitments[-1], **other, "revoked_at": NOW.isoformat(), "why": "Error"}
            Stage.objects.update(commitments=[revoked, *stage.commitments])
        else:
            made = DrawEvent.objects.get(kind="made")
            of = {"championship": championship, "stage": 9, "number": 1, "by": made.by}
            DrawEvent.objects.create(kind="made", at=NOW, data={**made.data, "huella": "1" * 64}, **of)
            DrawEvent.objects.create(kind="removed", at=NOW, data={"compromisos": []}, **of)


@pytest.mark.parametrize("swept", [True, False])
@pytest.mark.parametrize("drawn", [True, False])
def test_a_stage_may_be_taken_out_twice_though_the_clock_was_set_back(
    tmp_path: Path, *, drawn: bool, swept: bool
) -> None:
    """Each removal has a leaf of its own, known by its hour."""
    championship, now = entered(8), NOW + HOUR
    who = {"championship": championship, "user": director_of(championship)}
    stages_plan(plans=[ONE, TWO], now=NOW, **who)
    if drawn:
        draw_rehearsed(number=2, public_seed="6 4 1", now=now, **who)
    else:
        draw_commit(number=2, secret="ab" * 16, now=now, **who)
    for minutes in (70, 0, 1, 2):  # taken out, and, with the clock set right, put back and taken out again
        now = NOW + timedelta(minutes=minutes)
        stages_plan(plans=[ONE] if minutes in (70, 1) else [ONE, TWO], now=now, **who)
        if swept:
            tree_sweep(championship=championship, now=now, at_once=True)

    assert tree_sweep(championship=championship, now=now + 3 * HOUR, at_once=True).checkpoint or swept
    assert DrawEvent.objects.filter(kind="removed").count() == 2
    assert found_by_all(tmp_path / "a.json", championship) == ("", [], [])


@pytest.mark.parametrize(("kind", "at"), [("made", NOW - HOUR), ("published", NOW + HOUR / 2)])
def test_the_hours_of_an_earlier_draw_are_those_of_its_rows(kind: str, at: datetime, tmp_path: Path) -> None:
    stage = published_stage(4)
    director = director_of(stage.championship)
    stage = stage_reopen(stage=stage, user=director, now=NOW + HOUR, reason="Faltaba una").stage
    draw_rehearsed(championship=stage.championship, public_seed="6 4 1", user=director, now=NOW + 2 * HOUR)
    assert found_by_all(tmp_path / "before.json", stage.championship) == ("", [], [])

    with triggers_lifted():
        DrawEvent.objects.filter(number=1, kind=kind).update(at=at)

    refused, _, told = found_by_all(tmp_path / "a.json", stage.championship)
    assert "no son los de su acta" in refused
    assert any("no son los de su acta" in each for each in told)


def test_a_stage_that_was_reopened_is_not_public_whatever_the_order_of_its_rows(tmp_path: Path) -> None:
    """Who owns the database puts the row of its publication behind that of its reopening."""
    stage = published_stage(4)
    hour = stage.published_at
    stage_reopen(stage=stage, user=director_of(stage.championship), now=NOW + HOUR, reason="Faltaba una")
    tree_sweep(championship=stage.championship, now=NOW + 2 * HOUR)
    with triggers_lifted():
        last = DrawEvent.objects.latest("pk")
        row = DrawEvent.objects.get(kind="published")
        source = LeafSource.objects.get(draw=row)
        LeafSource.objects.filter(pk=source.pk).delete()
        DrawEvent.objects.filter(pk=row.pk).delete()
        row.pk = last.pk + 1
        row.save(force_insert=True)
        LeafSource.objects.create(leaf=source.leaf, draw=row)
        Stage.objects.filter(pk=stage.pk).update(status="published", published_at=hour)

    refused, tool_says, told = found_by_all(tmp_path / "a.json", stage.championship)

    assert "consta lo contrario" in refused
    assert tool_says == ["public"]
    assert any("consta lo contrario" in each for each in told)


def test_after_which_events_a_stage_was_drawn_is_compared_with_its_acta() -> None:
    stage = published_stage(4)
    with triggers_lifted():
        Stage.objects.filter(pk=stage.pk).update(events_from=5)

    assert "no se sorteó con lo que dice su acta en «hechos»" in command_says()


@pytest.mark.parametrize("before", [None, {"1": 9}, {"1": "x"}, {"9": 0}, [1]], ids=str)
@pytest.mark.parametrize("kind", ["made", "published"])
def test_a_draw_after_events_that_there_are_not_is_refused_though_its_acta_says_the_same(
    kind: str, before: object
) -> None:
    """A page would fail over it for good, once it were brought."""
    line, events = Line("sorteos", 1, 7, b""), {1: [StageEvent(seq=3)]}
    told = DrawEvent(kind=kind, data={"hechos": before})

    with pytest.raises(Refused, match="después de qué hechos"):
        events_before_check([[(line, told)]], events)
    events_before_check([[(line, DrawEvent(kind=kind, data={"hechos": {"1": 3}}))]], events)
