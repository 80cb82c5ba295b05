"""The plots of the statistics: the library's charts, as SVG without a script, black and white."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from referee.printing.balance_charts import Bars, drawing

PLOTS: Final = {
    "parejas": "Caídas, limpias y rondas de quienes más caídas hicieron",
    "minutos": "Cuánto duraron las mesas, en minutos",
    "ediciones": "Caídas, limpias y rondas por mesa, edición por edición",
}
WORDS: Final = (("Caídas", "caidas"), ("Limpias", "limpias"), ("Rondas", "rondas"))
STEP: Final = 10
"""Minutes of one bar."""
MOST: Final = 16
"""Stretches of minutes in one plot."""
EDITIONS: Final = 8
"""The latest ones in one plot; its table has all."""
WIDE: Final = 340.0
SIZE: Final = 10.5
"""A telephone shows a plot about as wide as it is drawn, so that these letters can be read on it."""


def plot_svg(plot: str, data: Any) -> bytes:
    """`data` are minutes for `minutos`, else pairs of a name and its figures.

    Its words and figures can be said in English afterwards, as those of a page: none needs more room there.
    """
    from reportlab.graphics import renderSVG

    drawn = drawing(_figure(plot, data))
    text: str = renderSVG.drawToString(drawn, svgAttrs={"xml:lang": "es-EC"})
    return text.replace("<title>...</title>", f"<title>{PLOTS[plot]}</title>").replace("<desc>...</desc>", "").encode()


def _figure(plot: str, data: Any) -> Bars:
    title = PLOTS[plot]
    if plot == "minutos":
        return _minutes(title, data)
    per_mesa = plot == "ediciones"
    shown = data[-EDITIONS:] or [("—", None)]
    series = tuple(
        (label, tuple(_value(figures, what, per_mesa=per_mesa) for _, figures in shown)) for label, what in WORDS
    )
    names, decimals = tuple(name for name, _ in shown), 1 if per_mesa else 0
    return Bars(title, names, series, decimals=decimals, high=210, wide=WIDE, size=SIZE)


def _value(figures: Any, what: str, *, per_mesa: bool) -> float:
    if figures is None:
        return 0.0
    return (figures.per_mesa(what) or 0.0) if per_mesa else float(figures.done[what])


def stretches(minutes: Iterable[int]) -> list[tuple[str, int]]:
    """So many mesas in each stretch of minutes; the last one holds all that took longer."""
    counted = Counter(min(each // STEP, MOST - 1) for each in minutes)
    last = max(counted, default=-1)
    names = [f"{n * STEP}–{n * STEP + STEP - 1}" for n in range(last + 1)]
    if last == MOST - 1:
        names[-1] = f"{last * STEP}+"
    return [(name, counted[n]) for n, name in enumerate(names)]


def _minutes(title: str, minutes: list[int]) -> Bars:
    shown = stretches(minutes) or [("0–9", 0)]
    counts = tuple(float(count) for _, count in shown)
    return Bars(title, tuple(name for name, _ in shown), (("Mesas", counts),), high=210, wide=WIDE, size=SIZE)
