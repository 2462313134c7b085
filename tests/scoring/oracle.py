"""A second scorer, slow and plain, written from the rules alone: it imports nothing of ours.

It takes a request of the hand contract and gives the answer. Settings are a dict, hands are tuples
that Python compares, and everything is looked at again whenever it is needed.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations

RANKS = "23456789TJQKA"
ENTRY_VAMOS = {12: 14, 13: 15, 14: 16, "trips": 17}
VAMOS = {
    "scoring": "1-6",
    "royalties": "net",
    "entry": ENTRY_VAMOS,
    "stay": {"top": 3, "bottom": 7},
    "stay_cards": 14,
    "button_frozen_in_fl": True,
    "settlement": "pairs",
    "cap": "start",
    "winnings_usable": True,
    "exact_cover": "alive",
    "simultaneous_rank": "start_stack",
    "moon": 0,
    "naturals": {},
    "middle_trips": 2,
    "strict_rows": False,
}
OFC = VAMOS | {
    "entry": {12: 13, 13: 13, 14: 13, "trips": 13},
    "stay": {"top": 3, "middle": 6, "bottom": 7},
    "stay_cards": 13,
}
PINEAPPLE = VAMOS | {"entry": {12: 14, 13: 14, 14: 14, "trips": 14}}
NO_FANTASYLAND = OFC | {"entry": {}, "stay": {}}
PRESETS = {
    "vamos": VAMOS,
    "ofc": OFC,
    "pineapple": PINEAPPLE,
    "pineapple-aa": VAMOS | {"entry": {14: 14, "trips": 14}},
    "two-deck": PINEAPPLE,
    "two-deck-ofc": OFC,
    "criss-cross": NO_FANTASYLAND,
    "legends-2013": NO_FANTASYLAND,
    "aria-2013": NO_FANTASYLAND | {"middle_trips": 0},
    "ept-2013": OFC | {"cap": "current"},
    "pca-2013": OFC | {"cap": "none"},
    "nugget-2013": OFC | {"royalties": "trump"},
    "bristol-2013": OFC | {"settlement": "payer_rounds", "cap": "current", "exact_cover": "out"},
}


def hand(cards):
    """(category, ranks...): bigger is better; a missing kicker is smaller than any card."""
    return ranked(tuple(cards))


@lru_cache(maxsize=500)
def ranked(cards):
    ranks = sorted((RANKS.index(card[0]) + 2 for card in cards), reverse=True)
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    counts = [n for n, _ in groups]
    suited = len(cards) == 5 and len({card[1] for card in cards}) == 1
    high = straight_to(ranks)
    holds = {
        0: True,
        1: counts[0] == 2,
        2: counts[:2] == [2, 2],
        3: counts[0] == 3,
        4: high > 0,
        5: suited,
        6: counts[:2] == [3, 2],
        7: counts[0] == 4,
        8: suited and high > 0,
        9: counts[0] == 5,
    }
    category = max(number for number, true in holds.items() if true)
    if category in (4, 8):
        return category, high
    if category == 5:
        return category, *ranks
    return category, *(rank for _, rank in groups)


def straight_to(ranks):
    """The highest card of a straight, 0 if the ranks are none."""
    if len(ranks) < 5 or len(set(ranks)) < 5:
        return 0
    if set(ranks) == {14, 2, 3, 4, 5}:
        return 5
    return ranks[0] if ranks[0] - ranks[-1] == 4 else 0


def royalty(row, cards, rules):
    """Points for one row by itself."""
    category, first, *_ = hand(cards)
    if row == "top":
        return {1: max(0, first - 5), 3: first + 8}.get(category, 0)
    bottom = {4: 2, 5: 4, 6: 6, 7: 10, 8: 15, 9: 15}
    points = 25 if (category, first) == (8, 14) else bottom.get(category, 0)
    if row == "bottom":
        return points
    return rules["middle_trips"] if category == 3 else points * 2


def fouled(player):
    if player.get("declared_foul"):
        return True
    top, middle, bottom = (hand(player[row]) for row in ("top", "middle", "bottom"))
    return top > middle or middle > bottom or (player["strict"] and middle in (top, bottom))


def earned(player, rules):
    if fouled(player):
        return {"top": 0, "middle": 0, "bottom": 0}
    return {row: royalty(row, player[row], rules) for row in ("top", "middle", "bottom")}


def shoots_moon(player):
    if fouled(player):
        return False
    category, first, *_ = hand(player["bottom"])
    return category == 0 and first <= 11


def dragon(player):
    if player.get("declared_foul"):
        return False
    return len({card[0] for row in ("top", "middle", "bottom") for card in player[row]}) == 13


def extra(won, rules):
    """More points for a player who won so many rows."""
    if rules["scoring"] == "1-6":
        return 3 if won == 3 else 0
    return 1 if won >= 2 else 0


def pair(a, b, rules):
    """What a wins from b, as the contract writes it."""
    result = {"a": a["seat"], "b": b["seat"], "rows": None, "scoop": 0}
    if rules["moon"] and (shoots_moon(a) or shoots_moon(b)):
        return result | {"points": rules["moon"] * (shoots_moon(a) - shoots_moon(b))}
    if rules["naturals"].get("dragon") and (dragon(a) or dragon(b)):
        return result | {"points": rules["naturals"]["dragon"] * (dragon(a) - dragon(b))}
    mine, his = earned(a, rules), earned(b, rules)
    if fouled(a) and fouled(b):
        return result | {"points": 0}
    if fouled(a) or fouled(b):
        sign = 1 if fouled(b) else -1
        scoop = sign * extra(3, rules)
        return result | {
            "scoop": scoop,
            "points": sign * 3 + scoop + sum(mine.values()) - sum(his.values()),
        }
    rows, bonus = [], 0
    for row in ("top", "middle", "bottom"):
        one, other = hand(a[row]), hand(b[row])
        rows.append(1 if one > other else -1 if one < other else 0)
        if rules["royalties"] == "net":
            bonus += mine[row] - his[row]
        elif rows[-1] == 1:
            bonus += mine[row]
        elif rows[-1] == -1:
            bonus -= his[row]
    scoop = extra(rows.count(1), rules) - extra(rows.count(-1), rules)
    return result | {"rows": rows, "scoop": scoop, "points": sum(rows) + scoop + bonus}


def payment_list(order, pairs, rules):
    """(payer, payee, points) in the order of the settlement."""
    debts = {}
    for one in pairs:
        if one["points"] > 0:
            debts[one["b"], one["a"]] = one["points"]
        if one["points"] < 0:
            debts[one["a"], one["b"]] = -one["points"]
    found = []
    if rules["settlement"] == "pairs":
        for one, other in combinations(order, 2):
            found += [ends for ends in ((one, other), (other, one)) if ends in debts]
    else:
        for place, payer in enumerate(order):
            round_table = order[place + 1 :] + order[:place]
            found += [(payer, payee) for payee in round_table if (payer, payee) in debts]
    return [(payer, payee, debts[payer, payee]) for payer, payee in found]


def between(owners, purse, pairs):
    """The points of every two owners over all their layouts, in the order of the table."""
    found = []
    for a, b in combinations(owners, 2):
        points = 0
        for one in pairs:
            ends = purse[one["a"]], purse[one["b"]]
            points += one["points"] * ((ends == (a, b)) - (ends == (b, a)))
        found.append({"a": a, "b": b, "points": points})
    return found


def verdict(gone, due, owed, paid):
    if gone:
        return "void"
    if paid < owed:
        return "short"
    return "capped" if owed < due else "full"


def settle(request):
    """The answer of the hand contract to a good request."""
    rules = PRESETS[request["ruleset"]] | request.get("overrides", {})
    marked = [one | {"strict": rules["strict_rows"]} for one in request["players"]]
    players = sorted(marked, key=lambda one: (one["seat"] <= request["button"], one["seat"]))
    order = [one["seat"] for one in players]
    purse = {one["seat"]: one.get("owner", one["seat"]) for one in players}
    owners = [seat for seat in order if purse[seat] == seat]
    meeting = [two for two in combinations(players, 2) if len({purse[p["seat"]] for p in two}) == 2]
    pairs = [pair(a, b, rules) for a, b in meeting]
    start = {one["seat"]: one["stack"] for one in players if one["seat"] in owners}
    owed_points = payment_list(owners, between(owners, purse, pairs), rules)
    stack, out, gone_when, dry_when, payments = dict(start), set(), {}, {}, []
    values = {
        frozenset(map(int, name.split("-"))): value
        for name, value in request.get("pair_values", {}).items()
    }
    for number, (payer, payee, points) in enumerate(owed_points):
        due = points * values.get(frozenset({payer, payee}), request["point_value"])
        cap = {
            "start": start[payee],
            "current": stack[payee],
            "none": due,
            "pair_min": min(start[payee], start[payer]),
        }[rules["cap"]]
        owed = min(due, cap)
        given = sum(one["paid"] for one in payments if one["payer"] == payer)
        funds = stack[payer] if rules["winnings_usable"] else start[payer] - given
        paid = 0 if {payer, payee} & out else min(owed, funds)
        status = verdict({payer, payee} & out, due, owed, paid)
        stack[payer] -= paid
        stack[payee] += paid
        if paid and stack[payer] == 0:
            dry_when[payer] = number
        empty = stack[payer] == 0 and status != "void"
        if empty and (status == "short" or (paid and rules["exact_cover"] == "out")):
            out.add(payer)
            gone_when[payer] = number
        payments.append(
            {"payer": payer, "payee": payee, "due": due, "owed": owed, "paid": paid}
            | {"status": status}
        )
    broke = [seat for seat in owners if stack[seat] == 0]

    def finish(seat):
        if rules["simultaneous_rank"] == "start_stack":
            return (start[seat],)
        return start[seat], gone_when.get(seat, 99), dry_when[seat]

    levels = sorted({finish(seat) for seat in broke}, reverse=True)
    answer = {
        "order": order,
        "players": [result(one, pairs, stack[purse[one["seat"]]], rules) for one in players],
        "pairs": pairs,
        "payments": payments,
        "eliminated": [[seat for seat in broke if finish(seat) == level] for level in levels],
    }
    if len(owners) < len(players):
        return answer  # Whose button it is, nobody says of layouts with owners.
    alive = [one for one in answer["players"] if not one["eliminated"]]
    frozen = rules["button_frozen_in_fl"] and any(one["fantasyland_next"] for one in alive)
    return answer | {"next_button": alive[-1 if frozen else 0]["seat"]}


def result(player, pairs, stack, rules):
    seat = player["seat"]
    points = sum(one["points"] for one in pairs if one["a"] == seat)
    points -= sum(one["points"] for one in pairs if one["b"] == seat)
    return {
        "seat": seat,
        "foul": fouled(player),
        "royalties": earned(player, rules),
        "points": points,
        "stack": stack,
        "fantasyland_next": 0 if stack == 0 else fantasyland(player, rules),
        "eliminated": stack == 0,
    }


def fantasyland(player, rules):
    """Cards of the next Fantasyland hand."""
    if fouled(player):
        return 0
    if player.get("fantasyland"):
        strong = [hand(player[row])[0] >= least for row, least in rules["stay"].items()]
        return rules["stay_cards"] if any(strong) else 0
    category, first, *_ = hand(player["top"])
    if category == 3:
        return rules["entry"].get("trips", 0)
    return rules["entry"].get(first, 0) if category == 1 else 0
