"""The Director asks for the archive of a championship and fetches it; elsewhere it is brought, verified, and only read."""

from datetime import timedelta
from io import StringIO
from os import utime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client, TestCase
from django.utils import timezone
from pytest_django import Settings

from brackets.models import AuditEntry, Championship, Fixture, Role
from referee.models import ArchiveArrival, ArchiveJob, Mesa
from referee.rules import mesa_proof, parse_game
from referee.selectors.archive.arrivals import Told
from referee.selectors.digest import digest_of
from referee.services.archives.arriving import archive_arrival_end, archive_arrival_tell
from referee.services.archives.asking import archive_job_finish
from referee.services.archives.kept import archives_sweep
from referee.services.forgetting import files_forget
from referee.tasks import archive_arrive, archive_make
from tests.factories.archives import archived_elsewhere, at_the_tables, written
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, UserFactory, director_of
from tests.factories.referee import ZAPATERIA, kept_mesa

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

    assert "todo corresponde" in brought(client, path, only_verify="1")
    assert Championship.objects.count() == before
    assert "todo corresponde hasta la última huella" in brought(client, path, unfinished="1")
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

    assert "todo corresponde. No había terminado cuando se hizo el archivo. Huella" in checked
    assert "no había terminado cuando se hizo este archivo" in told
    assert "Traer otro archivo" in told
    assert told.count("No se escribió nada.") == 1
    assert Championship.objects.count() == before
    assert "Importarlo aunque no haya terminado" in client.get("/importar/").content.decode()
    assert "Se importó" in brought(client, path, unfinished="1")


@pytest.mark.django_db
def test_the_command_brings_it_only_when_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(archived_elsewhere(tmp_path / "a.json", at_the_tables))

    call_command("restaurar_archivo", path, solo_verificar=True)
    assert "todo corresponde. No había terminado cuando se hizo el archivo.\nHuella" in capsys.readouterr().out
    with pytest.raises(CommandError, match=r"no había terminado.*--sin-terminar"):
        call_command("restaurar_archivo", path)
    assert not Championship.objects.filter(imported_at__isnull=False).exists()
    call_command("restaurar_archivo", path, sin_terminar=True)
    assert "Se importó" in capsys.readouterr().out


@pytest.mark.django_db
def test_whoever_asks_for_the_archive_of_one_in_play_is_told_what_it_is_good_for() -> None:
    championship = at_the_tables()
    client, page = signed_in(championship), ROOT.format(championship.slug)
    warning = "Todavía no ha terminado"

    assert warning in client.get(page).content.decode()
    Championship.objects.filter(pk=championship.pk).update(status=Championship.Status.CLOSED)
    assert warning not in client.get(page).content.decode()


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


@pytest.mark.django_db(transaction=True)
def test_what_was_made_is_for_this_account_alone() -> None:
    championship = at_the_tables()
    job = ArchiveJob.objects.create(championship=championship, total=5, created_at=NOW, created_by=UserFactory())

    archive_make(job.pk)

    assert [each.stat().st_mode & 0o777 for each in Path(settings.ARCHIVES_ROOT).iterdir()] == [0o600]


@pytest.mark.django_db
def test_whoever_may_create_none_brings_none() -> None:
    client = Client()
    client.force_login(RoleFactory(kind=Role.Kind.CONTROL).user)

    assert client.get("/importar/").status_code == 403


@pytest.mark.django_db
def test_a_finished_mesa_is_given_out_in_the_notation_and_proves_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = kept_mesa(*ZAPATERIA)
    address = f"/c/{kept.championship.slug}/partidas/{kept.fixture.pk}/"
    assert Client().get(f"{address}mesa.txt").status_code == 404  # not sealed yet
    kept.seal()

    assert "Descargar la mesa en notación" in Client().get(address).content.decode()
    text = Client().get(f"{address}mesa.txt").content.decode()

    proof = mesa_proof(text, parse_game(text))
    assert proof is not None
    assert (proof.good, proof.found) == (True, digest_of(kept.mesa))
    assert f"# cadena {kept.mesa.head_hash}" in text
    (tmp_path / "mesa.txt").write_text(text)
    with pytest.raises(SystemExit) as ended:
        call_command("arbitrar", str(tmp_path / "mesa.txt"))
    assert ended.value.code == 0
    assert f"es la de estas jugadas ({proof.found})" in capsys.readouterr().out
    (tmp_path / "mesa.txt").write_text(text.replace("A +40", "B +40"))
    with pytest.raises(SystemExit) as ended:
        call_command("arbitrar", str(tmp_path / "mesa.txt"))
    assert ended.value.code == 1
    assert "LA HUELLA NO CORRESPONDE" in capsys.readouterr().out


@pytest.mark.django_db
def test_the_file_of_the_command_is_for_this_account_alone(tmp_path: Path) -> None:
    path = tmp_path / "todo.json.gz"

    for _ in range(2):  # what stood there is replaced
        call_command("archivar", at_the_tables().slug, "-o", str(path), "--personales", stdout=StringIO())

    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.django_db
def test_the_commands_say_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No hay ningún campeonato «nada»"):
        call_command("archivar", "nada")
    with pytest.raises(CommandError, match="No se puede leer"):
        call_command("restaurar_archivo", str(tmp_path / "nada.json"))
    championship = at_the_tables()
    written(tmp_path / "a.json", championship)
    with pytest.raises(CommandError, match="ya está aquí"):
        call_command("restaurar_archivo", str(tmp_path / "a.json"))
    with pytest.raises(CommandError, match="No hay ninguna cuenta"):
        call_command("restaurar_archivo", str(tmp_path / "a.json"), director="nadie")
