"""`manage.py arbitrar`, run as people run it: what it prints, where, and with which exit status."""

import io
import json
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from django.core.management import call_command

from tests.referee.rules.golden import GAMES

MESA = """\
reglamento riobamba
sorteo A1=7 B1=K A2=3 B2=A reparte=B1
ronda A1 7
caida B2
segundo-reparto
limpia A
conteo A=22 B=17 mesa=1
"""
REFUSED = MESA + "conteo A=22 B=18 mesa=1\n"


@pytest.fixture
def arbitrar(tmp_path, monkeypatch):
    """Run the command on text or bytes: exit status, standard output and standard error."""

    def run(content, *options, standard_input=False):
        data = content.encode() if isinstance(content, str) else content
        path = tmp_path / "mesa.cuarenta"
        path.write_bytes(data)
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        out, err = io.StringIO(), io.StringIO()
        with pytest.raises(SystemExit) as end:
            call_command("arbitrar", "-" if standard_input else str(path), *options, stdout=out, stderr=err)
        return end.value.code, out.getvalue(), err.getvalue()

    return run


def test_json_has_exactly_the_shape_of_the_notation(arbitrar):
    status, out, err = arbitrar(REFUSED, "--json")

    assert (status, err) == (1, "")
    assert json.loads(out) == {
        "reglamento": "riobamba",
        "estado": "en-juego",
        "marcador": {"A": 12, "B": 2},
        "chicas": [],
        "ganadas": {"A": 0, "B": 0},
        "data": 2,
        "reparto": 1,
        "reparte": "A2",
        "ganador": None,
        "motivo": None,
        "datas": [
            {
                "chica": 1,
                "data": 1,
                "reparte": "B1",
                "anulada": False,
                "cartas": {"A": 22, "B": 17},
                "mesa": 1,
                "retiradas": 0,
            }
        ],
        "impagos": {"A": 0, "B": 0},
        "rechazadas": [
            {
                "linea": 8,
                "jugada": "conteo A=22 B=18 mesa=1",
                "codigo": "falta-reparto",
                "mensaje": "la data va en el reparto 1 de 2: se cuenta jugadas las 40 cartas",
                "articulo": "3.f, 3.g, 16",
            }
        ],
    }
    assert list(json.loads(out)) == [
        "reglamento", "estado", "marcador", "chicas", "ganadas", "data", "reparto", "reparte", "ganador", "motivo",
        "datas", "impagos", "rechazadas",
    ]  # fmt: skip


def test_json_is_one_object_on_one_line(arbitrar):
    _, out, _ = arbitrar(MESA, "--json")

    assert out.count("\n") == 1
    assert out.endswith("}\n")


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (MESA, 0),
        ("reglamento riobamba", 0),
        (REFUSED, 1),
        ("reglamento riobamba\nproclama", 1),
        (MESA + "nada", 2),
        ("", 2),
    ],
)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_exit_status(arbitrar, content, status, options):
    found, out, err = arbitrar(content, *options)

    assert found == status
    assert bool(out) == (status != 2)
    assert bool(err) == (status == 2)


def test_people_get_the_score_sheet(arbitrar):
    status, out, _ = arbitrar(REFUSED)

    assert status == 1
    assert out.startswith("Reglamento Riobamba")
    assert "En juego: A 12 – B 2." in out
    assert "Línea 8 rechazada: «conteo A=22 B=18 mesa=1»" in out


def test_a_dash_reads_standard_input(arbitrar):
    assert arbitrar(MESA, "--json", standard_input=True) == arbitrar(MESA, "--json")


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [
        ("", 1, 1),
        ("# nada\n", 2, 1),
        (MESA + "  limpia C1\n", 8, 10),
        (MESA.replace("\n", "\r\n") + "limpia\r\n", 8, 7),
        ("\ufeff" + MESA + "limpia\n", 8, 7),
        (b"reglamento riobamba\n# caf\xe9\n", 2, 6),
        (b"\xff\xfer\x00e\x00", 1, 1),
        (b"reglamento riobamba\nsuspension \"a\x00b\"\n", 2, 12),
        ("reglamento riobamba\n" + "x" * 1_000_000, 2, 401),
        ("x" * 1_000_000, 1, 401),
        ("reglamento riobamba\nsuspension \"" + "ñ" * 1_000_000 + "\"\n", 2, 401),
    ],
    ids=["empty", "comments", "bad", "crlf", "bom", "latin-1", "utf-16", "nul", "long word", "long header", "long reason"],
)  # fmt: skip
def test_what_cannot_be_read_is_one_line_that_names_line_and_column(arbitrar, content, line, column):
    status, out, err = arbitrar(content, "--json")

    assert (status, out) == (2, "")
    assert err.startswith(f"línea {line}, columna {column}: ")
    assert err.count("\n") == 1
    assert len(err) < 200


@pytest.mark.parametrize(
    "content", ["\ufeff" + MESA, MESA.replace("\n", "\r\n"), MESA.rstrip("\n"), MESA + " \t\n\n# ñ 🂡\n"]
)
def test_marks_and_line_ends_of_other_editors_do_not_matter(arbitrar, content):
    assert arbitrar(content, "--json") == arbitrar(MESA, "--json")


def test_a_file_that_is_not_there_is_one_line(tmp_path, capsys):
    err = io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("arbitrar", str(tmp_path / "falta.cuarenta"), stderr=err)

    assert end.value.code == 2
    assert err.getvalue().count("\n") == 1
    assert capsys.readouterr().out == ""


def test_a_directory_is_no_file(tmp_path):
    err = io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("arbitrar", str(tmp_path), stderr=err)

    assert end.value.code == 2
    assert err.getvalue().count("\n") == 1


TWO_DATAS = """\
caida A1
mal-pedido A
segundo-reparto
conteo A=20 B=20 mesa=0
mal-pedido A
limpia B2
mal-pedido B
segundo-reparto
conteo A=20 B=20 mesa=0
mal-pedido B
"""


def test_twenty_thousand_lines_take_a_few_seconds(arbitrar):
    content = "reglamento riobamba\nsorteo A1=7 B1=K A2=3 B2=A reparte=B1\n" + TWO_DATAS * 2_000
    began = time.perf_counter()

    status, out, _ = arbitrar(content, "--json")

    assert time.perf_counter() - began < 5
    assert status == 0
    assert (len(json.loads(out)["datas"]), json.loads(out)["marcador"]) == (4_000, {"A": 0, "B": 0})


def test_it_runs_from_the_shell_without_a_database(project_root, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none")
    command = [sys.executable, "manage.py", "arbitrar", "-", "--json"]
    mesa = (GAMES / "cuarenta-a-dos.cuarenta").read_bytes()

    done = subprocess.run(command, input=mesa, cwd=project_root, capture_output=True, timeout=60, check=False)

    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["motivo"] == "zapateria"
