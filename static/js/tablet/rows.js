// The rules of scoring/ for one row in the browser: what it is, what it earns, the echo beside it.
import { RANKS, handName, t } from "./words.js";

export const ROWS = ["top", "middle", "bottom"];
const PAIRS = [[0, 1], [1, 2], [0, 2]];
export const CATEGORIES = [
  "high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush",
  "full_house", "four_of_a_kind", "straight_flush", "five_of_a_kind",
];
const SHAPES = { 5: 9, 41: 7, 32: 6, 311: 3, 3: 3, 221: 2, 2111: 1, 21: 1 };
export const rank = (card) => RANKS.indexOf(card[0]) + 2;
const pack = (category, ranks) => [0, 1, 2, 3, 4].reduce((n, i) => n * 16 + (ranks[i] ?? 0), category);

function strength(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(rank(card), (counts.get(rank(card)) ?? 0) + 1);
  const groups = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  const ranks = groups.map((group) => group[0]);
  const shape = groups.map((group) => group[1]).join("");
  let high = 0;
  if (shape === "11111") high = `${ranks}` === "14,5,4,3,2" ? 5 : ranks[0] - ranks[4] === 4 && ranks[0];
  if (cards.length === 5 && cards.every((card) => card[1] === cards[0][1])) {
    return high ? pack(8, [high]) : pack(5, cards.map(rank).sort((a, b) => b - a));
  }
  return high ? pack(4, [high]) : pack(SHAPES[shape] ?? 0, ranks);
}

const category = (row) => row >> 20;
const leader = (row) => (row >> 16) & 15;
export const combination = (row) => ({
  category: category(row),
  tiebreak: [16, 12, 8, 4, 0].map((shift) => (row >> shift) & 15).filter(Boolean),
});

const topPrice = (tariff, row) => {
  const letter = RANKS[leader(row) - 2];
  if (category(row) === 1) return tariff[letter + letter] ?? 0;
  return category(row) === 3 ? tariff[letter + letter + letter] ?? tariff.trips ?? 0 : 0;
};
const fivePrice = (tariff, row) => {
  if (category(row) < 3) return 0;
  const royal = category(row) === 8 && leader(row) === 14;
  return tariff[royal ? "royal_flush" : CATEGORIES[category(row)]] ?? 0;
};
export const rowRoyalty = (rules, name, row) =>
  (name === "top" ? topPrice : fivePrice)(rules.royalty_table[name], row);

// Whether a row above is too strong for one below.
const over = (rules, upper, lower) => (rules.strict_rows ? upper >= lower : upper > lower);
// The Fantasyland cards that such rows earn, if they are not foul; 0 stands for a row that is not full.
export function nextCards(rules, rows, current) {
  const entry = topPrice(rules.fl_entry, rows[0]);
  if (!current) return entry;
  const keeps = (name, i) => rules.fl_stay[name]
    && category(rows[i]) >= CATEGORIES.indexOf(rules.fl_stay[name].replaceAll(" ", "_"));
  if (!ROWS.some(keeps)) return 0;
  if (rules.fl_stay_cards === "same") return current;
  const lowest = () => Math.min(...Object.values(rules.fl_entry).filter(Boolean));
  return rules.fl_stay_cards === "by_top" ? entry || lowest() : rules.fl_stay_cards;
}
// What each row is, 0 where it is not full; and which full rows lie in the wrong order, by pairs.
export function read(rules, cards) {
  const rows = ROWS.map((row) => (cards[row].length === (row === "top" ? 3 : 5) ? strength(cards[row]) : 0));
  return { rows, wrong: PAIRS.filter(([i, j]) => rows[i] && rows[j] && over(rules, rows[i], rows[j])) };
}
// What stands beside each full row: its name and its royalty; beside the top row (or the one that is
// full) the Fantasyland that the board earns. A board that is foul already earns none; the rows that
// prove it are marked instead.
export function echo(rules, cards, fantasyland) {
  const { rows, wrong } = read(rules, cards);
  const foul = wrong.length > 0;
  const next = foul ? 0 : nextCards(rules, rows, fantasyland);
  return Object.fromEntries(ROWS.map((row, i) => {
    if (!rows[i]) return [row, ["", "", ""]];
    const royalty = foul ? 0 : rowRoyalty(rules, row, rows[i]);
    const worth = [royalty && `+${royalty}`, next && i === rows.findIndex(Boolean) && `★ ${next}`];
    const name = handName(combination(rows[i]));
    return [row, wrong.flat().includes(i) ? [name, "✖", t("foul")] : [name, worth.filter(Boolean).join(" "), ""]];
  }));
}
