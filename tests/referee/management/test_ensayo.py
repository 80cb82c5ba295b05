"""The rehearsal: a whole championship by services or by the API, the same from the same seed, checked as it goes."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from pypdf import PdfReader

from brackets.models import Championship, Fixture
from referee.models import Jugada, Planilla
from tests.faults import serving
from tests.faults.proxy import lossy
from tests.long import longer

EVENTFUL = (
    "--ausencias=15%", "--protestas=20", "--suspensiones=30%", "--anulaciones=8%", "--relevos=40%",
    "--reaperturas=40%", "--bajo-protesta=30%", "--sin-firma=30%", "--intentos=100%",
)  # fmt: skip


def ensayo(*options: str, directory: Path) -> tuple[str, dict[str, Any]]:
    """What it said, and its figures."""
    said, figures = StringIO(), directory / "ensayo.json"
    call_command("ensayo", *options, f"--json={figures}", stdout=said, stderr=StringIO())
    return said.getvalue(), json.loads(figures.read_text())


@pytest.mark.django_db
def test_a_rehearsal_plays_until_there_is_a_champion(tmp_path: Path) -> None:
    pdf = tmp_path / "ensayo.pdf"
    said, figures = ensayo("--parejas=4", "--semilla=3", f"--pdf={pdf}", *EVENTFUL, directory=tmp_path)

    championship = Championship.objects.get()
    assert championship.status == Championship.Status.CLOSED
    assert set(Fixture.objects.values_list("status", flat=True)) == {"final"}
    played = Fixture.objects.filter(how="played")
    assert Planilla.objects.filter(status="sealed", delivered_at__isnull=False).count() == played.count()
    call_command("verificar_bitacora", stdout=StringIO())
    final = Fixture.objects.latest("round")
    assert final.winner is not None
    assert figures["champion"] == final.winner.number
    assert f"Campeón: pareja {final.winner.number}, " in said
    assert figures["jugadas"] == Jugada.objects.count()
    assert figures["repeated"] > 0
    assert {"mesa-en-otro-equipo", "planilla-sellada"} <= figures["refused"].keys()
    text = "\n".join(page.extract_text() for page in PdfReader(pdf).pages)
    for told in ("Ensayo general: 4 parejas", "Campeón: pareja", "Por ronda".upper(), "planilla-sellada", "Caída"):
        assert told in text, told


@pytest.mark.long
@pytest.mark.django_db
def test_the_mesas_with_a_zapateria_are_as_many_by_round_as_in_all(tmp_path: Path) -> None:
    """Also where it ends no mesa."""
    said, figures = ensayo(
        "--parejas=8", "--semilla=3", "--ausencias=0", "--reglamento=juez-de-aguas", "--papel=40%", directory=tmp_path
    )

    table = said.partition("POR RONDA\n")[2].partition("\n\n")[0].splitlines()
    assert table[0].split()[-1] == "zapatería"
    assert sum(int(row.split()[-1]) for row in table[1:]) == figures["zapaterias"] > 0


@pytest.mark.long
@pytest.mark.django_db
def test_the_same_seed_gives_the_same_championship(tmp_path: Path) -> None:
    def played(seed: str, *, kept: bool = False) -> dict[str, Any]:
        with transaction.atomic():
            _, figures = ensayo("--parejas=2", f"--semilla={seed}", "--intentos=30%", directory=tmp_path)
            transaction.set_rollback(not kept)
        return figures

    first, beside, other = played("uno", kept=True), played("uno"), played("dos")

    assert first["fingerprint"] == beside["fingerprint"] != other["fingerprint"]
    assert first["championship"] != beside["championship"]  # two in one database do not meet
    changing = {"real_seconds", "heads", "sections", "championship"}
    assert {k: v for k, v in first.items() if k not in changing} == {
        k: v for k, v in beside.items() if k not in changing
    }


@pytest.mark.django_db
def test_who_is_absent_loses_and_where_nobody_comes_nobody_wins(tmp_path: Path) -> None:
    said, figures = ensayo("--parejas=4", "--ausencias=100%", directory=tmp_path)

    assert "No hay campeón" in said
    assert figures["double_no_shows"] == Fixture.objects.filter(how="double-no-show").count() > 0
    assert figures["partidas"] == Jugada.objects.count() == 0


@pytest.mark.django_db
def test_one_round_leaves_the_next_to_be_played(tmp_path: Path) -> None:
    said, _ = ensayo("--parejas=4", "--solo-una-vuelta", "--ausencias=0", directory=tmp_path)

    assert "solo la primera ronda" in said
    assert Fixture.objects.get(round=2).status == Fixture.Status.READY
    assert Championship.objects.get().status == Championship.Status.OPEN


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("--parejas=1", "--parejas «1»: escriba un número de 2 a 1024."),
        ("--parejas=muchas", "--parejas «muchas»"),
        ("--reglamento=poker", "--reglamento «poker» no existe; hay riobamba"),
        ("--formato=tombola", "--formato «tombola» no existe; hay eliminatoria, mundial"),
        ("--ajuste=ronda", "--ajuste «ronda»: escriba CLAVE=VALOR."),
        ("--ajuste=no-hay=1", "no tiene el ajuste «no-hay»"),
        ("--ausencias=120%", "--ausencias «120%»: escriba un porcentaje de 0 a 100"),
        ("--protestas=nunca", "--protestas «nunca»"),
        ("--inicio=mañana", "--inicio «mañana»"),
        ("--segundos-por-carta=0", "--segundos-por-carta «0»"),
        ("--semilla=", "--semilla"),
        ("--http=ftp://aqui", "--http «ftp://aqui»"),
        ("--pdf=/no/hay/informe.pdf", "No existe la carpeta"),
    ],
)
def test_an_option_that_cannot_be_is_told_in_one_line(option: str, told: str) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("ensayo", option)

    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.returncode == 2
    assert not Championship.objects.exists()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_tablets_may_play_through_the_api_of_a_running_server_and_a_bad_network(tmp_path: Path, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]  # what a server can read
    options = ("--parejas=3", "--semilla=5", "--relevos=50%", "--intentos=30%")
    with serving.granian(tmp_path) as served, lossy(served.port, seed=1) as proxy:
        said, by_api = ensayo(*options, f"--http=http://127.0.0.1:{proxy.port}", directory=tmp_path)
    _, by_services = ensayo(*options, directory=tmp_path)

    assert f"por la API de http://127.0.0.1:{proxy.port}" in said
    assert by_api["retries"] >= proxy.injected["drop-answer"] > 0
    assert by_api["fingerprint"] == by_services["fingerprint"]
    assert by_api["refused"] == by_services["refused"]
    call_command("verificar_bitacora", stdout=StringIO())


ON_PAPER = ("--papel=100%", "--segundos-por-carta=1")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("form", "parejas", "partidas"),
    [
        longer("mundial", 13, [15, 12, 4]),
        longer("riobamba", 4, None),
        ("relampago", 5, [5]),
        longer("todos", 3, [3]),
        ("series-final", 5, [10, 1]),
        longer("salinas", 9, [9, 6, 6, 1]),
        longer("suizo", 5, [4]),
    ],
)
def test_every_format_is_played_to_its_champion(
    form: str, parejas: int, partidas: list[int] | None, tmp_path: Path
) -> None:
    said, figures = ensayo(f"--formato={form}", f"--parejas={parejas}", "--ausencias=10", *ON_PAPER, directory=tmp_path)

    championship = Championship.objects.get()
    assert championship.status == Championship.Status.CLOSED
    stages = list(championship.stages.order_by("number"))
    assert {stage.status for stage in stages} == {"published"}
    fixtures = Fixture.objects.filter(stage__championship=championship)
    assert set(fixtures.values_list("status", flat=True)) == {"final"}
    if partidas is not None:
        assert [stage.fixtures.filter(number__isnull=False).count() for stage in stages] == partidas
    numbers = list(fixtures.filter(number__isnull=False).order_by("number").values_list("number", flat=True))
    assert len(numbers) == len(set(numbers))
    assert figures["papers"] == figures["partidas"] == fixtures.filter(how__in=("played", "retirement")).count() > 0
    assert f"Campeón: pareja {figures['champion']}, " in said
    assert f"Formato {form};" in said


@pytest.mark.long
@pytest.mark.django_db
def test_stages_played_on_tablets_are_the_same_from_the_same_seed(tmp_path: Path) -> None:
    def played() -> dict[str, Any]:
        with transaction.atomic():
            _, figures = ensayo(
                "--formato=series-final", "--parejas=3", "--papel=50", *EVENTFUL[:5], directory=tmp_path
            )
            transaction.set_rollback(True)
        return figures

    first, second = played(), played()

    assert first["fingerprint"] == second["fingerprint"]
    assert first["champion"] == second["champion"]
    assert 0 < first["papers"] < first["partidas"]


@pytest.mark.django_db
def test_only_the_first_round_of_the_first_stage(tmp_path: Path) -> None:
    ensayo("--formato=suizo", "--parejas=6", "--solo-una-vuelta", *ON_PAPER, directory=tmp_path)

    assert set(Fixture.objects.values_list("round", "status")) == {(1, "final")}
