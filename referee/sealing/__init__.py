"""Sealing: a Planilla drawn, signed with the championship's certificate, and kept byte by byte."""

from referee.sealing.planillas import planilla_paper

__all__ = ["planilla_paper"]
