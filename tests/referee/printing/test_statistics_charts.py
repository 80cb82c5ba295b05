"""The plots of the statistics: every value is written, and nothing is told of half a mesa."""

import re
from typing import Final

import pytest

from referee.printing.statistics_charts import PLOTS, plot_svg
from referee.selectors.statistics import COUNTED, Figures

PHONE: Final = 342
"""Pixels that a picture has on a telephone of 390."""


def words(svg: bytes) -> list[str]:
    return [word.strip() for word in re.findall(r"<text[^>]*>([^<]*)</text>", svg.decode())]


def test_few_mesas_are_counted_in_whole_numbers() -> None:
    told = words(plot_svg("minutos", [12, 34, 57, 58]))

    assert {"0–9", "10–19", "30–39", "50–59"} <= set(told)
    assert {"1", "2"} <= set(told)
    assert not [word for word in told if re.search(r"\d[.,]\d", word)]


def test_what_is_given_per_mesa_has_a_decimal_comma() -> None:
    figures = Figures(logged=4, done=dict.fromkeys(COUNTED, 0) | {"caidas": 33, "limpias": 18, "rondas": 2})

    told = words(plot_svg("ediciones", [("1", figures), ("2", figures)]))

    assert {"8,2", "4,5", "0,5"} <= set(told)
    assert not [word for word in told if "." in word]


def test_what_took_very_long_is_told_without_words() -> None:
    told = words(plot_svg("minutos", [12, 151, 340]))

    assert "150+" in told
    assert not [word for word in told if re.search(r"[^\W\d_]", word)]


@pytest.mark.parametrize("plot", PLOTS)
def test_opened_by_itself_it_says_what_it_is_and_in_which_language(plot: str) -> None:
    svg = plot_svg(plot, []).decode()

    assert f"<title>{PLOTS[plot]}</title>" in svg
    assert 'xml:lang="es-EC"' in svg
    assert "..." not in svg


@pytest.mark.parametrize(
    ("plot", "data"),
    [
        ("parejas", [(str(number), Figures(logged=1)) for number in range(8)]),
        ("minutos", list(range(0, 200, 7))),
        ("ediciones", [(str(2010 + number), Figures(logged=1)) for number in range(30)]),
    ],
)
def test_on_a_telephone_its_letters_are_as_large_as_they_are_drawn(plot: str, data: list[object]) -> None:
    svg = plot_svg(plot, data).decode()

    wide = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])
    sizes = [float(size) for size in re.findall(r"font-size: ?([\d.]+)", svg)]
    assert min(sizes) * PHONE / wide > 9
    assert len(set(words(svg.encode()))) < 40
