"""The tables of `referee`: what happened at the table."""

from referee.models.appeals import (
    Appeal,
    AppealPublication,
    AppealQualification,
    AppealRelease,
    AppealRuling,
)
from referee.models.archives import (
    ArchiveArrival,
    ArchivedDevice,
    ArchivedLine,
    ArchivedPerson,
    ArchiveImport,
    ArchiveJob,
)
from referee.models.calls import Call, ProtestSeen, RondaClaim
from referee.models.conduct import Incident, IncidentDecision, IncidentExpulsion
from referee.models.consultas import Consulta, ConsultaEnd
from referee.models.cosigners import CheckpointStamp, Cosignature, Cosigner, CosigningKey, FollowedLog
from referee.models.devices import Device, Pairing, PinProved
from referee.models.live import LiveChange, TableReview
from referee.models.log import Jugada
from referee.models.mesas import Chica, Data, Mesa, standing
from referee.models.naipes import CardThrow
from referee.models.notes import Note
from referee.models.pins import Pin, PinSalt
from referee.models.planillas import LONGEST_NAME, Confirmation, Planilla, Signature
from referee.models.prints import PrintJob
from referee.models.quarantine import Lease, Quarantined, QuarantineDecision
from referee.models.screens import HallMessage, Screen
from referee.models.sealing import Certificate, OutsideSigned, SealedPdf
from referee.models.suspensions import SuspensionMeasure
from referee.models.transcriptions import PaperIncident, Transcription
from referee.models.trees import Checkpoint, Incarnation, LeafSource, TreeKey, TreeLeaf, TreeLog

__all__ = [
    "LONGEST_NAME",
    "Appeal",
    "AppealPublication",
    "AppealQualification",
    "AppealRelease",
    "AppealRuling",
    "ArchiveArrival",
    "ArchiveImport",
    "ArchiveJob",
    "ArchivedDevice",
    "ArchivedLine",
    "ArchivedPerson",
    "Call",
    "CardThrow",
    "Certificate",
    "Checkpoint",
    "CheckpointStamp",
    "Chica",
    "Confirmation",
    "Consulta",
    "ConsultaEnd",
    "Cosignature",
    "Cosigner",
    "CosigningKey",
    "Data",
    "Device",
    "FollowedLog",
    "HallMessage",
    "Incarnation",
    "Incident",
    "IncidentDecision",
    "IncidentExpulsion",
    "Jugada",
    "LeafSource",
    "Lease",
    "LiveChange",
    "Mesa",
    "Note",
    "OutsideSigned",
    "Pairing",
    "PaperIncident",
    "Pin",
    "PinProved",
    "PinSalt",
    "Planilla",
    "PrintJob",
    "ProtestSeen",
    "QuarantineDecision",
    "Quarantined",
    "RondaClaim",
    "Screen",
    "SealedPdf",
    "Signature",
    "SuspensionMeasure",
    "TableReview",
    "Transcription",
    "TreeKey",
    "TreeLeaf",
    "TreeLog",
    "standing",
]
