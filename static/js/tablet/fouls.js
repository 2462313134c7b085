// Rare in a hand: a foul, asked once, with the swap that may mend it; what is dear; what is paid only in
// part; who else must agree; what is wrong.
import { layouts, names, playerAt } from "./check.js";
import { ACTS, app, edit, nameOf, post, run } from "./main.js";
import { button, icon } from "./page.js";
import { ROWS, combination, read } from "./rows.js";
import { choose } from "./sheets.js";
import { handName, t } from "./words.js";

const asked = new Set();
const swapRows = (draft, seat) => draft.change((d) => {
  const cards = d.cards[seat];
  d.cards[seat] = [...cards.slice(5, 10), ...cards.slice(0, 5), ...cards.slice(10)];
  d.seq[seat] = d.seq[seat].map((slot) => (slot < 5 ? slot + 5 : slot < 10 ? slot - 5 : slot));
});
// Whether the hand may be checked: each foul is so on the table, or was mended.
export async function askFouls() {
  const { rules } = app.view;
  for (const layout of layouts(app.draft)) {
    const { rows, wrong: [first] } = read(rules, layout);
    const key = JSON.stringify(layout);
    if (!first || layout.declared_foul || asked.has(key)) continue;
    // The likeliest mistake: two neighbouring rows exchanged, and no foul without that.
    const swap = !read(rules, { ...layout, middle: layout.bottom, bottom: layout.middle }).wrong.length;
    const pair = swap ? [1, 2] : first;
    const [upper, lower] = pair.map((i) => t(`${ROWS[i]}_row`));
    const [a, b] = pair.map((i) => handName(combination(rows[i]), true));
    const answer = await choose(t("foul"), [[t("yes_foul"), "foul", "btn-danger"], ...(swap ? [[t("swap_rows"), "swap", "btn-primary"]] : [])],
      t("foul_question", { p: nameOf(layout.seat), upper, lower, a, b }));
    if (!answer) return false;
    asked.add(key);
    if (answer === "swap") edit((draft) => swapRows(draft, layout.seat));
  }
  return true;
}
// Who must agree besides the dealer: a setting of the event.
export function signers({ order, payments }) {
  const loses = (seat) => payments.some((one) => one.paid && one.payer === seat);
  const { confirm } = app.view.settings;
  return order.filter((seat) => confirm === "all" || (confirm === "losers" && loses(seat)));
}
// Rare and dear: asks for one more yes.
export const doubts = ({ players, payments }) => [
  ...players.map(({ seat, eliminated }) => eliminated && t("is_out", { p: nameOf(seat) })),
  ...payments.flatMap(({ payer, payee, paid, status }) => {
    const { start } = playerAt(payer);
    return [status === "capped" && t("is_capped", names(payer, payee)),
      paid * 2 > start && paid < start && t("is_half", names(payer, payee))];
  }),
].filter(Boolean);
// Why it is less than what is due.
export function less({ payer, payee, due, owed, limit, funds, gone, status, out }) {
  if (gone.length) return t("less.void", { p: gone.map(nameOf).join(", ") });
  return [owed < due && app.view.rules.cap, status === "short" && "short", out && "out"]
    .filter(Boolean).map((why) => t(`less.${why}`, names(payer, payee, { due, limit: limit ?? 0, funds }))).join(" ");
}
const answer = (words, name, arg, on) => button(words, name, arg, "", { "aria-pressed": on });
export const answers = ({ yes, confirmed }, asked, agree) => [
  asked.length > 0 && answer([icon(yes ? "check" : "warn"), asked.join(" · ")], "yes", "", yes),
  ...agree.map((seat) => answer([confirmed.has(seat) && icon("check"), t("agrees", { p: nameOf(seat) })], "agree", seat, confirmed.has(seat))),
];
ACTS.yes = () => {
  app.check.yes = !app.check.yes;
  ACTS.quiet(); // what was missing is there now
};
ACTS.agree = (arg) => {
  const { confirmed } = app.check;
  if (!confirmed.delete(Number(arg))) confirmed.add(Number(arg));
  ACTS.quiet();
};
ACTS.wrong = async () => {
  const value = await choose(t("disagree"), ["wrong_card", "wrong_row", "wrong_player", "disagree_ruling"].map((one) => [t(one), one]));
  if (value === "disagree_ruling") post("floor", { reason: "payment" });
  else if (value) ACTS.back();
  if (value === "wrong_player") run("swap_boards");
};
