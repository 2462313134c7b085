// Thirteen ranks and four suits instead of 52 cells: larger keys, two taps a card. A setting.
import { ACTS, app, lay, render } from "./main.js";
import { $, button, h, icon, mark, redraw } from "./page.js";
import { printed, t } from "./words.js";

const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];
const chosen = () => app.reading.replace("10", "T");
const key = (name, value, inside, facts = {}) =>
  button(inside, name, value, "tb-pad-key", { "data-testid": `${name}-${value}`, ...facts });
export function draw(draft) {
  redraw($("pads"), [], () => [
    RANKS.map((rank) => key("rank", rank, printed(rank))),
    SUITS.map((suit) => {
      const node = key("suit", suit, icon(suit), { "data-suit": suit });
      node.append(h("span", { class: "sr-only" }, t(`suit.${suit}`)), h("small", {}));
      return node;
    }),
  ]);
  const rank = chosen();
  for (const node of $("pads").children) {
    const { act, arg } = node.dataset;
    const cards = act === "rank" ? SUITS.map((suit) => arg + suit) : RANKS.includes(rank) ? [rank + arg] : [];
    const used = cards.length > 0 && cards.every((card) => draft.used(card));
    mark(node, { "data-used": used });
    if (act === "rank") mark(node, { "aria-pressed": arg === rank });
    else {
      mark(node, { "aria-disabled": !cards.length });
      node.lastChild.textContent = cards.flatMap((card) => draft.owners(card)).map((one) => one.seat).join(" ");
    }
  }
}
ACTS.rank = (rank) => {
  app.reading = chosen() === rank ? "" : printed(rank);
  render();
};
// A used card says whose it is, like its cell in the grid.
ACTS.suit = (suit) => {
  const card = chosen() + suit;
  app.reading = "";
  lay(card);
};
