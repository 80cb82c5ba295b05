import json
import logging
from collections.abc import Iterator
from logging.config import dictConfig

import pytest
import structlog

from cuarenta_torneo.logs import logging_config


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    """The very list of processors too: loggers that were used already hold on to it, and `capture_logs` changes that of today."""
    root = logging.getLogger()
    handlers, level, configured = root.handlers[:], root.level, structlog.get_config()
    yield
    structlog.configure(**configured)
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_server_logs_one_line_of_json_with_the_fields(capsys: pytest.CaptureFixture[str]) -> None:
    dictConfig(logging_config(json=True))

    structlog.get_logger("referee").info("jugada", mesa=7, seq=12)

    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["mesa"], line["seq"], line["level"]) == ("jugada", 7, 12, "info")


def test_what_libraries_log_comes_out_in_the_same_form(capsys: pytest.CaptureFixture[str]) -> None:
    dictConfig(logging_config(json=True))

    logging.getLogger("django.request").error("Internal Server Error: %s", "/salud")

    assert json.loads(capsys.readouterr().err)["event"] == "Internal Server Error: /salud"


def test_a_person_at_the_console_reads_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    dictConfig(logging_config(json=False))

    structlog.get_logger("referee").info("jugada", mesa=7)

    assert "mesa=7" in capsys.readouterr().err
