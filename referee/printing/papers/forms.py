"""The documents that have a form of their own, as pages of what is asked for; and where the same is shown."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef
from django.urls import reverse

from brackets.models import Stage
from brackets.selectors.bracket import round_name
from brackets.selectors.callups import walkovers_of
from brackets.selectors.draw_acta import published_stages
from brackets.selectors.hall import hall_of
from brackets.selectors.neutrality import Neutrality
from brackets.selectors.sheet import stage_sheet
from brackets.selectors.walkovers import walkovers_told
from referee.models import Mesa, Planilla
from referee.printing.bracket import bracket_pages
from referee.printing.credentials import credentials_pages, slips_pages
from referee.printing.documents import sheet_pages
from referee.printing.draw_acta import acta_pages, acta_paper, acta_pdf
from referee.printing.neutrality import neutrality_pages
from referee.printing.page import Page
from referee.printing.planilla_page import planilla_document
from referee.printing.resolution import resolution_pages
from referee.printing.rule_sheet import rule_sheet_pages
from referee.printing.walkover import WalkoverPaper, walkover_document, walkover_pages
from referee.selectors.appeals import appeals_of, told_of
from referee.selectors.bracket_paper import bracket_paper
from referee.selectors.credentials import event_of
from referee.selectors.papers.blank import blank_fixtures
from referee.selectors.papers.cards import credentials_asked, slips_asked
from referee.selectors.papers.partidas import address, partidas_asked
from referee.selectors.papers.values import Asked, Paper
from referee.selectors.planilla.blank import blank_sheets, empty_sheet
from referee.selectors.planilla.build import planilla_sheets
from referee.selectors.planilla.heading import heading_of_championship
from referee.selectors.planilla.sheet import PlanillaSheet
from referee.selectors.rule_sheet import paper_of


def planilla_forms(asked: Asked, size: str) -> Iterator[Page]:
    """The sealed Planillas of what is asked for, in the order of the partidas."""
    for sheet in _sealed_sheets(asked):
        yield from sheet_pages(sheet, size)


def planilla_papers(asked: Asked) -> Iterator[Paper]:
    """The same as pages."""
    return (planilla_document(asked, sheet) for sheet in _sealed_sheets(asked))


def _sealed_sheets(asked: Asked) -> Iterator[PlanillaSheet]:
    sealed = Planilla.objects.filter(mesa=OuterRef("pk"), status=Planilla.Status.SEALED)
    mesas = Mesa.objects.filter(Exists(sealed), fixture__in=partidas_asked(asked))
    ordered = mesas.order_by("fixture__stage__number", "fixture__round", "fixture__position")
    return planilla_sheets(list(ordered.values_list("pk", flat=True)), base_url=asked.base_url)


def blank_forms(asked: Asked, size: str) -> Iterator[Page]:
    """A blank Planilla for each of `blank_fixtures`."""
    for sheet in blank_sheets(blank_fixtures(asked), base_url=asked.base_url):
        yield from sheet_pages(sheet, size)


def empty_form(asked: Asked, size: str) -> Iterator[Page]:
    yield from sheet_pages(empty_sheet(asked.championship), size)


def walkover_forms(asked: Asked, size: str) -> Iterator[Page]:
    """The act of each W.O., in the order of the partidas."""
    for act in _acts(asked):
        yield from walkover_pages(act, size)


def walkover_papers(asked: Asked) -> Iterator[Paper]:
    """The same as pages."""
    return (walkover_document(asked, act) for act in _acts(asked))


def _acts(asked: Asked) -> Iterator[WalkoverPaper]:
    absent = (
        walkovers_of(asked.championship)
        .filter(pk__in=partidas_asked(asked).values("pk"))
        .select_related("table", "juez")
        .prefetch_related("pareja_a__players", "pareja_b__players")
    )
    fixtures = list(absent.order_by("stage__number", "number"))
    for fixture in fixtures:
        fixture.stage.championship = asked.championship
    found = walkovers_told(fixtures, asked.championship)
    article = heading_of_championship(asked.championship).places.identification
    for fixture in fixtures:
        url = address(asked, "referee:partida", fixture.pk)
        yield WalkoverPaper(found[fixture.pk], round_name(fixture), url, article)


def resolution_forms(asked: Asked, size: str) -> Iterator[Page]:
    """The resolution of each appeal that is over."""
    appeals = appeals_of(asked.championship)
    if asked.where.appeal is not None:
        appeals = appeals.filter(number=asked.where.appeal)
    for told in told_of(appeals):
        if not told.waits:
            yield from resolution_pages(told, size)


def appeals_shown(asked: Asked) -> str:
    slug, number = asked.championship.slug, asked.where.appeal
    return reverse("referee:appeal", args=(slug, number)) if number else reverse("referee:appeals", args=(slug,))


def draw_forms(asked: Asked, size: str) -> Iterator[Page]:
    """The acta of each published draw."""
    url = address(asked, "brackets:draw_public")
    for stage in _published(asked):
        yield from acta_pages(acta_paper(stage, asked.championship, url), size)


def draw_whole(asked: Asked, size: str) -> bytes | None:
    """The acta of one draw with its file attached; several in one PDF have none."""
    stages = _published(asked)
    url = address(asked, "brackets:draw_public")
    return acta_pdf(acta_paper(stages[0], asked.championship, url), size) if len(stages) == 1 else None


def draw_shown(asked: Asked) -> str:
    query = f"?etapa={asked.where.stage}" if asked.where.stage else ""
    return reverse("brackets:draw_public", args=(asked.championship.slug,)) + query


def bracket_forms(asked: Asked, size: str) -> Iterator[Page]:
    """The poster of each published stage; its pages are cut and pasted, so each is a sheet."""
    for stage in _published(asked):
        for page in bracket_pages(bracket_paper(stage_sheet(stage)), size):
            page.fresh = True
            yield page


def bracket_shown(asked: Asked) -> str:
    return reverse("brackets:sheet", args=(asked.championship.slug, asked.where.stage or 1))


def rule_forms(asked: Asked, size: str) -> Iterator[Page]:
    url = address(asked, "referee:championship_rules")
    yield from rule_sheet_pages(paper_of(asked.championship, url=url), size)


def rules_shown(asked: Asked) -> str:
    return reverse("referee:championship_rules", args=(asked.championship.slug,))


def neutrality_forms(asked: Asked, size: str) -> Iterator[Page]:
    yield from neutrality_pages(Neutrality(hall_of(asked.championship, asked.now), named=True), size)


def neutrality_shown(asked: Asked) -> str:
    return reverse("brackets:neutrality", args=(asked.championship.slug,))


def credential_forms(asked: Asked, size: str) -> Iterator[Page]:
    return credentials_pages(event_of(asked.championship), credentials_asked(asked), size)


def slip_forms(asked: Asked, size: str) -> Iterator[Page]:
    return slips_pages(event_of(asked.championship), slips_asked(asked), size)


def _published(asked: Asked) -> list[Stage]:
    return [stage for stage in published_stages(asked.championship) if asked.where.stage in (None, stage.number)]
