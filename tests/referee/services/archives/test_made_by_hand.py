"""Whatever stands in what happened or in a stage, a file made by hand is refused with a sentence or is a good one: it ends in no exception."""

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from http import HTTPStatus
from os import environ
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from django.db import transaction
from django.db.models import JSONField
from django.test import Client
from pytest_django import Settings

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.models import Championship, Fixture
from brackets.selectors.late import places_of
from brackets.services.departures import pareja_leave
from brackets.services.inscription import ParejaData
from brackets.services.late_entries import pareja_enter_late
from brackets.services.players import player_substitute
from referee.selectors.archive.json_columns import SHAPES
from referee.selectors.archive.parts import PARTS
from referee.services.archives.restoring import ArchiveRefused, archive_restore
from tests.brackets.services.desk import TIMES
from tests.brackets.services.test_formats import TABLE, Night
from tests.factories.archives import (
    ALL,
    archived_elsewhere,
    at_the_tables,
    sealed_again,
    typed_from_paper,
    with_everything,
)
from tests.factories.brackets import NOW, invented_name
from tests.long import short

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _mail(settings: Settings) -> None:
    settings.MAIL_CONFIGURED = True


FORMATS: Final[tuple[Format, ...]] = (
    Elimination(third_place=True),
    DoubleElimination(),
    Series(size=4),
    Swiss(rounds=2),
)
ANYTHING: Final = (
    None,
    True,
    -1,
    0,
    2,
    999,
    2**40,
    0.5,
    "",
    "x",
    [],
    [1],
    [[1, 2]],
    {},
    {"after": 1},
    {"x": {}},
    [9, 9],
    ["a", "b"],
    {"a": 1},
)
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


def refusal(path: Path, parts: dict[str, Any], read: Callable[[Championship], None] = lambda _: None) -> str:
    """What is said of the document with these parts, which has all digests right; nothing where it is taken, and then `read`."""
    sealed_again(path, lambda text: json.dumps(json.loads(text) | {"partes": parts}))
    with transaction.atomic():
        try:
            read(archive_restore(path=path, user=None, now=NOW, unfinished=True).championship)
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
        for way in chance.sample(fields, min(4 * TIMES, len(fields))):
            refusal(path, with_there(whole, (part, *way), chance.choice(ANYTHING)))


def with_something(maker: str) -> Callable[[], Championship]:
    forms = {form.kind: form for form in FORMATS}
    return MADE.get(maker) or (lambda: eventful(forms[maker]).championship)


MADE: Final = {each.__name__: each for each in (with_everything, at_the_tables, typed_from_paper)}
COLUMNS: Final = [
    (part, field.name)
    for part in PARTS
    for field in part.model._meta.concrete_fields
    if isinstance(field, JSONField) and field.name not in part.left
]
PAGES: Final = (
    "", "horario/", "resultados/", "palmares/", "parejas/", "posiciones/", "sorteo/", "sorteo/acta.json", "sorteo/acta.pdf",
    "etapa/1/llave/", "etapa/1/llave.pdf", "reglamento/", "reglamento/reglas.pdf", "vivo.json", "estadisticas/", "zapateros/",
    "calendario.ics", "precedentes/", "resoluciones/", "vista.png",
)  # fmt: skip
OF_A_MESA: Final = ("", "vivo.json", "overlay/", "overlay.json")


def read_by_anyone(championship: Championship) -> None:
    """Open all that anyone may read of it: nothing is an error of ours."""
    client, root = Client(raise_request_exception=False), f"/c/{championship.slug}/"
    partidas = Fixture.objects.filter(stage__championship=championship)
    addresses = [
        *PAGES,
        *(f"parejas/{number}/" for number in championship.parejas.values_list("number", flat=True)[:2]),
        *(f"partidas/{key}/" for key in partidas.exclude(number=None).values_list("pk", flat=True)),
        *(
            f"partidas/{key}/{page}"
            for key in partidas.exclude(mesa=None).values_list("pk", flat=True)
            for page in OF_A_MESA
        ),
    ]
    answers = {each: client.get(root + each).status_code for each in addresses}
    assert not {each: status for each, status in answers.items() if status != HTTPStatus.OK}


@pytest.mark.parametrize("maker", short([*MADE, "series", "suizo"], "with_everything"))
def test_every_column_of_json_is_refused_with_its_row_or_all_pages_can_read_it(tmp_path: Path, maker: str) -> None:
    """Of each kind of championship in a third of the columns, of all where the laws are tried at length."""
    path, chance = tmp_path / "a.json", Random(f"{maker}{environ.get('LAW_SEED', '')}")
    archived_elsewhere(path, with_something(maker), ALL, name=maker)
    whole = dict(json.loads(path.read_text())["partes"])
    assert not refusal(path, whole, read_by_anyone)
    for part, column in chance.sample(COLUMNS, min(TIMES * len(COLUMNS) // 3, len(COLUMNS))):
        fields = [(at, column, *way) for at, row in enumerate(whole[part.name]) for way in ways(row[column])]
        for way in chance.sample(fields, min(TIMES, len(fields))):
            value = chance.choice(ANYTHING)
            refused = refusal(path, with_there(whole, (part.name, *way), value), read_by_anyone)
            assert not refused or re.search(r", fila \d+", refused), (part.name, way, value, refused)


@pytest.mark.parametrize("column", ["chicas", "zapaterias", "caidas"])
@pytest.mark.parametrize(
    "value",
    [{}, {"a": 1}, [1], [1, 2, 3], ["a", "b"], [None, None], [[1], [2]], [-5, 10**12], [9, 9], [True, False], [0.5, 1]],
    ids=str,
)
def test_no_partida_keeps_what_no_mesa_can_end_with(tmp_path: Path, column: str, value: object) -> None:
    path = tmp_path / "a.json"
    parts = told_of(path, FORMATS[0])
    played = next(at for at, row in enumerate(parts["partidas"]) if row["how"] == "played")

    refused = refusal(path, with_there(parts, ("partidas", played, column), value), read_by_anyone)

    assert re.search(r"(partidas|etapas), fila \d+", refused.lower())


@pytest.mark.parametrize("since", [5, "ayer", "2026-11-28T19:00:00"])
def test_no_departure_says_since_when_in_words_that_no_page_can_read(tmp_path: Path, since: object) -> None:
    path = tmp_path / "a.json"
    parts = told_of(path, FORMATS[0])
    gone = next(at for at, row in enumerate(parts["hechos"]) if row["kind"] == "departure")

    refused = refusal(path, with_there(parts, ("hechos", gone, "data", "since"), since))

    assert re.search(r"hechos, fila \d+", refused.lower())


def test_every_column_of_json_has_a_form() -> None:
    assert {(part.model, column) for part, column in COLUMNS} == set(SHAPES)


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
        {("etapas", 0, "format", "third_place"): 2},
        {("etapas", 0, "commitments", 0, "at"): ""},
        {("sorteos", 0, "data", "huella"): "x"},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, changes: dict[Way, object]) -> None:
    path = tmp_path / "a.json"
    parts = told_of(path, FORMATS[0])
    first = next(at for at, row in enumerate(parts["hechos"]) if row["stage"])
    for way, value in changes.items():
        of_stage = way[0] == "hechos" and way[1] != -1
        parts = with_there(parts, ("hechos", first + int(way[1]), *way[2:]) if of_stage else way, value)

    assert refusal(path, parts)


def test_a_table_is_ordered_by_something(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    parts = told_of(path, Series(size=4))

    assert re.search(r"etapas, fila 1", refusal(path, with_there(parts, ("etapas", 0, "criteria"), [])).lower())


@pytest.mark.parametrize(
    "value",
    [None, [1], "x", {"x": 1}, {"1": "x"}, {"1": True}, {"1": -1}, {"1": 0.5}, {"1": 999}, {"2": 0}, {"01": 0}],
    ids=str,
)
def test_a_draw_comes_after_no_events_that_are_not_there(tmp_path: Path, value: object) -> None:
    path = tmp_path / "a.json"
    parts = told_of(path, FORMATS[0])

    refused = refusal(path, with_there(parts, ("sorteos", 0, "data", "hechos"), value))

    assert re.search(r"sorteos, fila 1", refused.lower())


def test_a_draw_says_after_which_events_it_comes_as_its_acta_does(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    parts = told_of(path, FORMATS[0])

    assert not refusal(path, parts, read_by_anyone)
    assert refusal(path, with_there(parts, ("sorteos", 0, "data", "hechos"), {"1": 0}), read_by_anyone)
    del parts["sorteos"][0]["data"]["hechos"]
    assert refusal(path, parts, read_by_anyone)
