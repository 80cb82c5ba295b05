"""A mesa as a file of notation, for anybody to arbitrate again."""

from brackets.models import Fixture
from referee.models import Mesa
from referee.rules import mesa_file
from referee.selectors.digest import log_header, log_lines


def mesa_text(mesa: Mesa, fixture: Fixture) -> str:
    """The whole log as it is signed; two queries where the parejas are at hand."""
    title = f"{fixture.stage.championship}, {fixture.name}: {mesa.pareja_a} contra {mesa.pareja_b}"
    return mesa_file(log_header(mesa), log_lines(mesa.pk), title=title, head_hash=mesa.head_hash)


def mesa_is_public(mesa: Mesa | None, fixture: Fixture) -> bool:
    """Only what is over, with a result that stands, is given out whole."""
    return mesa is not None and mesa.estado == "terminada" and fixture.status == Fixture.Status.FINAL
