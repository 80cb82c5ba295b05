"""A file that was made for an account is given to that account: another of the same desk asks for its own."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from brackets.models import Role, User
from referee.models import ArchiveArrival, ArchiveJob, PrintJob
from referee.selectors.archive.hiding import Included
from referee.selectors.prints.selection import Chosen
from referee.services.archives.asking import archive_job_create
from referee.services.prints import print_job_create
from tests.access_world import DESK, World, make_world, routes
from tests.factories.brackets import NOW, RoleFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(settings: Settings, tmp_path: Path) -> World:
    settings.PRINTS_ROOT = settings.ARCHIVES_ROOT = tmp_path
    return make_world(tmp_path)


def another(world: World, kind: str) -> World:
    """The same with one more account of that kind, who is nobody's stand-in."""
    world.users["another"] = RoleFactory(championship=world.sealed.championship, kind=kind).user
    return world


def statuses(world: World, who: str, start: str) -> dict[str, int]:
    """What he is answered on each route of these files, whichever way it is asked."""
    client, found = world.client(who), {}
    for name, route in routes().items():
        if name.startswith(start) and route.parts & {"public_id", "archive_id", "arrival_id"}:
            address = route.address(world.ids)
            answer = client.get(address)
            found[name] = (client.post(address) if answer.status_code == 405 else answer).status_code
    return found


@pytest.mark.parametrize("asked_by", ["control", "adjunct"])
def test_a_print_is_for_who_asked_and_for_the_director(world: World, asked_by: str) -> None:
    PrintJob.objects.update(created_by=world.users[asked_by])
    another(world, Role.Kind.CONTROL)

    for who in (*DESK, "another"):
        got = statuses(world, who, "referee:print_job")
        assert len(got) == 5
        assert (404 in got.values()) == (who not in (asked_by, "director")), who
        assert set(got.values()) <= {200, 302} or set(got.values()) == {404}
        listed = (
            str(world.ids["job_id"])
            in world.client(who).get(reverse("referee:prints", args=[world.ids["slug"]])).content.decode()
        )
        assert listed == (who in (asked_by, "director"))


@pytest.mark.parametrize("asked_by", ["adjunct", "director"])
def test_an_archive_is_for_who_asked_alone(world: World, asked_by: str) -> None:
    ArchiveJob.objects.update(created_by=world.users[asked_by])
    another(world, Role.Kind.DIRECTOR)

    for who in ("adjunct", "director", "another"):
        got = statuses(world, who, "referee:archive_job")
        assert set(got.values()) == ({200} if who == asked_by else {404}), who
        page = world.client(who).get(reverse("referee:archive", args=[world.ids["slug"]])).content.decode()
        assert (str(world.ids["archive_id"]) in page) == (who == asked_by)


def test_what_somebody_brings_is_for_him_alone(world: World) -> None:
    another(world, Role.Kind.DIRECTOR)

    assert set(statuses(world, "director", "referee:archive_arrival").values()) == {200}
    assert set(statuses(world, "another", "referee:archive_arrival").values()) == {404}
    assert ArchiveArrival.objects.get().created_by == world.users["director"]


def test_who_asks_for_the_same_gets_a_file_of_his_own(world: World) -> None:
    """While the first is being made the second is not sent to it."""
    championship, reglas = world.sealed.championship, [Chosen("reglas")]

    def printed(user: User) -> PrintJob:
        return print_job_create(
            championship=championship, selection=reglas, documents=1, size="A4", output="pdf", duplex=False,
            user=user, now=NOW,
        )  # fmt: skip

    def archived(user: User) -> ArchiveJob:
        now = timezone.now() + timedelta(seconds=1)
        return archive_job_create(championship=championship, included=Included(), user=user, now=now)

    for make, one, other in ((printed, "control", "adjunct"), (archived, "adjunct", "director")):
        first, second = make(world.users[one]), make(world.users[other])
        assert (first.created_by, second.created_by) == (world.users[one], world.users[other])
        assert make(world.users[one]) == first


def test_a_sheet_that_is_being_read_is_seen_by_who_uploaded_it_alone(world: World) -> None:
    another(world, Role.Kind.CONTROL)
    here, mine, other = [world.ids["slug"]], world.client("control"), world.client("another")
    sheet = mine.get(reverse("brackets:parejas_csv", args=here)).content
    mine.post(reverse("brackets:import_upload", args=here), {"file": SimpleUploadedFile("parejas.csv", sheet)})

    assert mine.get(reverse("brackets:import_review", args=here)).status_code == 200
    assert other.get(reverse("brackets:import_review", args=here)).status_code == 302
