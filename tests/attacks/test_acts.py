"""Each event of a stage is of an act that the audit has: who appends one after the close, or in the name of another act, is found."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
from django.core.management import CommandError, call_command

from brackets.models import Championship, PodiumPlace, StageEvent, User
from brackets.services.audit import audit_record
from brackets.services.championships import championship_close
from referee.models import Checkpoint, TreeLog
from referee.services import tree
from referee.services.archives.restoring import archive_restore
from referee.services.tree import tree_sweep
from tests.attacks.test_derived import FINAL, LATER, SERIES, final_won, of_rounds, of_series, under_way
from tests.attacks.test_rivals import podium_follows, said_by_command
from tests.attacks.test_verifier import found_by_all
from tests.brackets.services.test_formats import Night
from tests.factories.archives import archived_elsewhere
from tests.factories.brackets import NOW, ChampionshipFactory, director_of
from tests.factories.insider import triggers_lifted
from tests.long import short

pytestmark = pytest.mark.django_db
NO_ACT: Final = "no es de ningún acto del registro"


def appended(championship: Championship, *, at: datetime, by: User | None, skip: int = 0, **of: Any) -> StageEvent:
    """What an owner puts behind the last event of the last stage."""
    last = StageEvent.objects.filter(championship=championship).latest("stage", "seq")
    with triggers_lifted():
        return StageEvent.objects.create(
            championship=championship, stage=last.stage, seq=last.seq + 1 + skip, at=at, by=by, **of
        )


def carried(championship: Championship, at: datetime, by: User | None) -> None:
    """Something was carried through on purpose, and nothing else is wrong with that."""
    appended(championship, at=at, by=by, kind="override", action="llevar-a-cabo")


def corrected(championship: Championship, at: datetime, by: User | None) -> None:
    """Who won the final lost it."""
    final = PodiumPlace.objects.filter(championship=championship, fixture__isnull=False).get(place=1).fixture
    assert final is not None
    own = StageEvent.objects.filter(championship=championship, stage=final.stage.number, kind="result")
    last = own.filter(round=final.round, position=final.position).latest("seq")
    loser = final.pareja_b if final.winner_id == final.pareja_a_id else final.pareja_a
    assert loser is not None
    data = {**last.data, "after": {**last.data["after"], "winner": loser.number}}
    appended(
        championship, at=at, by=by, kind="result", action="resultado-corregir", data=data, round=final.round,
        position=final.position, corrects=last.seq,
    )  # fmt: skip
    final.winner = loser
    final.save(update_fields=("winner",))


def expelled(championship: Championship, at: datetime, by: User | None) -> None:
    """The champion was put out."""
    number = PodiumPlace.objects.get(championship=championship, place=1).pareja.number
    data = {"playing": [], "reason": "x", "voided": False}
    appended(championship, at=at, by=by, kind="departure", action="pareja-expulsar", data=data, pareja=number)


def said_of_acts(championship: Championship, path: Path) -> tuple[str, list[str], str]:
    """What the check of the archive, the tool, and the command say."""
    errors = StringIO()
    with suppress(CommandError):
        call_command("verificar_bitacora", stdout=StringIO(), stderr=errors)
    refused, tool, _ = found_by_all(path / "a.json", Championship.objects.get(pk=championship.pk))
    return refused, tool, errors.getvalue()


@pytest.mark.parametrize(
    ("what", "make"), [(carried, of_rounds), (carried, of_series), (corrected, of_series), (expelled, of_series)]
)
@pytest.mark.parametrize("when", short(((-1, True), (3, False), (-1, False), (3, True)), (-1, True), (3, False)))
def test_what_is_appended_after_the_close_is_found(
    tmp_path: Path, what: Callable[..., None], make: Callable[[], Championship], when: tuple[int, bool]
) -> None:
    """So many hours from the last sweep, and swept again or not."""
    (hours, swept), championship = when, make()
    assert said_of_acts(championship, tmp_path) == ("", [], "")
    by = StageEvent.objects.filter(championship=championship).latest("pk").by
    what(championship, LATER + timedelta(hours=hours), by)
    if swept:
        tree_sweep(championship=championship, now=LATER + timedelta(hours=4), at_once=True)

    refused, tool, command = said_of_acts(championship, tmp_path)

    assert refused
    assert ("actless" in tool) is swept
    assert NO_ACT in command
    if what is carried:  # what else is wrong comes first
        assert NO_ACT in refused


@pytest.mark.parametrize("with_entry", [True, False])
@pytest.mark.parametrize("swept", [True, False])
def test_an_event_is_of_no_act_that_was_signed_before_nor_of_one_after_the_close(
    tmp_path: Path, *, with_entry: bool, swept: bool
) -> None:
    """With the hour and the account of what was done that night, or with an entry of its own."""
    championship = of_series()
    last = StageEvent.objects.filter(championship=championship).latest("pk")
    at = LATER if with_entry else last.at
    if with_entry:
        audit_record(championship=championship, user=last.by, now=at, action="llevar-a-cabo", sentence="A propósito.")
    carried(championship, at, last.by)
    if swept:
        tree_sweep(championship=championship, now=LATER + timedelta(minutes=4), at_once=True)

    refused, tool, command = said_of_acts(championship, tmp_path)

    assert NO_ACT in command
    if with_entry:  # its hour is a day before the checkpoint, else
        assert NO_ACT in refused
    assert refused
    assert tool or not swept


def test_no_event_is_left_out(tmp_path: Path) -> None:
    championship = under_way()
    user = StageEvent.objects.filter(championship=championship).latest("pk").by
    audit_record(championship=championship, user=user, now=LATER, action="llevar-a-cabo", sentence="A propósito.")
    appended(championship, at=LATER, by=user, skip=1, kind="override", action="llevar-a-cabo")

    refused, _, command = said_of_acts(championship, tmp_path)

    assert "le faltan hechos" in refused
    assert "le faltan hechos" in command


def test_nobody_is_accused_whose_event_was_read_before_the_entry_of_the_audit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are committed at once, and a sweep reads one after the other."""
    championship = under_way()
    user = StageEvent.objects.filter(championship=championship).latest("pk").by
    audit_record(championship=championship, user=user, now=LATER, action="llevar-a-cabo", sentence="A propósito.")
    appended(championship, at=LATER, by=user, kind="override", action="llevar-a-cabo")
    assert tree.ERASED == ("audit", "event")
    for read in (("event",), tree.ERASED):
        monkeypatch.setattr(tree, "ERASED", read)
        tree_sweep(championship=championship, now=LATER, at_once=True)
        assert said_of_acts(championship, tmp_path) == ("", [], "")


def test_the_close_counts_by_its_place_and_not_by_its_hour(tmp_path: Path) -> None:
    """A clock was ahead while they played and set right before the close, or the close waited for the last result."""
    night = Night.in_second(8, SERIES, FINAL)
    final_won(night)
    championship, user = night.championship, night.director
    audit_record(championship=championship, user=user, now=LATER, action="llevar-a-cabo", sentence="A propósito.")
    appended(championship, at=LATER, by=user, kind="override", action="llevar-a-cabo")
    championship_close(championship=championship, user=user, now=NOW)
    assert said_of_acts(championship, tmp_path) == ("", [], "")

    tree_sweep(championship=championship, now=LATER, at_once=True)

    assert said_of_acts(championship, tmp_path) == ("", [], "")


@pytest.mark.parametrize("swept", [True, False])
def test_nobody_closes_a_championship_less_by_saying_that_it_was_imported(tmp_path: Path, *, swept: bool) -> None:
    """No leaf has that column; the other result has an entry of its hour."""
    championship = of_series()
    by = StageEvent.objects.filter(championship=championship).latest("pk").by
    at = LATER - timedelta(hours=1)
    corrected(championship, at, by)
    audit_record(championship=championship, user=by, now=at, action="llevar-a-cabo", sentence="A propósito.")
    with triggers_lifted():
        podium_follows(championship)
        Championship.objects.filter(pk=championship.pk).update(imported_at=LATER, imported_from="https://otra.ec")
    if swept:
        tree_sweep(championship=championship, now=LATER + timedelta(hours=4), at_once=True)

    _, _, command = said_of_acts(championship, tmp_path)

    assert NO_ACT in command


def test_nobody_is_accused_of_what_was_imported(tmp_path: Path) -> None:
    """Its audit comes all at once, in the order of hours: also where a clock was ahead until shortly before the close."""

    def make() -> Championship:
        night = Night.in_second(8, SERIES, FINAL)
        final_won(night)
        user = night.director
        audit_record(championship=night.championship, user=user, now=LATER, action="llevar-a-cabo", sentence="Sí.")
        appended(night.championship, at=LATER, by=user, kind="override", action="llevar-a-cabo")
        championship_close(championship=night.championship, user=user, now=NOW)
        return night.championship

    path = archived_elsewhere(tmp_path / "brought.json", make)
    user = director_of(ChampionshipFactory())
    championship = archive_restore(path=path, user=user, now=LATER).championship
    assert said_of_acts(championship, tmp_path) == ("", [], "")

    tree_sweep(championship=championship, now=LATER, at_once=True)
    assert said_of_acts(championship, tmp_path) == ("", [], "")

    at = LATER + timedelta(minutes=1)
    audit_record(championship=championship, user=user, now=at, action="llevar-a-cabo", sentence="A propósito.")
    carried(championship, at, user)
    assert NO_ACT in said_of_acts(championship, tmp_path)[2]


@pytest.mark.parametrize("swept", [True, False])
@pytest.mark.parametrize("signed", [True, False])
def test_an_event_is_not_of_an_act_of_somebody_else_nor_of_one_that_was_signed_minutes_before(
    tmp_path: Path, *, signed: bool, swept: bool
) -> None:
    championship = under_way()
    user = StageEvent.objects.filter(championship=championship).latest("pk").by
    audit_record(championship=championship, user=user, now=LATER, action="llevar-a-cabo", sentence="A propósito.")
    if signed:
        carried(championship, LATER, user)
        tree_sweep(championship=championship, now=LATER, at_once=True)
        assert said_of_acts(championship, tmp_path) == ("", [], "")
    carried(championship, LATER, user if signed else director_of(ChampionshipFactory()))
    if swept:
        tree_sweep(championship=championship, now=LATER + timedelta(minutes=4), at_once=True)

    refused, tool, command = said_of_acts(championship, tmp_path)

    assert NO_ACT in refused
    assert NO_ACT in command
    assert ("actless" in tool) is swept


def test_what_only_a_checkpoint_of_other_leaves_signed_accuses_nobody(tmp_path: Path) -> None:
    championship = under_way()
    user = StageEvent.objects.filter(championship=championship).latest("pk").by
    audit_record(championship=championship, user=user, now=LATER, action="llevar-a-cabo", sentence="A propósito.")
    carried(championship, LATER, user)
    tree_sweep(championship=championship, now=LATER, at_once=True)
    carried(championship, LATER, user)
    tree_sweep(championship=championship, now=LATER + timedelta(minutes=4), at_once=True)
    assert NO_ACT in said_of_acts(championship, tmp_path)[2]
    with triggers_lifted():
        Checkpoint.objects.update(root="0" * 64)

    told = said_of_acts(championship, tmp_path)[2]

    assert "no dice lo que su nota" in told
    assert NO_ACT not in told


def test_a_close_without_a_leaf_is_none_for_what_has_no_leaf_either(tmp_path: Path) -> None:
    """Who was given the lower key may have written later."""
    night = Night.in_second(8, SERIES, FINAL)
    final_won(night)
    championship, user = night.championship, night.director
    tree_sweep(championship=championship, now=NOW, at_once=True)
    championship_close(championship=championship, user=user, now=NOW)
    at = NOW - timedelta(minutes=2)
    audit_record(championship=championship, user=user, now=at, action="llevar-a-cabo", sentence="A propósito.")
    carried(championship, at, user)

    assert NO_ACT not in said_of_acts(championship, tmp_path)[2]


@pytest.mark.parametrize("when", [-1, 3])
def test_the_close_counts_by_a_checkpoint_that_was_kept_where_all_others_are_gone(tmp_path: Path, when: int) -> None:
    championship = of_series()
    note = tmp_path / "punto.txt"
    note.write_text(Checkpoint.objects.latest("pk").note)
    assert said_by_command(note) == ""
    by = StageEvent.objects.filter(championship=championship).latest("pk").by
    at = LATER + timedelta(hours=when)
    for action in ("archivo-importar", "llevar-a-cabo"):
        audit_record(championship=championship, user=by, now=at, action=action, sentence="A propósito.")
    carried(championship, at, by)
    with triggers_lifted():
        Checkpoint.objects.all().delete()
        TreeLog.objects.update(signed_size=0)
        Championship.objects.filter(pk=championship.pk).update(imported_at=LATER)
    tree_sweep(championship=championship, now=LATER + timedelta(hours=4), at_once=True)

    assert NO_ACT in said_by_command(note)
    refused, tool, _ = said_of_acts(championship, tmp_path)
    assert NO_ACT in refused
    assert "actless" in tool


def test_what_was_signed_is_not_imported_by_an_entry_that_says_so_later(tmp_path: Path) -> None:
    """Its close was in no checkpoint yet when something was appended."""
    night = Night.in_second(8, SERIES, FINAL)
    final_won(night)
    championship, user = night.championship, night.director
    championship_close(championship=championship, user=user, now=NOW)
    audit_record(championship=championship, user=user, now=LATER, action="llevar-a-cabo", sentence="A propósito.")
    carried(championship, LATER, user)
    for minutes in (0, 2):
        tree_sweep(championship=championship, now=LATER + timedelta(minutes=minutes), at_once=True)
        assert NO_ACT in said_of_acts(championship, tmp_path)[2]
        audit_record(championship=championship, user=user, now=LATER, action="archivo-importar", sentence="Importó.")
