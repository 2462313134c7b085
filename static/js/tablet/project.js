// The table as it will be once the server has answered: its last state, and the commands since.
import { at } from "./main.js";
import { follow } from "./levels.js";
import { sitting } from "./ready.js";
import { actingOrder, nextButton, settle } from "./score.js";

// The button of the next hand among those who sit here now; after a misdeal it stays.
function buttonAfter(s) {
  const { rules, hand } = s;
  const numbers = sitting(s).map((one) => one.seat);
  if (!hand || hand.button === null || !numbers.length) return null;
  if (hand.state === "misdealt") return actingOrder(hand.button, numbers).at(-1);
  return nextButton(rules, hand.button, numbers, sitting(s).some((one) => one.fantasyland));
}

function start(s, body) {
  const button = s.next_button;
  const out = s.rules.button_sits_out && sitting(s).length > 3 ? button : null;
  const players = sitting(s).filter((seat) => seat.seat !== out).map((seat) => ({ ...seat }));
  s.hand = {
    number: s.next_hand, state: "started", button, players, layouts: [], outcome: null, points_only: false,
    level: body.offline?.level ?? s.clock.level, level_hand: s.clock.hand,
    point_value: body.offline?.point_value ?? s.clock.point_value,
    order: button === null ? [] : actingOrder(button, players.map((player) => player.seat)),
  };
  s.next_hand += 1;
}
// What becomes of the open hand, or of the recorded one: [state before, act].
const COMMANDS = {
  record: ["started", (s, { layouts }) => {
    if (s.hand.button === null) return;
    const by = Object.fromEntries(layouts.map((one) => [one.seat, one]));
    for (const player of s.hand.players) if (player.absent && by[player.seat]) by[player.seat].absent = true;
    const outcome = settle(s.rules, s.hand, by);
    Object.assign(s.hand, { state: "recorded", layouts, outcome });
    for (const { seat: number, stack, fantasyland_next: fantasyland, eliminated } of outcome.players) {
      const seat = at(s.seats, number);
      Object.assign(seat, { stack, fantasyland, entry: eliminated ? null : seat.entry });
    }
    s.can_start = null;
  }],
  undo: ["recorded", (s) => {
    Object.assign(s.hand, { state: "started", outcome: null });
    for (const { seat, entry, name, stack, fantasyland } of s.hand.players) Object.assign(at(s.seats, seat), { entry, name, stack, fantasyland });
  }],
  misdeal: ["started", (s) => {
    s.hand.state = "misdealt";
    if (s.hand.level_hand && !s.hand.players.some((one) => one.fantasyland)) s.hand.level_hand -= 1;
    s.can_start = null;
  }],
  points: ["started", (s) => {
    Object.assign(s.hand, { state: "recorded", points_only: true });
    s.waits = true; // Who has which stack now is for the server to say.
  }],
};

function other(s, path, body) {
  if (path === "absent") {
    for (const one of [...s.seats, ...(s.hand?.players ?? [])]) if (one.seat === body.seat) one.absent = body.absent;
  } else if (path === "floor") s.floor ??= { called_at: null, reason: body.reason, taken_by: null };
  else if (path === "floor/cancel") s.floor = null;
  else if (path.startsWith("orders/") || path === "count") {
    const [, id, what] = path.split("/");
    const notice = s.notices.find((one) => (id ? String(one.id) === id : one.action === "count"));
    if (!notice) return;
    const seat = at(s.seats, notice.data?.seat);
    if (seat && what === "left") seat.entry = null;
    if (seat && what === "arrived") s.waits = true;
    s.notices = s.notices.filter((one) => one !== notice);
  }
}

// Level and point value now, by the structure, when the server cannot be asked.
function clockAt({ clock: known, structure }, now) {
  const clock = known && { ...known };
  let ends = Date.parse(clock?.ends_at);
  if (!ends || clock.paused || clock.break_pending || !structure) return clock;
  if (clock.hands) return now < ends ? clock : { ...clock, kind: "level", ends_at: null };
  const levels = structure.flatMap((line, i) => (line.level ? [i] : []));
  let at = levels[clock.level - 1] + (clock.kind === "break" ? 1 : 0);
  for (let line = structure[at + 1]; now >= ends && line; line = structure[at + 1]) {
    at += 1;
    clock.kind = line.break ? "break" : "level";
    if (line.level) Object.assign(clock, { level: levels.indexOf(at) + 1, point_value: line.level });
    ends += (line.seconds ?? line.break) * 1000;
  }
  clock.ends_at = new Date(ends).toISOString();
  return clock;
}

export function project(state, rows, now) {
  const s = structuredClone(state);
  s.clock = clockAt(s, now);
  for (const { path, body, table } of rows) {
    if (table !== s.table.uid) continue;
    const [, n, name] = /^hands\/(\d+)\/(\w+)$/.exec(path) ?? [];
    const [state, act] = COMMANDS[name] ?? [];
    if (name === "start") {
      if (s.hand?.state !== "started" && Number(n) === s.next_hand) start(s, body);
    } else if (!act) other(s, path, body);
    else if (s.hand?.number === Number(n) && s.hand.state === state) {
      act(s, structuredClone(body));
      follow(s);
    }
    if (s.hand?.state !== "started") s.next_button = buttonAfter(s);
  }
  return s;
}
