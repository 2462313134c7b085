// The half-entered hand of one table: slots, turns, undo. Pure; main.js stores and draws it.
// Slots of a seat: 0-4 bottom, 5-9 middle, 10-12 top, the order in which they fill by themselves.
export const FILL = ["bottom", "middle", "top"];
export const START = { bottom: 0, middle: 5, top: 10 };
export const SIZE = { bottom: 5, middle: 5, top: 3 };
export const rowOf = (slot) => (slot < 5 ? "bottom" : slot < 10 ? "middle" : "top");
export const range = (n, from = 0) => Array.from({ length: n }, (_, i) => from + i);
const slotsOf = (row) => range(SIZE[row], START[row]);
const UNDO = 200;

export class Draft {
  // hand: {number, order, players}; streets: by street for all; saved: what was stored.
  constructor(hand, rules, streets, saved) {
    this.rules = rules;
    this.hand = hand.number;
    this.players = new Map(hand.players.map((player) => [player.seat, player]));
    const last = rules.fl_order === "last";
    const late = (seat) => (this.inFantasyland(seat) ? last : !last);
    this.order = [...hand.order].sort((a, b) => late(a) - late(b));
    let sum = 0;
    this.needs = rules.streets.map(([, place]) => (sum += place));
    this.past = saved?.past ?? [];
    this.next = saved?.next ?? [];
    this.lifted = null;
    this.d = saved?.d ?? {
      cards: {}, seq: {}, row: {}, pin: null, foul: {}, away: {}, down: {}, free: false,
      mode: streets ? "streets" : "final", auto: false,
    };
    for (const seat of this.order) {
      this.d.cards[seat] ??= Array(13).fill(null);
      this.d.seq[seat] ??= [];
    }
  }

  get empty() { return this.order.every((seat) => !this.count(seat)); }
  get placed() { return this.order.reduce((n, seat) => n + this.count(seat), 0); }
  get total() { return this.order.reduce((n, seat) => n + (this.d.foul[seat] ? this.count(seat) : 13), 0); }
  get complete() { return this.order.every((seat) => this.isFull(seat)); }
  get streets() { return this.d.mode === "streets"; }
  get unusual() { return this.streets || Object.keys(this.d.away).length > 0; }
  get byDraws() { return this.streets && !this.d.auto; }
  inFantasyland(seat) { return this.players.get(seat).fantasyland > 0; }
  count(seat) { return this.d.cards[seat].filter(Boolean).length; }
  isFull(seat) { return this.count(seat) === 13 || !!this.d.foul[seat]; }
  free(seat, row) { return slotsOf(row).filter((slot) => !this.d.cards[seat][slot]); }
  cards(seat, row) { return this.d.cards[seat].slice(START[row], START[row] + SIZE[row]).filter(Boolean); }
  street(count) { return this.needs.findIndex((need) => count < need); }

  // The seat to look at: the chosen one, also when it is full.
  get shown() { return this.d.pin ?? this.turn()?.seat ?? this.order.at(-1); }

  // Whether the rule lays this player's next card.
  isAuto(seat, count = this.count(seat)) {
    return (this.d.away[seat] ?? []).some(([from, to]) => from <= count && count < (to ?? 99));
  }
  isAway(seat) { return (this.d.away[seat] ?? []).some(([, to]) => to === null); }

  // Whose card comes next, and where to: {seat, row, slot, street, left}.
  turn() {
    const open = this.order.filter((seat) => !this.isFull(seat));
    const byDraws = (need) => open.find((one) => !this.inFantasyland(one) && this.count(one) < need);
    let seat = this.d.pin !== null && this.count(this.d.pin) < 13 ? this.d.pin : undefined;
    if (this.byDraws) for (const need of this.needs) seat ??= byDraws(need);
    if (this.d.auto) seat ??= open.find((one) => this.isAuto(one));
    seat ??= open[0];
    if (seat === undefined) return null;
    const count = this.count(seat);
    const street = this.inFantasyland(seat) ? -1 : this.street(count);
    const row = this.rowFor(seat);
    return { seat, row, slot: this.free(seat, row)[0], street, left: street < 0 ? 13 - count : this.needs[street] - count };
  }
  rowFor(seat) {
    const at = this.isAuto(seat) ? 0 : FILL.indexOf(this.d.row[seat] ?? "bottom");
    return [...FILL.slice(at), ...FILL.slice(0, at)].find((row) => this.free(seat, row).length);
  }
  owners(card) {
    return this.order.flatMap((seat) => this.d.cards[seat].flatMap((one, slot) => (one === card ? { seat, slot } : [])));
  }
  used(card) { return this.owners(card).length >= this.rules.decks; }
  // An empty slot with a later card in its row: something was moved away.
  hole(seat, slot) {
    const cards = this.d.cards[seat];
    return !cards[slot] && slotsOf(rowOf(slot)).some((other) => other > slot && cards[other]);
  }

  change(act) {
    const before = JSON.stringify(this.d);
    act(this.d);
    if (JSON.stringify(this.d) === before) return;
    this.past = [...this.past.slice(1 - UNDO), before];
    this.next = [];
    this.lifted = null;
  }
  undo(from = this.past, to = this.next) {
    if (!from.length) return;
    to.push(JSON.stringify(this.d));
    const { away } = this.d;
    this.d = { ...JSON.parse(from.pop()), away };
    this.lifted = null;
  }
  redo() { this.undo(this.next, this.past); }

  // Lays a card at the turn, or in place of the lifted one. Says where, or null.
  place(card) {
    const at = this.lifted ?? this.turn();
    if (!at || this.used(card)) return null;
    this.change((d) => {
      if (!d.cards[at.seat][at.slot]) d.seq[at.seat].push(at.slot);
      d.cards[at.seat][at.slot] = card;
      const count = this.count(at.seat);
      if (d.pin !== null && (this.count(d.pin) === 13 || (d.pin === at.seat && this.byDraws && this.needs.includes(count)))) d.pin = null;
      if (count === 13) d.foul[at.seat] = false;
      d.free = false;
    });
    return at;
  }
  isLifted(seat, slot) { return this.lifted?.seat === seat && this.lifted.slot === slot; }
  // The cards in the order in which they were laid; nothing where they were not entered street by street.
  laid(seat) {
    const seq = this.d.seq[seat];
    const known = this.byDraws && !this.d.mixed && !this.inFantasyland(seat) && seq.length === this.count(seat);
    return known ? seq.map((slot) => this.d.cards[seat][slot]) : undefined;
  }
}
