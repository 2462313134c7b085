// Thirteen ranks and four suits instead of 52 cells: larger keys, two taps a card. A setting.
import { ACTS, app, lay, render } from "./main.js";
import { $, mark } from "./page.js";
import { RANKS, printed } from "./words.js";

const chosen = () => app.reading.replace("10", "T");
export function draw(draft) {
  const rank = chosen();
  for (const node of $("pads").children) {
    const { act, arg } = node.dataset;
    const cards = act === "rank" ? [..."shdc"].map((suit) => arg + suit) : rank && RANKS.includes(rank) ? [rank + arg] : [];
    mark(node, { "data-used": cards.length > 0 && cards.every((card) => draft.used(card)) });
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
