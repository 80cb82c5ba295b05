"""The Director asks for the archive of a championship and fetches it; nothing of it stays behind."""

from datetime import timedelta
from os import utime
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client, TestCase
from django.utils import timezone
from pytest_django import Settings

from brackets.models import AuditEntry, Championship
from referee.models import ArchiveJob
from referee.services.archives.asking import archive_job_finish
from referee.services.archives.kept import archives_sweep
from referee.services.forgetting import files_forget
from referee.tasks import archive_make
from tests.factories.archives import at_the_tables
from tests.factories.brackets import NOW, ChampionshipFactory, UserFactory, director_of

ROOT = "/c/{}/panel/archivo/"


@pytest.fixture(autouse=True)
def kept_here(settings: Settings, tmp_path: Path) -> None:
    settings.ARCHIVES_ROOT = tmp_path / "archives"


def signed_in(championship: Championship) -> Client:
    client = Client()
    client.force_login(director_of(championship))
    return client


@pytest.mark.django_db(transaction=True)
def test_it_is_asked_for_made_and_fetched(tmp_path: Path) -> None:
    championship = at_the_tables()
    client = signed_in(championship)
    page = ROOT.format(championship.slug)
    job = ArchiveJob.objects.create(
        championship=championship, personal=True, total=5, created_at=NOW, created_by=director_of(championship)
    )

    archive_make(job.pk)

    job.refresh_from_db()
    assert (job.status, job.error) == ("done", "")
    told = client.get(f"{page}{job.public_id}/")
    assert job.digest in told.content.decode()
    file = client.get(f"{page}{job.public_id}/archivo")
    assert file["Content-Disposition"] == f'attachment; filename="{championship.slug}-completo.json.gz"'
    (tmp_path / "a.json.gz").write_bytes(b"".join(file.streaming_content))
    call_command("restaurar_archivo", str(tmp_path / "a.json.gz"), solo_verificar=True)

    # An hour later nothing of it is left on this disk.
    ArchiveJob.objects.update(created_at=timezone.now() - timedelta(minutes=61))
    client.get(page)
    job.refresh_from_db()
    assert (job.file, list((tmp_path / "archives").iterdir())) == ("", [])
    assert client.get(f"{page}{job.public_id}/archivo").status_code == 404


@pytest.mark.django_db
def test_asking_is_noted_and_twice_is_once(monkeypatch: pytest.MonkeyPatch) -> None:
    championship = at_the_tables()
    client = signed_in(championship)

    first = client.post(ROOT.format(championship.slug), {"ink": "1"})
    again = client.post(ROOT.format(championship.slug), {"ink": "1"})

    assert first["Location"] == again["Location"]
    job = ArchiveJob.objects.get()
    assert (job.personal, job.ink, job.status) == (False, True, "queued")
    assert (
        AuditEntry.objects.get(action="archivo-exportar").sentence == "Exportó el archivo del campeonato, con la tinta."
    )


@pytest.mark.django_db
def test_whoever_asks_for_the_archive_of_one_in_play_is_told_what_it_is_good_for() -> None:
    championship = at_the_tables()
    client, page = signed_in(championship), ROOT.format(championship.slug)
    warning = "Todavía no ha terminado"

    assert warning in client.get(page).content.decode()
    Championship.objects.filter(pk=championship.pk).update(status=Championship.Status.CLOSED)
    assert warning not in client.get(page).content.decode()


@pytest.mark.django_db
def test_archives_go_at_once_with_personal_data(settings: Settings) -> None:
    championship, elsewhere = at_the_tables(), ChampionshipFactory()
    root = Path(settings.ARCHIVES_ROOT)
    (root / "tmpabc").mkdir(parents=True)
    ready, other, running = (
        ArchiveJob.objects.create(
            championship=each, status=status, file=file, created_at=NOW, created_by=director_of(each), personal=True
        )
        for each, status, file in (
            (championship, "done", "uno.json.gz"), (elsewhere, "done", "otro.json.gz"), (championship, "running", "")
        )
    )  # fmt: skip
    for name in ("uno.json.gz", "otro.json.gz", f"tmpabc/{running.public_id}.json.gz"):
        (root / name).write_bytes(b"")

    with TestCase.captureOnCommitCallbacks(execute=True):
        files_forget(championship, NOW)

    assert [path.name for path in root.rglob("*.gz")] == ["otro.json.gz"]
    for job in (ready, other, running):
        job.refresh_from_db()
    assert (ready.file, other.file) == ("", "otro.json.gz")
    assert running.error.startswith("Se borraron datos personales")
    assert not archive_job_finish(job_id=running.pk, file="tarde.json.gz", digest="", now=NOW)


@pytest.mark.django_db
def test_what_a_killed_task_left_goes_after_a_day(settings: Settings) -> None:
    root = Path(settings.ARCHIVES_ROOT)
    root.mkdir(parents=True)
    for name, hours in (("viejo.llegada", 25), ("nuevo.llegada", 1)):
        (root / name).write_bytes(b"")
        utime(root / name, (NOW.timestamp() - hours * 3600,) * 2)

    with TestCase.captureOnCommitCallbacks(execute=True):
        archives_sweep(now=NOW)

    assert [path.name for path in root.iterdir()] == ["nuevo.llegada"]


@pytest.mark.django_db(transaction=True)
def test_what_was_made_is_for_this_account_alone() -> None:
    championship = at_the_tables()
    job = ArchiveJob.objects.create(championship=championship, total=5, created_at=NOW, created_by=UserFactory())

    archive_make(job.pk)

    assert [each.stat().st_mode & 0o777 for each in Path(settings.ARCHIVES_ROOT).iterdir()] == [0o600]
