import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from brackets.models import Championship
from referee.models import Mesa
from referee.printing import sheet_pdf
from referee.printing.attached import pdf_with_file
from referee.sealing import planilla_paper
from referee.selectors.championship_chain import CHAIN_FILE, championship_chain
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from tests.factories.brackets import NOW
from tests.factories.outside import signed_outside
from tests.factories.referee import Keeper, kept_mesa
from tests.factories.sealing import certified_mesa
from tests.referee.selectors.sealed.test_verdict import all_turns_taken, amend

pytestmark = pytest.mark.django_db


@pytest.fixture
def sealed() -> Keeper:
    return certified_mesa()


@pytest.fixture
def file(sealed: Keeper, tmp_path: Path) -> Path:
    path = tmp_path / "planilla.pdf"
    path.write_bytes(planilla_paper(mesas_to_print().get(public_id=sealed.mesa_id), base_url="", now=NOW))
    return path


def said(file: Path, code: int = 0, *options: str) -> str:
    out = StringIO()
    if not code:
        call_command("verificar_planilla", str(file), *options, stdout=out)
    else:
        with pytest.raises(CommandError) as ended:
            call_command("verificar_planilla", str(file), *options, stdout=out)
        assert ended.value.returncode == code
        out.write(str(ended.value))
    return out.getvalue()


def test_it_says_authentic_and_current(file: Path) -> None:
    assert "veredicto: auténtica y vigente" in said(file)


def test_in_json_it_says_all_that_it_knows(sealed: Keeper, file: Path) -> None:
    told = json.loads(said(file, 0, "--json"))

    assert (told["clase"], told["mesa"], told["version"], told["bitacora"]) == (
        "current",
        str(sealed.mesa_id),
        1,
        "completa",
    )
    assert told["certificado"]["de"] == "Copa de prueba"


def test_version_one_is_called_replaced(sealed: Keeper, file: Path) -> None:
    amend(sealed)

    told = said(file, 2)

    assert "auténtica, pero reemplazada" in told
    assert "vigente: 2" in told
    assert "La caída no se cantó" in told


def test_one_flipped_byte_is_found(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 3] ^= 1
    file.write_bytes(data)

    assert f"byte {len(data) // 3 + 1} de" in said(file, 1)


def test_it_tells_what_is_registered_and_what_may_be_covered(file: Path) -> None:
    file.write_bytes(signed_outside(file.read_bytes()))

    told = json.loads(said(file, 0, "--json"))

    assert told["registrado"]["version"] == 1
    assert told["registrado"]["resultado"]
    assert "puede tapar" in told["advertencias"][0]


def test_what_was_not_read_to_the_end_has_a_code_of_its_own(file: Path) -> None:
    file.write_bytes(signed_outside(file.read_bytes()))
    with all_turns_taken():
        assert "no se terminó de verificar" in said(file, 3)


def test_what_is_none_is_unknown(tmp_path: Path) -> None:
    path = tmp_path / "otro.pdf"
    path.write_bytes(b"%PDF-1.4\n")

    assert "desconocida" in said(path, 1)
    assert "No se puede leer" in said(tmp_path / "no-hay.pdf", 1)


def test_a_log_that_was_changed_is_told_although_the_paper_is_authentic(sealed: Keeper, file: Path) -> None:
    Mesa.objects.update(head_seq=9)

    told = said(file, 1)
    assert "la mesa dice tener 9 jugadas" in told
    assert "auténtica y vigente, pero la bitácora de su mesa ya no verifica" in told


def test_a_log_that_was_changed_is_told_of_a_paper_that_was_replaced(sealed: Keeper, file: Path) -> None:
    amend(sealed)
    Mesa.objects.update(head_seq=9)

    told = said(file, 1)
    assert "la mesa dice tener 9 jugadas" in told
    assert "auténtica, pero reemplazada, pero la bitácora de su mesa ya no verifica" in told


def test_a_log_that_was_changed_is_told_of_a_paper_whose_later_signatures_had_no_turn(file: Path) -> None:
    file.write_bytes(signed_outside(file.read_bytes()))
    Mesa.objects.update(head_seq=9)

    with all_turns_taken():
        told = said(file, 1)

    assert "la mesa dice tener 9 jugadas" in told
    assert "no se terminó de verificar, pero la bitácora de su mesa ya no verifica" in told


def test_no_log_is_accused_beside_a_paper_that_is_not_ours(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 3] ^= 1
    Mesa.objects.update(head_seq=9)
    for altered in (bytes(data), file.read_bytes() + b"\n%more\n%%EOF\n", b"%PDF-1.4\n"):
        file.write_bytes(altered)
        told = said(file, 1)
        assert ("bitácora" in told, "bitacora" in told) == (False, False)


def test_of_what_only_says_that_it_is_ours_and_had_no_turn_no_log_is_read(file: Path) -> None:
    data = bytearray(signed_outside(file.read_bytes()))
    data[100] ^= 1
    file.write_bytes(data)
    Mesa.objects.update(head_seq=9)

    with all_turns_taken():
        told = said(file, 3)

    assert ("no se terminó de verificar" in told, "bitacora" in told) == (True, False)


def test_the_acta_is_compared_with_every_log(sealed: Keeper, tmp_path: Path) -> None:
    path = tmp_path / "acta.json"
    path.write_text(json.dumps(championship_chain(sealed.championship).as_json()))
    assert "las bitácoras son las del acta" in said(path)
    assert "no el texto del acta" in said(path)
    Mesa.objects.update(points_a=2)  # the head is the same, and what it stands for is not

    assert "points_a" in said(path, 1)


def test_the_chain_attached_to_a_forged_planilla_does_not_answer_in_its_place(sealed: Keeper, tmp_path: Path) -> None:
    mesa = mesas_to_print().get(public_id=sealed.mesa_id)
    written = json.dumps(championship_chain(sealed.championship).as_json()).encode()
    path = tmp_path / "planilla.pdf"
    path.write_bytes(pdf_with_file(sheet_pdf(planilla_sheet(mesa, base_url="")), CHAIN_FILE, written))

    assert "desconocida" in said(path, 1)


def test_an_acta_is_found_by_its_mesas_where_the_address_moved(sealed: Keeper, tmp_path: Path) -> None:
    path = tmp_path / "acta.json"
    path.write_text(json.dumps(championship_chain(sealed.championship).as_json()))
    Championship.objects.update(slug="otra")
    Championship.objects.filter(pk=kept_mesa().championship.pk).update(slug=sealed.championship.slug)

    assert "aqui: otra" in said(path)


@pytest.mark.parametrize(
    "said_instead", [{"campeonato": "\ud800"}, {"campeonato": "\0"}, {"mesas": [["", 1e999, "", 0, ""]]}]
)
def test_what_no_chain_can_say_ends_with_a_sentence(
    sealed: Keeper, tmp_path: Path, said_instead: dict[str, object]
) -> None:
    path = tmp_path / "acta.json"
    path.write_text(json.dumps(championship_chain(sealed.championship).as_json() | said_instead))

    assert "está mal escrito" in said(path, 1)


def test_an_acta_that_was_altered_is_refused(sealed: Keeper, tmp_path: Path) -> None:
    told = championship_chain(sealed.championship).as_json()
    path = tmp_path / "acta.json"
    path.write_text(json.dumps(told | {"mesas": []}))

    assert "fue alterado" in said(path, 1)
