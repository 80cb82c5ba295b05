"""A championship with everybody in it, for the matrix of who reaches what."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from uuid import uuid4

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from brackets.models import Championship, Delivery, Fixture, Pareja, Role, User
from brackets.models.with_data import Values
from brackets.selectors.private_links import link_token
from brackets.services.fixtures import fixture_assign
from brackets.services.notices import notice_add
from brackets.services.vault import personal_keep
from referee.models import (
    ArchiveArrival,
    ArchiveJob,
    Call,
    Checkpoint,
    CheckpointStamp,
    Cosignature,
    Cosigner,
    PrintJob,
    RondaClaim,
    Screen,
    TreeLeaf,
)
from referee.services.appeals.qualifying import appeal_reject
from referee.services.conduct import Reported, incident_write
from referee.services.consultas import Exposed, consulta_open
from referee.services.cosigning import cosigning_key
from referee.services.incarnations import incarnation_begin
from referee.services.tree import tree_sweep
from tests.factories.appeals import appealed
from tests.factories.brackets import NOW, ChampionshipFactory, RoleFactory, TableFactory, UserFactory, director_of
from tests.factories.inscription import kept_entry
from tests.factories.referee import SORTEO, ZAPATERIA, DeviceFactory, Keeper, keeper, kept_mesa
from tests.factories.remembered import remembered
from tests.factories.sealing import certified, signed_outside_for
from tests.factories.transcriptions import Desk

DESK = ("control", "adjunct", "director")
MEMBERS = ("juez", "other_juez", "inspector", "inscription", "screens", *DESK)
WHO = ("nobody", "stranger", *MEMBERS, "foreign_juez", "foreign_director")


@dataclass(frozen=True, slots=True)
class World:
    """`juez` keeps two mesas: one is sealed, one in play. `other_juez` is of the same championship and keeps none."""

    sealed: Keeper
    playing: Keeper
    users: dict[str, User]
    tokens: dict[str, str]
    ids: dict[str, object]

    def client(self, who: str, *, csrf: bool = False) -> Client:
        """Signed in on the site and, for the API, with a tablet of one's own championship."""
        token = self.tokens.get(who, "no-such-token")
        client = Client(enforce_csrf_checks=csrf, headers={"authorization": f"Device {token}"})
        if who in self.users:
            client.force_login(self.users[who])
        return client

    def body(self, route: str) -> dict[str, object]:
        """What a tablet would send, so that nobody is turned away for his spelling."""
        mesa = self.playing.mesa
        return {
            "api:devices": {"username": "nadie", "password": "equivocada", "name": "Tablet"},
            "api:pairings": {"code": "000000"},
            "api:juez": {"user": self.playing.juez.pk, "pin": "0000"},
            "api:device-table": {"table": 32000, "pin": "0000"},
            "api:mesas": {
                "fixture": self.playing.fixture.pk,
                "seats": ["A1", "B1", "A2", "B2"],
                "representatives": {"A": 1, "B": 1},
                "identified": True,
            },
            "api:jugadas": {
                "lease_epoch": mesa.lease_epoch,
                "base_seq": mesa.head_seq,
                "jugadas": [{"client_id": str(uuid4()), "notation": "caida A"}],
            },
            "api:preview": {"notation": "caida A"},
            "api:levante": {"table": ["2", "3"], "card": "5", "lifted": ["2", "3"]},
            "api:naipes": {
                "lease_epoch": mesa.lease_epoch,
                "base_seq": 0,
                "cards": [{"client_id": str(uuid4()), "notation": "tira B1 5"}],
            },
            "api:calls": {"client_id": str(uuid4()), "reason": "medico", "called_at": NOW.isoformat()},
            "api:appeals": {
                "client_id": str(uuid4()),
                "pareja": "A",
                "jugada": 1,
                "text": "La carta no se jugó",
                "signatures": [{"name": "Nadie", "ink": []}],
                "filed_at": NOW.isoformat(),
            },
            "api:notes": {
                "client_id": str(uuid4()),
                "jugada": 1,
                "text": "La discutieron",
                "written_at": NOW.isoformat(),
            },
            "api:mesa-conduct": {
                "client_id": str(uuid4()),
                "pareja": "A",
                "kind": "demora",
                "grade": "observacion",
                "text": "Tarda",
                "at": NOW.isoformat(),
            },
            "api:mesa-consultas": {"client_id": str(uuid4()), "question": "¿Cuenta?", "at": NOW.isoformat()},
            "api:review": {"begun": True},
            "api:ronda-claims": {
                "client_id": str(uuid4()),
                "jugada": "ronda",
                "subject": "A",
                "claimed_at": NOW.isoformat(),
            },
            "api:ronda": {"outcome": "verificada", "rank": "7"},
            "api:quarantine": {
                "lease_epoch": mesa.lease_epoch,
                "items": [{"client_id": str(uuid4()), "notation": "caida A"}],
            },
            "api:quarantine-decide": {"client_ids": [str(uuid4())], "decision": "incorporar"},
            "api:cosignatures": {"line": "— club.example AAAAAAAA"},
            "api:signatures": {"client_id": str(uuid4()), "party": "A", "outcome": "no-firma", "name": "Nadie"},
        }.get(route, {})


def make_world(prints: Path) -> World:
    """An open championship under way, a print job done, and people of two championships; what was archived was so just now."""
    world = _world()
    championship, director = world.sealed.championship, world.users["director"]
    (prints / "uno.pdf").write_bytes(b"%PDF-1.4")
    archived = ArchiveJob.objects.create(
        championship=championship, status="done", file="uno.json.gz", created_at=timezone.now(), created_by=director
    )
    (prints / "uno.json.gz").write_bytes(b"")
    arrival = ArchiveArrival.objects.create(
        name="copa.json.gz", only_verify=True, created_at=timezone.now(), created_by=director
    )
    swept = tree_sweep(championship=championship, now=timezone.now())
    assert swept.checkpoint is not None
    leaf = TreeLeaf.objects.filter(championship=championship)[:1].get()
    world.ids.update(archive_id=archived.public_id, arrival_id=arrival.public_id)
    begun, _ = incarnation_begin(known=(), new_keys=False, now=timezone.now())
    world.ids.update(size=swept.checkpoint.size + 1, older=1, leaf=leaf.hash, incarnation=begun.code)
    _signed_by_others(Checkpoint.objects.get(championship=championship, size=swept.checkpoint.size + 1), director)
    return world


def _signed_by_others(checkpoint: Checkpoint, director: User) -> None:
    cosigner = Cosigner.objects.create(
        championship=checkpoint.championship, vkey=cosigning_key(now=NOW).vkey, added_at=NOW, added_by=director
    )
    Cosignature.objects.create(checkpoint=checkpoint, cosigner=cosigner, line="— a b\n", time=1, received_at=NOW)
    CheckpointStamp.objects.create(checkpoint=checkpoint, token="MAA=", said_at=NOW, received_at=NOW)


@remembered
def _world() -> World:
    """All of it but what is kept as files of its own."""
    sealed = kept_mesa(*ZAPATERIA)
    planilla = sealed.freeze()
    sealed.sign(planilla, "A")
    protest = sealed.sign(planilla, "B", "bajo-protesta")
    sealed.sign(planilla, "juez")
    championship = sealed.championship
    Championship.objects.filter(pk=championship.pk).update(jueces_public=True)
    playing = _next_mesa_of(sealed)
    foreign = keeper(championship=ChampionshipFactory())
    users = {
        "stranger": UserFactory(),
        "juez": sealed.juez,
        "other_juez": RoleFactory(championship=championship).user,
        **{
            str(kind): RoleFactory(championship=championship, kind=kind).user
            for kind in Role.Kind
            if kind not in (Role.Kind.JUEZ, Role.Kind.DIRECTOR)
        },
        "director": director_of(championship),
        "foreign_juez": foreign.juez,
        "foreign_director": director_of(foreign.championship),
    }
    tokens = {"juez": sealed.token, "foreign_juez": foreign.token}
    for who in {*MEMBERS, "foreign_director"} - {*tokens}:
        tokens[who] = f"token-{who}-{championship.pk}"
        home = foreign.championship if who == "foreign_director" else championship
        DeviceFactory(championship=home, user=users[who], token=tokens[who])
    job = PrintJob.objects.create(
        championship=championship, selection=[{"kind": "reglas", "where": {}, "name": "Reglas"}], status="done", done=1, total=1,
        file="uno.pdf", created_at=NOW, created_by=users["director"],
    )  # fmt: skip
    call = Call.objects.create(
        mesa=playing.mesa, client_id=uuid4(), reason="equipo", device=playing.device, user=playing.juez,
        called_at=NOW, received_at=NOW,
    )  # fmt: skip
    claim = RondaClaim.objects.create(
        mesa=playing.mesa, client_id=uuid4(), jugada="ronda", subject="A", claimed_at=NOW, received_at=NOW
    )
    consulta_open(
        championship=championship, exposed=Exposed("¿Cuenta el naipe caído?", juez=sealed.juez), client_id=uuid4(),
        user=users["control"], now=NOW,
    )  # fmt: skip
    entry = kept_entry(championship)
    appeal = appealed(playing, jugada=1)
    appeal_reject(appeal=appeal, reason="Fuera de lugar", user=users["director"], now=playing.tick())
    incident = incident_write(
        championship=championship,
        reported=Reported(Pareja.objects.get(championship=championship, number=1), "demora", "observacion", "Tarda"),
        client_id=uuid4(), user=users["control"], now=NOW,
    )  # fmt: skip
    notice = notice_add(
        championship=championship, parejas=[sealed.fixture.pareja_a], kind="other", title="Aviso", text="Aviso.", now=NOW
    )[0]  # fmt: skip
    delivery = Delivery.objects.create(notice=notice, state="unknown", due_at=NOW, ended_at=NOW)
    personal_keep([(delivery, Values(email="una@ejemplo.ec"))], new=True)
    screen = Screen.objects.create(
        championship=championship, name="Proyector", token_hash=f"{championship.pk:064d}",
        code="".join("ACDEFHJKLM"[int(digit)] for digit in f"{championship.pk:06d}"), code_until=NOW,
        created_at=NOW, registered_at=NOW,
    )  # fmt: skip
    paper = Desk(sealed.fixture).type()
    outside = signed_outside_for(sealed, certified(championship))
    ids = {
        "screen_id": screen.pk,
        "paper_id": paper.public_id,
        "form": "cer",
        "outside_id": outside.pk,
        "delivery_id": delivery.pk,
        "incident_id": incident.pk,
        "slug": championship.slug,
        "role_id": Role.objects.get(championship=championship, user=users["other_juez"]).pk,
        "number": 1,
        "kind": "posiciones",  # a document for the desk
        "ending": "pdf",
        "user_id": users["other_juez"].pk,
        "what": "deshacer",
        "plot": "parejas",
        "fixture_id": playing.fixture.pk,
        "mesa_id": playing.mesa_id,
        "public_id": sealed.mesa_id,
        "job_id": job.public_id,
        "call_id": call.pk,
        "signature_id": protest.pk,
        "device_id": sealed.device.pk,
        "pairing_id": 1,
        "client_id": claim.client_id,
        "entry_token": entry.token,
        "entry_id": entry.pk,
        "category_id": entry.category_id,
        "player_id": sealed.fixture.pareja_a.players.first().pk,
        "token": link_token(Pareja.objects.get(championship=championship, number=1)),
    }
    return World(sealed, playing, users, tokens, ids)


def _next_mesa_of(kept: Keeper) -> Keeper:
    """The same Juez opens another mesa on the same tablet."""
    fixture = Fixture.objects.get(stage=kept.fixture.stage, number=2)
    table = TableFactory(championship=kept.championship, number=2)
    fixture = fixture_assign(
        fixture=fixture, table=table, juez=kept.juez, user=director_of(kept.championship), now=kept.tick()
    )
    following = Keeper(fixture, kept.juez, kept.device, kept.token, now=kept.now)
    following.open()
    following.record(SORTEO)
    return following


@dataclass(frozen=True, slots=True)
class Route:
    """One URL pattern: its full name, and what stands in its address."""

    name: str
    parts: frozenset[str]

    def address(self, ids: Mapping[str, object]) -> str:
        printed = {"public_id": ids["job_id"]} if "print_job" in self.name else {}
        return reverse(self.name, kwargs={part: {**ids, **printed}[part] for part in self.parts})


@cache
def routes() -> Mapping[str, Route]:
    """Every route there is, by its full name."""
    return MappingProxyType({route.name: route for route in _walk(get_resolver(), "", frozenset())})


def _walk(resolver: URLResolver, namespace: str, parts: frozenset[str]) -> Iterator[Route]:
    for pattern in resolver.url_patterns:
        own = parts | set(pattern.pattern.converters)
        if isinstance(pattern, URLPattern):
            yield Route(f"{namespace}{pattern.name}", own)
        else:
            yield from _walk(pattern, f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace, own)
