// The half-entered hand of one table: slots, turns, undo. Pure; main.js stores and draws it.
// Slots of a seat: 0-4 bottom, 5-9 middle, 10-12 top, the order in which they fill by themselves.
export const FILL = ["bottom", "middle", "top"];
export const START = { bottom: 0, middle: 5, top: 10 };
export const SIZE = { bottom: 5, middle: 5, top: 3 };
export const rowOf = (slot) => (slot < 5 ? "bottom" : slot < 10 ? "middle" : "top");
const range = (n, from = 0) => Array.from({ length: n }, (_, i) => from + i);
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
  // The slots that the rule will fill at an absent player's next draw.
  outlined(seat) {
    const count = this.count(seat);
    if (!this.streets || !this.isAuto(seat) || count === 13) return [];
    return FILL.flatMap((row) => this.free(seat, row)).slice(0, this.needs[this.street(count)] - count);
  }
  // Earlier streets are frozen while a hand is entered street by street.
  frozen(seat, slot) {
    const turn = this.turn();
    if (!this.byDraws || this.d.free || !turn || turn.street < 0 || this.inFantasyland(seat)) return false;
    const at = this.d.seq[seat].indexOf(slot);
    return at >= 0 && this.street(at) < turn.street;
  }
  owners(card) {
    return this.order.flatMap((seat) => this.d.cards[seat].flatMap((one, slot) => (one === card ? [{ seat, slot }] : [])));
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
  take(seat, slot) {
    this.change((d) => {
      d.cards[seat][slot] = null;
      d.seq[seat] = d.seq[seat].filter((one) => one !== slot);
    });
  }
  // The card of a slot goes to another slot; what lies there comes back.
  move(from, to) {
    this.change((d) => {
      const [a, b] = [d.cards[from.seat], d.cards[to.seat]];
      const swap = b[to.slot];
      [a[from.slot], b[to.slot]] = [swap, a[from.slot]];
      if (from.seat === to.seat) {
        const other = { [from.slot]: to.slot, [to.slot]: from.slot };
        d.seq[from.seat] = d.seq[from.seat].map((slot) => other[slot] ?? slot);
      } else if (!swap) {
        d.seq[from.seat] = d.seq[from.seat].filter((slot) => slot !== from.slot);
        d.seq[to.seat].push(to.slot);
      }
      d.free = false;
    });
  }
  isLifted(seat, slot) { return this.lifted?.seat === seat && this.lifted.slot === slot; }
  lift(seat, slot) { this.lifted = this.isLifted(seat, slot) ? null : { seat, slot }; }
  // The row takes the next card of the seat, or the lifted one. Says whether it has room.
  row(seat, row) {
    const slot = this.free(seat, row)[0];
    if (slot === undefined) return false;
    if (this.lifted) this.move(this.lifted, { seat, slot });
    else this.change((d) => { d.row[seat] = row; d.pin = seat; });
    return true;
  }
  seat(seat) { this.change((d) => { d.pin = seat; }); }
  mode(mode) { this.change((d) => Object.assign(d, { mode, auto: false, mixed: d.mixed || !this.empty })); }
  // The cards in the order in which they were laid; nothing where they were not entered street by street.
  laid(seat) {
    const seq = this.d.seq[seat];
    const known = this.byDraws && !this.d.mixed && !this.inFantasyland(seat) && seq.length === this.count(seat);
    return known ? seq.map((slot) => this.d.cards[seat][slot]) : undefined;
  }
  // Absence takes effect at the next draw; so does the return. Undo leaves it alone.
  absent(seat, away) {
    const { d } = this;
    const count = this.count(seat);
    const from = this.inFantasyland(seat) || !this.streets ? count : [0, ...this.needs].find((need) => need >= count);
    const spans = (d.away[seat] ??= []);
    if (!away) {
      for (const span of spans) span[1] ??= Math.max(from, span[0]);
      return;
    }
    if (this.isAway(seat)) return;
    spans.push([from, null]);
    if (!this.streets) Object.assign(d, { mode: "streets", auto: true });
    if (d.auto) d.pin = seat;
  }
  foul(seat, declared) { this.change((d) => { d.foul[seat] = declared; d.pin = null; }); }
  fill(layouts) {
    for (const { seat, laid, declared_foul: foul, ...rows } of layouts) {
      const cards = this.d.cards[seat];
      if (!cards) continue;
      for (const row of FILL) rows[row].forEach((card, i) => { cards[START[row] + i] = card; });
      const at = (slot) => laid?.indexOf(cards[slot]) ?? slot;
      this.d.seq[seat] = range(13).filter((slot) => cards[slot]).sort((a, b) => at(a) - at(b));
      this.d.mixed ||= !laid;
      this.d.foul[seat] = foul;
    }
  }
}
