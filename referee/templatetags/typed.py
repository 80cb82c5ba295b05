"""What pages show of a paper that is typed."""

from collections.abc import Iterable

from django import template

from brackets.models import Fixture
from referee.models import Signature, Transcription
from referee.rules import Reglamento, card_name
from referee.selectors.mesas import kept_on_tablet
from referee.selectors.planilla.sheet import LABELS, Pair
from referee.selectors.transcription.form import NOTHING, PaperRow
from referee.selectors.transcription.reading import REASONS

register = template.Library()


@register.simple_tag
def paper_labels() -> list[tuple[str, str]]:
    """The causes in the order of the form, each with its head."""
    return list(LABELS.items())


@register.filter
def paper_pair(row: PaperRow, cause: str) -> Pair | None:
    """What is written under a cause; None where nothing is."""
    pair = row.of(cause)
    return None if pair == NOTHING else pair


@register.filter
def cards(ranks: Iterable[str], rules: Reglamento) -> str:
    """Cards as the deck of the mesa calls them."""
    return " ".join(card_name(rules, rank) for rank in ranks)


@register.filter
def paper_reason(cause: str) -> str:
    """`por chicas`, as it follows who won."""
    return REASONS.get(cause, cause)


@register.filter
def paper_answer(outcome: str) -> str:
    """What a party answered on the paper."""
    return Signature.Outcome(outcome).label.lower()


@register.simple_tag
def papers_of(fixture: Fixture) -> list[Transcription]:
    """What was typed of the paper of this partida, the newest first; one query."""
    papers = Transcription.objects.filter(fixture=fixture).select_related("incident")
    return list(papers.exclude(status=Transcription.Status.WITHDRAWN))


@register.simple_tag
def on_tablet(fixture: Fixture) -> bool:
    """Whether its chicas are a tablet's, so that nobody types them."""
    return kept_on_tablet(fixture)
