// The dealer's tablet: its state, the network, and the entry of cards. Every other screen and dialog is
// a module that is fetched when needed, and at the latest once the first screen stands: from then on
// nothing here depends on a network.
import { Draft } from "./draft.js";
import { Outbox, api } from "./outbox.js";
import { $, button, fill, mark, redraw, text } from "./page.js";
import { build, paint, place } from "./view.js";
import { cardName, printed, speak, t } from "./words.js";

const DEAF = 600;
const { body, documentElement: root } = document;
const read = (key) => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };
export const write = (key, value) => { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* full: the server has the draft */ } };
export const app = {
  set: { deck: "four", theme: "light", lang: root.lang, ...read("tablet-settings") },
  kept: read("tablet-state"), // {state, time}
  phase: "wait", up: true, reading: "", offset: 0, deaf: 0, shown: {},
};
export const outbox = new Outbox(answered);

// ---- The other modules
const PARTS = ["check", "fouls", "keys", "live", "more", "moves", "orders", "pads", "project", "ready", "refused", "rows", "score", "sign", "streets"];
const parts = {};
export const load = async (name) => (parts[name] ??= await import(`./${name}.js`));
export const here = (name) => parts[name];
// A module that is here; otherwise it is sent for, and the page is drawn again.
const part = (name) => {
  if (!parts[name]) load(name).then(render).catch(() => {});
  return parts[name];
};
async function everything() {
  const found = await Promise.allSettled(PARTS.map(load));
  if (found.some((one) => one.status === "rejected")) refresh(); // is the server there at all?
}

// ---- State
export const now = () => Date.now() + app.offset;
const since = () => outbox.since(app.kept.time);
const view = () => app.kept && (part("project")?.project(app.kept.state, since(), now()) ?? app.kept.state);
export const pending = () => since().some((row) => /hands/.test(row.path));
export const at = (list, seat) => list.find((one) => one.seat === seat);
export const nameOf = (seat) => at(app.view.hand.players, seat).name;
export const post = (path, facts) => {
  const add = () => outbox.add(path, facts, app.kept.state.table.uid);
  return parts.project ? add() : load("project").catch(() => {}).then(add);
};
export const hand = (name, facts = {}, n = app.view.hand.number) => post(`hands/${n}/${name}`, facts);

export async function refresh() {
  const time = Date.now();
  const { status, data, etag } = await api("GET", "");
  heard(status);
  if (status === 200) {
    api.etag = etag;
    app.offset = Date.parse(data.now) - Date.now();
    app.kept = { state: data, time };
    write("tablet-state", app.kept);
    if (["finished", "closed"].includes(data.event.status) && !outbox.waiting.length) await outbox.clear();
  } else if (status === 304) app.kept.time = time;
  if (status) {
    app.failed = status === 403 && data.error?.code;
    app.why = app.failed && data.error.message;
  }
  render();
}
// What an answer says of the network: 0 is no answer.
export function heard(status) {
  const up = status > 0 && status < 500;
  if (up && !app.up) outbox.flush();
  app.up = up;
}
function answered(row, status, code) {
  if (status !== undefined) heard(status);
  if (["device_unknown", "dealer_needed"].includes(code)) app.failed = code;
  if (!row) return render();
  if (row.state === "refused" && row.path !== "refused") say("danger", row.error.message ?? t("refused"));
  const shown = row.path.endsWith("/record") && row.outcome?.payments && app.shown[row.path];
  if (shown && shown !== money(row.outcome)) say("danger", t("differs"));
  refresh();
}
export const money = (outcome) => JSON.stringify(outcome.payments.map((one) => [one.payer, one.payee, one.paid]));

function save() {
  const { hand, d, past, next } = app.draft;
  write("tablet-draft", { hand, d, past, next, table: app.kept.state.table.uid, at: now() });
  app.saving ||= setTimeout(sendDraft, 2000);
}
// Also while cards come without a pause, so that a lost tablet has lost two seconds of them.
function sendDraft() {
  const { hand, d } = app.draft ?? {};
  app.saving = 0;
  if (d) api("PUT", "draft", { hand, body: { d } });
}
// The draft of the open hand: this tablet's own, else the one on the server, else what was recorded.
function open(s) {
  const { number: n, layouts, order, players } = s.hand;
  const key = `${s.table.uid} ${n} ${order} ${players.map((player) => player.seat)}`;
  if (app.draft?.key === key) return;
  const found = read("tablet-draft");
  const own = found?.hand === n && found.table === s.table.uid && found;
  const other = s.draft?.hand === n && s.draft.device !== s.device.uid && s.draft.body?.d;
  const saved = other && !(own?.at > Date.parse(s.draft.at)) ? { d: other } : own;
  const draft = (app.draft = new Draft(s.hand, s.rules, s.settings.streets, saved));
  draft.key = key;
  app.check = null;
  const away = players.filter(({ seat, absent }) => absent && !draft.isAway(seat));
  if (away.length || layouts.length) again(draft, layouts, away).catch(() => { app.draft = null; });
}

async function again(draft, layouts, away) {
  const [{ fill }, { absent }] = await Promise.all(["moves", "streets"].map(load));
  if (draft.empty) fill(draft, layouts);
  for (const { seat } of away) absent(draft, seat, true);
  render();
}

// ---- Drawing
export function render() {
  const s = (app.view = view());
  const dealt = s?.hand?.state === "started" && s.hand.button !== null;
  if (dealt) open(s);
  const phase = !s || (app.failed && app.failed !== "dealer_needed") ? "wait" : !s.dealer || app.failed ? "sign"
    : !dealt ? "ready" : app.check?.outcome ? "check" : "entry";
  if (phase !== app.phase) {
    if (app.phase !== "wait") app.deaf = performance.now() + DEAF;
    app.came = app.phase;
    $("main").scrollTop = 0;
  }
  app.phase = body.dataset.phase = phase;
  if (s) head(s, phase);
  const waiting = (body.dataset.unsent = outbox.unsent);
  fill(body, {
    "#wait-text": app.why || t(app.up ? "wait" : "no_contact"),
    "#pair": !!app.failed,
    "#net": !s ? "" : !app.up ? `⌁ ${t("offline")}` : waiting ? t("waiting_to_send", { n: waiting }) : `● ${t("saved")}`,
  });
  if (phase === "entry") {
    build(s.hand);
    paint(app.draft, s.hand, app, part("rows"), app.draft.unusual && part("streets"));
    if (app.set.pads) part("pads")?.draw(app.draft);
  } else if (phase !== "wait") part(phase)?.draw?.(s, part);
  drawStrip(s, phase);
}
function head(s, phase) {
  const between = phase === "ready" || !s.hand;
  const { level, point_value: value } = (between ? s.clock : s.hand) ?? {};
  const { floor } = s;
  fill(body, {
    "#where": `${t("table")} ${s.table.number} · ${t("hand_no", { n: between ? s.next_hand : s.hand.number })}`,
    "#what": level ? `${t("level_n", { n: level })} · ${t("a_point", { n: value })}` : "",
    "#floor-text": !floor ? t(innerWidth < 700 ? "floor" : "call_floor")
      : floor.taken_by ? t("is_coming", { p: floor.taken_by }) : t("called", { t: clock(floor.called_at ? now() - Date.parse(floor.called_at) : 0) }),
  });
  mark($("floor"), { "aria-pressed": !!floor });
  // A new level lights up once: two names for one animation, so that it runs again for the next.
  if (app.level !== level) $("what").className = app.level ? `is-new-${level % 2}` : "";
  app.level = level;
}
// Minutes and seconds.
const clock = (ms) => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

// One line, the most urgent first: kind, icon, words, buttons.
function notice(s, phase) {
  if (app.message) return app.message;
  if (!s) return ["", "info", ""];
  const { floor, last: [last] } = s;
  if (floor) {
    const words = t(floor.taken_by ? "floor_coming" : "floor_called", { p: floor.taken_by });
    return ["danger", "bell", words, [[t("reason"), "reason"], [t("cancel"), "unfloor"]]];
  }
  // Only the server draws the first button of a table.
  const undrawn = phase === "ready" && (s.hand?.state === "started" ? s.hand.button : s.next_button) === null;
  if (!app.up) return ["warn", "offline", t(undrawn ? "needs_button" : outbox.hands ? "offline_hands" : "offline_strip", { n: outbox.hands })];
  const order = s.notices.find((one) => one.kind !== "floor");
  if (order) return [order.kind === "level" ? "info" : "warn", "info", order.text];
  if (phase === "sign") return ["info", "person", t("sign_in_first")];
  const { state, number: n } = s.hand ?? {};
  if (phase === "ready" && state === "recorded") return outbox.waits(n) ? ["info", "info", t("stored", { n })] : ["good", "check", t("recorded_open", { n })];
  return (phase === "entry" && entering(app.draft, last)) || quiet(s.clock ?? {}, state === "started" && s.hand);
}
function entering(draft, last) {
  const words = draft.unusual && part("streets")?.strip(draft);
  // The server reopens a hand until the next one starts; this one has.
  return words || draft.empty && last?.state === "recorded" && ["good", "check", t("recorded", { n: last.number }), [[t("ask_correction"), "correction"]]];
}
const quiet = ({ paused, kind, level, ends_at: ends, hand: k, hands: m }, open) => ["", "info", paused ? t("paused") : kind === "break" ? t("break")
  : m ? t("hand_line", { n: open.level ?? level, k: open.level_hand ?? k, m })
  : level ? t("clock_line", { n: level, t: ends ? clock(Date.parse(ends) - now()) : "–" }) : ""];
function drawStrip(s, phase) {
  const [kind, icon, words, acts = []] = notice(s, phase);
  $("strip").dataset.kind = kind;
  $("strip").querySelector("use").setAttribute("href", `${body.dataset.sprite}#${icon}`);
  text($("strip-text"), words);
  redraw($("strip-acts"), acts, () => acts.map((one) => button(...one)));
}
export function say(kind, words, acts) {
  app.message = [kind, kind === "good" ? "check" : "warn", words, acts];
  render();
}
export const warn = (key, facts, acts) => say("warn", t(key, facts), acts);

// ---- Entry
export const edit = (act) => {
  const { draft } = app;
  const before = draft.d.free;
  act(draft);
  app.message = app.chosen = app.check = null;
  render();
  save();
  if (before && !draft.d.free) load("more").then((more) => more.corrected(before));
};
export const sign = (card) => printed(card[0]) + { s: "♠", h: "♥", d: "♦", c: "♣" }[card[1]];
export function lay(card) {
  const { draft } = app;
  if (draft.used(card)) return run("used", card);
  if (app.set.twoTap && !app.set.pads && app.chosen !== card) {
    app.chosen = card;
    return render();
  }
  let there;
  edit(() => { there = draft.place(card); });
  if (!there) return warn("all_in");
  $("say").textContent = `${cardName(card)}, ${place(draft, there)}`;
  navigator.vibrate?.(8);
}
export const seatOf = (node) => Number(node.closest("[data-seat]").dataset.seat);
// What a tap does: (argument, button). The other modules add theirs.
export const ACTS = {
  card: (arg, node) => lay(node.dataset.card),
  quiet() { app.message = null; render(); },
  undo: () => edit((draft) => draft.undo()),
  redo: () => edit((draft) => draft.redo()),
  floor() {
    app.message = null; // the strip has the reasons now
    return app.view.floor ? ACTS.unfloor() : post("floor", { reason: "" });
  },
  unfloor: () => post("floor/cancel", {}),
};
export async function run(name, arg = "", node = null) {
  if (!ACTS[name]) await everything();
  return ACTS[name]?.(arg, node);
}

// ---- Taps: cards and rows answer the finger going down, the rest a click.
let down = null;
function act(event) {
  const node = event.target.closest?.("[data-act]");
  if (!node) return;
  const { act: name, arg } = node.dataset;
  // These say why they do nothing.
  if (node.ariaDisabled === "true" && !["card", "slot", "row", "check", "record"].includes(name)) return;
  if (node.closest(".tb-bar") && app.phase !== "entry" && performance.now() < app.deaf) return;
  run(name, arg, node);
}
document.addEventListener("pointerdown", (event) => {
  down = null;
  const node = event.target.closest("#entry [data-act], [data-act=undo], [data-act=redo]");
  // Where the screen scrolls, a finger going down may mean to scroll.
  if (!node || event.button || $("main").scrollHeight > $("main").clientHeight + 1) return;
  down = node;
  act(event);
});
document.addEventListener("click", (event) => {
  const done = down && event.target.closest("[data-act]") === down && event.detail;
  down = null;
  if (!done) act(event);
});
$("pin-form").addEventListener("submit", (event) => { event.preventDefault(); run("sign_in"); });

// ---- Start
export async function dress() {
  const { theme, deck, left, mine, pads, lang } = app.set;
  Object.assign(root.dataset, { theme, deck });
  for (const [name, on] of Object.entries({ left, mine, pads })) body.classList.toggle(`is-${name}`, !!on);
  await speak(lang);
}
async function start() {
  await Promise.all([dress(), outbox.open()]);
  if (outbox.rows.length) await load("project").catch(() => {});
  render();
  await refresh();
  outbox.flush();
  setInterval(() => { if (!document.hidden) refresh(); }, 10000);
  setInterval(render, 1000);
  addEventListener("offline", () => { heard(0); render(); });
  await everything();
}
start();
