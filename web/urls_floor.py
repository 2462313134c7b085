"""Addresses of the floor's pages at the director's desk."""

from django.urls import path

from web.pages import page
from web.views import (
    clock,
    correct,
    corrections,
    days,
    dealers,
    files,
    installation,
    late,
    marks,
    moves,
    places,
    setup,
    slips,
)

CLOCK = "d/<slug:slug>/clock/"
PLACES = "d/<slug:slug>/places/"
DAYS = "d/<slug:slug>/days/"
DEALERS = "d/<slug:slug>/dealers/"
FIX = "d/<slug:slug>/corrections/"
MOVES = "d/<slug:slug>/moves/"
SETUP = "d/<slug:slug>/seats/setup/"
FILES = "d/<slug:slug>/files/"
PAPER = "d/<slug:slug>/paper/"

urlpatterns = [
    path(SETUP, page(setup.setup), name="setup"),
    path(f"{SETUP}room/", page(setup.room), name="setup_room"),
    path(f"{SETUP}reserve/", page(setup.reserve), name="setup_reserve"),
    path(f"{SETUP}release/", page(setup.release), name="setup_release"),
    path(PAPER, page(slips.paper), name="paper"),
    path(FILES, page(files.files), name="files"),
    path(f"{FILES}make/", page(files.make), name="files_make"),
    path(f"{FILES}<int:number>/", page(files.fetch), name="file"),
    path(f"{PAPER}sheets/", page(slips.sheets), name="table_sheets"),
    path(f"{PAPER}enter/", page(slips.enter), name="paper_enter"),
    path(f"{PAPER}<int:number>/", page(slips.slip), name="slip"),
    path("d/<slug:slug>/installation/", page(installation.panel), name="installation"),
    path(CLOCK, page(clock.clock), name="clock"),
    path(f"{CLOCK}adjust/", page(clock.adjust), name="clock_adjust"),
    path(f"{CLOCK}jump/", page(clock.jump), name="clock_jump"),
    path(f"{CLOCK}break/", page(clock.break_now), name="clock_break"),
    path(f"{CLOCK}extra/", page(clock.extra), name="clock_extra"),
    path(PLACES, page(places.places), name="places"),
    path(f"{PLACES}count/", page(places.count), name="places_count"),
    path(f"{PLACES}announce/", page(places.announce), name="places_announce"),
    path(f"{PLACES}order/", page(places.order), name="places_order"),
    path(DAYS, page(days.days), name="days"),
    path(f"{DAYS}step/", page(days.step), name="days_step"),
    path(f"{DAYS}bag/", page(days.bag), name="days_bag"),
    path(f"{DAYS}flights/", page(days.flights), name="days_flights"),
    path(DEALERS, page(dealers.dealers), name="dealers"),
    path(f"{DEALERS}push/", page(dealers.push), name="dealers_push"),
    path(FIX, page(corrections.corrections), name="corrections"),
    path(f"{FIX}hand/", page(corrections.which), name="corrections_which"),
    path(f"{FIX}settle/", page(corrections.settle), name="corrections_settle"),
    path(f"{FIX}count/", page(corrections.book), name="corrections_book"),
    path(f"{FIX}late/<int:number>/", page(late.late), name="late"),
    path(f"{FIX}t/<int:number>/h/<int:hand>/", page(correct.correct), name="correct"),
    path(MOVES, page(moves.moves), name="moves"),
    path(f"{MOVES}accept/", page(moves.accept), name="moves_accept"),
    path(f"{MOVES}rule/", page(moves.rule), name="moves_rule"),
    path(f"{MOVES}break/", page(moves.break_table), name="moves_break"),
    path(f"{MOVES}redraw/", page(moves.redraw), name="moves_redraw"),
    path(f"{MOVES}tables/", page(marks.marks), name="moves_tables"),
    path(f"{MOVES}step/", page(moves.step), name="moves_step"),
    path(f"{MOVES}cancel/", page(moves.cancel), name="moves_cancel"),
]
