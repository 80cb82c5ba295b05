"""Planillas read from the database as the frozen values that are printed and shown."""

from referee.selectors.planilla.build import (
    blank_fixtures,
    blank_sheet,
    blank_sheets,
    empty_sheet,
    mesas_to_print,
    planilla_sheet,
    sealed_mesas,
    sealed_sheets,
)
from referee.selectors.planilla.sheet import BlankSheet, PlanillaSheet
from referee.selectors.planilla.verification import Verification, verification

__all__ = [
    "BlankSheet",
    "PlanillaSheet",
    "Verification",
    "blank_fixtures",
    "blank_sheet",
    "blank_sheets",
    "empty_sheet",
    "mesas_to_print",
    "planilla_sheet",
    "sealed_mesas",
    "sealed_sheets",
    "verification",
]
