"""Whatever leaves as a file with people's data leaves one entry of the audit: who, what, how many people, with which fields."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.http import HttpResponseBase
from django.test import Client
from pytest_django import Settings

from brackets.models import AuditEntry, Player
from referee.models import PrintJob
from referee.printing.papers import KINDS
from referee.tasks.prints import print_job_make
from tests.access_world import World, make_world, routes
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db

OWN = {"brackets:receipt_data"}
"""Behind a secret address: a person's own copy, which is noted all the same."""
NOBODY = {
    "brackets:import_template": "an empty sheet",
    "referee:empty_pdf": "an empty form",
    "schema": "the description of the API",
}
"""Files of the desk in which nobody is."""
NO_PEOPLE = {"planilla-vacia", "reglas", "tarjetas-mesa"}
"""Documents that name nobody."""


@pytest.fixture
def world(settings: Settings, tmp_path: Path) -> World:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    world = make_world(tmp_path)
    PrintJob.objects.update(people=3, fields=["nombre"])
    return world


def is_file(answer: HttpResponseBase) -> bool:
    type_ = answer.get("Content-Type", "").split(";")[0]
    return "Content-Disposition" in answer or type_ not in (
        "text/html", "application/json", "image/png", "image/svg+xml", "text/javascript", "application/javascript",
    )  # fmt: skip


def noted_by(client: Client, address: str, *, head: bool = False) -> tuple[HttpResponseBase, list[AuditEntry]]:
    """The answer, read to its end, and what it left in the audit."""
    before = set(AuditEntry.objects.values_list("pk", flat=True))
    answer = client.head(address) if head else client.get(address)
    if answer.streaming:
        list(answer)
    return answer, list(AuditEntry.objects.exclude(pk__in=before))


def test_every_file_with_people_in_it_is_noted_once_and_no_page_is(world: World) -> None:
    """Of every route there is: a new one that gives a file has to be noted, be public, or stand in a list above."""
    client, anybody = world.client("director"), Client()

    def is_public(name: str, address: str) -> bool:
        return name not in OWN and anybody.get(address).status_code == 200

    files = set()
    for name, route in routes().items():
        address = route.address(world.ids)
        answer, entries = noted_by(anybody if name in OWN else client, address)
        if answer.status_code != 200 or not is_file(answer) or name in NOBODY or is_public(name, address):
            assert not entries, name
            continue
        files.add(name)
        (entry,) = entries
        assert entry.action == "archivo-bajar", name
        assert entry.user == (None if name in OWN else world.users["director"]), name
        assert entry.data["people"] > 0, name
        assert all(entry.data["fields"]), name
        assert str(entry.data["people"]) in entry.sentence, name
        assert not noted_by(client, address, head=True)[1], name

    assert {
        "brackets:parejas_xlsx", "brackets:parejas_csv", "brackets:log_csv", "brackets:log_jsonl", "brackets:person_data",
        "brackets:receipt_data", "referee:archive_job_file", "referee:print_job_file", "referee:paper", "referee:planilla_pdf",
        "referee:outside_file", "referee:credentials_pdf", "referee:own_links_pdf", "referee:appeal_pdf", "referee:blank_pdf",
        "referee:neutrality_pdf",
    } <= files  # fmt: skip


def documents() -> Iterator[tuple[str, str]]:
    return ((kind.key, ending) for kind in KINDS.values() for ending in kind.formats)


def test_every_document_is_noted_as_a_file_and_not_as_a_page(world: World) -> None:
    client, here = world.client("director"), f"/c/{world.sealed.championship.slug}/panel/papeles/"
    named = set()
    for key, ending in documents():
        if ending == "pdf" and "csv" in KINDS[key].formats:
            continue  # the same blocks
        answer, entries = noted_by(client, f"{here}{key}.{ending}")
        assert answer.status_code in (200, 302), key
        assert len(entries) <= (ending != "html"), (key, ending)
        if entries:
            named.add(key)
            assert KINDS[key].fields[0] in entries[0].data["fields"]

    assert {"lista-presencia", "credenciales", "enlaces", "planillas", "acta-final", "llave", "neutralidad"} <= named
    assert not named & NO_PEOPLE


def test_what_is_noted_says_how_many_and_with_what(world: World) -> None:
    championship = world.sealed.championship
    people, here = Player.objects.filter(championship=championship).count(), f"/c/{championship.slug}/panel/"
    client = world.client("inscription")

    (sheet,) = noted_by(client, f"{here}parejas/exportar.csv")[1]
    (listed,) = noted_by(client, f"{here}papeles/lista-presencia.xlsx?todos=1")[1]
    (one,) = noted_by(client, f"{here}papeles/lista-presencia.xlsx?numeros=1")[1]

    assert (sheet.user, sheet.data["people"]) == (world.users["inscription"], people)
    assert "Cédula 1" in sheet.data["fields"]
    assert (listed.data["people"], one.data["people"]) == (people, 2)
    assert "Cédula, primeros dígitos" in listed.data["fields"]
    assert "Firma" not in listed.data["fields"]
    assert sheet.sentence == f"Bajó la hoja de parejas, en CSV, con datos de {people} personas."


def test_a_kind_without_blocks_says_whom_it_names() -> None:
    """Nothing else could tell; only the rules name nobody."""
    assert {key for key, kind in KINDS.items() if kind.papers is None and not kind.whom} == {"reglas"}


def test_a_print_job_knows_who_is_in_its_file(world: World) -> None:
    """Whose name is only the beginning of another one is not."""
    fixture = world.sealed.fixture
    elsewhere = Player.objects.filter(championship=world.sealed.championship)
    begins = str(world.sealed.juez)[:-1]
    elsewhere.exclude(pareja__in=(fixture.pareja_a, fixture.pareja_b)).update(name=begins)
    sealed = PrintJob.objects.create(
        championship=world.sealed.championship, total=1, created_at=NOW, created_by=world.users["control"],
        selection=[{"kind": "planillas", "where": {"stage": 1, "round": 1}, "name": "Planillas"}],
    )  # fmt: skip

    print_job_make(sealed.pk, "http://localhost")

    sealed.refresh_from_db()
    assert (sealed.status, sealed.people, sealed.fields[:2]) == ("done", 5, ["nombre", "firma"])  # four and their Juez
    address = f"/c/{world.sealed.championship.slug}/panel/imprimir/{sealed.public_id}/archivo"
    (entry,) = noted_by(world.client("control"), address)[1]
    assert (entry.data["people"], entry.data["fields"]) == (5, sealed.fields)
    PrintJob.objects.filter(pk=sealed.pk).update(
        selection=[
            {"kind": "planillas", "where": {"stage": 1, "round": each}, "name": f"Planillas, ronda {each}"}
            for each in range(90)
        ]
    )
    (entry,) = noted_by(world.client("control"), address)[1]
    assert len(entry.sentence) <= AuditEntry._meta.get_field("sentence").max_length
