"""Addresses of the pages. Every view answers a refusal as a page (`web.pages.page`)."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LogoutView
from django.http import HttpResponse
from django.urls import URLPattern, include, path
from django.views.i18n import set_language

from web.pages import page
from web.views import calculator, dealer, director, editor, floor, home, public, registration, rules
from web.views.account import SignInView, account, code

app_name = "web"
EVENT, DESK, DEAL = "e/<slug:slug>/", "d/<slug:slug>/", "e/<slug:slug>/deal/"


def at(route: str, view: Callable[..., HttpResponse], name: str) -> URLPattern:
    """The address of one page."""
    return path(route, page(view), name=name)


urlpatterns = [
    path("login/", SignInView.as_view(), name="login"),
    at("login/code/", code, "login_code"),
    at("account/", account, "account"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("language/", login_not_required(set_language), name="set_language"),
    path("", include("web.urls_tablet")),
    path("", include("web.urls_money")),
    path("", include("web.urls_floor")),
    path("", include("web.urls_screens")),
    at("", home.home, "home"),
    at("new/", director.create, "create"),
    at("new/structure/", director.structure, "structure"),
    at(EVENT, public.event_page, "event"),
    at(f"{EVENT}standings/", public.standings, "standings"),
    at(f"{EVENT}t/", public.tables_page, "tables"),
    at(f"{EVENT}t/now/", public.tables, "tables_now"),
    at(f"{EVENT}t/<int:number>/", public.table_page, "table"),
    at(f"{EVENT}t/<int:number>/now/", public.table, "table_now"),
    at(f"{EVENT}t/<int:number>/h/<int:hand>/", public.hand_page, "hand"),
    at(DESK, director.desk, "desk"),
    at(f"{DESK}change/", director.change, "change"),
    at(f"{DESK}now/", director.desk_now, "desk_now"),
    at(f"{DESK}log/", director.log, "log"),
    at(f"{DESK}register/", registration.registration, "registration"),
    at(f"{DESK}register/import/", registration.import_list, "import"),
    at(f"{DESK}register/withdraw/", registration.withdraw, "withdraw"),
    at(f"{DESK}register/again/", registration.again, "again"),
    at(f"{DESK}seats/", floor.seats, "seats"),
    at(f"{DESK}seats/move/", floor.move, "move"),
    at(f"{DESK}seats/table/", floor.table, "seats_table"),
    at(f"{DESK}staff/", floor.staff, "staff"),
    at(f"{DESK}staff/dealer/", floor.dealer, "staff_dealer"),
    at(f"{DESK}staff/remove/", floor.dismiss, "staff_remove"),
    at(f"{DESK}staff/account/", floor.account, "staff_account"),
    at(DEAL, dealer.chooser, "deal"),
    at(f"{DEAL}<int:number>/", dealer.table_page, "deal_table"),
    at(f"{DEAL}<int:number>/start/", dealer.start, "deal_start"),
    at(f"{DEAL}<int:number>/cards/", dealer.cards, "deal_cards"),
    at(f"{DEAL}<int:number>/check/", dealer.check, "deal_check"),
    at(f"{DEAL}<int:number>/preview/", dealer.preview, "deal_preview"),
    at(f"{DEAL}<int:number>/record/", dealer.record, "deal_record"),
    at(f"{DEAL}<int:number>/order/", dealer.order, "deal_order"),
    at(f"{DEAL}<int:number>/undo/", dealer.undo, "deal_undo"),
    at("calculator/", calculator.calculator, "calculator"),
    at("rules/", rules.preset_list, "rules"),
    at("rules/<slug:name>/", rules.preset_rules, "preset"),
    at(f"{EVENT}rules/", rules.event_rules, "event_rules"),
    at("d/rules/new/", editor.edit_rules, "edit_rules"),
]
