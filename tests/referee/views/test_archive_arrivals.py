"""The archive of another installation is brought, verified, and from then on only read."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, TestCase
from django.utils import timezone
from pytest_django import Settings

from brackets.models import Championship, Fixture, Role
from referee.models import ArchiveArrival, Mesa
from referee.selectors.archive.arrivals import Told
from referee.services.archives.arriving import archive_arrival_end, archive_arrival_tell
from referee.tasks import archive_arrive
from tests.factories.archives import archived_elsewhere, at_the_tables
from tests.factories.brackets import RoleFactory, UserFactory

ROOT = "/c/{}/panel/archivo/"


@pytest.fixture(autouse=True)
def kept_here(settings: Settings, tmp_path: Path) -> None:
    settings.ARCHIVES_ROOT = tmp_path / "archives"


def handed_in(client: Client, path: Path, **fields: str) -> ArchiveArrival:
    file = SimpleUploadedFile("a.json.gz", path.read_bytes())
    answer = client.post("/importar/", {"file": file, **fields})
    arrival = ArchiveArrival.objects.latest("pk")
    assert answer["Location"] == f"/importar/{arrival.public_id}/"
    return arrival


def brought(client: Client, path: Path, **fields: str) -> str:
    """What its page says at the end; the file that was handed in is not here any more."""
    arrival = handed_in(client, path, **fields)
    assert "En cola: empieza en un momento." in client.get(f"/importar/{arrival.public_id}/").content.decode()
    with TestCase.captureOnCommitCallbacks(execute=True):
        archive_arrive(arrival.pk)
    assert list(Path(settings.ARCHIVES_ROOT).iterdir()) == []
    assert client.get(f"/importar/{arrival.public_id}/estado").json()["finished"]
    return client.get(f"/importar/{arrival.public_id}/").content.decode()


def organiser() -> Client:
    user = UserFactory(is_superuser=True)
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.django_db
def test_it_is_brought_and_read_by_everybody_and_changed_by_nobody(tmp_path: Path) -> None:
    path = archived_elsewhere(tmp_path / "a.json.gz", at_the_tables, packed=True)
    client = organiser()
    before = Championship.objects.count()

    assert "Nadie responde por este archivo: no está firmado." in brought(client, path, only_verify="1")
    assert Championship.objects.count() == before
    assert "todo corresponde" not in brought(client, path, unfinished="1")
    assert "ya estaba importado" in brought(client, path)

    there = Championship.objects.get(imported_at__isnull=False)
    for fixture in Fixture.objects.filter(stage__championship=there):
        assert Client().get(f"/c/{there.slug}/partidas/{fixture.pk}/").status_code == 200
    for mesa in Mesa.objects.filter(fixture__stage__championship=there):
        assert Client().get(f"/planillas/{mesa.public_id}/").status_code in (200, 404)
    assert client.get(ROOT.format(there.slug)).status_code == 200
    assert "aquí solo se lee" in client.get(ROOT.format(there.slug)).content.decode()
    assert client.get(f"/c/{there.slug}/panel/").status_code == 200
    assert client.get(f"/c/{there.slug}/panel/ajustes/").status_code == 403
    assert Role.objects.filter(championship=there, user__is_active=True).count() == 1


@pytest.mark.django_db
def test_one_that_had_not_ended_is_brought_only_where_that_was_ticked(tmp_path: Path) -> None:
    path = archived_elsewhere(tmp_path / "a.json", at_the_tables)
    client = organiser()
    before = Championship.objects.count()

    checked = brought(client, path, only_verify="1")
    told = brought(client, path)

    assert "sorteo. No había terminado cuando se hizo el archivo. Nadie responde" in checked
    assert "no había terminado cuando se hizo este archivo" in told
    assert "Traer otro archivo" in told
    assert told.count("No se escribió nada.") == 1
    assert Championship.objects.count() == before
    assert "Importarlo aunque no haya terminado" in client.get("/importar/").content.decode()
    assert "Se importó" in brought(client, path, unfinished="1")


@pytest.mark.django_db
def test_a_broken_one_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    path = archived_elsewhere(tmp_path / "a.json", at_the_tables)
    path.write_text(path.read_text().replace('"notation":"caida A1"', '"notation":"caida A2"', 1))
    before = Championship.objects.count()

    told = brought(organiser(), path)

    assert "Traer otro archivo" in told
    assert "la parte «jugadas» no es la que se exportó" in told
    assert "No se escribió nada." in told
    assert Championship.objects.count() == before


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("fields", [{"unfinished": "1"}, {"only_verify": "1"}])
def test_it_is_told_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fields: dict[str, str]) -> None:
    monkeypatch.setattr("referee.services.archives.restoring.EVERY", 1)
    client = organiser()
    arrival = handed_in(client, archived_elsewhere(tmp_path / "a.json", at_the_tables), **fields)
    seen: list[Told] = []

    def watch(*, arrival_id: int, told: Told) -> None:
        archive_arrival_tell(arrival_id=arrival_id, told=told)
        seen.append(told)
        states.append(client.get(f"/importar/{arrival.public_id}/estado").json())

    states: list[dict[str, Any]] = []
    monkeypatch.setattr("referee.tasks.archives.archive_arrival_tell", watch)
    archive_arrive(arrival.pk)

    shares = [state["done"] / state["total"] for state in states]
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert list(dict.fromkeys(told.step for told in seen)) == (
        ["check"] if "only_verify" in fields else ["check", "write", "compare"]
    )
    assert states[0]["label"] == f"Se comprueba: 1 de {seen[0].total} filas."
    archive_arrive(arrival.pk)  # handed out twice
    assert len(states) == len(seen) == len(shares)


@pytest.mark.django_db
def test_who_brought_it_alone_sees_it_and_a_dead_one_says_so(tmp_path: Path, settings: Settings) -> None:
    settings.REDIS_URL = ""  # with it, what was not begun waits for its turn
    client = organiser()
    arrival = handed_in(client, archived_elsewhere(tmp_path / "a.json", at_the_tables))

    assert organiser().get(f"/importar/{arrival.public_id}/").status_code == 404
    ArchiveArrival.objects.update(created_at=timezone.now() - timedelta(minutes=6))

    assert "Se interrumpió antes de terminar" in client.get(f"/importar/{arrival.public_id}/").content.decode()


@pytest.mark.django_db
def test_what_was_brought_and_interrupted_is_ended_after_a_day_and_its_file_goes(tmp_path: Path) -> None:
    client = organiser()
    path = archived_elsewhere(tmp_path / "a.json", at_the_tables)
    old, running, fresh = (handed_in(client, path) for _ in range(3))
    for arrival, hours in ((old, 25), (running, 25), (fresh, 23)):
        ArchiveArrival.objects.filter(pk=arrival.pk).update(created_at=timezone.now() - timedelta(hours=hours))
    ArchiveArrival.objects.filter(pk=running.pk).update(status="running")
    root = Path(settings.ARCHIVES_ROOT)
    assert {each.stat().st_mode & 0o777 for each in root.iterdir()} == {0o600}

    with TestCase.captureOnCommitCallbacks(execute=True):
        client.get("/importar/")

    assert [each.name for each in root.iterdir()] == [fresh.file]
    for arrival in (old, running):
        page = client.get(f"/importar/{arrival.public_id}/").content.decode()
        assert "se borró de este servidor" in page
        assert "Traer otro archivo" in page
        assert ArchiveArrival.objects.get(pk=arrival.pk).status == "failed"
    with TestCase.captureOnCommitCallbacks(execute=True):
        archive_arrive(old.pk)  # handed out late
        archive_arrival_end(arrival_id=running.pk, told="Se importó.", now=timezone.now())  # done in the end
    assert client.get(f"/importar/{old.public_id}/estado").json()["status"] == "failed"
    assert client.get(f"/importar/{running.public_id}/estado").json()["label"] == "Se importó."


@pytest.mark.django_db
def test_whoever_may_create_none_brings_none() -> None:
    client = Client()
    client.force_login(RoleFactory(kind=Role.Kind.CONTROL).user)

    assert client.get("/importar/").status_code == 403
