"""`archivar` and `restaurar_archivo`."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from brackets.models import Championship
from tests.factories.archives import archived_elsewhere, at_the_tables, written


@pytest.mark.django_db
def test_the_command_brings_it_only_when_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(archived_elsewhere(tmp_path / "a.json", at_the_tables))

    call_command("restaurar_archivo", path, solo_verificar=True)
    said = capsys.readouterr().out
    assert (
        "registro. No había terminado cuando se hizo el archivo.\nNadie responde por este archivo: no está firmado."
        in said
    )
    assert "todo corresponde" not in said
    with pytest.raises(CommandError, match=r"no había terminado.*--sin-terminar"):
        call_command("restaurar_archivo", path)
    assert not Championship.objects.filter(imported_at__isnull=False).exists()
    call_command("restaurar_archivo", path, sin_terminar=True)
    assert "Se importó" in capsys.readouterr().out


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
