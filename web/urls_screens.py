"""Addresses of what a room, a hall and a couch look at: walls, players, feeds."""

from web.urls import DESK, EVENT, at
from web.views import feeds, own, public, screens

urlpatterns = [
    at(f"{EVENT}p/<int:number>/", public.player_page, "player"),
    at(f"{EVENT}p/<int:number>/now/", public.player, "player_now"),
    at(f"{EVENT}t/<int:number>/h/<int:hand>/picture.png", public.hand_picture, "hand_picture"),
    at(f"{EVENT}changes/", public.changes, "changes"),
    at(f"{EVENT}structure/", public.structure_page, "structure_page"),
    at(f"{EVENT}structure/now/", public.structure, "structure_now"),
    at(f"{EVENT}statistics/", public.statistics, "statistics"),
    at(f"{EVENT}schedule.ics", feeds.schedule, "schedule"),
    at(f"{EVENT}t/<int:number>/overlay/", feeds.overlay_page, "overlay"),
    at(f"{EVENT}t/<int:number>/overlay/now/", feeds.overlay, "overlay_now"),
    at("events.ics", feeds.events, "events_calendar"),
    at("results.rss", feeds.results, "results"),
    at("p/<slug:token>/", own.page, "own"),
    at("p/<slug:token>/now/", own.now, "own_now"),
    at("p/<slug:token>/question/", own.question, "own_question"),
    at(f"{DESK}player/<int:number>/renew/", own.renew, "own_renew"),
    at(f"{EVENT}clock/", screens.clock_page, "wall_clock"),
    at(f"{EVENT}clock/now/", screens.clock, "wall_clock_now"),
    at(f"{EVENT}wall/", screens.standings_page, "wall_standings"),
    at(f"{EVENT}wall/now/", screens.standings, "wall_standings_now"),
]
