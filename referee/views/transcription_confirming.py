"""What the second person does with a paper, and what is decided where it says something else."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from brackets.selectors.bracket import round_name
from brackets.selectors.voided import is_voided
from brackets.views.access import FORM, MemberRequest, championship_page
from brackets.views.access import WRITE as POST
from brackets.views.cards import card_of
from brackets.views.foreseen import carries
from brackets.views.refusals import told
from brackets.views.results import CORRECT, asked_first, fixture_or_404, tell_put_out, tell_uncalled
from referee.models import Transcription
from referee.selectors.transcription.form import SORTEO
from referee.selectors.transcription.standing import (
    beside_tablet,
    is_beside,
    mesa_of,
    parts_of,
    reading_of,
    typed_of,
)
from referee.services.transcriptions.confirming import (
    Confirmed,
    ReadingsDiffer,
    readings_require_same,
    transcription_confirm,
    transcription_return,
)
from referee.services.transcriptions.incidents import incident_decide, incident_seal
from referee.views.transcription_ending_forms import BlindForm, DecisionForm
from referee.views.transcriptions import WRITE, address_of, paper_or_404

SEEN = "vista"
Status = Transcription.Status
CAME_TO = {
    Status.SEALED: "Confirmada y sellada: la partida tiene su resultado.",
    Status.AGREES: "Confirmada: el papel dice lo mismo que la tablet.",
    Status.DIFFERS: "Confirmada. Hay diferencias: se abrió un incidente y ningún resultado cambió.",
}


@championship_page(WRITE, FORM)
def transcription_confirming(request: MemberRequest, paper_id: UUID) -> HttpResponse:
    """First the points as he reads them, without the first's; where they are the same, every row beside the paper."""
    paper = paper_or_404(request, paper_id)
    if paper.status != Status.WAITING or request.user.pk in paper.typists:
        if request.user.pk in paper.typists:
            messages.info(request, "La confirma otra persona, con su propia cuenta: usted la digitó.")
        return redirect(address_of(request, paper))
    keys = [row["key"] for row in paper.rows]
    form = BlindForm(request.POST if request.method == "POST" else None, paper=paper, keys=keys)
    differ: ReadingsDiffer | None = None
    same = False
    if form.is_valid():
        try:
            readings_require_same(transcription=paper, scores=form.scores, winner=form.cleaned_data["winner"])
            same = True
        except ReadingsDiffer as found:
            differ = found
    if same and request.POST.get("paso") == "confirmar":
        with told(request):
            done = transcription_confirm(
                transcription=paper, scores=form.scores, winner=form.cleaned_data["winner"],
                seen=request.POST.getlist(SEEN), user=request.user, now=timezone.now(),
            )  # fmt: skip
            messages.success(request, CAME_TO[Status(done.transcription.status)])
            if done.transcription.status == Status.SEALED:
                tell_put_out(request, fixture_or_404(request, paper.fixture_id))
            tell_uncalled(request, done)
            return redirect(address_of(request, paper))
    return _page(request, paper, form, differ, same=same)


def _page(
    request: MemberRequest, paper: Transcription, form: BlindForm, differ: ReadingsDiffer | None, *, same: bool
) -> HttpResponse:
    mesa = mesa_of(paper)
    reading = reading_of(paper, mesa)
    keys = differ.keys if differ else ()
    context = {
        "paper": paper,
        "fixture": paper.fixture,
        "card": card_of(paper.fixture, voided=is_voided(paper.fixture)),
        "round_name": round_name(paper.fixture),
        "form": form,
        "reading": reading,
        "ending": typed_of(paper).ending,
        "with_sorteo": SORTEO in parts_of(paper),
        "same": same,
        "beside": beside_tablet(paper, mesa) if same and is_beside(mesa, paper) else None,
        "differ": differ,
        "rows": [(row, *form.pair(row.row.key), row.row.key in keys) for row in reading.rows],
        "seen": request.POST.getlist(SEEN),
    }
    status = 422 if form.errors or differ else 200
    return render(request, "referee/transcription_confirm.html", context, status=status)


@championship_page(WRITE, POST)
def transcription_returned(request: MemberRequest, paper_id: UUID) -> HttpResponse:
    """Back to who typed, with the rows to look at again."""
    paper = paper_or_404(request, paper_id)
    with told(request):
        transcription_return(
            transcription=paper, marked=request.POST.getlist("fila"), words=request.POST.get("words", ""),
            user=request.user, now=timezone.now(),
        )  # fmt: skip
        messages.success(request, f"Devuelta a {paper.typed_by} para que la revise.")
    return redirect(address_of(request, paper))


@championship_page(CORRECT, POST)
def transcription_decided(request: MemberRequest, paper_id: UUID) -> HttpResponse:
    """What holds, in words; what it leads to is done on the page that it leads to."""
    paper = paper_or_404(request, paper_id)
    incident = getattr(paper, "incident", None)
    form = DecisionForm(request.POST, against=incident.against if incident else "tablet")
    if not form.is_valid():
        messages.error(request, "Falta decir qué vale y por qué.")
    else:
        with told(request):
            incident_decide(transcription=paper, user=request.user, now=timezone.now(), **form.cleaned_data)
            messages.success(request, "La decisión quedó anotada.")
    return redirect(address_of(request, paper, "#incidente"))


@championship_page(CORRECT, POST)
def transcription_sealed(request: MemberRequest, paper_id: UUID) -> HttpResponse:
    """Seal what the rules make of it and record its result, once it was decided so."""
    paper = paper_or_404(request, paper_id)

    def act(*, on_purpose: bool) -> Confirmed:
        return incident_seal(transcription=paper, user=request.user, now=timezone.now(), on_purpose=on_purpose)

    if asked := asked_first(request, paper.fixture, act, "Sellar la Planilla transcrita"):
        return asked
    with told(request):
        done = act(on_purpose=carries(request))
        messages.success(request, CAME_TO[Status.SEALED])
        tell_put_out(request, fixture_or_404(request, paper.fixture_id))
        tell_uncalled(request, done)
    return redirect(address_of(request, paper))
