// Keys: the grammar anywhere, physical keys under other alphabets, scans after a ~.
import { ACTS, app, edit, lay, render, run, warn } from "./main.js";
import { declare, toRow, toSeat } from "./moves.js";
import { $ } from "./page.js";
import { group, lines } from "./parse.js";

// The next card was never laid.
const noCard = () => app.draft.turn() && declare(app.draft.turn().seat, true);
export function typed(line) {
  try {
    for (const { seat, tokens } of lines(line)) {
      if (seat) toSeat(seat);
      for (const [kind, what] of tokens) {
        if (kind === "card") {
          lay(what);
          if (app.message) return;
        } else if (kind === "row") edit((draft) => toRow(draft, draft.shown, what));
        else noCard();
      }
    }
  } catch (error) { warn(error.code, error.params); }
}
const latin = ({ key, code, shiftKey }) => {
  if (key.length !== 1 || key < "\x7f") return key;
  if (code === "Backquote") return shiftKey ? "~" : "`";
  return /^(Key|Digit)/.test(code) ? code.at(-1).toLowerCase() : code === "Slash" ? "/" : "";
};
let scan = null;
let scanned = ["", 0];
function scanner(key) {
  if (key === "~") scan = "";
  else if (key !== "Enter") scan += key.length === 1 ? key : "";
  else {
    const [card, time] = [scan, performance.now()];
    scan = null;
    if (app.phase === "entry" && (card !== scanned[0] || time - scanned[1] > 700)) typed(card);
    scanned = [card, time];
  }
}
document.addEventListener("keydown", (event) => {
  const key = latin(event);
  if (key === "~" || scan !== null) {
    event.preventDefault();
    return scanner(key);
  }
  if (event.target.matches("input") || $("sheet").open) return;
  if (keyed(key, event) !== false) event.preventDefault();
});
// Does what a key means; false where it means nothing here.
function keyed(key, { ctrlKey, target }) {
  const { draft, phase } = app;
  if (key === "F2") return ACTS.floor();
  if (ctrlKey && key === "Enter") return phase === "entry" ? run("check") : phase === "check" && performance.now() > app.deaf ? run("record") : null;
  if (phase !== "entry") return false;
  if (ctrlKey) return /^[zy]$/i.test(key) && ACTS[/z/i.test(key) ? "undo" : "redo"]();
  if (key.startsWith("Arrow") && target.closest("#grid")) return arrows(key, target);
  if (key === "F4") return run("away");
  if (key === "Backspace") return app.reading ? reading(app.reading.slice(0, -1)) : ACTS.undo();
  if (key === "Enter" && !target.closest("[data-act]")) return toSeat(draft.order[(draft.order.indexOf(draft.turn()?.seat) + 1) % draft.order.length]);
  if (key === "Escape") return edit(() => { draft.lifted = null; app.reading = ""; });
  if (key === "-") return noCard();
  if (/^[/@]$/.test(key)) return reading(key);
  if (app.reading === "/" && /[bmt]/i.test(key)) return reading(""), typed(`/${key}`);
  if (app.reading === "@" && /[0-9]/.test(key)) return reading(""), draft.order.includes(Number(key)) ? toSeat(Number(key)) : null;
  if (/^[0-9tjqka]$/i.test(key)) return reading(app.reading + key.toUpperCase());
  return /^[shdc]$/i.test(key) && app.reading !== "" && readGroup(key);
}
function reading(words) {
  app.reading = words;
  render();
}
function readGroup(suit) {
  const words = app.reading;
  app.reading = "";
  if (/^(10|[2-9TJQKA])+$/.test(words)) for (const card of group(words + suit)) lay(card);
}
// The grid is one stop of the Tab key; arrows walk in it.
function arrows(key, target) {
  const all = [...$("grid").children];
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const at = all.indexOf(target);
  const goal = all[((Math.floor(at / 13) + y + 4) % 4) * 13 + ((at % 13) + x + 13) % 13];
  target.tabIndex = -1;
  goal.tabIndex = 0;
  goal.focus();
}
