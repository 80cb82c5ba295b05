"""Whatever stands in what happened or in a stage, a file made by hand is refused with a sentence or is a good one: it ends in no exception."""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from django.db import transaction

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.selectors.late import places_of
from brackets.services.departures import pareja_leave
from brackets.services.inscription import ParejaData
from brackets.services.late_entries import pareja_enter_late
from brackets.services.players import player_substitute
from referee.services.archives.restoring import ArchiveRefused, archive_restore
from tests.brackets.services.desk import TIMES
from tests.brackets.services.test_formats import TABLE, Night
from tests.factories.archives import archived_elsewhere, sealed_again
from tests.factories.brackets import NOW, invented_name

pytestmark = pytest.mark.django_db

FORMATS: Final[tuple[Format, ...]] = (
    Elimination(third_place=True),
    DoubleElimination(),
    Series(size=4),
    Swiss(rounds=2),
)
ANYTHING: Final = (None, True, -1, 0, 2, 999, 2**40, 0.5, "", "x", [], [1], [[1, 2]], {}, {"after": 1}, {"x": {}})
Way = tuple[str | int, ...]


def eventful(form: Format) -> Night:
    """Somebody enters late, another is substituted, a result is corrected, and one leaves."""
    night = Night(6, StagePlan(name="Etapa", format=form, entry=(Everybody(),), criteria=TABLE))
    why: dict[str, Any] = {"reason": "prueba", "user": night.director, "now": NOW}
    stage = night.publish()
    new = ParejaData(player_1=invented_name(900_900), player_2=invented_name(900_901))
    pareja_enter_late(stage=stage, data=new, place=places_of(stage)[0].number, **why)
    one, two = night.championship.parejas.filter(number__lte=2).order_by("number")
    player_substitute(pareja=one, position=1, name="Sara Suplente", cedula="", **why)
    if isinstance(form, Swiss):
        night.pair()
    fixture = night.stage(1).fixtures.filter(status="ready").order_by("number").first()
    night.record(fixture)
    fixture.refresh_from_db()
    night.record(fixture, "B")
    pareja_leave(pareja=two, played=False, **why)
    return night


def told_of(path: Path, form: Format) -> dict[str, Any]:
    archived_elsewhere(path, lambda: eventful(form).championship, name=form.kind)
    return dict(json.loads(path.read_text())["partes"])


def refusal(path: Path, parts: dict[str, Any]) -> str:
    """What is said of the document with these parts, which has all digests right; nothing where it is taken."""
    sealed_again(path, lambda text: json.dumps(json.loads(text) | {"partes": parts}))
    with transaction.atomic():
        try:
            archive_restore(path=path, user=None, now=NOW, unfinished=True)
        except ArchiveRefused as refused:
            return refused.message
        finally:
            transaction.set_rollback(True)
    return ""


def ways(value: Any) -> Iterator[Way]:
    """To everything in it, and to itself."""
    yield ()
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    yield from ((key, *way) for key, each in items for way in ways(each))


def with_there(parts: dict[str, Any], way: Way, value: object) -> dict[str, Any]:
    changed = at = deepcopy(parts)
    for key in way[:-1]:
        at = at[key]  # type: ignore[index]
    at[way[-1]] = value  # type: ignore[index]
    return changed


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.kind)
def test_it_ends_in_no_exception_whatever_stands_in_a_field(tmp_path: Path, form: Format) -> None:
    path, chance = tmp_path / "a.json", Random(form.kind)
    whole = told_of(path, form)
    assert not refusal(path, whole)
    for part in ("hechos", "etapas"):
        fields = [way for way in ways(whole[part]) if len(way) > 1]
        for way in chance.sample(fields, min(6 * TIMES, len(fields))):
            refusal(path, with_there(whole, (part, *way), chance.choice(ANYTHING)))


@pytest.mark.parametrize(
    "changes",
    [
        {("hechos", -1, "pareja"): None},
        {("hechos", 0, "pareja"): None},
        {("hechos", 2, "round"): None},
        {("hechos", 0, "data", "late", "place"): 999, ("etapas", 0, "late", 0, "place"): 999},
        {("hechos", 0, "data", "late", "place"): 0, ("etapas", 0, "late", 0, "place"): 0},
        {("etapas", 0, "first_number"): 2**40},
        {("etapas", 0, "entrants"): [1]},
        {("etapas", 0, "commitments"): ["x"]},
        {("etapas", 0, "slots"): [1]},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, changes: dict[Way, object]) -> None:
    path = tmp_path / "a.json"
    parts = told_of(path, FORMATS[0])
    for way, value in changes.items():
        parts = with_there(parts, way, value)

    assert refusal(path, parts)
