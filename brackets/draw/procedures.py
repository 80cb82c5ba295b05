"""The ways of drawing there are, by name: what was drawn by one of them comes out the same for ever."""

from collections.abc import Collection

from brackets.draw.entries import Entry
from brackets.draw.formats import Swiss
from brackets.draw.placing import place
from brackets.draw.protected import protect
from brackets.draw.protections import CLUBS_APART, PROTECTED, Terms, check_protections
from brackets.draw.refusal import DrawRefusal


def lines_drawn(terms: Terms, entries: Collection[Entry], seed: str) -> tuple[int | None, ...]:
    """The lines of a stage (None is a bye), the same for the same terms, entries and seed text.

    DrawRefusal where so many cannot play this format, or a hard protection is not kept.

    >>> from brackets.draw.formats import Elimination
    >>> lines_drawn(Terms(Elimination()), [Entry(7, seed=1), Entry(12, "Sol"), Entry(15, "Sol")], "cuarenta")
    (7, None, 15, 12)
    """
    if terms.procedure == CLUBS_APART:
        return place(terms.form, entries, seed, apart=terms.apart).slots
    if terms.procedure == PROTECTED:
        check_protections(terms.protections, terms.form)
        if isinstance(terms.form, Swiss):
            return place(terms.form, entries, seed).slots  # its rounds are paired one by one
        return protect(terms.form, entries, seed, terms.protections)
    raise DrawRefusal(
        "unknown-procedure", f"Esta versión no conoce el procedimiento de sorteo «{terms.procedure}». Actualícela."
    )
