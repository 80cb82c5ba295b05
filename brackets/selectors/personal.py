"""What is kept about a person, for that person, and about whom something is kept."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.module_loading import import_string

from brackets.models import AuditEntry, CallUp, Championship, Entry, EntryPerson, Fixture, Pareja, Player
from brackets.people_keys import match_of
from brackets.selectors.departures import entries_undone
from brackets.selectors.spelling import name_key

ABOUT_PEOPLE: Final = (
    "pareja-", "jugador-", "llega", "identifica", "contacto-", "consentimiento-", "datos-", "enlace-",
)  # fmt: skip
"""How the actions of the audit begin that are about the people of a pareja."""
LAST_DIGITS: Final = 4
SECRET: Final = frozenset(
    {
        "cedula",
        "cedula_1",
        "cedula_2",
        "email",
        "phone",
        "birth_date",
        "sex",
        "family",
        "province",
        "document",
        "leaves",
    }
)
"""Keys of the data of the audit and of events whose values are of a person."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A player, and the person who asked for him at the page of inscription, where there is one."""

    player: Player
    asked: EntryPerson | None

    @property
    def what(self) -> tuple[str, ...]:
        """What is kept besides the name, in words."""
        known = (
            ("cédula", self.player.cedula_match or (self.asked and self.asked.cedula_match)),
            ("nacimiento", self.asked and self.asked.birth_date),
            ("sexo", self.asked and self.asked.sex),
            ("correo", self.player.email_match or (self.asked and self.asked.email_match)),
            ("teléfono", self.player.phone_match or (self.asked and self.asked.phone_match)),
        )
        return tuple(word for word, value in known if value)


def people_of(championship: Championship, digits: str = "") -> list[Kept]:
    """All its players, by number, or those with a cédula of these digits, all ten or the last four: three queries."""
    players = Player.objects.filter(championship=championship)
    if digits:
        whole = Q(personal__cedula_match=match_of("cedula", digits))
        players = players.filter(whole if len(digits) > LAST_DIGITS else Q(personal__cedula_end=digits))
    players = players.select_related("pareja", "championship", "personal")
    people = EntryPerson.objects.filter(championship=championship, entry__pareja__isnull=False)
    asked: dict[int, list[EntryPerson]] = {}
    for person in people.select_related("entry__category", "entry__consent", "personal"):
        asked.setdefault(person.entry.pareja_id or 0, []).append(person)
    ordered = players.order_by("pareja__number", "position")
    return [Kept(player, same_person(player, asked.get(player.pareja_id, ()))) for player in ordered]


def kept_of(player: Player) -> Kept:
    people = EntryPerson.objects.filter(entry__pareja=player.pareja_id).select_related(
        "entry__category", "entry__consent", "personal"
    )
    return Kept(player, same_person(player, people))


def same_person(player: Player, people: Iterable[EntryPerson]) -> EntryPerson | None:
    """Who of them is this player: a substitute is nobody who asked. By the cédula, else by place and name."""
    found = [each for each in people if each.cedula_match and each.cedula_match == player.cedula_match]
    found += [
        each
        for each in people
        if each.position == player.position and name_key(each.name) == name_key(player.name) and not found
    ]
    return found[0] if found else None


def data_of_player(player: Player) -> dict[str, Any]:
    """Everything that is kept about one player, as plain values, also at the tables (the setting `PERSONAL_DATA_OF`)."""
    kept = kept_of(player)
    pareja = player.pareja
    fixtures = Fixture.objects.filter(Q(pareja_a=pareja) | Q(pareja_b=pareja), number__isnull=False)
    return {
        "campeonato": str(player.championship),
        "jugador": _told(
            nombre=player.name,
            cedula=player.cedula,
            correo=player.email,
            telefono=player.phone,
            consentimiento_retirado=player.consent_withdrawn_at,
            datos_borrados=player.erased_at,
        ),
        "pareja": _pareja(pareja),
        "solicitud": _entry(kept.asked.entry) | _person(kept.asked) if kept.asked else None,
        "presencia": [
            _told(
                dia=each.day,
                hora=each.at,
                anotada_por=str(each.by),
                documento=each.get_document_display() if each.document else "",
                visto_a_las=each.identified_at,
                visto_por=str(each.identified_by or ""),
            )
            for each in player.check_ins.select_related("by", "identified_by")
        ],
        "convocatorias": _callups(player),
        "partidas": [
            {"partida": each.name, "etapa": str(each.stage), "estado": each.get_status_display(), "chicas": each.chicas}
            for each in fixtures.select_related("stage").order_by("stage__number", "number")
        ],
        "avisos": _notices(player, kept.asked),
        "registro": [_told(hora=each.at, frase=each.sentence) for each in _recorded(player, kept.asked)],
        **import_string(settings.PERSONAL_DATA_OF)(player),
    }


def data_of_entry(entry: Entry) -> dict[str, Any]:
    """Everything that is kept about the people of a request, and of the pareja that came of it."""
    players: Iterable[Player] = ()
    if entry.pareja is not None:
        players = entry.pareja.players.select_related("championship", "pareja", "personal")
    return {
        "campeonato": str(entry.championship),
        "solicitud": _entry(entry),
        "personas": [_person(person) for person in entry.people.all()],
        "jugadores": [data_of_player(player) for player in players if same_person(player, entry.people.all())],
    }


def told_in(data: Mapping[str, Any]) -> list[str]:
    """What such a copy has of its people, by name.

    >>> told_in({"campeonato": "Copa", "jugador": {"nombre": "Rosa", "correo": "r@ejemplo.ec"}, "avisos": [], "presencia": [1]})
    ['nombre', 'correo', 'presencia']
    """
    people = [data["jugador"]] if "jugador" in data else data["personas"]
    parts = [name for name, value in data.items() if value and name not in ("campeonato", "jugador", "personas")]
    return list(dict.fromkeys([*(name for person in people for name in person), *parts]))


def _callups(player: Player) -> list[dict[str, Any]]:
    """What was noted of him, or of both, when they were called."""
    events = CallUp.objects.filter(Q(position=None) | Q(position=player.position), championship=player.championship)
    number = player.pareja.number
    return [
        _told(hora=each.at, que=each.get_kind_display())
        for each in events.exclude(side="").order_by("at")
        if number in (each.parejas["AB".index(side)] for side in each.side)
    ]


def _notices(player: Player, asked: EntryPerson | None) -> list[dict[str, Any]]:
    """What his pareja was told, and the e-mails of it to his own address: the others are of who plays or played with him."""
    own = {player.email, asked.email if asked else ""}
    return [
        _told(
            hora=notice.at,
            titulo=notice.title,
            texto=notice.text,
            correos=[
                _told(direccion=each.address, estado=each.get_state_display(), hora=each.ended_at, error=each.error)
                for each in notice.deliveries.all()
                if each.address and each.address in own
            ],
        )
        for notice in player.pareja.notices.order_by("at").prefetch_related("deliveries__personal")
    ]


def _recorded(player: Player, asked: EntryPerson | None) -> QuerySet[AuditEntry]:
    """What the audit tells of his inscription, presence, contact and data; what was done at a mesa is told of the mesa."""
    number = player.pareja.number
    of_his = Q(data__number=number) | Q(data__pareja=number)
    his = Q(data__position=player.position) | Q(data__position__isnull=True)
    about = Q(*(("action__startswith", each) for each in ABOUT_PEOPLE), _connector=Q.OR)
    told = about & of_his & his
    if asked is not None:
        told |= Q(action__startswith="solicitud-", data__entry=asked.entry_id)
    return AuditEntry.objects.filter(told, championship=player.championship_id).order_by("at", "pk")


def _pareja(pareja: Pareja) -> dict[str, Any]:
    return _told(
        numero=pareja.number,
        nombre=pareja.name,
        club=pareja.club,
        institucion=pareja.institution,
        familia=pareja.family,
        provincia=pareja.province,
        categoria=pareja.category,
        estado="Entrada deshecha" if entries_undone([pareja]) else pareja.get_status_display(),
    )


def _entry(entry: Entry) -> dict[str, Any]:
    return _told(
        numero=entry.pk,
        estado=entry.public_state.label,
        pedida=entry.requested_at,
        respondida=entry.answered_at,
        motivo=entry.reason,
        categoria=entry.category.name if entry.category else "",
        pagada=entry.paid_at,
        consentimiento=entry.consent.text,
        consentimiento_version=entry.consent.version,
        consentimiento_dado=entry.consented_at,
    )


def _person(person: EntryPerson) -> dict[str, Any]:
    return _told(
        nombre=person.name,
        cedula=person.cedula,
        nacimiento=person.birth_date,
        sexo=person.get_sex_display() if person.sex else "",
        correo=person.email,
        telefono=person.phone,
        datos_borrados=person.erased_at,
    )


def _told(**values: Any) -> dict[str, Any]:
    """What is known, without the rest."""
    return {name: value for name, value in values.items() if value not in ("", None)}
