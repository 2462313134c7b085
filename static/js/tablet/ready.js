// Between hands: the last result, orders that must be answered, who is dealt in, "Next hand".
import { pays } from "./check.js";
import { ACTS, app, at, hand, now, outbox, pending, post } from "./main.js";
import { $, act, badge, button, h, icon, mark, redraw, span, text } from "./page.js";
import { number, t } from "./words.js";

export const sitting = (s) => s.seats.filter((seat) => seat.entry !== null);
// Why no hand may start, in words, or nothing.
function blocked(s) {
  if (s.waits || s.hand?.state === "started") return t("waits");
  if (s.next_button === null && !app.up) return t("needs_button");
  if (s.can_start && !pending()) return s.can_start.message;
  if (sitting(s).length < 2) return t("few_players");
  const late = !app.up && s.clock.kind === "break" && !(now() < Date.parse(s.table.extra_until));
  return late && !sitting(s).some((seat) => seat.fantasyland) ? t("break") : "";
}
export function draw(s, part) {
  const { extraTime, orderCard, overtaken } = part("orders") ?? {};
  overtaken?.(s);
  const stop = blocked(s);
  const orders = s.notices.filter(({ action, kind }) => orderCard && (action || /^(break|break_pending|hand_for_hand)$/.test(kind)));
  text(act("start"), `${t("next_hand")} ${s.next_hand}`);
  mark(act("start"), { "aria-disabled": !!stop || s.notices.some((one) => one.action) });
  const last = s.hand;
  const paid = last?.outcome?.payments;
  $("reopen").hidden = last?.state !== "recorded";
  const kept = last && outbox.waits(last.number);
  const extra = extraTime?.(s);
  const said = (words, kind) => words && h("p", { class: "message", "data-kind": kind }, icon("info"), words);
  redraw($("ready"), [s.seats, s.next_hand, s.next_button, orders, stop, extra, kept, last?.state, paid], () => [
    h("div", { class: "tb-orders" }, orders.map((one) => orderCard(one)), said(extra, "info"), said(stop, "warn")),
    last && last.state !== "started" && h("section", { class: "panel" },
      h("h2", {}, `${t("hand_no", { n: last.number })} `, h("small", {}, t(`${kept ? "stored" : last.state}_word`), last.points_only && ` · ${t("points_mode")}`)),
      paid && (paid.length ? h("ol", { class: "pays" }, paid.map((one) => h("li", { class: "pay" }, h("b", {}, pays(one))))) : h("p", {}, t("no_payment")))),
    h("section", { class: "panel" }, h("h2", {}, `${t("next_hand")} ${s.next_hand}`), h("ul", { class: "tb-deal" }, dealing(s))),
  ]);
}
function dealing(s) {
  return sitting(s).map(({ seat, name, stack, fantasyland, absent }) => h("li", {}, span("seat-no", seat), h("b", {}, name),
    seat === s.next_button && span("disc", "D"), span("tb-stack", number(stack)),
    badge(fantasyland ? "fl" : "", fantasyland ? "★ " : "", t("deal_n", { n: fantasyland || s.rules.streets[0][0] })),
    button(t(absent ? "absent" : "here"), "stay", seat, "tb-here", { "aria-pressed": !!absent })));
}
Object.assign(ACTS, {
  stay(arg) {
    const { seat, absent } = at(app.view.seats, Number(arg));
    return post("absent", { seat, absent: !absent });
  },
  start() {
    const s = app.view;
    if (blocked(s) || s.notices.some((one) => one.action)) return;
    app.message = null;
    const { level, point_value } = s.clock;
    const players = sitting(s).map(({ seat, entry }) => ({ seat, entry }));
    const alone = !app.up || outbox.waiting.length > 0;
    const offline = alone ? { at: new Date(now()).toISOString(), level, point_value, players } : null;
    hand("start", { absent: sitting(s).filter((seat) => seat.absent).map((seat) => seat.seat), offline }, s.next_hand);
  },
  reopen() {
    app.message = app.draft = null;
    hand("undo");
  },
});
