"""Addresses of the pages about money, single entries, later changes, and what is printed."""

from django.urls import path

from web.pages import page
from web.views import amend, deal, entry, money, paper, results, settings

MONEY = "d/<slug:slug>/money/"
ENTRY = "d/<slug:slug>/register/<int:number>/"

urlpatterns = [
    path("e/<slug:slug>/prizes/", page(money.prizes), name="prizes"),
    path("e/<slug:slug>/results/", page(results.results), name="result_list"),
    path("e/<slug:slug>/results.<slug:kind>", page(results.download), name="result_file"),
    path(ENTRY, page(entry.entry), name="entry"),
    path(f"{ENTRY}add-on/", page(entry.add_on), name="entry_add_on"),
    path(f"{ENTRY}remove/", page(entry.remove), name="entry_remove"),
    path(f"{ENTRY}penalty/", page(entry.penalty), name="entry_penalty"),
    path(f"{ENTRY}bounty/", page(entry.bounty), name="entry_bounty"),
    path(f"{ENTRY}back/", page(entry.back), name="entry_back"),
    path("d/<slug:slug>/seats/cards/", page(paper.cards), name="seat_cards"),
    path("d/<slug:slug>/seats/lists/", page(paper.lists), name="seat_lists"),
    path("d/<slug:slug>/amend/", page(amend.amend), name="amend"),
    path("d/<slug:slug>/settings/", page(settings.settings), name="settings"),
    path(MONEY, page(money.money), name="money"),
    path(f"{MONEY}prizes/", page(money.publish), name="money_publish"),
    path(f"{MONEY}confirm/", page(money.confirm), name="money_confirm"),
    path(f"{MONEY}cash/", page(money.cash), name="cash"),
    path(f"{MONEY}cash/take/", page(money.take), name="cash_take"),
    path(f"{MONEY}payouts/", page(money.payouts), name="payouts"),
    path(f"{MONEY}deal/", page(deal.deal), name="deal_money"),
    path(f"{MONEY}deal/revoke/", page(deal.revoke), name="deal_revoke"),
    path(f"{MONEY}deal/sheet/", page(deal.sheet), name="deal_sheet"),
    path(f"{MONEY}slips/", page(money.slips), name="slips"),
]
