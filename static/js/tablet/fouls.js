// Rare in a hand: a foul, asked once, with the swap that may mend it; what is dear; what is paid only in
// part; what is wrong.
import { layouts, names, playerAt } from "./check.js";
import { ACTS, app, edit, nameOf, post, run } from "./main.js";
import { ROWS, combination } from "./rows.js";
import { readBoard, swapMends } from "./score.js";
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
    const board = readBoard(rules, layout);
    const key = JSON.stringify(layout);
    if (!board.foul_rows.length || layout.declared_foul || asked.has(key)) continue;
    const swap = swapMends(rules, layout);
    const [upper, lower] = swap ? ["middle", "bottom"] : board.foul_rows[0];
    const shows = (row) => handName(combination(board.rows[ROWS.indexOf(row)]), true);
    const answer = await choose(t("foul"), [[t("yes_foul"), "foul", "btn-danger"], ...(swap ? [[t("swap_rows"), "swap", "btn-primary"]] : [])],
      t("foul_question", { p: nameOf(layout.seat), upper: t(`${upper}_row`), lower: t(`${lower}_row`), a: shows(upper), b: shows(lower) }));
    if (!answer) return false;
    asked.add(key);
    if (answer === "swap") edit((draft) => swapRows(draft, layout.seat));
  }
  return true;
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
ACTS.wrong = async () => {
  const value = await choose(t("disagree"), ["wrong_card", "wrong_row", "wrong_player", "disagree_ruling"].map((one) => [t(one), one]));
  if (value === "disagree_ruling") post("floor", { reason: "payment" });
  else if (value) ACTS.back();
  if (value === "wrong_player") run("swap_boards");
};
