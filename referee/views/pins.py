"""PINs at the desk: who has one, and giving new ones, each seen once on a slip to cut out."""

from secrets import SystemRandom

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.models import User
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.refusals import told
from referee.selectors.pins import people_of
from referee.services.pins import pins_give

MOST = 100


class PinsForm(forms.Form):
    """Whose PINs: those marked, or everybody's who has none, or too short a one."""

    user = forms.ModelMultipleChoiceField(User.objects.filter(is_active=True), required=False)
    missing = forms.BooleanField(required=False)


@never_cache
@championship_page("pins.give")
def pins(request: MemberRequest) -> HttpResponse:
    """Everybody with a role, and whether he has a PIN."""
    people = people_of(request.championship.pk)
    context = {"people": people, "missing": sum(each.needs_pin for each in people)}
    return render(request, "referee/pins.html", context)


@never_cache
@championship_page("pins.give", WRITE)
def pins_new(request: MemberRequest) -> HttpResponse:
    """Give new PINs. This page is the only place where anyone sees them."""
    form = PinsForm(request.POST)
    users = list(form.cleaned_data["user"]) if form.is_valid() else []
    if form.is_valid() and form.cleaned_data["missing"]:
        without = [each.user for each in people_of(request.championship.pk) if each.needs_pin]
        users = list(User.objects.filter(pk__in=without))
    if not 0 < len(users) <= MOST:
        messages.error(request, f"Marque a quién dar un PIN nuevo: a una persona por lo menos, a {MOST} a lo más.")
        return redirect("referee:pins", request.championship.slug)
    with told(request):
        given = pins_give(
            championship=request.championship,
            users=sorted(users, key=lambda user: (str(user).casefold(), user.pk)),
            by=request.user,
            now=timezone.now(),
            chance=SystemRandom(),
        )
        return render(request, "referee/pin_slips.html", {"given": given}, status=201)
    return redirect("referee:pins", request.championship.slug)
