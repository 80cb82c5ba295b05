"""Which tables a document has, in which order and with what of each; and which it has not, with the reason.

A row stands after all that it refers to. What follows a mesa's log (`jugadas`) can be checked against it as it is read.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from secrets import token_urlsafe
from typing import Any, Final
from uuid import uuid4

from django.db.models import Model, QuerySet

from brackets import models as brackets
from brackets.models import Championship, User
from brackets.models.with_data import WithData
from referee import models as referee
from referee.models import Device
from referee.models.devices import fresh_salt
from referee.selectors.archive.columns import SEALED, Column, columns_of
from referee.selectors.archive.hiding import (
    Included,
    Shown,
    as_it_is,
    audit_shown,
    pareja_shown,
    player_shown,
    signature_shown,
    signed_shown,
    stage_shown,
    waiting_shown,
)

Make = Callable[[], object]


@dataclass(frozen=True)
class Part:
    """One table: `within` leads from a row to its championship; `private` rows are there only with the personal data.

    `shown` takes out of a row what was not asked for. `left` columns are not in the document; an import makes them anew.
    `keyed`: JSON objects whose keys are fixtures. `people`: JSON lists of accounts.
    """

    name: str
    model: type[Model]
    within: str
    private: bool = False
    order: tuple[str, ...] = ("pk",)
    shown: Shown = as_it_is
    left: Mapping[str, Make] = field(default_factory=dict)
    keyed: tuple[str, ...] = ()
    people: tuple[str, ...] = ()

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        own = tuple(columns_of(self.model, owner=Championship, left=frozenset(self.left)))
        return own + SEALED if self.sealed else own

    @cached_property
    def sealed(self) -> bool:
        """Whether something is enciphered of its rows."""
        return issubclass(self.model, WithData)

    @cached_property
    def numbered(self) -> bool:
        """Whether other rows, or later ones of it, refer to its rows."""
        return any(column.refers is self.model for part in PARTS for column in part.columns)

    def rows(self) -> QuerySet[Any]:
        """Those of every championship."""
        return self.model._default_manager.all()  # noqa: SLF001

    @cached_property
    def owned(self) -> bool:
        """Whether each row says itself of which championship it is."""
        return self.within == "championship"

    def there(self, included: Included) -> bool:
        return included.personal or not self.private


def none() -> None:
    """What is not known of a row that came from elsewhere."""


def nothing() -> str:
    return ""


def zero() -> int:
    return 0


_MESA: Final = "mesa__fixture__stage__championship"

PARTS: Final[tuple[Part, ...]] = (
    Part("campeonato", Championship, "pk", left={"imported_at": none, "imported_from": none, "imported_unfinished": bool}),
    Part("funciones", brackets.Role, "championship"),
    Part("categorias", brackets.Category, "championship"),
    Part("consentimientos", brackets.ConsentText, "championship"),
    Part("inscripcion", brackets.Inscription, "championship"),
    Part("mesas_del_salon", brackets.Table, "championship"),
    Part("certificados", referee.Certificate, "championship"),
    Part("jueces", brackets.JuezProfile, "championship", private=True),
    Part("parejas", brackets.Pareja, "championship", shown=pareja_shown, left={"link_nonce": none}),
    Part("jugadores", brackets.Player, "championship", shown=player_shown),
    Part("nombres", brackets.NameEvent, "championship", order=("pareja", "position", "number")),
    Part("solicitudes", brackets.Entry, "championship", private=True, left={"token": token_urlsafe, "client_id": uuid4}),
    Part("solicitantes", brackets.EntryPerson, "championship", private=True),
    Part("llegadas", brackets.CheckIn, "player__championship", private=True),
    Part("etapas", brackets.Stage, "championship", shown=stage_shown),
    Part("partidas", brackets.Fixture, "stage__championship"),
    Part("hechos", brackets.StageEvent, "championship", order=("stage", "seq")),
    Part("sorteos", brackets.DrawEvent, "championship"),
    Part("aportes", brackets.ShareEvent, "championship"),
    Part("podio", brackets.PodiumPlace, "championship"),
    Part("convocatorias", brackets.CallUp, "championship"),
    Part("paradas_del_salon", brackets.HallStop, "championship"),
    Part("planes_del_dia", brackets.DayPlan, "championship", keyed=("hours", "announced")),
    Part("avisos", brackets.Notice, "championship", private=True),
    Part(
        "equipos", Device, "championship",
        left={
            "token_hash": lambda: uuid4().hex, "pin_salt": fresh_salt, "desk": bool, "battery": none, "pending": zero, "oldest_unsent_at": none,
            "mesa": none, "version": nothing, "told_at": none, "last_seen_at": none,
        },
    ),
    Part("mesas", referee.Mesa, "fixture__stage__championship"),
    Part("chicas", referee.Chica, _MESA, order=("mesa_id", "number")),
    Part("datas", referee.Data, _MESA, order=("mesa_id", "order")),
    Part("epocas", referee.Lease, _MESA, order=("mesa_id", "epoch")),
    Part("planillas", referee.Planilla, _MESA),
    Part("firmas", referee.Signature, f"planilla__{_MESA}", shown=signature_shown),
    Part("confirmaciones", referee.Confirmation, f"planilla__{_MESA}"),
    Part("sellos", referee.SealedPdf, f"planilla__{_MESA}"),
    Part("transcripciones", referee.Transcription, "fixture__stage__championship", people=("typists",)),
    Part("transcripciones_incidentes", referee.PaperIncident, "transcription__fixture__stage__championship"),
    Part("jugadas", referee.Jugada, _MESA, order=("mesa_id", "seq")),
    Part("naipes", referee.CardThrow, _MESA, order=("mesa_id", "seq")),
    Part("cuarentena", referee.Quarantined, _MESA, shown=waiting_shown),
    Part("cuarentena_decisiones", referee.QuarantineDecision, f"item__{_MESA}"),
    Part("protestas_vistas", referee.ProtestSeen, f"signature__planilla__{_MESA}"),
    Part("notas", referee.Note, _MESA),
    Part("llamadas", referee.Call, _MESA),
    Part("rondas_pedidas", referee.RondaClaim, _MESA),
    Part("medidas", referee.SuspensionMeasure, _MESA),
    Part("apelaciones", referee.Appeal, "championship", shown=signed_shown),
    Part("apelaciones_calificadas", referee.AppealQualification, "appeal__championship"),
    Part("apelaciones_falladas", referee.AppealRuling, "appeal__championship"),
    Part("apelaciones_sin_espera", referee.AppealRelease, "appeal__championship"),
    Part("apelaciones_publicadas", referee.AppealPublication, "appeal__championship"),
    Part("consultas", referee.Consulta, "championship"),
    Part("consultas_resueltas", referee.ConsultaEnd, "consulta__championship"),
    Part("conductas", referee.Incident, "championship", private=True),
    Part("conductas_decididas", referee.IncidentDecision, "incident__championship", private=True),
    Part("conductas_expulsiones", referee.IncidentExpulsion, "incident__championship", private=True),
    Part("registro", brackets.AuditEntry, "championship", order=("at", "pk"), shown=audit_shown),
)  # fmt: skip
PEOPLE: Final = "personas"
ACTAS: Final = "actas"
KEYS: Final = "claves_del_arbol"
CHECKPOINTS: Final = "puntos"
LEAVES: Final = "hojas"
COSIGNERS: Final = "cofirmantes"
STAMPS: Final = "sellos_de_tiempo"
TREE: Final = (KEYS, COSIGNERS, CHECKPOINTS, STAMPS, LEAVES)
"""What sums up all rows before it. Their lines are kept where an archive is brought, whose championship begins a tree of its own there."""
NAMES: Final = (
    *(
        name
        for part in PARTS
        for name in (
            (part.name, PEOPLE)
            if part.model is Championship
            else (part.name, ACTAS)
            if part.name == "etapas"
            else (part.name,)
        )
    ),
    *TREE,
)
"""In the order of the document: whoever is named in it comes after the championship, the actas of the draws after its stages, the tree at the end."""

ELSEWHERE: Final[Mapping[type[Model], str]] = {
    User: PEOPLE,
    referee.TreeKey: KEYS,
    referee.Checkpoint: CHECKPOINTS,
    referee.TreeLeaf: LEAVES,
    referee.Cosigner: COSIGNERS,
    referee.Cosignature: CHECKPOINTS,
    referee.CheckpointStamp: STAMPS,
}
"""In a document, but not as a table of its own."""
LEFT_OUT: Final[Mapping[type[Model], str]] = {
    brackets.AuditAddress: "network addresses are deleted when the championship ends",
    brackets.Delivery: "e-mails on their way: what was told is in the notices, and nothing may be sent again from elsewhere",
    brackets.Draft: "proposals that nobody published; what was published is in the fixtures and in the audit",
    brackets.PersonalData: "enciphered for this installation: what it says is in the rows of whom it is of, where it was asked for",
    brackets.Passkey: "what accounts sign in with stays where it was made",
    brackets.PasskeyDemand: "what this installation asks of its accounts",
    brackets.SiteAddress: "where this installation is found",
    brackets.Tries: "waits of whoever guesses here",
    brackets.DrawReveal: "how far the screens of a hall had shown a draw that is published whole",
    referee.ArchiveArrival: "files of this installation",
    referee.ArchiveImport: "where this installation had it from",
    referee.ArchiveJob: "files of this installation",
    referee.ArchivedDevice: "which tablet here stands for which there",
    referee.ArchivedLine: "lines of the parts of the tree, given back as they came",
    referee.ArchivedPerson: "which account here stands for whom",
    referee.CosigningKey: "what this installation signs the logs of others with",
    referee.FollowedLog: "what this installation cosigned of the logs of others",
    referee.HallMessage: "what stood over the screens of a hall",
    referee.Incarnation: "which life of this database it is",
    referee.LeafSource: "which rows leaves are of, which their names lead to; salts are with the leaves",
    referee.LiveChange: "counted anew by the triggers of this database",
    referee.OutsideSigned: "PDFs that prove themselves, as people have them; they may hold a cédula",
    referee.Pairing: "invitations that are over after ten minutes",
    referee.Pin: "secrets of this installation",
    referee.PinProved: "waits of whoever guesses here",
    referee.PinSalt: "secrets of this installation",
    referee.PrintJob: "files of this installation",
    referee.TreeLog: "how far the tree has come here, projected from its leaves",
    referee.TableReview: "what was being looked into for a moment; what was decided is in the log",
    referee.Screen: "what is in front of the projectors of a hall",
}
