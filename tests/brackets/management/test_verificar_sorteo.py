"""`manage.py verificar_sorteo`, from the file alone."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from brackets.selectors.draw_acta import acta_file, acta_of
from tests.factories.brackets import published_stage


@pytest.fixture
def acta(db: None, tmp_path: Path) -> Path:
    file = tmp_path / "acta.json"
    file.write_text(acta_file(acta_of(published_stage(6, club="Peñón"))), encoding="utf-8")
    return file


def test_a_good_acta_is_said_to_be_good(acta: Path) -> None:
    out = StringIO()

    call_command("verificar_sorteo", acta, stdout=out)

    assert "✓ Se repitió el sorteo con esa semilla" in out.getvalue()
    assert "El sorteo es el que dice el acta." in out.getvalue()


def test_a_changed_acta_is_named_line_by_line(acta: Path) -> None:
    read = json.loads(acta.read_text())
    read["lineas"] = read["lineas"][::-1]
    acta.write_text(json.dumps(read))
    out = StringIO()

    with pytest.raises(CommandError, match="no corresponde"):
        call_command("verificar_sorteo", acta, stdout=out)

    assert "Lugar 1: el acta dice" in out.getvalue()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"acta": "sorteo"}'])
def test_what_is_no_acta_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "acta.json"
    file.write_text(text)

    with pytest.raises(CommandError):
        call_command("verificar_sorteo", file, stdout=StringIO())


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No se puede leer"):
        call_command("verificar_sorteo", tmp_path / "nada.json")
