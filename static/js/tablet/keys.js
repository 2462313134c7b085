// Keys: the grammar anywhere, physical keys under other alphabets, scans after a ~.
import { ACTS, app, edit, lay, render, run, warn } from "./main.js";
import { $ } from "./page.js";
import { group, lines } from "./parse.js";

export function typed(line) {
  try {
    for (const { seat, tokens } of lines(line)) {
      if (seat) edit((draft) => draft.seat(seat));
      for (const [kind, what] of tokens) {
        if (kind === "card") {
          lay(what);
          if (app.message) return;
        } else if (kind === "row") edit((draft) => draft.row(draft.turn().seat, what));
        else edit((draft) => draft.foul(draft.turn().seat, true));
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
  if (keyed(key, event)) event.preventDefault();
});
function keyed(key, { ctrlKey, target }) {
  if (key === "F2") return ACTS.floor(), true;
  if (ctrlKey && key === "Enter") return app.phase === "entry" ? run("check") : app.phase === "check" && performance.now() > app.deaf && run("record"), true;
  if (app.phase !== "entry") return false;
  if (ctrlKey) return /^[zy]$/i.test(key) && (ACTS[/z/i.test(key) ? "undo" : "redo"](), true);
  if (key.startsWith("Arrow") && target.closest("#grid")) return arrows(key, target);
  if (key === "F4") return ACTS.away(), true;
  if (key === "Backspace") return app.reading ? reading(app.reading.slice(0, -1)) : (ACTS.undo(), true);
  if (key === "Enter" && !target.closest("[data-act]")) return nextSeat();
  if (key === "Escape") return edit((draft) => { draft.lifted = null; app.reading = ""; }), true;
  if (key === "-") return edit((draft) => draft.foul(draft.turn().seat, true)), true;
  if (/^[/@]$/.test(key)) return reading(key);
  if (app.reading === "/" && /[bmt]/i.test(key)) return reading(""), typed(`/${key}`), true;
  if (app.reading === "@" && /[0-9]/.test(key)) return reading(""), app.draft.order.includes(Number(key)) && edit((draft) => draft.seat(Number(key))), true;
  if (/^[0-9tjqka]$/i.test(key)) return reading(app.reading + key.toUpperCase());
  if (/^[shdc]$/i.test(key) && app.reading) return readGroup(key);
  return false;
}
const reading = (words) => { app.reading = words; render(); return true; };
function readGroup(suit) {
  const words = app.reading;
  app.reading = "";
  if (/^(10|[2-9TJQKA])+$/.test(words)) for (const card of group(words + suit)) lay(card);
  return true;
}
function nextSeat() {
  const { draft } = app;
  const { order } = draft;
  const at = order.indexOf(draft.turn()?.seat);
  edit(() => draft.seat(order[(at + 1) % order.length]));
  return true;
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
  return true;
}
