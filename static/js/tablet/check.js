// The check screen: rows, payments in the order of the rules, stacks, what comes next.
import { ACTS, app, at, hand, heard, here, load, money, nameOf, pending, render, warn } from "./main.js";
import { api } from "./outbox.js";
import { $, act, badge, h, icon, mark, redraw, span } from "./page.js";
import { ROWS, read } from "./rows.js";
import { handName, number, printed, t } from "./words.js";

const sum = (points) => ROWS.reduce((n, row) => n + points[row], 0);
const cards = (list) => list.map((card) => h("span", { "data-suit": card[1] }, printed(card[0]), icon(card[1])));
export const names = (payer, payee, facts) => ({ a: nameOf(payer), b: nameOf(payee), ...facts });
export const pays = ({ payer, payee, paid }) => t(paid ? "pays_to" : "pays_none", names(payer, payee, { n: paid }));
export const playerAt = (seat) => at(app.check.outcome.players, seat);
const dealtTo = (seat) => at(app.view.hand.players, seat).fantasyland;

// 3 × 1,000 + 4 × 100; what is left over stands at the end.
function breakdown(amount) {
  const parts = [];
  for (const chip of [...app.view.settings.chips].sort((a, b) => b - a)) {
    if (amount >= chip) parts.push(`${Math.floor(amount / chip)} × ${number(chip)}`);
    amount %= chip;
  }
  return [...parts, amount && number(amount)].filter(Boolean).join(" + ");
}

function board({ seat, foul, foul_rows: wrong, hands, royalties, fantasyland_next: next }) {
  const { check: { layouts: sheet, outcome }, view } = app;
  const layout = at(sheet, seat);
  const line = (row) => h("div", { class: "tb-line", "data-wrong": wrong.flat().includes(row) },
    span("tb-cards", cards(layout[row])),
    span("tb-hand", hands[row] && handName(hands[row], true), royalties[row] > 0 && h("strong", {}, ` +${royalties[row]}`)));
  return h("section", { class: "tb-board", "data-foul": foul, "aria-label": nameOf(seat) },
    h("h2", {}, h("span", {}, seat), ` ${nameOf(seat)} `, h("small", {}, `P${outcome.order.indexOf(seat) + 1}`),
      view.hand.button === seat && span("disc", "D"),
      foul && badge("danger", icon("foul"), t("foul")),
      next > 0 && badge("fl", icon("star"), t("fl_badge", { n: next }))),
    ROWS.map(line),
    h("p", { class: "muted" }, `${t("royalties")} ${sum(royalties)}`));
}
function payments({ payments: list, pairs }, less) {
  const item = (words, why, facts, chips) => h("li", { class: "pay", ...facts }, h("b", {}, words), chips, span("pay-why", why));
  const paid = list.map((one, i) => {
    const pair = pairs.find(({ a, b }) => [a, b].includes(one.payer) && [a, b].includes(one.payee));
    // Nobody is paid, so the sentence does not say yet whose points these are.
    const whose = one.paid ? "" : `${nameOf(one.payee)}: `;
    return item(pays(one), `${whose}${reason(pair, one)} ${less?.(one) ?? ""}`,
      { "data-testid": `pay-${i + 1}`, "data-status": one.status },
      one.paid > 0 && span("tb-chips", breakdown(one.paid)));
  });
  const even = pairs.filter((pair) => !pair.points).map(({ a, b }) => item(t("pays_none", names(a, b)), t("even")));
  return [...paid, ...even];
}
function reason({ a, points, scoop, rows, decided }, { payer, payee, due }) {
  const side = payee === a ? 1 : -1;
  const earned = (seat) => sum(playerAt(seat).royalties);
  const facts = { n: Math.abs(points), rows: "", scoop: scoop * side || 0, a: earned(payee), b: earned(payer), due };
  if (rows) facts.rows = rows.map((row) => ["−1", "0", "1"][row * side + 1]).join(" · ");
  return t(`why.${decided}`, facts);
}
function stack(seat) {
  const { start, stack: after } = playerAt(seat);
  const sign = after > start ? "▲" : after < start ? "▼" : "";
  return h("span", { "data-testid": `stack-${seat}` }, `${nameOf(seat)} ${number(start)} → `, h("b", {}, number(after)), ` ${sign}`);
}
function next({ players, next_button: n }) {
  const fantasyland = players.map(({ seat, fantasyland_next: count, eliminated: gone }) => {
    if (count) return `★ ${nameOf(seat)}: ${t(dealtTo(seat) ? "fl_stays_n" : "fl_enters", { n: count })}.`;
    return dealtTo(seat) && !gone && `${nameOf(seat)}: ${t("fl_leaves")}.`;
  });
  const out = players.map(({ seat, eliminated }) => eliminated && `✖ ${nameOf(seat)}: ${t("eliminated")}.`);
  const moves = `${t(n === app.view.hand.button ? "button_stays" : "button_moves", { n })}.`;
  return [...out, ...fantasyland, moves].filter(Boolean).map((line) => h("span", {}, line));
}

// Whether more is to be said or asked than who pays what.
const isDear = ({ players, payments }) => app.view.settings.confirm !== "dealer" || players.some((one) => one.eliminated)
  || payments.some(({ payer, paid, status }) => status !== "full" || paid * 2 > playerAt(payer).start);

export function draw(s, part) {
  const { outcome, said, provisional, yes, confirmed } = app.check;
  const dear = isDear(outcome);
  const rare = dear ? part("fouls") : null;
  const asked = rare?.doubts(outcome) ?? [];
  const agree = rare?.signers(outcome) ?? [];
  redraw($("check"), [outcome, said, yes, [...confirmed], provisional, !rare], () => [
    h("div", { class: "tb-boards" }, [...outcome.players].sort((a, b) => a.seat - b.seat).map(board)),
    h("div", { class: "tb-pays" },
      h("h2", {}, t("payments"), provisional && badge("warn", t("provisional"))),
      said && h("p", { class: "message", "data-kind": "danger" }, said),
      h("ol", { class: "pays" }, payments(outcome, rare?.less))),
    h("div", { class: "tb-after" }, h("p", {}, outcome.players.map((one) => one.seat).sort().map(stack)), h("p", {}, next(outcome))),
    h("div", { class: "tb-yes" }, rare?.answers(app.check, asked, agree)),
  ]);
  app.check.ready = (!dear || rare) && (!asked.length || yes) && agree.every((seat) => confirmed.has(seat));
  mark(act("record"), { "aria-disabled": !app.check.ready });
}

// The sheet of a hand as the server takes it, by seat.
export const layouts = (draft) => [...draft.order].sort((a, b) => a - b).map((seat) => ({
  seat,
  ...Object.fromEntries(ROWS.map((row) => [row, draft.cards(seat, row)])),
  declared_foul: !!draft.d.foul[seat],
  laid: draft.laid(seat),
}));

Object.assign(ACTS, {
  async check() {
    const { draft } = app;
    if (!draft.complete) {
      const seat = draft.order.find((one) => !draft.isFull(one));
      return warn("is_short", { p: nameOf(seat), n: draft.count(seat) });
    }
    const { rules, hand: dealt } = app.view;
    if (layouts(draft).some((one) => read(rules, one).wrong.length) && !await (await load("fouls")).askFouls()) return;
    const sheet = layouts(draft);
    const by = Object.fromEntries(dealt.players.map(({ seat, absent }) => [seat, { ...at(sheet, seat), absent }]));
    const scored = ({ settle }) => settle(rules, dealt, by);
    const scorer = here("score");
    const mine = (app.check = {
      number: dealt.number, layouts: sheet, outcome: scorer && scored(scorer), provisional: true, said: "", yes: false, confirmed: new Set(),
    });
    app.message = null;
    render();
    const { status, data } = await api("POST", `hands/${dealt.number}/preview`, { layouts: sheet });
    if (app.check !== mine) return;
    heard(status);
    if (status === 200) {
      mine.provisional = false;
      mine.outcome ??= data;
      if (money(data) !== money(mine.outcome)) Object.assign(mine, { outcome: data, said: t("differs") });
    } else {
      mine.outcome ??= scored(await load("score"));
      if (data?.error && !pending()) mine.said = data.error.message;
    }
    render();
  },
  back() { app.check = null; render(); },
  turn: () => document.body.classList.toggle("is-turned"),
  record() {
    const { check } = app;
    if (!check?.ready) return warn("confirm_first");
    app.check = app.message = null;
    document.body.classList.remove("is-turned");
    app.shown[`hands/${check.number}/record`] = money(check.outcome);
    return hand("record", { layouts: check.layouts, confirmed: [...check.confirmed] }, check.number);
  },
});
