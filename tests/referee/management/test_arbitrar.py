"""`manage.py arbitrar`, run as people run it: what it prints, where, and with which exit status."""

import io
import json
import os
import subprocess
import sys
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from django.core.management import call_command

from referee.rules import REGLAMENTOS, WORDS, reglamento_get
from tests.referee.rules.golden import GAMES, golden_files
from tests.work import calls

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
        "advertencias": [],
    }
    assert list(json.loads(out)) == [
        "reglamento", "estado", "marcador", "chicas", "ganadas", "data", "reparto", "reparte", "ganador", "motivo",
        "datas", "impagos", "rechazadas", "advertencias",
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
        (b"reglamento rio\x00bamba\n", 1, 12),
        (b"reglamento \x1b[31mriobamba\rcaida A1\n", 1, 12),
        (b"reglamento riobamba\n\x00\n", 2, 1),
        ("reglamento riobamba\n" + "x" * 1_000_000, 2, 401),
        ("x" * 1_000_000, 1, 401),
        ("reglamento riobamba\nsuspension \"" + "ñ" * 1_000_000 + "\"\n", 2, 401),
    ],
    ids=["empty", "comments", "bad", "crlf", "bom", "latin-1", "utf-16", "nul", "nul in the key", "terminal", "only nul", "long word", "long header", "long reason"],
)  # fmt: skip
def test_what_cannot_be_read_is_one_line_that_names_line_and_column(arbitrar, content, line, column):
    status, out, err = arbitrar(content, "--json")

    assert (status, out) == (2, "")
    assert err.startswith(f"línea {line}, columna {column}: ")
    assert err.count("\n") == 1
    assert err.strip().isprintable()
    assert len(err) < 200


@pytest.mark.parametrize(
    "content", ["\ufeff" + MESA, MESA.replace("\n", "\r\n"), MESA.rstrip("\n"), MESA + " \t\n\n# ñ 🂡\n"]
)
def test_marks_and_line_ends_of_other_editors_do_not_matter(arbitrar, content):
    assert arbitrar(content, "--json") == arbitrar(MESA, "--json")


@pytest.fixture
def unreadable(tmp_path):
    """A file that nobody but the system may read, whoever runs the tests."""
    path = tmp_path / "ajena.cuarenta"
    path.write_text(MESA)
    path.chmod(0)
    return path


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("falta.cuarenta", "no existe"),
        ("", "es un directorio"),
        ("mesa.cuarenta/dentro", "su carpeta no es un directorio"),
    ],
)
def test_what_is_no_file_is_one_line_that_says_why(tmp_path, capsys, name, cause):
    (tmp_path / "mesa.cuarenta").write_text(MESA)
    err = io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("arbitrar", str(tmp_path / name), stderr=err)

    assert end.value.code == 2
    assert err.getvalue() == f"no se puede leer «{tmp_path / name}»: {cause}\n"
    assert capsys.readouterr().out == ""


@contextmanager
def somebody_else():
    """Root is refused nothing: as root, go on as nobody for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_file_that_may_not_be_read_is_one_line(unreadable):
    err = io.StringIO()
    with somebody_else(), pytest.raises(SystemExit) as end:
        call_command("arbitrar", str(unreadable), stderr=err)

    assert (end.value.code, err.getvalue()) == (2, f"no se puede leer «{unreadable}»: no hay permiso\n")


EVERYTHING = "\n".join(path.read_text() for path in golden_files())


@pytest.mark.parametrize("key", REGLAMENTOS)
def test_every_jugada_of_every_rulebook_has_an_answer(arbitrar, key):
    seats = reglamento_get(key).match_players_per_pair
    jugadas = [line for line in EVERYTHING.splitlines() if line and line.split()[0] in WORDS]
    assert {line.split()[0] for line in jugadas} == set(WORDS)
    for size in seats:
        header = f"reglamento {key}\n" + ("asientos A1 B1\n" if size == 1 else "")
        content = header + "\n".join(jugadas) + "\n"

        status, out, err = arbitrar(content, "--json")
        sheet_status, sheet, _ = arbitrar(content)

        assert (status, sheet_status, err) == (1, 1, "")
        assert json.loads(out)["reglamento"] == key
        assert sheet.startswith("Reglamento ")


def long_file(times: int) -> str:
    return (
        "reglamento riobamba\nsorteo A1=7 B1=K A2=3 B2=A reparte=B1\n"
        + times
        * """\
caida A1
mal-pedido A
segundo-reparto
conteo A=20 B=20 mesa=0
anula 4 "las tomó la otra"
limpia B2
"""
    )


@pytest.mark.long
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_long_file_takes_work_in_proportion(arbitrar, options):
    work = {}
    for times in (500, 2_000):
        text = long_file(times)

        status, out, err = arbitrar(text, *options)

        assert (status, err) == (1, "")
        assert len(out) > 25 * times
        work[times] = calls(lambda text=text: arbitrar(text, *options))

    assert work[2_000] < 8 * work[500]


@pytest.fixture
def from_the_shell(project_root, monkeypatch):
    """Run the command as a process of its own, with no database to reach."""
    monkeypatch.setenv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none")

    def run(shell, **environment):
        command = ["sh", "-c", f"{sys.executable} manage.py arbitrar {shell}"]
        mesa = (GAMES / "cuarenta-a-dos.cuarenta").read_bytes()
        variables = {**os.environ, **environment}
        done = subprocess.run(
            command, input=mesa, cwd=project_root, env=variables, capture_output=True, timeout=60, check=False
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run


def test_it_runs_from_the_shell_without_a_database(from_the_shell):
    status, out, err = from_the_shell("- --json")

    assert (status, err) == (0, "")
    assert json.loads(out)["motivo"] == "zapateria"


@pytest.mark.long
def test_it_speaks_utf_8_whatever_the_terminal_asks_for(from_the_shell):
    status, out, err = from_the_shell("-", PYTHONIOENCODING="ascii")

    assert (status, err) == (0, "")
    assert "Caída" in out


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        ("- >&-", "no se pudo escribir en la salida: está cerrada"),
        ("- >/dev/full", "no se pudo escribir en la salida: no queda espacio"),
        ("- <&-", "no se puede leer la entrada: está cerrada"),
        ("- >&- 2>&-", ""),
    ],
)
def test_what_the_shell_took_away_is_one_line_and_no_traceback(from_the_shell, shell, line):
    status, out, err = from_the_shell(shell)

    assert (status, out) == (2, "")
    assert err == (line and line + "\n")


@pytest.mark.long
def test_an_answer_that_nobody_reads_to_its_end_is_one_line(project_root):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "manage.py", "arbitrar", str(GAMES / "cuarenta-a-dos.cuarenta")]

    done = subprocess.run(command, cwd=project_root, stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(writing)

    assert done.returncode == 2
    assert done.stderr.decode() == "no se pudo escribir en la salida: quien la leía dejó de leer\n"
