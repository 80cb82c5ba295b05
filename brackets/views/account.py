"""Coming in, going out, and changing one's password: Django's own views with our forms."""

from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.http import HttpResponse
from django.urls import reverse_lazy

from brackets.forms.account import OwnPasswordForm, SignInForm


class SignIn(LoginView):
    form_class = SignInForm
    template_name = "registration/sign_in.html"
    redirect_authenticated_user = True
    extra_context = {"hide_sign_in": True}


class OwnPassword(LoginRequiredMixin, PasswordChangeView):
    form_class = OwnPasswordForm
    template_name = "registration/password.html"
    success_url = reverse_lazy("brackets:home")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        response = super().form_valid(form)
        messages.success(self.request, "Su contraseña cambió. Las demás sesiones de esta cuenta se cerraron.")
        return response
