// All that is not the next card in its turn: other rows and seats, cards that are picked up, moved or
// taken back, a board that is filled from a sheet.
import { FILL, START, range, rowOf } from "./draft.js";
import { ACTS, app, edit, here, nameOf, seatOf, sign, warn } from "./main.js";
import { place } from "./view.js";
import { t } from "./words.js";

const without = (list, gone) => list.filter((one) => one !== gone);
function take(draft, { seat, slot }) {
  draft.change((d) => {
    d.cards[seat][slot] = null;
    d.seq[seat] = without(d.seq[seat], slot);
  });
}
// The card of a slot goes to another slot; what lies there comes back.
function move(draft, from, to) {
  draft.change((d) => {
    const [a, b] = [d.cards[from.seat], d.cards[to.seat]];
    const swap = b[to.slot];
    [a[from.slot], b[to.slot]] = [swap, a[from.slot]];
    if (from.seat === to.seat) {
      const other = { [from.slot]: to.slot, [to.slot]: from.slot };
      d.seq[from.seat] = d.seq[from.seat].map((slot) => other[slot] ?? slot);
    } else if (!swap) {
      d.seq[from.seat] = without(d.seq[from.seat], from.slot);
      d.seq[to.seat].push(to.slot);
    }
    d.free = false;
  });
}
// The row takes the next card of the seat, or the lifted one. Says whether it has room.
export function toRow(draft, seat, row) {
  const slot = draft.free(seat, row)[0];
  if (slot === undefined) return false;
  if (draft.lifted) move(draft, draft.lifted, { seat, slot });
  else draft.change((d) => { d.row[seat] = row; d.pin = seat; });
  return true;
}
export const toSeat = (seat) => edit((draft) => draft.change((d) => { d.pin = seat; }));
// The 13th card was not placed, or it was.
export const declare = (seat, foul) => edit((draft) => draft.change((d) => { d.foul[seat] = foul; d.pin = null; }));
export function fill(draft, layouts) {
  const { d } = draft;
  for (const { seat, laid, declared_foul: declared, ...rows } of layouts) {
    const cards = d.cards[seat];
    if (!cards) continue;
    for (const row of FILL) rows[row].forEach((card, i) => { cards[START[row] + i] = card; });
    const at = (slot) => laid?.indexOf(cards[slot]) ?? slot;
    d.seq[seat] = range(13).filter((slot) => cards[slot]).sort((a, b) => at(a) - at(b));
    d.mixed ||= !laid;
    d.foul[seat] = declared;
  }
}

const isFrozen = ({ seat, slot }) => here("streets")?.frozen(app.draft, seat, slot);
Object.assign(ACTS, {
  slot(arg, node) {
    const { draft } = app;
    const there = { seat: seatOf(node), slot: Number(node.dataset.slot) };
    const { seat, slot } = there;
    const isLifted = draft.isLifted(seat, slot);
    const card = draft.d.cards[seat][slot];
    if (card && isFrozen(there)) return warn("frozen");
    edit(() => {
      if (draft.lifted && !isLifted) move(draft, draft.lifted, there);
      else if (card) draft.lifted = isLifted ? null : there;
      else toRow(draft, seat, rowOf(slot));
    });
  },
  row(arg, node) {
    const { draft } = app;
    const { row } = node.closest("[data-row]").dataset;
    const seat = node.closest("[data-seat]") ? seatOf(node) : draft.shown;
    if (draft.isAuto(seat) && !draft.lifted) return warn("auto_row", { p: nameOf(seat) });
    let ok;
    edit(() => { ok = toRow(draft, seat, row); });
    if (!ok) warn("row_full", { row: t(`${row}_row`) });
  },
  seat: (arg, node) => toSeat(seatOf(node)),
  move: (card) => edit((draft) => move(draft, draft.owners(card)[0], draft.turn())),
  // A card of the grid that lies somewhere already.
  used(card) {
    const { draft } = app;
    const [owner] = draft.owners(card);
    if (draft.isLifted(owner.seat, owner.slot)) return edit(() => take(draft, owner));
    if (isFrozen(owner)) return warn("frozen");
    warn("card_is_in", { card: sign(card), place: place(draft, owner) },
      [...draft.turn() ? [[t("move_here"), "move", card]] : [], [t("leave_it"), "quiet"]]);
  },
});
