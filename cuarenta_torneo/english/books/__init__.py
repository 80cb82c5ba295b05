"""Pairs of what pages say, in Spanish and in English, a module for each subject.

The words of the game stay: chica, data, caída, limpia, ronda, Planilla. A partida is a match, a mesa the table it is
played at, a pareja a pair. Blanks are those of `referee.rules.english.phrasebook`; of pairs that fit, the first is taken.
"""

from typing import Final

from cuarenta_torneo.english.books import (
    draws,
    entering,
    hall,
    law,
    matches,
    places,
    planillas,
    public,
    readings,
    site,
    standings,
)

BOOKS: Final = (
    site.PAGES,
    site.CHAMPIONSHIP,
    public.PLACES,
    public.HOURS,
    public.PAREJA,
    public.FIGURES,
    public.LIVE,
    matches.STATES,
    matches.OF_WHOM,
    matches.MATCHES,
    places.ROUNDS,
    places.IN_STAGE,
    places.STAGES,
    entering.ENTERING,
    standings.TABLES,
    standings.CRITERIA,
    draws.DRAWN,
    draws.UNKEPT,
    draws.ACTA,
    draws.CHECKED,
    planillas.PLANILLA,
    planillas.CHECKED,
    law.LAW,
    readings.DECLARED,
    readings.UNKNOWN,
    hall.SCREENS,
    hall.TABLE,
    site.DATES,
    site.GLUED,
)
