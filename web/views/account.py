"""Signing in, with a code where somebody wants one, and the page about one's own account."""

from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from accounts import totp
from accounts.models import User
from accounts.pins import Guess
from web.middleware import begin_session
from web.pages import is_htmx, signed_in

WAITING = "signing_in"
"""Whose password was right and whose code is awaited: key, back end, when, where to."""
CODE_WAITS_S = 300
BACKEND = "accounts.signed_in.People"


class CodeForm(forms.Form):
    """The six digits of an authenticator."""

    code = forms.RegexField(
        r"^[0-9]{6}\Z",
        label=gettext_lazy("Code of your authenticator"),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
        error_messages={"invalid": gettext_lazy("Six digits.")},
    )


@method_decorator(login_not_required, name="dispatch")
class SignInView(LoginView):
    """The log-in page; who is signed in already goes on.

    A script of a page whose session has ended must not swap this page into a corner of the old one:
    it gets the order to open it, and to come back to where it was.
    """

    redirect_authenticated_user = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Send scripts away before anything is drawn."""
        if is_htmx(request):
            response = HttpResponse(status=204)
            came_from = request.headers.get("HX-Current-URL", "")
            back = {"next": came_from} if _is_ours(request, came_from) else {}
            response["HX-Redirect"] = f"{resolve_url('web:login')}?{urlencode(back)}"
            return response
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """The password is right: in, or on to the code."""
        user = form.get_user()
        assert isinstance(user, User)
        if totp.is_on(user):
            now = int(timezone.now().timestamp())
            self.request.session[WAITING] = [user.pk, now, self.get_success_url()]
            return redirect("web:login_code")
        response = super().form_valid(form)
        begin_session(self.request)
        return response


@login_not_required
@never_cache
def code(request: HttpRequest) -> HttpResponse:
    """The second step: the code, within five minutes of the password."""
    waiting = request.session.get(WAITING)
    now = timezone.now()
    if waiting is None or int(now.timestamp()) - waiting[1] > CODE_WAITS_S:
        request.session.pop(WAITING, None)
        return redirect("web:login")
    user = User.objects.filter(pk=waiting[0], is_active=True).first()
    form = CodeForm(request.POST or None)
    if request.method == "POST" and user is not None and form.is_valid():
        guess = totp.try_code(user, form.cleaned_data["code"], now)
        if guess.user is not None:
            login(request, user, backend=BACKEND)
            request.session.pop(WAITING, None)
            begin_session(request)
            return redirect(waiting[2])
        form.add_error("code", _said(guess))
    return render(request, "registration/code.html", {"form": form}, status=_status(form))


@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """One's own account: the second factor, on and off."""
    user = signed_in(request)
    on = totp.is_on(user)
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if _switched(user, form.cleaned_data["code"], on=on):
            text = _("Signing in takes no code any more.") if on else _("From now on, with a code.")
            messages.success(request, text)
            return redirect("web:account")
        form.add_error("code", _("This code is not right. Wait for the next one and try again."))
    context: dict[str, object] = {"form": form, "on": on}
    if not on:
        enrolment = totp.offer(user)
        drawn = segno.make(enrolment.address, micro=False, error="m")
        picture = drawn.svg_data_uri(scale=5, border=4, dark="#000", light="#fff")
        context |= {"enrolment": enrolment, "picture": picture}
    return render(request, "registration/account.html", context, status=_status(form))


def _switched(user: User, typed: str, *, on: bool) -> bool:
    now = timezone.now()
    if not on:
        return totp.switch_on(user, typed, now)
    if totp.try_code(user, typed, now).user is None:
        return False
    totp.switch_off(user)
    return True


def _status(form: forms.Form) -> int:
    return 422 if form.is_bound and not form.is_valid() else 200


def _said(guess: Guess) -> str:
    if guess.closed or guess.locked_until:
        return _("Too many wrong codes. Wait some minutes, or ask the person who runs the server.")
    return _("This code is not right. Wait for the next one and try again.")


def _is_ours(request: HttpRequest, url: str) -> bool:
    hosts = {request.get_host()}
    return url_has_allowed_host_and_scheme(url, hosts, require_https=request.is_secure())
