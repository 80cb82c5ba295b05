"""The tables of `referee`: what happened at the table."""

from referee.models.devices import Device
from referee.models.log import Jugada
from referee.models.mesas import Chica, Data, Mesa
from referee.models.naipes import CardThrow
from referee.models.planillas import Planilla, Signature
from referee.models.prints import PrintJob

__all__ = ["CardThrow", "Chica", "Data", "Device", "Jugada", "Mesa", "Planilla", "PrintJob", "Signature"]
