// What stands behind "More", the settings, and why the floor is called.
import { typed } from "./keys.js";
import { ACTS, app, dress, edit, hand, nameOf, outbox, post, render, say, sign, write } from "./main.js";
import { api } from "./outbox.js";
import { $ } from "./page.js";
import { declare } from "./moves.js";
import { ask, choose, chips, yes } from "./sheets.js";
import { place } from "./view.js";
import { t } from "./words.js";

const names = () => app.view.hand.players.map((player) => [player.name, player.seat]);
// Asks for one line of text; gives it or nothing.
const line = async (title, words, kind, text, label, facts = { required: true }) =>
  (await ask(t(title), yes(words, kind), { text: t(text), fields: { line: { label: t(label), ...facts } } }))?.line;

const ON_HAND = {
  async swap_boards() {
    const a = await choose(t("swap_boards"), names());
    const b = a && await choose(t("swap_with", { p: nameOf(a) }), names().filter(([, seat]) => seat !== a));
    if (b) edit((draft) => draft.change((d) => {
      for (const part of [d.cards, d.seq]) [part[a], part[b]] = [part[b], part[a]];
      d.pin = null;
    }));
  },
  correct_card: () => edit(({ d }) => { d.free = structuredClone(d.cards); }),
  async not_placed() {
    const seat = await choose(t("not_placed"), names());
    if (seat) declare(seat, !app.draft.d.foul[seat]);
  },
  async type_cards() {
    const cards = await line("type_cards", "ok", "btn-primary", "type_help", "cards", { "data-testid": "type" });
    if (cards) typed(cards);
  },
  async misdeal() {
    const reason = await line("misdeal", "misdeal_yes", "btn-danger", "misdeal_text", "reason");
    if (reason) hand("misdeal", { reason });
  },
  async points_mode() {
    const { order } = app.view.hand;
    const points = [];
    for (const [a, b] of order.flatMap((a, i) => order.slice(i + 1).map((b) => [a, b]))) {
      const pays = (x, y) => t("a_pays_b", { a: nameOf(x), b: nameOf(y) });
      const answer = await ask(`${nameOf(a)} – ${nameOf(b)}`, [[pays(a, b), -1], [pays(b, a), 1], [t("no_payment"), 0]],
        { text: t("points_text"), fields: { n: { label: t("points"), inputmode: "numeric", pattern: "[0-9]{1,3}", required: true } } });
      if (!answer) return;
      points.push({ a, b, points: answer.value * (chips(answer.n) ?? 0) });
    }
    const fantasyland = await nextInFantasyland(order);
    const reason = fantasyland && await line("points_mode", "record_hand", "btn-primary", "points_why", "reason");
    if (reason) hand("points", { reason, points, fantasyland });
  },
};
// Nobody has seen the cards, so the dealer says who plays Fantasyland next: [{seat, cards}].
async function nextInFantasyland(order) {
  const { fl_entry: entry, fl_stay_cards: stay } = app.view.rules;
  const counts = [...new Set([...Object.values(entry), stay])].filter((n) => n > 0).sort();
  if (!counts.length) return [];
  const fields = Object.fromEntries(order.map((seat) => [seat, { label: nameOf(seat), inputmode: "numeric", pattern: counts.join("|") }]));
  const answer = await ask(t("fl_next"), yes("ok"), { text: t("fl_next_text", { cards: counts.join(", ") }), fields });
  return answer && order.flatMap((seat) => (answer[seat] ? [{ seat, cards: Number(answer[seat]) }] : []));
}
// A card of an earlier street was changed: the director reads it, with the hand, whatever comes of it.
export function corrected(before) {
  const { d, order } = app.draft;
  const changes = order.flatMap((seat) => before[seat].flatMap((card, slot) => (card && card !== d.cards[seat][slot]
    ? [`${place(app.draft, { seat, slot })}: ${sign(card)} → ${d.cards[seat][slot] ? sign(d.cards[seat][slot]) : "–"}`] : [])));
  if (changes.length) hand("correction", { text: `${t("corrected")} ${changes.join("; ")}`.slice(0, 500) });
}
const MORE = {
  ...ON_HAND,
  async ask_correction() {
    const { number = 0, state } = app.view.hand ?? {};
    const n = (state === "started" && number - 1) || number;
    const title = `${t("hand_no", { n })} · ${t("ask_correction")}`;
    const text = await line(title, "send", "btn-primary", "correction_text", "what_wrong");
    if (text) hand("correction", { text }, n).then(() => say("good", t("sent_director")));
  },
  last_five() {
    const list = app.view.last.map((one) => `${t("hand_no", { n: one.number })}: ${(one.sentences ?? []).join(" ")}`);
    ask(t("last_five"), yes("ok", ""), { text: list.join("\n\n") || t("no_hands") });
  },
  async dealer_change() {
    await api("DELETE", "dealer");
    app.kept.state.dealer = null;
    render();
  },
  settings,
  // After a restore of the server: harmless, every id is known there or new.
  async resend_all() {
    for (const row of outbox.rows) if (row.state === "sent") await outbox.put({ ...row, state: "waiting" });
    outbox.flush();
    say("good", t("resent"));
  },
};
const OTHER = { deck: ["four", "two"], theme: ["light", "dark"] };
const SETTINGS = { twoTap: "two_tap", left: "left_handed", mine: "as_i_see", pads: "pads", deck: "two_colours", theme: "dark_theme" };
const LANGUAGES = { en: "English", es: "Español", pt: "Português", ru: "Русский" };
async function settings() {
  const { set } = app;
  const on = (name) => (OTHER[name] ? set[name] === OTHER[name][1] : set[name]);
  const mark = (words, is) => words + (is ? " ✓" : "");
  const value = await choose(t("settings"), [
    ...Object.entries(SETTINGS).map(([name, words]) => [mark(t(words), on(name)), name, "", t(`help.${words}`)]),
    ...Object.entries(LANGUAGES).map(([lang, words]) => [mark(words, set.lang === lang), lang]),
  ]);
  if (!value) return;
  if (LANGUAGES[value]) set.lang = value;
  else set[value] = OTHER[value] ? OTHER[value][on(value) ? 0 : 1] : !set[value];
  write("tablet-settings", set);
  await dress();
  render();
  settings();
}

Object.assign(ACTS, {
  settings,
  swap_boards: MORE.swap_boards,
  correction: MORE.ask_correction,
  async more() {
    const entry = app.phase === "entry";
    const list = Object.keys(MORE).filter((one) => entry || !ON_HAND[one]).map((one) => [t(one), one, "", t(`help.${one}`)]);
    // A phone has no room for this button above.
    if (entry && !$("mode").offsetParent) list.push([t(app.draft.streets ? "final_layout_mode" : "street_mode"), "mode"]);
    const value = await choose(t("more"), list);
    (MORE[value] ?? ACTS[value])?.();
  },
  async reason() {
    const reason = await choose(t("call_floor"), ["ruling", "payment", "absent", "chips", "dealer", "other"].map((one) => [t(`floor.${one}`), one]));
    if (reason) post("floor", { reason });
  },
});
