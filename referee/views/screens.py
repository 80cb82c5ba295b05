"""The desk's page of the screens: take one in by its code, say what each shows, put a message over all."""

from typing import Any, Final, cast
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from brackets.forms.site_form import SiteForm
from brackets.models import Championship, Stage, Table, User
from brackets.selectors.access import championships_where
from brackets.selectors.site_address import site_address
from brackets.views.access import WRITE, MemberRequest, championship_page
from brackets.views.refusals import accepted, told
from referee.models import Screen
from referee.selectors.screens.found import hall_message_of, register_of, screens_of
from referee.selectors.screens.kinds import AT_ONCE, OF_A_STAGE, TURNING
from referee.services.screens import (
    LONGEST,
    Shown,
    hall_message_put,
    screen_change,
    screen_move,
    screen_register,
    screen_remove,
    screen_show,
    screen_turn,
)

EDIT: Final = "screens.edit"
Kind = Screen.Kind


class RegisterForm(SiteForm):
    """The code that the screen shows, and what it will be called."""

    code = forms.CharField(
        label="Código de la pantalla",
        max_length=12,
        help_text="Las seis letras y cifras que muestra, sin importar mayúsculas ni espacios.",
    )
    name = forms.CharField(label="Nombre de la pantalla", max_length=40)


class ChangeForm(SiteForm):
    name = forms.CharField(label="Nombre", max_length=40)
    seconds = forms.IntegerField(label="Segundos por lámina", min_value=4, max_value=120)
    light = forms.BooleanField(label="Fondo claro", required=False)


class MessageForm(SiteForm):
    text = forms.CharField(label="Mensaje", max_length=LONGEST, required=False)
    minutes = forms.IntegerField(label="Minutos", min_value=1, max_value=600, required=False)


@never_cache
@championship_page(EDIT)
def screens(request: MemberRequest) -> HttpResponse:
    return _page(request)


@never_cache
@login_required
@require_safe
def screen_enrol(request: HttpRequest) -> HttpResponse:
    """What the QR of a screen leads to: the page of the only championship where one may register it, else the choice."""
    code = request.GET.get("codigo", "")[:12]
    mine = championships_where(cast("User", request.user), EDIT)
    addresses = [
        (each, f"{reverse('referee:screens', args=[each.slug])}?{urlencode({'codigo': code})}#registrar")
        for each in mine
    ]
    if len(addresses) == 1:
        return redirect(addresses[0][1])
    return render(request, "referee/screens/enrol.html", {"addresses": addresses, "code": code})


@championship_page(EDIT, WRITE)
def screen_add(request: MemberRequest) -> HttpResponse:
    form = RegisterForm(request.POST)
    if form.is_valid():
        with accepted(form):
            screen = screen_register(
                championship=request.championship, user=request.user, now=timezone.now(), **form.cleaned_data
            )
            messages.success(request, f"«{screen.name}» está registrada. Diga qué muestra.")
            return _back(request)
    return _page(request, register=form)


@championship_page(EDIT, WRITE)
def screen_steer(request: MemberRequest, screen_id: int) -> HttpResponse:
    """Say what it shows, or which page is held: the button that was pressed says which."""
    screen = _screen(request, screen_id)
    with told(request):
        if "lamina" in request.POST:
            screen_turn(screen=screen, page=_page_asked(request.POST["lamina"], screen))
        else:
            screen_show(screen=screen, shown=_shown(request, screen), user=request.user, now=timezone.now())
    return _back(request)


@championship_page(EDIT, WRITE)
def screen_edit(request: MemberRequest, screen_id: int) -> HttpResponse:
    screen = _screen(request, screen_id)
    form = ChangeForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Escriba un nombre, y entre 4 y 120 segundos por lámina.")
        return _back(request)
    with told(request):
        screen_change(screen=screen, user=request.user, now=timezone.now(), **form.cleaned_data)
        messages.success(request, f"Se guardó «{form.cleaned_data['name']}».")
    return _back(request)


@championship_page(EDIT, WRITE)
def screen_pass_on(request: MemberRequest, screen_id: int) -> HttpResponse:
    """To another championship of one's own."""
    screen = _screen(request, screen_id)
    mine = championships_where(request.user, EDIT)
    there = next((each for each in mine if each.slug == request.POST.get("campeonato")), None)
    if there is None:
        messages.error(request, "Elija un campeonato en el que también maneje pantallas.")
        return _back(request)
    with told(request):
        screen_move(screen=screen, championship=there, user=request.user, now=timezone.now())
        messages.success(request, f"«{screen.name}» muestra ahora «{there}».")
    return _back(request)


@championship_page(EDIT, WRITE)
def screen_put_out(request: MemberRequest, screen_id: int) -> HttpResponse:
    screen = _screen(request, screen_id)
    with told(request):
        screen_remove(screen=screen, user=request.user, now=timezone.now())
        messages.success(request, f"«{screen.name}» ya no es de este campeonato: vuelve a mostrar un código.")
    return _back(request)


@championship_page(EDIT, WRITE)
def screens_message(request: MemberRequest) -> HttpResponse:
    """Over all screens at once; without words it is taken away."""
    form = MessageForm(request.POST)
    if not form.is_valid():
        messages.error(request, f"Escriba hasta {LONGEST} letras, y de 1 a 600 minutos o ninguno.")
        return _back(request)
    with told(request):
        hall_message_put(championship=request.championship, user=request.user, now=timezone.now(), **form.cleaned_data)
    return _back(request)


def _page(request: MemberRequest, register: RegisterForm | None = None) -> HttpResponse:
    championship = request.championship
    rows = register_of(championship, now=timezone.now())
    fresh = {"code": request.GET.get("codigo", "")[:12], "name": f"Pantalla {len(rows) + 1}"}
    context = {
        "rows": rows,
        "register": register or RegisterForm(initial=fresh),
        "message": hall_message_of(championship, now=timezone.now()),
        "others": [each for each in championships_where(request.user, EDIT) if each.pk != championship.pk]
        if rows
        else (),
        "address": site_address() + reverse("referee:screen"),
        "longest": LONGEST,
        **choices_of(championship),
    }
    return render(request, "referee/screens/register.html", context, status=422 if register else 200)


def choices_of(championship: Championship) -> dict[str, Any]:
    """What can be chosen for a screen: two queries."""
    return {
        "kinds": AT_ONCE,
        "of_a_stage": OF_A_STAGE,
        "turning": TURNING,
        "stages": list(championship.stages.filter(status=Stage.Status.PUBLISHED)),
        "tables": list(championship.tables.all()),
    }


def _shown(request: MemberRequest, screen: Screen) -> Shown:
    sent = request.POST
    kind = sent.get("que", "")
    number = sent.get("mesa", "")
    tables = Table.objects.filter(championship=request.championship)
    return Shown(
        kind=kind if kind in Kind.values else Kind.COVER,
        stage_number=_stage_asked(request, screen),
        table=tables.filter(number=number).first() if number.isdecimal() and len(number) < 5 else None,
        text=sent.get("texto", "") if kind == Kind.MESSAGE else "",
        in_turn=sent.getlist("turno"),
    )


def _stage_asked(request: MemberRequest, screen: Screen) -> int | None:
    """Where a form does not ask for one, as in the control page, the one that was chosen before."""
    asked = request.POST.get("etapa")
    if asked is None:
        return screen.stage_number
    return int(asked) if asked.isdecimal() and len(asked) < 4 else None


def _page_asked(asked: str, screen: Screen) -> int | None:
    """`sigue`, `anterior` from the page that is held, or `sola`: by itself."""
    if asked == "sola":
        return None
    held = -1 if screen.page is None else screen.page
    return max(held + (1 if asked == "sigue" else -1), 0)


def _screen(request: MemberRequest, screen_id: int) -> Screen:
    return get_object_or_404(screens_of(request.championship), pk=screen_id)


def _back(request: MemberRequest) -> HttpResponse:
    where = "control" if request.POST.get("volver") == "control" else "screens"
    return redirect(f"referee:{where}", request.championship.slug)
