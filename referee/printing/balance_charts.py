"""Charts in black and white, drawn by the PDF library: shades far apart, values written at the bars, markers on lines."""

from collections.abc import Callable, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from referee.printing.page import ROOM
from referee.printing.type import BOLD, REGULAR, font

SIZE: Final = 7.5
MARGIN: Final = 30.0
FEW: Final = 6
"""Up to here whole numbers get a mark each: half a mesa is none."""
SHADES: Final = (0.35, 0.8, 0.55, 1.0)
MARKERS: Final = (
    ("Circle", True), ("Square", False), ("Triangle", True), ("Circle", False), ("Diamond", True), ("Triangle", False),
    ("Square", True), ("Diamond", False),
)  # fmt: skip
DASHES: Final = (None, (4, 2), (1, 1.5), (6, 2, 1, 2), (3, 3), (8, 3), (2, 1))


class Bars(NamedTuple):
    """Bars side by side: for each category one bar of each series. Values are written with so many `decimals`.

    So `wide` with letters of this `size`; names of categories that have no room side by side are written upwards.
    """

    title: str
    categories: tuple[str, ...]
    series: tuple[tuple[str, tuple[float, ...]], ...]
    decimals: int = 0
    most: float | None = None
    high: float = 140.0
    wide: float = ROOM
    size: float = SIZE


class Curves(NamedTuple):
    """Lines over a common axis; `across` names it."""

    title: str
    across: str
    series: tuple[tuple[str, tuple[tuple[float, float], ...]], ...]
    least: float
    most: float
    high: float = 190.0


Figure = Bars | Curves


def drawing(figure: Figure) -> Any:
    """The figure, by itself over the whole width of a page, `figure.high` points high, without its title."""
    _fonts()
    return bars(figure) if isinstance(figure, Bars) else curves(figure)


def bars(figure: Bars) -> Any:
    """A bar chart with every value above its bar."""
    chart = charts().VerticalBarChart()
    room = figure.wide - MARGIN - 4
    longest = max((font(REGULAR).stringWidth(name, figure.size) for name in figure.categories), default=0.0)
    upwards = longest + 2 > room / max(1, len(figure.categories))
    spare = longest / 5  # a browser writes them with letters of its own, which may be wider than ours
    chart.x, chart.y = MARGIN, longest + spare + 10 if upwards else 24
    chart.width, chart.height = room, figure.high - chart.y - (22 if len(figure.series) > 1 else 8)
    chart.data = [list(values) for _, values in figure.series]
    chart.categoryAxis.categoryNames = list(figure.categories)
    chart.valueAxis.valueMin = 0
    chart.valueAxis.valueMax = figure.most or _above(max(max(values, default=0) for _, values in figure.series))
    if chart.valueAxis.valueMax <= FEW and not figure.decimals:
        chart.valueAxis.valueStep = 1
    chart.valueAxis.labelTextFormat = _tick
    chart.barLabelFormat = lambda value: _decimal(value, figure.decimals)
    chart.barLabels.nudge = 6
    chart.barLabels.fontName, chart.barLabels.fontSize = REGULAR, figure.size - 1
    chart.groupSpacing = 8
    for index in range(len(figure.series)):
        shade = SHADES[index % len(SHADES)]
        chart.bars[index].fillColor = charts().Color(shade, shade, shade)
        chart.bars[index].strokeColor = charts().black
        chart.bars[index].strokeWidth = 0.5
    _axes(chart.categoryAxis, chart.valueAxis, size=figure.size)
    if upwards:
        labels = chart.categoryAxis.labels
        labels.angle, labels.boxAnchor, labels.dx, labels.dy = 90, "e", 0, -4 - spare
    drawn = charts().Drawing(figure.wide, figure.high)
    drawn.add(chart)
    if len(figure.series) > 1:
        _legend(drawn, [name for name, _ in figure.series], figure.high, _swatch, size=figure.size)
    return drawn


def curves(figure: Curves) -> Any:
    """A line chart; lines differ by marker and dash, not by colour."""
    chart = charts().LinePlot()
    chart.x, chart.y = MARGIN, 34
    chart.width, chart.height = ROOM - MARGIN - 8, figure.high - 62
    chart.data = [list(points) for _, points in figure.series]
    for index in range(len(figure.series)):
        line = chart.lines[index]
        line.strokeColor = charts().black
        line.strokeWidth = 0.8
        line.strokeDashArray = DASHES[index % len(DASHES)]
        line.symbol = _marker(index)
    chart.yValueAxis.valueMin, chart.yValueAxis.valueMax = figure.least, figure.most
    _axes(chart.xValueAxis, chart.yValueAxis)
    chart.xValueAxis.labelTextFormat = _decimal
    chart.xValueAxis.valueMin, chart.xValueAxis.valueStep = 0, 0.1
    chart.xValueAxis.valueMax = 0.1 + max(x for _, points in figure.series for x, _ in points) // 0.1 / 10
    drawn = charts().Drawing(ROOM, figure.high)
    drawn.add(chart)
    drawn.add(charts().String(ROOM / 2, 8, figure.across, fontName=REGULAR, fontSize=SIZE, textAnchor="middle"))
    _legend(drawn, [name for name, _ in figure.series], figure.high, _sample)
    return drawn


def _axes(*axes: Any, size: float = SIZE) -> None:
    for axis in axes:
        axis.labels.fontName, axis.labels.fontSize = REGULAR, size
        axis.strokeWidth = 0.5
        axis.visibleGrid = False


def _legend(
    drawn: Any, names: Sequence[str], high: float, sign: Callable[[Any, int, float, float], None], *, size: float = SIZE
) -> None:
    """What each series is, in one row above the chart."""
    x = MARGIN
    for index, name in enumerate(names):
        sign(drawn, index, x, high - 10)
        drawn.add(charts().String(x + 22, high - 12, name, fontName=REGULAR, fontSize=size))
        x += 30 + font(REGULAR).stringWidth(name, size)


def _swatch(drawn: Any, index: int, x: float, y: float) -> None:
    shade = SHADES[index % len(SHADES)]
    drawn.add(
        charts().Rect(
            x, y - 3, 18, 7, fillColor=charts().Color(shade, shade, shade), strokeColor=charts().black, strokeWidth=0.5
        )
    )


def _sample(drawn: Any, index: int, x: float, y: float) -> None:
    dash = DASHES[index % len(DASHES)]
    drawn.add(charts().Line(x, y, x + 18, y, strokeColor=charts().black, strokeWidth=0.8, strokeDashArray=dash))
    marker = _marker(index)
    marker.x, marker.y = x + 9, y
    drawn.add(marker)


def _marker(index: int) -> Any:
    kind, filled = MARKERS[index % len(MARKERS)]
    return charts().makeMarker(
        kind, size=5, strokeColor=charts().black, fillColor=charts().black if filled else charts().white
    )


def _decimal(value: float, decimals: int = 1) -> str:
    return f"{value:.{decimals}f}".replace(".", ",")


def _tick(value: float) -> str:
    return f"{value:g}".replace(".", ",")


def _above(most: float) -> float:
    return 1.15 * most or 1


@cache
def charts() -> Any:
    """What is used of the library; it is slow to import."""
    from reportlab.graphics.charts.barcharts import VerticalBarChart
    from reportlab.graphics.charts.lineplots import LinePlot
    from reportlab.graphics.shapes import Drawing, Line, Rect, String
    from reportlab.graphics.widgets.markers import makeMarker
    from reportlab.lib.colors import Color, black, white

    return SimpleNamespace(
        Color=Color,
        Drawing=Drawing,
        Line=Line,
        LinePlot=LinePlot,
        Rect=Rect,
        String=String,
        VerticalBarChart=VerticalBarChart,
        black=black,
        makeMarker=makeMarker,
        white=white,
    )


@cache
def _fonts() -> None:
    """The charts name faces that have to be there."""
    for face in (REGULAR, BOLD):
        font(face)
