"""The tables of `brackets`: who plays whom."""

from brackets.models.audit import AuditAddress, AuditEntry
from brackets.models.availability import Away
from brackets.models.callups import CallUp
from brackets.models.championships import Championship, Role
from brackets.models.draws import DrawEvent, ShareEvent
from brackets.models.events import StageEvent
from brackets.models.hall import HallStop
from brackets.models.hours import DayPlan
from brackets.models.inscription import Category, ConsentText, Entry, EntryPerson, Inscription
from brackets.models.jueces import Draft, JuezProfile
from brackets.models.notices import Delivery, Notice
from brackets.models.parejas import NameEvent, Pareja, Player
from brackets.models.passkeys import Passkey, PasskeyDemand
from brackets.models.people import User
from brackets.models.personal import PersonalData
from brackets.models.podium import PodiumPlace
from brackets.models.presence import CheckIn
from brackets.models.reveals import DrawReveal
from brackets.models.site_address import SiteAddress
from brackets.models.stages import (
    AT_A_TABLE,
    GOES_UNPLAYED,
    OF_ANOTHER,
    UNDER_WAY,
    UNPLAYED,
    WON_OTHERWISE,
    Fixture,
    MarkKind,
    Stage,
    left_without_effect_since,
    won_otherwise,
    zapaterias_made,
)
from brackets.models.tables import Table
from brackets.models.tries import Tries

__all__ = [
    "AT_A_TABLE",
    "GOES_UNPLAYED",
    "OF_ANOTHER",
    "UNDER_WAY",
    "UNPLAYED",
    "WON_OTHERWISE",
    "AuditAddress",
    "AuditEntry",
    "Away",
    "CallUp",
    "Category",
    "Championship",
    "CheckIn",
    "ConsentText",
    "DayPlan",
    "Delivery",
    "Draft",
    "DrawEvent",
    "DrawReveal",
    "Entry",
    "EntryPerson",
    "Fixture",
    "HallStop",
    "Inscription",
    "JuezProfile",
    "MarkKind",
    "NameEvent",
    "Notice",
    "Pareja",
    "Passkey",
    "PasskeyDemand",
    "PersonalData",
    "Player",
    "PodiumPlace",
    "Role",
    "ShareEvent",
    "SiteAddress",
    "Stage",
    "StageEvent",
    "Table",
    "Tries",
    "User",
    "left_without_effect_since",
    "won_otherwise",
    "zapaterias_made",
]
