"""Doubts that the reglamento leaves open: exposed to the Director, resolved by him, kept as precedents (18)."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Max

from brackets.models import Championship, Fixture, Pareja, User
from brackets.selectors.single import single
from brackets.selectors.team import jueces
from brackets.selectors.wording import said
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.errors import InvalidValue
from brackets.services.names import text_clean
from referee.models import Consulta, ConsultaEnd
from referee.rules import places, reglamento_get
from referee.services.errors import RefereeError, WrittenOtherwise
from referee.services.writing import one_writer

RESOLVED, WITHDRAWN = ConsultaEnd.Kind.RESOLVED, ConsultaEnd.Kind.WITHDRAWN


@dataclass(frozen=True, slots=True)
class Exposed:
    """What is asked, of which place of the rulebook (empty: it says nothing), and by whom; at which partida, if at one.

    `at`: the hour of the tablet it was written on.
    """

    question: str
    article: str = ""
    juez: User | None = None
    pareja: Pareja | None = None
    fixture: Fixture | None = None
    at: datetime | None = None


def exposed_at(
    fixture: Fixture, *, question: str, article: str, side: str, user: User, at: datetime | None = None
) -> Exposed:
    """A doubt that came up at the table of this partida: of who keeps it or of its Juez, and of pareja `side`, if one."""
    keeps = jueces(fixture.stage.championship).filter(pk=user.pk).exists()
    pareja = {"A": fixture.pareja_a, "B": fixture.pareja_b}.get(side)
    return Exposed(question, article, user if keeps else fixture.juez, pareja, fixture, at)


def consulta_open(
    *, championship: Championship, exposed: Exposed, client_id: UUID, user: User, now: datetime
) -> Consulta:
    """Write down a doubt with the next number of its championship; the same `client_id` again is the same consulta.

    InvalidValue names the field: `articulo-desconocido`, `juez-ajeno`, `partida-ajena`, `pareja-ajena`, `falta-quien`.
    WrittenOtherwise where the words are not the same.
    """
    question = text_clean(exposed.question, field="question", label="La consulta", longest=600, required=True)
    with one_writer():
        championship = championship_lock(championship)
        if (there := single(Consulta.objects.filter(client_id=client_id))) is not None:
            if there.championship_id != championship.pk:
                message = "Esa consulta es de otro campeonato. Escríbala de nuevo en este."
                raise RefereeError("consulta-ajena", message)
            if there.question != question:
                raise WrittenOtherwise
            return there
        require_open(championship)
        _require_known(championship, exposed.article)
        _require_theirs(championship, exposed)
        highest = championship.consultas.aggregate(highest=Max("number"))["highest"] or 0
        consulta = Consulta.objects.create(
            championship=championship,
            number=highest + 1,
            client_id=client_id,
            fixture=exposed.fixture,
            juez=exposed.juez,
            pareja=exposed.pareja,
            article=exposed.article,
            question=question,
            asked_at=exposed.at or now,
            written_by=user,
        )
        _record(consulta, user, now, "consulta-abrir", f"Anotó la consulta {consulta.number}: {question}")
    return consulta


def consulta_resolve(
    *, consulta: Consulta, text: str, user: User, now: datetime, supersedes: Consulta | None = None
) -> ConsultaEnd:
    """The Director's resolution, which is final; it may take the place of an earlier one, which stays as it was written.

    Whoever calls asks whether the user directs. The same resolution again does nothing; another is refused with
    `consulta-resuelta` or `consulta-retirada`, and a precedent that is not in force with `precedente-sin-vigencia`.
    """
    text = text_clean(text, field="text", label="La resolución", longest=1000, required=True)
    with one_writer():
        championship = championship_lock(consulta.championship)
        if (there := single(ConsultaEnd.objects.filter(consulta=consulta))) is not None:
            if (there.kind, there.text, there.supersedes_id) == (RESOLVED, text, supersedes.pk if supersedes else None):
                return there
            raise _ended(consulta, there)
        require_open(championship)
        if supersedes is not None:
            _require_in_force(championship, supersedes)
        end = ConsultaEnd.objects.create(
            consulta=consulta, kind=RESOLVED, text=text, at=now, by=user, supersedes=supersedes
        )
        instead = f", en lugar de la {supersedes.number}" if supersedes else ""
        _record(consulta, user, now, "consulta-resolver", f"Resolvió la consulta {consulta.number}{instead}: {text}")
    return end


def consulta_withdraw(*, consulta: Consulta, reason: str, user: User, now: datetime) -> ConsultaEnd:
    """Nobody needs a resolution any more; the consulta stays with its reason. Withdrawn already, it does nothing."""
    reason = text_clean(reason, field="reason", label="El motivo", longest=300, required=True)
    with one_writer():
        championship = championship_lock(consulta.championship)
        if (there := single(ConsultaEnd.objects.filter(consulta=consulta))) is not None:
            if there.kind == WITHDRAWN:
                return there
            raise _ended(consulta, there)
        require_open(championship)
        end = ConsultaEnd.objects.create(consulta=consulta, kind=WITHDRAWN, text=reason, at=now, by=user)
        _record(consulta, user, now, "consulta-retirar", f"Retiró la consulta {consulta.number}: {reason}")
    return end


def _ended(consulta: Consulta, end: ConsultaEnd) -> RefereeError:
    if end.kind == WITHDRAWN:
        message = f"La consulta {consulta.number} está retirada: si la duda sigue, anótela de nuevo."
        return RefereeError("consulta-retirada", message)
    message = (
        f"La consulta {consulta.number} ya está resuelta, y la resolución es inapelable: si hay que decidir otra cosa, "
        "anote una consulta nueva y resuélvala en su lugar."
    )
    return RefereeError("consulta-resuelta", message, article="18")


def _require_known(championship: Championship, article: str) -> None:
    rules = reglamento_get(championship.reglamento, championship.rule_settings)
    if article and article not in {place.article for place in places(rules)}:
        message = f"El reglamento {rules.name} no tiene «{article}». Elija un artículo de la lista, o ninguno."
        raise InvalidValue("articulo-desconocido", message, field="article")


def _require_theirs(championship: Championship, exposed: Exposed) -> None:
    """Refuse people and partidas of elsewhere, and a doubt that nobody exposes."""
    players, fixture = championship.players_per_pareja, exposed.fixture
    if exposed.juez is None and exposed.pareja is None:
        told = said(players, "Diga quién expone la consulta: el Juez, una pareja o los dos.")
        raise InvalidValue("falta-quien", told, field="juez")
    if exposed.juez is not None and not jueces(championship).filter(pk=exposed.juez.pk).exists():
        raise InvalidValue("juez-ajeno", "No es Juez de este campeonato. Elija uno de la lista.", field="juez")
    if fixture is not None and fixture.stage.championship_id != championship.pk:
        raise InvalidValue("partida-ajena", "Esa partida es de otro campeonato. Elija una de este.", field="fixture")
    if exposed.pareja is not None:
        _require_there(championship, exposed.pareja, fixture)


def _require_there(championship: Championship, pareja: Pareja, fixture: Fixture | None) -> None:
    at_table = fixture is None or pareja.pk in (fixture.pareja_a_id, fixture.pareja_b_id)
    if pareja.championship_id != championship.pk or not at_table:
        told = said(championship.players_per_pareja, "Esa pareja no juega ahí: elija otra, o deje la partida vacía.")
        raise InvalidValue("pareja-ajena", told, field="pareja")


def _require_in_force(championship: Championship, precedent: Consulta) -> None:
    end = ConsultaEnd.objects.filter(consulta=precedent, kind=RESOLVED, consulta__championship=championship)
    if not end.exists() or ConsultaEnd.objects.filter(supersedes=precedent).exists():
        message = f"La consulta {precedent.number} no es un precedente vigente. Elija otra de la lista, o ninguna."
        raise InvalidValue("precedente-sin-vigencia", message, field="supersedes")


def _record(consulta: Consulta, user: User, now: datetime, action: str, sentence: str) -> None:
    audit_record(
        championship=consulta.championship,
        user=user,
        now=now,
        action=action,
        sentence=sentence[:300],
        data={"consulta": consulta.number, "article": consulta.article},
    )
