"""The statistics of simulated mesas: the same however many processes count, told as text, PDF and JSON."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pypdf import PdfReader

from referee.rules import REGLAMENTOS


def equilibrio(directory: Path, *options: str) -> tuple[str, dict[str, Any]]:
    said, figures = StringIO(), directory / "equilibrio.json"
    call_command("equilibrio", *options, f"--json={figures}", stdout=said, stderr=StringIO())
    return said.getvalue(), json.loads(figures.read_text())


def test_each_rulebook_is_told_with_plots_and_a_plan_of_the_hall(tmp_path: Path) -> None:
    pdf = tmp_path / "equilibrio.pdf"
    said, figures = equilibrio(tmp_path, "--mesas=6", "--procesos=1", f"--pdf={pdf}")

    assert list(figures["reglamentos"]) == list(REGLAMENTOS)
    pages = PdfReader(pdf).pages
    texts = [page.extract_text() for page in pages]
    assert len(pages) == 1 + len(REGLAMENTOS)
    assert "6 mesas simuladas por reglamento" in texts[0]
    for text, (key, rules) in zip(texts[1:], REGLAMENTOS.items(), strict=True):
        told = figures["reglamentos"][key]
        assert rules.name in said
        assert rules.name in text
        assert "Para planificar: mesas necesarias".upper() in text
        assert sum(told["chicas"].values()) == sum(told["reasons"].values()) == told["mesas"] == 6
        assert told["minutes_p50"] <= told["minutes_p90"]
        assert told["points"]["Conteo"] > 0
    assert not any(page.images for page in pages)  # drawn, not painted: sharp at any size


def test_the_figures_do_not_depend_on_how_many_count(tmp_path: Path) -> None:
    options = ("--mesas=24", "--reglamentos", "pagat", "--semilla=3")
    _, alone = equilibrio(tmp_path, *options, "--procesos=1")
    _, together = equilibrio(tmp_path, *options, "--procesos=2")
    _, others = equilibrio(tmp_path, *options[:-1], "--semilla=4", "--procesos=1")

    assert alone == together
    assert alone["reglamentos"]["pagat"]["points"] != others["reglamentos"]["pagat"]["points"]


@pytest.mark.parametrize(
    "options", [("--mesas=0",), ("--procesos=0",), ("--reglamentos", "poker"), ("--segundos-por-carta=x",), ("--pdf=/no/x",)]
)  # fmt: skip
def test_an_option_that_cannot_be_is_told_in_one_line(options: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("equilibrio", *options)

    assert caught.value.returncode == 2
    assert "\n" not in str(caught.value)
