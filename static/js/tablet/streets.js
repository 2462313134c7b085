// Street by street, and players who are absent: what the strip says then, and what the taps do.
import { FILL } from "./draft.js";
import { ACTS, app, edit, nameOf, post, seatOf } from "./main.js";
import { t } from "./words.js";

// The slots that the rule will fill at an absent player's next draw.
export function outlined(draft, seat) {
  const count = draft.count(seat);
  if (!draft.streets || !draft.isAuto(seat) || count === 13) return [];
  return FILL.flatMap((row) => draft.free(seat, row)).slice(0, draft.needs[draft.street(count)] - count);
}
// Earlier streets are frozen while a hand is entered street by street.
export function frozen(draft, seat, slot) {
  const { street = -1 } = draft.turn() ?? {};
  if (!draft.byDraws || draft.d.free || street < 0 || draft.inFantasyland(seat)) return false;
  const at = draft.d.seq[seat].indexOf(slot);
  return at >= 0 && draft.street(at) < street;
}
// What a player in Fantasyland says with a tap: the cards are set, face down.
export const down = (draft, seat, cards) => draft.byDraws && cards > 0 && !draft.count(seat) && !draft.d.down[seat]
  && `${t("face_down_n", { n: cards })} ${t("set_is_down")}`;
// Absence takes effect at the next draw; so does the return. Undo leaves it alone.
export function absent(draft, seat, away) {
  const { d } = draft;
  const count = draft.count(seat);
  const from = draft.inFantasyland(seat) || !draft.streets ? count : [0, ...draft.needs].find((need) => need >= count);
  const spans = (d.away[seat] ??= []);
  if (!away) {
    for (const span of spans) span[1] ??= Math.max(from, span[0]);
    return;
  }
  if (draft.isAway(seat)) return;
  spans.push([from, null]);
  if (!draft.streets) Object.assign(d, { mode: "streets", auto: true });
  if (d.auto) d.pin = seat;
}
const firstName = (seat) => nameOf(seat).split(" ")[0];
// Whose draw it is, or that somebody who is absent may be back.
export function strip(draft) {
  const away = draft.empty && draft.order.find((seat) => draft.isAway(seat));
  if (away) return ["warn", "person", t("is_absent", { p: nameOf(away) }), [[t("is_here", { p: firstName(away) }), "here", away]]];
  const { seat, street = -1, left } = draft.turn() ?? {};
  if (!draft.streets || street < 0) return null;
  const states = draft.order.map((one) => `\u2003${firstName(one)}\u00a0${one === seat ? "►" : draft.count(one) >= draft.needs[street] ? "✓" : "·"}`);
  return ["info", "right", `${t("street_n", { n: street + 1 })}: ${t("to_place", { p: firstName(seat), n: left })} ${states.join("")}`];
}
async function absence(seat) {
  const away = !app.draft.isAway(seat);
  edit((draft) => absent(draft, seat, away));
  await post("absent", { seat, absent: away });
}
Object.assign(ACTS, {
  here: (arg, node) => absence(Number(arg) || seatOf(node)),
  away: () => app.draft.turn() && absence(app.draft.turn().seat),
  down: (arg, node) => edit((draft) => draft.change((d) => { d.down[seatOf(node)] = true; })),
  mode: () => edit((draft) => draft.change((d) => Object.assign(d, {
    mode: draft.streets ? "final" : "streets", auto: false, mixed: d.mixed || !draft.empty,
  }))),
});
