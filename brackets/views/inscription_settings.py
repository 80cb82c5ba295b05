"""What the organiser settles about the inscription: window, room, fee, documents, consent, categories."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from brackets.forms.inscription import CategoryForm, InscriptionForm, category_words
from brackets.models import Category
from brackets.selectors.inscription import inscription_of
from brackets.services.inscription_settings import (
    CONSENT,
    category_remove,
    category_set,
    inscription_set,
)
from brackets.views.access import FORM, WRITE, MemberRequest, championship_page, posted
from brackets.views.refusals import accepted, told

SETTLE = "inscription.edit"
FIELDS = ("opens_at", "closes_at", "capacity", "waiting_list", "fee", "payment", "documents")


@championship_page(SETTLE, FORM, until_closed=True)
def inscription_settings(request: MemberRequest) -> HttpResponse:
    inscription, consent = inscription_of(request.championship), request.championship.consent_texts.last()
    initial = {"consent": consent.text if consent else CONSENT}
    if inscription:
        initial |= {name: getattr(inscription, name) for name in FIELDS}
    form = InscriptionForm(posted(request), initial=initial)
    if form.is_valid():
        with accepted(form):
            inscription_set(
                championship=request.championship,
                data=form.data_of_inscription(),
                user=request.user,
                now=timezone.now(),
            )
            messages.success(request, "Se guardaron los ajustes de la inscripción.")
            return redirect("brackets:inscription_settings", request.championship.slug)
    return _page(request, form, CategoryForm(players=request.championship.players_per_pareja, prefix="categoria"))


@championship_page(SETTLE, WRITE)
def category_new(request: MemberRequest) -> HttpResponse:
    consent = request.championship.consent_texts.last()
    form = CategoryForm(request.POST, players=request.championship.players_per_pareja, prefix="categoria")
    if form.is_valid():
        with accepted(form):
            category = category_set(
                championship=request.championship,
                data=form.data_of_category(),
                user=request.user,
                now=timezone.now(),
                told=form.told,
            )
            messages.success(request, f"Se agregó la categoría {category}.")
            return redirect("brackets:inscription_settings", request.championship.slug)
    inscription = inscription_of(request.championship)
    initial = {name: getattr(inscription, name) for name in FIELDS} if inscription else {}
    settled = InscriptionForm(initial=initial | {"consent": consent.text if consent else CONSENT})
    return _page(request, settled, form)


@championship_page(SETTLE, FORM, until_closed=True)
def category_edit(request: MemberRequest, category_id: int) -> HttpResponse:
    category = get_object_or_404(Category, championship=request.championship, pk=category_id)
    initial = {name: getattr(category, name) for name in ("name", "who", "minimum_age", "capacity")}
    form = CategoryForm(posted(request), players=request.championship.players_per_pareja, initial=initial)
    if form.is_valid():
        with accepted(form):
            category_set(
                championship=request.championship,
                category=category,
                data=form.data_of_category(),
                user=request.user,
                now=timezone.now(),
                told=form.told,
            )
            messages.success(request, f"Se guardó la categoría {category}.")
            return redirect("brackets:inscription_settings", request.championship.slug)
    context = {"form": form, "category": category}
    return render(request, "brackets/category.html", context, status=422 if form.errors else 200)


@championship_page(SETTLE, WRITE)
def category_take_out(request: MemberRequest, category_id: int) -> HttpResponse:
    category = get_object_or_404(Category, championship=request.championship, pk=category_id)
    with told(request):
        category_remove(category=category, user=request.user, now=timezone.now())
        messages.success(request, f"Se quitó la categoría {category}.")
    return redirect("brackets:inscription_settings", request.championship.slug)


def _page(request: MemberRequest, form: InscriptionForm, category_form: CategoryForm) -> HttpResponse:
    context = {
        "form": form,
        "category_form": category_form,
        "categories": [(each, category_words(each)) for each in request.championship.categories.all()],
        "version": request.championship.consent_texts.last(),
    }
    wrong = form.errors or category_form.errors
    return render(request, "brackets/inscription_settings.html", context, status=422 if wrong else 200)
