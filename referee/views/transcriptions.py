"""Papers at the Mesa de Control: which there are, typing one, and what the rules make of it."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from brackets.selectors.bracket import round_name
from brackets.selectors.single import single
from brackets.selectors.voided import is_voided
from brackets.views.access import FORM, MemberRequest, championship_page, posted
from brackets.views.cards import card_of
from brackets.views.refusals import accepted, told
from brackets.views.results import CORRECT, fixture_or_404
from referee.models import Mesa, Transcription
from referee.selectors.mesas import mesa_is_sealed
from referee.selectors.transcription.dates import day_expected
from referee.selectors.transcription.form import PaperRow
from referee.selectors.transcription.reading import Reading
from referee.selectors.transcription.standing import (
    Typed,
    mesa_of,
    reading_of,
    rules_for,
    transcription_live,
    transcriptions_of,
    typed_of,
)
from referee.services.transcriptions.beginning import transcription_start, transcription_take, transcription_withdraw
from referee.services.transcriptions.incidents import may_seal
from referee.services.transcriptions.rows import (
    draws_save,
    ending_save,
    row_confirm,
    row_drop,
    row_save,
    transcription_finish,
    transcription_reopen,
)
from referee.views.transcription_ending_forms import DecisionForm, EndingForm
from referee.views.transcription_forms import DrawsForm, RowForm, SeatsForm, seat_names

WRITE: Final = "transcription.write"
NEXT: Final = "?sigue=1"  # the cursor stands in the next row: a fragment would take it away
TYPING = Transcription.Status.TYPING


@championship_page(WRITE)
def transcriptions(request: MemberRequest) -> HttpResponse:
    """All of the championship; what waits for somebody comes first."""
    papers = transcriptions_of(request.championship)
    return render(request, "referee/transcriptions.html", {"papers": papers})


@championship_page(WRITE, FORM, until_closed=True)
def transcription_new(request: MemberRequest, fixture_id: int) -> HttpResponse:
    """Begin with the paper of this partida; where it was begun, that one."""
    fixture = fixture_or_404(request, fixture_id)
    there = transcription_live(fixture)
    if there is not None:
        return redirect("referee:transcription", request.championship.slug, there.public_id)
    mesa = single(Mesa.objects.filter(fixture=fixture))
    on_log = mesa is not None and mesa.head_seq > 0
    form = SeatsForm(posted(request), fixture=fixture, on_tablet=on_log)
    if form.is_valid():
        with accepted(form):
            begun = transcription_start(
                fixture=fixture,
                seats=form.cleaned_data.get("seats", "").split(),
                tablet_left=form.cleaned_data.get("tablet_left", False),
                user=request.user,
                now=timezone.now(),
            )
            return redirect("referee:transcription", request.championship.slug, begun.public_id)
    context = {
        "fixture": fixture,
        "card": card_of(fixture, voided=is_voided(fixture)),
        "round_name": round_name(fixture),
        "mesa": mesa if on_log else None,
        "over": mesa is not None and mesa.estado == "terminada",
        "form": form,
    }
    return render(request, "referee/transcription_new.html", context, status=422 if form.errors else 200)


@championship_page(WRITE, FORM)
def transcription(request: MemberRequest, paper_id: UUID) -> HttpResponse:
    """The paper as far as it is typed, and what is to be typed next; afterwards, what became of it."""
    paper = paper_or_404(request, paper_id)
    page = Page(request, paper)
    if request.method == "POST":
        return page.act()
    return page.answer()


def paper_or_404(request: MemberRequest, paper_id: UUID) -> Transcription:
    paper = get_object_or_404(
        transcriptions_of(request.championship).prefetch_related("pareja_a__players", "pareja_b__players"),
        public_id=paper_id,
    )
    paper.fixture = fixture_or_404(request, paper.fixture_id)
    return paper


def address_of(request: MemberRequest, paper: Transcription, anchor: str = "") -> str:
    return reverse("referee:transcription", args=[request.championship.slug, paper.public_id]) + anchor


class Page:
    """One request to the page of a transcription: its forms, and the one that was sent."""

    def __init__(self, request: MemberRequest, paper: Transcription) -> None:
        self.request, self.paper = request, paper
        self.sent = request.POST.get("acto", "")
        self.mesa = mesa_of(paper)
        self.typed: Typed = typed_of(paper)
        self.names = seat_names(paper, paper.seats)
        rules = rules_for(paper, self.mesa)
        self.draws = DrawsForm(
            self._posted("sorteo"), prefix="s", rules=rules, names=self.names, draws=self.typed.draws
        )
        self.ending = EndingForm(
            self._posted("final"), prefix="f", paper=paper, ending=self.typed.ending,
            day=day_expected(paper.fixture, timezone.now()),
        )  # fmt: skip
        self.row = RowForm(
            self._posted("fila"), rules=rules, names=self.names, row=self._edited(), before=self._before()
        )

    def act(self) -> HttpResponse:
        acts: dict[str, Callable[[], HttpResponse | None]] = {
            "fila": self._row, "correcto": self._confirm, "quitar": self._drop, "sorteo": self._draws, "final": self._ending,
            "terminar": self._finish, "reabrir": self._reopen, "tomar": self._take, "retirar": self._withdraw,
        }  # fmt: skip
        act = acts.get(self.sent)
        if act is None:
            messages.error(self.request, "No se entendió qué hacer. Inténtelo desde la página.")
            return redirect(address_of(self.request, self.paper))
        done = act()
        return done if done is not None else self.answer()

    def answer(self) -> HttpResponse:
        paper = self.paper
        mine = paper.typed_by_id == self.request.user.pk
        reading = reading_of(paper, self.mesa)
        if self.row.is_bound or self._edited() or self._before() or "sigue" in self.request.GET:
            self.row.stand()
        wrong = self.row.errors or self.draws.errors or self.ending.errors
        incident = getattr(paper, "incident", None)
        context = {
            "paper": paper,
            "fixture": paper.fixture,
            "card": card_of(paper.fixture, voided=is_voided(paper.fixture)),
            "round_name": round_name(paper.fixture),
            "mesa": self.mesa,
            "reading": reading,
            "beside": paper.kind == Transcription.Kind.BESIDE,
            "typing": paper.status == TYPING and mine,
            "mine": mine,
            "may_confirm": paper.status == Transcription.Status.WAITING and self.request.user.pk not in paper.typists,
            "next": next_place(reading),
            "draws_form": self.draws,
            "row_form": self.row,
            "editing": self._edited() is not None,
            "inserting": bool(self._before()),
            "ending_form": self.ending,
            "ending": self.typed.ending,
            "incident": incident,
            "decision_form": DecisionForm(against=incident.against) if incident else None,
            "may_seal": incident is not None and may_seal(incident),
            "may_correct": CORRECT in self.request.allowed,
            "sealed_mesa": self.mesa is not None and mesa_is_sealed(self.mesa),
        }
        return render(self.request, "referee/transcription.html", context, status=422 if wrong else 200)

    def _row(self) -> HttpResponse | None:
        if self.row.is_valid():
            with accepted(self.row):
                given = self.row.cleaned_data
                row_save(transcription=self.paper, row=self.row.row, before=given["before"], user=self.request.user)
                return redirect(address_of(self.request, self.paper, NEXT))
        return None

    def _confirm(self) -> HttpResponse:
        return self._told(
            lambda: row_confirm(transcription=self.paper, key=self.request.POST.get("key", ""), user=self.request.user),
            "Queda anotado que el papel lo dice así.",
        )

    def _drop(self) -> HttpResponse:
        return self._told(
            lambda: row_drop(transcription=self.paper, key=self.request.POST.get("key", ""), user=self.request.user),
            "La fila se quitó.",
        )

    def _draws(self) -> HttpResponse | None:
        if self.draws.is_valid():
            with accepted(self.draws):
                draws_save(transcription=self.paper, draws=self.draws.draws, user=self.request.user)
                return redirect(address_of(self.request, self.paper, NEXT))
        return None

    def _ending(self) -> HttpResponse | None:
        if self.ending.is_valid():
            with accepted(self.ending):
                ending_save(
                    transcription=self.paper,
                    ending=self.ending.ending,
                    user=self.request.user,
                    now=timezone.now(),
                    told=self.ending.told,
                )
                if "terminar" in self.request.POST:
                    return self._finish()
                messages.success(self.request, "El final se guardó.")
                return redirect(address_of(self.request, self.paper, "#final"))
        return None

    def _finish(self) -> HttpResponse:
        return self._told(
            lambda: transcription_finish(transcription=self.paper, user=self.request.user, now=timezone.now()),
            "Transcrita. Ahora la confirma otra persona, con su cuenta y el papel en la mano.",
        )

    def _reopen(self) -> HttpResponse:
        return self._told(
            lambda: transcription_reopen(transcription=self.paper, user=self.request.user, now=timezone.now()),
            "Puede seguir corrigiéndola.",
        )

    def _take(self) -> HttpResponse:
        return self._told(
            lambda: transcription_take(transcription=self.paper, user=self.request.user, now=timezone.now()),
            "Ahora la digita usted: la confirmará otra persona.",
        )

    def _withdraw(self) -> HttpResponse:
        reason = self.request.POST.get("reason", "")
        return self._told(
            lambda: transcription_withdraw(
                transcription=self.paper, reason=reason, user=self.request.user, now=timezone.now()
            ),
            "La transcripción quedó sin efecto.",
        )

    def _told(self, act: Callable[[], object], words: str) -> HttpResponse:
        with told(self.request):
            act()
            messages.success(self.request, words)
        return redirect(address_of(self.request, self.paper))

    def _posted(self, act: str):  # type: ignore[no-untyped-def]
        return self.request.POST if self.request.method == "POST" and self.sent == act else None

    def _edited(self) -> PaperRow | None:
        """The row that the address, or what was sent, asks for."""
        key = self.request.GET.get("fila") or self.request.POST.get("key", "")
        return next((row for row in self.typed.rows if row.key == key), None)

    def _before(self) -> str:
        key = self.request.GET.get("antes", "")
        return key if any(row.key == key for row in self.typed.rows) else ""


def next_place(reading: Reading) -> dict[str, object]:
    """Where the next row belongs by the rules: chica, data and who deals."""
    p = reading.state.position
    closed = p.closer is not None
    return {
        "chica": len(p.chicas) + 1 + closed,
        "data": 1 if closed else p.data,
        "dealer": p.dealer or "",
        "over": p.ended is not None,
        "closed": closed,
        "number": len(reading.rows) + 1,
    }
