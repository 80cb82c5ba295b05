"""The last digits of a cédula sign an appeal: they are where the whole cédula is for whoever inscribes people, and nowhere else."""

from collections.abc import Collection, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from django.http import HttpResponseBase
from openpyxl import load_workbook
from pytest_django import Settings

from brackets.models import AuditEntry, EntryPerson, Player
from brackets.services.cedula import check_digit
from brackets.services.inscription import ParejaData, audited_changes
from referee.printing.papers import KINDS
from referee.services.appeals.filing import LAST_DIGITS
from tests.access_world import World, make_world, routes
from tests.digits import stands_alone
from tests.factories.brackets import NOW, personal_set
from tests.test_conduct_is_private import text_of

pytestmark = pytest.mark.django_db
WITH_CEDULAS = {
    "brackets:pareja_edit", "brackets:pareja_new", "brackets:player_replace", "brackets:pareja_partner", "brackets:entry",
    "brackets:person", "brackets:person_data", "brackets:parejas_xlsx", "brackets:parejas_csv",
}  # fmt: skip
"""Pages and files of the desk that are about the cédula itself (`parejas.cedula`)."""
ITS_OWN = {"brackets:receipt_data"}
"""The copy for who asked, of what he typed."""

ELSEWHERE = {"referee:print_job_file", "referee:outside_file"}
"""Made of the documents below, and what somebody signed elsewhere, as it came."""


@pytest.fixture
def world(settings: Settings, tmp_path: Path) -> World:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    world = make_world(tmp_path)
    for model, people in ((Player, "player"), (EntryPerson, "asked")):
        for place, person in enumerate(model.objects.order_by("pk"), start=70_751 if people == "player" else 80_863):
            nine = f"17{person.pk % 6}4{place}"
            personal_set(model.objects.filter(pk=person.pk), cedula=f"{nine}{check_digit(nine)}")
    corrected = ParejaData(player_1="Alba", cedula_1=cedulas()[0])
    AuditEntry.objects.create(
        championship=world.sealed.championship, user=world.users["director"], at=NOW, action="jugador-corregir",
        sentence="Corrigió la cédula.", data={"changes": audited_changes(ParejaData(player_1="Alba"), corrected)},
    )  # fmt: skip
    return world


def cedulas() -> list[str]:
    return [each.cedula for model in (Player, EntryPerson) for each in model.objects.select_related("personal")]


def told(answer: HttpResponseBase) -> str:
    if "spreadsheetml" in answer.get("Content-Type", ""):
        book = load_workbook(BytesIO(getattr(answer, "content", b"")))
        return "\n".join(str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row)
    return text_of(answer)


def are_in(text: str, there: Collection[str]) -> bool:
    """Of one of these cédulas: alone, after the dots of a mask, or at the end of the whole cédula."""
    return any(
        cedula in text or f"•{last}" in text or (last in text and stands_alone(last, text))
        for cedula in there
        for last in [cedula[-LAST_DIGITS:]]
    )


def documents(world: World) -> Iterator[str]:
    """One form of each: its blocks as a page, or the pages that it draws itself."""
    where = f"/c/{world.sealed.championship.slug}/panel/papeles/"
    return (
        f"{where}{kind.key}.{ending}"
        for kind in KINDS.values()
        for ending in (("html",) if kind.papers else ()) + (("pdf",) if kind.pages else ())
    )


def test_only_pages_about_the_cedula_itself_have_them(world: World) -> None:
    """Every page and file, as the Director reads it, who reads most."""
    client, there, found = world.client("director"), cedulas(), set()
    for name, route in routes().items():
        if name in ELSEWHERE:
            continue
        answer = client.get(route.address(world.ids))
        if answer.status_code == 200 and are_in(told(answer), there):
            found.add(name)

    assert found <= WITH_CEDULAS | ITS_OWN
    assert {"brackets:pareja_edit", "brackets:person", "brackets:parejas_csv", "brackets:parejas_xlsx"} <= found


def test_no_document_has_them(world: World) -> None:
    client, there, read = world.client("director"), cedulas(), 0
    for address in documents(world):
        answer = client.get(address)
        read += answer.status_code == 200
        assert not are_in(told(answer), there), address
    assert read >= len(KINDS)


def test_pages_about_the_cedula_are_for_those_who_inscribe(world: World) -> None:
    for who in ("nobody", "stranger", "juez", "inspector", "screens", "foreign_director"):
        client = world.client(who)
        for name in WITH_CEDULAS:
            answer = client.get(routes()[name].address(world.ids))
            assert answer.status_code != 200, (who, name)


def test_the_presence_list_still_tells_whose_document_it_is(world: World) -> None:
    """By the first digits, from which nothing of the last follows: the check digit hangs on those between."""
    page = told(
        world.client("inscription").get(
            f"/c/{world.sealed.championship.slug}/panel/papeles/lista-presencia.csv?todos=1"
        )
    )

    for player in Player.objects.filter(pareja__championship=world.sealed.championship):
        assert f"{player.cedula[:4]}" in page
    last = {(each, check_digit(f"1714{middle:02}{each:03}")) for middle in range(100) for each in range(1000)}
    assert len(last) == 10**LAST_DIGITS
