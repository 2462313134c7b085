// What is rarer between hands: answers to orders, counts, a hand that somebody else recorded.
import { ACTS, app, now, outbox, post, say } from "./main.js";
import { button, h } from "./page.js";
import { sitting } from "./ready.js";
import { ask, chips, yes } from "./sheets.js";
import { t } from "./words.js";

const venueTime = (s, at) => new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: s.event.time_zone });
// How long this table may still start hands in the break, in words, or nothing.
export function extraTime(s) {
  const until = Date.parse(s.table.extra_until);
  return s.clock?.kind === "break" && now() < until && t("extra_time", { t: venueTime(s, until) });
}
export function orderCard({ id, action, kind, text, data = {} }) {
  const words = { left: "left", arrived: "seated" }[action];
  return h("section", { class: "panel tb-order", "data-testid": "order", "aria-label": t(`kind.${kind}`) },
    h("h2", {}, t(`kind.${kind}`)), h("p", {}, text),
    h("div", { class: "cluster" },
      words && button(t(words, { p: data.name ?? "", n: data.stack ?? 0 }), "order", `${id}/${action}/${data.stack}`, "btn-primary"),
      words && button(t("other_amount"), "order", `${id}/${action}/`),
      action === "count" && button(t("count_now"), "count", "", "btn-primary")));
}
// Another tab of this tablet, or the floor, was faster with the hand on this screen.
export function overtaken(s) {
  const n = app.draft?.hand;
  if (!/entry|check/.test(app.came) || s.hand?.number !== n || s.hand.state !== "recorded") return;
  app.came = "ready";
  const rows = outbox.rows.filter((row) => row.state !== "refused" && RegExp(`^hands/${n}/(record|points|undo)$`).test(row.path));
  const first = rows[rows.findLastIndex((row) => row.path.endsWith("undo")) + 1];
  if (outbox.mine.has(first?.body.submission)) return;
  const at = first ? first.at + app.offset : Date.parse(s.last[0].at);
  app.message = ["warn", "warn", t(first ? "already_by" : "already", { n, t: venueTime(s, at), p: s.dealer.name })];
}

Object.assign(ACTS, {
  async order(arg) {
    const [id, action, known] = arg.split("/");
    let stack = chips(known);
    if (stack === null) stack = chips((await ask(t("other_amount"), yes(), { fields: { stack: { label: t("stack"), inputmode: "numeric", required: true } } }))?.stack ?? "");
    if (stack !== null) post(`orders/${id}/${action}`, { stack });
  },
  async count() {
    const seats = sitting(app.view);
    const fields = Object.fromEntries(seats.map((seat) => [`s${seat.seat}`, { label: seat.name, inputmode: "numeric", required: true }]));
    const answer = await ask(t("count_check"), yes(), { text: t("count_text"), fields });
    if (!answer) return;
    const counts = seats.map(({ seat }) => ({ seat, stack: chips(answer[`s${seat}`]) ?? 0 }));
    await post("count", { counts });
    const wrong = seats.filter((seat, i) => counts[i].stack !== seat.stack);
    say(wrong.length ? "warn" : "good", wrong.length ? t("count_differs", { p: wrong.map((seat) => seat.name).join(", ") }) : t("count_right"));
  },
});
