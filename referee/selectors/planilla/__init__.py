"""Planillas read from the database as the frozen values that are printed and shown."""

from referee.selectors.planilla.blank import blank_sheet, blank_sheets, empty_sheet, fixtures_to_print
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet, planilla_sheets
from referee.selectors.planilla.sheet import BlankSheet, PlanillaSheet
from referee.selectors.planilla.verification import Verification, verification

__all__ = [
    "BlankSheet",
    "PlanillaSheet",
    "Verification",
    "blank_sheet",
    "blank_sheets",
    "empty_sheet",
    "fixtures_to_print",
    "mesas_to_print",
    "planilla_sheet",
    "planilla_sheets",
    "verification",
]
