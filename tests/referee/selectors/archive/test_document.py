"""One changed byte, wherever it is, and the file is refused and says where."""

import gzip
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from brackets.models import Fixture, Role
from brackets.services.departures import pareja_leave
from referee.selectors.archive.check import archive_check
from referee.selectors.archive.document import Reader
from referee.selectors.archive.parts import NAMES
from referee.selectors.archive.refusal import Refused
from tests.factories.archives import at_the_tables, written
from tests.factories.brackets import NOW, director_of
from tests.factories.referee import ZAPATERIA, kept_mesa

pytestmark = pytest.mark.django_db


def checked(path: Path) -> str:
    return archive_check(Reader(path, NAMES)).digest


def refusal(path: Path) -> Refused:
    with pytest.raises(Refused) as refused:
        checked(path)
    return refused.value


def test_a_flipped_bit_anywhere_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    written(path, at_the_tables())
    whole = path.read_bytes()
    chance = Random(7)
    for place in chance.sample(range(len(whole)), 30):
        broken = bytearray(whole)
        broken[place] ^= 1 << chance.randrange(8)
        path.write_bytes(broken)
        refused = refusal(path)
        assert refused.line or refused.part, place
    path.write_bytes(whole)
    assert checked(path)


def test_a_changed_row_is_told_by_its_part_and_row(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    kept = kept_mesa(*ZAPATERIA)
    written(path, kept.championship)
    path.write_text(path.read_text().replace('"name":"', '"name":"X', 2))  # the championship, and the first person

    assert "la parte «campeonato» no es la que se exportó: algo cambió entre las filas 1 y 1" in refusal(path).message


def test_who_kept_a_mesa_and_has_no_role_any_more_is_among_its_people(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    kept = kept_mesa(*ZAPATERIA)
    Role.objects.filter(user=kept.juez).delete()

    written(path, kept.championship)

    assert checked(path)


def test_a_changed_jugada_is_told_by_mesa_and_row(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    kept = kept_mesa(*ZAPATERIA)
    written(path, kept.championship)
    path.write_text(path.read_text().replace("marcador del caso", "marcador del casi", 1))

    message = refusal(path).message
    assert "la parte «jugadas» no es la que se exportó" in message
    assert "jugadas, fila 2: mesa 1" in message
    assert "no es la que se registró: su huella no corresponde" in message


def test_fixtures_that_are_not_what_the_events_come_to_are_refused(tmp_path: Path) -> None:
    path, championship = tmp_path / "a.json", at_the_tables()
    fixture = Fixture.objects.get(stage__championship=championship, how="walkover")
    pareja_leave(
        pareja=championship.parejas.get(number=fixture.stage.slots[-1]),
        reason="prueba", played=False, user=director_of(championship), now=NOW,
    )  # fmt: skip
    written(path, championship)
    assert checked(path)
    Fixture.objects.filter(pk=fixture.pk).update(winner=fixture.pareja_b)
    written(path, championship)

    assert "de los hechos de «Eliminatoria directa» no resultan sus partidas" in refusal(path).message


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_that_is_cut_short_says_so(tmp_path: Path, *, packed: bool) -> None:
    path = tmp_path / "a.json"
    written(path, at_the_tables(), packed=packed)
    path.write_bytes(path.read_bytes()[:-400])

    assert any(told in refusal(path).message for told in ("incompleto", "dañado"))


def test_a_damaged_packed_file_says_from_which_line(tmp_path: Path) -> None:
    path = tmp_path / "a.json.gz"
    written(path, at_the_tables(), packed=True)
    broken = bytearray(path.read_bytes())
    broken[len(broken) // 2] ^= 16
    path.write_bytes(broken)

    assert refusal(path).line > 0


@pytest.mark.parametrize(
    "text", [b"", b"{}\n", b"\x1f\x8b\x08", b'{"acta":"sorteo"}\n', b"\xff\xfe\n", b"[" * 9000 + b"\n"]
)
def test_another_file_is_no_archive(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "a.json").write_bytes(text)

    assert refusal(tmp_path / "a.json").line == 1


def test_something_behind_the_end_is_not_overlooked(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    written(path, at_the_tables())
    path.write_bytes(path.read_bytes() + b"{}\n")

    assert "después del final hay algo más" in refusal(path).message


def test_something_behind_the_end_of_a_packed_file_is_not_overlooked(tmp_path: Path) -> None:
    path = tmp_path / "a.json.gz"
    written(path, at_the_tables(), packed=True)
    path.write_bytes(path.read_bytes() + b"x")

    assert "después del final hay algo más" in refusal(path).message


def test_it_is_read_a_line_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.json.gz"
    written(path, at_the_tables(), packed=True)
    first = [line.part for line in islice(Reader(path, NAMES), 3)]

    assert first[:2] == ["campeonato", "personas"]
    assert gzip.decompress(path.read_bytes()).startswith(b'{"formato":"cuarenta-torneo/archivo"')
