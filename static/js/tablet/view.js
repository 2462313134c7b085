// Draws the entry screen. Everything stands in the page from the start; only marks and texts change.
import { FILL, SIZE, rowOf } from "./draft.js";
import { $, act, fill, mark, text } from "./page.js";
import { cardName, number, printed, t } from "./words.js";

const cells = [...document.querySelectorAll("#grid .card")];
let boards = new Map();

export function build(hand) {
  const key = hand.players.map((player) => player.seat + player.name).join();
  if (boards.key === key) return;
  boards = new Map(hand.players.map(({ seat, name }) => {
    const node = $("t-seat").content.firstElementChild.cloneNode(true);
    node.dataset.seat = seat;
    for (const { dataset } of node.querySelectorAll("[data-testid]")) dataset.testid = dataset.testid.replace(/\w+/, `$&-${seat}`);
    fill(node, { ".seat-no": seat, b: name });
    mark(node.querySelector("b"), { "data-long": name.length > 16 });
    return [seat, node];
  }));
  boards.key = key;
  $("seats").dataset.count = boards.size;
  $("seats").replaceChildren(...boards.values());
}

function face(node, card = null) {
  if (node.dataset.card === (card ?? "")) return;
  const [rank, picture, name] = node.children;
  const figure = card && printed(card[0]);
  mark(node, { "data-card": card ?? "", "data-suit": card && card[1], "data-rank": figure });
  rank.textContent = figure;
  if (card) picture.firstElementChild.setAttribute("href", `${document.body.dataset.sprite}#${card[1]}`);
  name.textContent = card ? ` ${cardName(card)}` : t("empty");
}

function paintBoard(node, draft, hand, turn, { echo, outlined, frozen, down }) {
  const seat = Number(node.dataset.seat);
  const { stack, fantasyland } = draft.players.get(seat);
  const [active, count, away, auto] = [turn?.seat === seat, draft.count(seat), draft.isAway(seat), draft.isAuto(seat)];
  const part = (selector) => node.querySelector(selector);
  const said = echo?.(draft.rules, Object.fromEntries(FILL.map((row) => [row, draft.cards(seat, row)])), fantasyland);
  const foul = draft.d.foul[seat] || Object.values(said ?? {}).some(([, , wrong]) => wrong);
  mark(node, {
    "data-active": active, "data-shown": draft.shown === seat, "data-auto": auto,
    "data-state": foul ? "foul" : draft.isFull(seat) && "full",
  });
  fill(node, {
    ".pos": `P${hand.order.indexOf(seat) + 1}`,
    ".disc": hand.button === seat,
    ".tb-fl": fantasyland > 0 && `★ ${t("fl_badge", { n: fantasyland })}`,
    ".tb-auto": auto && t("auto_badge"),
    ".tb-stack": number(stack),
    ".tb-count": `${count}/13`,
    ".tb-here": t(away ? "absent" : "here"),
    ".tb-down": down?.(draft, seat, fantasyland) ?? false,
  });
  mark(part(".tb-name"), { "aria-pressed": active });
  mark(part(".tb-here"), { "aria-pressed": away });
  const soon = outlined?.(draft, seat) ?? [];
  for (const one of node.querySelectorAll("[data-slot]")) {
    const slot = Number(one.dataset.slot);
    face(one, draft.d.cards[seat][slot]);
    mark(one, {
      "data-next": active && turn.slot === slot,
      "data-outlined": soon.includes(slot),
      "data-hole": draft.hole(seat, slot),
      "aria-pressed": draft.isLifted(seat, slot) || null,
      "aria-disabled": frozen?.(draft, seat, slot) || null,
    });
  }
  for (const row of FILL) {
    const line = part(`[data-row=${row}]`);
    const { firstElementChild: key, lastElementChild: words } = line;
    const [name, worth, wrong] = said?.[row] ?? ["", "", ""];
    text(key, t(`${row}_short`));
    mark(key, { "aria-disabled": auto || !draft.free(seat, row).length });
    fill(words, { span: name, strong: worth, ".sr-only": wrong });
    mark(line, { "aria-current": (active && turn.row === row) || null, "data-wrong": wrong !== "" });
  }
}

// rows and streets are the modules of that name, once they are here.
export function paint(draft, hand, { chosen, reading }, rows, streets) {
  const turn = draft.turn();
  for (const node of boards.values()) paintBoard(node, draft, hand, turn, { ...rows, ...streets });
  for (const node of cells) {
    const { card } = node.dataset;
    const owners = draft.owners(card);
    const used = draft.used(card);
    mark(node, { "data-used": used, "aria-disabled": used || null, "aria-pressed": chosen === card || null });
    const [, , name, owner, where] = node.children;
    text(name, ` ${cardName(card)}`);
    text(owner, owners.map((one) => one.seat).join(" "));
    text(where, owners.map((one) => place(draft, one)).join(", "));
  }
  for (const key of $("keys").querySelectorAll("button")) {
    const { row } = key.dataset;
    const { length: free } = draft.free(draft.shown, row);
    mark(key, {
      "aria-pressed": turn?.row === row && turn.seat === draft.shown,
      "aria-disabled": !free || draft.isAuto(draft.shown),
    });
    fill(key, { span: t(`${row}_row`), small: `${SIZE[row] - free}/${SIZE[row]}` });
  }
  const who = turn && draft.players.get(turn.seat).name;
  fill(document, {
    "#typed": reading || (who ?? t("all_in")),
    "#so-far": draft.complete ? "" : t("so_far", { n: draft.placed, m: draft.total }),
    "#mode": t(draft.streets ? "street_mode" : "final_layout_mode"),
    "#away": turn ? t(draft.isAway(turn.seat) ? "is_here" : "absent_p", { p: who.split(" ")[0] }) : "",
  });
  mark($("away"), { "aria-disabled": !turn });
  for (const [name, on] of Object.entries({ check: draft.complete, undo: draft.past.length, redo: draft.next.length })) mark(act(name), { "aria-disabled": !on });
}
// "Ana, Middle row"
export const place = (draft, { seat, slot }) => `${draft.players.get(seat).name}, ${t(`${rowOf(slot)}_row`)}`;
