// The keyboard grammar of scoring/entry.py. A token is ["card", "Qh"], ["row", "bottom"], ["blank"].
const TOKEN = /([\s,|]+)|((?:10|[2-9tjqka])+[shdc♠♥♦♣])\ufe0f?|(\/[bmt])|(-)|([/@;]\S?)|([^\s,|/@;-]+)/giu;
const SUITS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
const JUMPS = { b: "bottom", m: "middle", t: "top" };

export const group = (text) => {
  const last = text.at(-1);
  const suit = SUITS[last] ?? last.toLowerCase();
  return text.slice(0, -1).match(/10|./gu).map((rank) => (rank === "10" ? "T" : rank.toUpperCase()) + suit);
};

// Every token of a line. Throws {code, params} for what means nothing.
export function tokens(text) {
  const found = [];
  for (const [, , cards, row, blank, mark, other] of text.matchAll(TOKEN)) {
    if (cards) found.push(...group(cards).map((card) => ["card", card]));
    else if (row) found.push(["row", JUMPS[row[1].toLowerCase()]]);
    else if (blank) found.push(["blank"]);
    else if (mark) throw { code: "unknown_mark", params: { text: mark } };
    else if (other) {
      const cyrillic = /[\u0400-\u04ff]/u.exec(other);
      if (cyrillic) throw { code: "cyrillic_letter", params: { card: cyrillic[0] } };
      throw { code: "bad_card", params: { card: other } };
    }
  }
  return found;
}

// The lines of a hand: [{seat or null, tokens}].
export const lines = (text) => text.split(/[;\n]/u).filter((line) => line.trim()).map((line) => {
  const named = /^\s*@([0-9])/u.exec(line);
  return { seat: named ? Number(named[1]) : null, tokens: tokens(named ? line.slice(named[0].length) : line) };
});
