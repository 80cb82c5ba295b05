"""The people of a championship: accounts, roles, and how many tables there are."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from brackets.forms.team import AccountForm, JuecesForm, RoleForm
from brackets.models import Role, User
from brackets.selectors.access import grantable
from brackets.selectors.team import juez_number_next, members
from brackets.services.accounts import password_set_anew, role_grant, role_revoke
from brackets.services.passwords import password_new
from brackets.services.team import jueces_create, member_create
from brackets.views.access import READ, WRITE, MemberRequest, championship_page
from brackets.views.refusals import accepted, told


@championship_page("team.edit", READ)
def team(request: MemberRequest) -> HttpResponse:
    return _page(request)


@never_cache
@championship_page("team.edit", WRITE)
def team_account(request: MemberRequest) -> HttpResponse:
    form = AccountForm(request.POST, prefix="cuenta", kinds=grantable(request.roles))
    if form.is_valid():
        password = password_new()
        with accepted(form):
            user = member_create(
                championship=request.championship,
                password=password,
                by=request.user,
                now=timezone.now(),
                told=form.told,
                **form.cleaned_data,
            )
            return _passwords(request, [user], [password])
    return _page(request, account_form=form)


@never_cache
@championship_page("team.edit", WRITE)
def team_jueces(request: MemberRequest) -> HttpResponse:
    form = JuecesForm(request.POST, prefix="jueces", first=juez_number_next(members(request.championship)))
    if form.is_valid():
        passwords = [password_new() for _ in form.people]
        with accepted(form):
            users = jueces_create(
                championship=request.championship,
                names=form.people,
                passwords=passwords,
                by=request.user,
                now=timezone.now(),
                told=form.told,
            )
            return _passwords(request, users, passwords)
    return _page(request, jueces_form=form)


@never_cache
@championship_page("team.edit", WRITE)
def team_password(request: MemberRequest, user_id: int) -> HttpResponse:
    """Somebody forgot his."""
    user, password = (
        get_object_or_404(User.objects.filter(roles__championship=request.championship).distinct(), pk=user_id),
        password_new(),
    )
    with told(request):
        password_set_anew(
            championship=request.championship, user=user, password=password, by=request.user, now=timezone.now()
        )
        return _passwords(request, [user], [password], anew=True)
    return redirect("brackets:team", request.championship.slug)


@championship_page("team.edit", WRITE)
def team_grant(request: MemberRequest) -> HttpResponse:
    form = RoleForm(request.POST, prefix="funcion", kinds=grantable(request.roles))
    if form.is_valid():
        with accepted(form):
            role = role_grant(
                championship=request.championship,
                user=form.cleaned_data["user"],
                kind=form.cleaned_data["kind"],
                by=request.user,
                now=timezone.now(),
            )
            messages.success(request, f"{role.user} es ahora {role.get_kind_display()}.{_pin_asked(role)}")
            return redirect("brackets:team", request.championship.slug)
    return _page(request, role_form=form)


def _pin_asked(role: Role) -> str:
    if role.kind not in (Role.Kind.DIRECTOR, Role.Kind.ADJUNCT, Role.Kind.CONTROL):
        return ""
    return " En las tablets su función pide un PIN de seis cifras; uno de cuatro ya no vale: dele otro en «Tablets»."


@championship_page("team.edit", WRITE)
def team_revoke(request: MemberRequest, role_id: int) -> HttpResponse:
    role = get_object_or_404(Role.objects.select_related("user"), pk=role_id, championship=request.championship)
    with told(request):
        role_revoke(
            championship=request.championship, user=role.user, kind=role.kind, by=request.user, now=timezone.now()
        )
        messages.success(
            request,
            f"{role.user} ya no es {role.get_kind_display()}. Si fue un error, devuélvale la función más abajo.",
        )
    return redirect("brackets:team", request.championship.slug)


def _page(request: MemberRequest, **refused: Any) -> HttpResponse:
    """The page, with a form that was not accepted in the place of a fresh one."""
    there, kinds = members(request.championship), grantable(request.roles)
    fresh = {
        "grantable": kinds,
        "members": there,
        "tables": request.championship.tables.count(),
        "account_form": AccountForm(prefix="cuenta", kinds=kinds, initial={"kind": Role.Kind.JUEZ}),
        "jueces_form": JuecesForm(prefix="jueces", first=juez_number_next(there)),
        "role_form": RoleForm(prefix="funcion", kinds=kinds),
    }
    return render(request, "brackets/team.html", fresh | refused, status=422 if refused else 200)


def _passwords(request: HttpRequest, users: list[User], passwords: list[str], *, anew: bool = False) -> HttpResponse:
    """The only time that anyone sees them: they are not stored and the page is not kept by the browser."""
    accounts = list(zip(users, passwords, strict=True))
    return render(request, "brackets/passwords.html", {"accounts": accounts, "anew": anew}, status=201)
