"""Doubts that were exposed, resolved and withdrawn, through the services."""

from datetime import timedelta
from uuid import uuid4

from brackets.models import Championship, Fixture, Role
from referee.models import Consulta, ConsultaEnd
from referee.services.consultas import Exposed, consulta_open, consulta_resolve
from tests.factories.brackets import NOW, RoleFactory, director_of


def exposed(
    championship: Championship,
    question: str = "¿Cuenta el naipe caído?",
    article: str = "",
    fixture: Fixture | None = None,
) -> Exposed:
    """A doubt of a Juez of the championship, at this partida."""
    role = championship.roles.filter(kind=Role.Kind.JUEZ).first() or RoleFactory(championship=championship)
    return Exposed(question=question, article=article, juez=role.user, fixture=fixture)


def asked(
    championship: Championship,
    question: str = "¿Cuenta el naipe caído?",
    article: str = "",
    fixture: Fixture | None = None,
) -> Consulta:
    """A consulta that waits."""
    return consulta_open(
        championship=championship,
        exposed=exposed(championship, question, article, fixture),
        client_id=uuid4(),
        user=director_of(championship),
        now=NOW,
    )


def resolved(
    consulta: Consulta, text: str = "Sí, para quien lo levanta.", *, instead_of: Consulta | None = None
) -> ConsultaEnd:
    """A resolution as many minutes after it was asked as its number."""
    return consulta_resolve(
        consulta=consulta,
        text=text,
        supersedes=instead_of,
        user=director_of(consulta.championship),
        now=NOW + timedelta(minutes=consulta.number),
    )
