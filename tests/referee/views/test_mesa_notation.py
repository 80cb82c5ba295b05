"""A sealed mesa in the notation."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from referee.rules import mesa_proof, parse_game
from referee.selectors.digest import digest_of
from tests.factories.referee import ZAPATERIA, kept_mesa


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
    (tmp_path / "mesa.txt").write_text(text.replace("A +38", "B +38"))
    with pytest.raises(SystemExit) as ended:
        call_command("arbitrar", str(tmp_path / "mesa.txt"))
    assert ended.value.code == 1
    assert "LA HUELLA NO CORRESPONDE" in capsys.readouterr().out
