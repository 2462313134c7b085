// The rules of scoring/ in the browser, to check a hand without a network. The Python is the truth:
// tests/browser/test_score.py holds every answer of `settle` against it. No owners, no pair values, no
// places: those are the server's.
import { ROWS, combination, nextCards, rank, read, rowRoyalty } from "./rows.js";

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

function readBoard(rules, layout) {
  const dead = !!layout.absent && rules.absent === "dead_3";
  const board = { rows: null, foul: true, foul_rows: [], royalties: [0, 0, 0], moon: 0, natural: 0, dead };
  const { rows, wrong } = read(rules, layout);
  if (!rows.every(Boolean)) return board;
  board.rows = rows;
  board.foul_rows = wrong.filter(([i, j]) => j === i + 1).map((pair) => pair.map((i) => ROWS[i]));
  const called = layout.declared_foul || (layout.absent && rules.absent !== "autoplay");
  const dragon = new Set(ROWS.flatMap((name) => layout[name].map(rank))).size === 13;
  board.natural = !called && dragon ? rules.naturals.dragon ?? 0 : 0;
  if (board.foul_rows.length || called) return board;
  board.foul = board.dead = false;
  board.moon = rules.moon && rows[2] >> 16 <= 11 ? 1 : 0;
  board.royalties = ROWS.map((name, i) => rowRoyalty(rules, name, rows[i]));
  return board;
}

function pair(rules, a, b) {
  const flat = (points, decided) => ({ rows: null, scoop: 0, royalties: 0, points, decided });
  if (a.dead || b.dead) return flat(3 * (b.dead - a.dead), "dead");
  if (a.moon || b.moon) return flat(rules.moon * (a.moon - b.moon), "moon");
  if (a.natural || b.natural) return flat(a.natural && b.natural ? 0 : a.natural - b.natural, "natural");
  const bonus = rules.scoring === "1-6" ? [0, 0, 0, 3] : [0, 0, 1, 1];
  let royalties = sum(a.royalties) - sum(b.royalties);
  if (a.foul || b.foul) {
    if (a.foul && b.foul) return flat(0, "both_foul");
    const side = b.foul ? 1 : -1;
    const scoop = side * bonus[3];
    return { rows: null, scoop, royalties, points: side * 3 + scoop + royalties, decided: "foul" };
  }
  const rows = a.rows.map((row, i) => Math.sign(row - b.rows[i]));
  const won = (side) => bonus[rows.filter((row) => row === side).length];
  const scoop = won(1) - won(-1);
  if (rules.royalties === "trump") {
    royalties = sum(rows.map((row, i) => (row > 0 ? a.royalties[i] : row < 0 ? -b.royalties[i] : 0)));
  }
  return { rows, scoop, royalties, points: sum(rows) + scoop + royalties, decided: "rows" };
}

function pay(rules, debt, payer, payee) {
  const caps = { start: payee.start, current: payee.chips, pair_min: Math.min(payer.start, payee.start) };
  const limit = caps[rules.cap] ?? null;
  const owed = limit === null ? debt.due : Math.min(debt.due, limit);
  const funds = rules.winnings_usable ? payer.chips : payer.start - payer.given;
  const gone = [payer, payee].filter((purse) => purse.out).map((purse) => purse.seat);
  const paid = gone.length ? 0 : Math.min(owed, funds);
  payer.chips -= paid;
  payer.given += paid;
  payee.chips += paid;
  const out = !gone.length && !payer.chips && (paid < owed || (paid > 0 && rules.exact_cover === "out"));
  payer.out ||= out;
  const status = gone.length ? "void" : paid < owed ? "short" : owed < debt.due ? "capped" : "full";
  return { ...debt, owed, paid, status, limit, funds, gone, out };
}

// Seats from the left of the button round the table; the button comes last.
export const actingOrder = (button, seats) =>
  [...seats].sort((a, b) => (a <= button) - (b <= button) || a - b);

export function nextButton(rules, button, seats, fantasyland) {
  const order = actingOrder(button, seats);
  return fantasyland && rules.button_frozen_in_fl ? order.at(-1) : order[0];
}

// What follows from a hand, in the form of `Outcome.as_json`.
// table: {point_value, button, players: [{seat, stack, fantasyland}]}; layouts by seat.
export function settle(rules, table, layouts) {
  const by = new Map(table.players.map((player) => [player.seat, player]));
  const order = actingOrder(table.button, by.keys());
  const boards = new Map(order.map((seat) => [seat, readBoard(rules, layouts[seat])]));
  const pairs = order.flatMap((a, i) => order.slice(i + 1)
    .map((b) => ({ a, b, ...pair(rules, boards.get(a), boards.get(b)) })));
  const place = (seat) => order.indexOf(seat);
  const keys = rules.settlement === "pairs"
    ? (d) => [place(d.payer), place(d.payee)].sort((x, y) => x - y)
    : (d) => [place(d.payer), (place(d.payee) - place(d.payer) + order.length) % order.length];
  const debts = pairs.filter((one) => one.points).map((one) => {
    const [payer, payee] = one.points < 0 ? [one.a, one.b] : [one.b, one.a];
    return { payer, payee, due: Math.abs(one.points) * table.point_value };
  }).sort((x, y) => keys(x)[0] - keys(y)[0] || keys(x)[1] - keys(y)[1]);
  const purses = new Map(order.map((seat) => {
    const { stack } = by.get(seat);
    return [seat, { seat, start: stack, chips: stack, given: 0, out: false }];
  }));
  const payments = debts.map((debt) => pay(rules, debt, purses.get(debt.payer), purses.get(debt.payee)));
  const players = order.map((seat) => {
    const [board, { start, chips }] = [boards.get(seat), purses.get(seat)];
    return {
      seat,
      foul: board.foul,
      foul_rows: board.foul_rows,
      hands: Object.fromEntries((board.rows ?? []).map((row, i) => [ROWS[i], combination(row)])),
      royalties: Object.fromEntries(ROWS.map((name, i) => [name, board.royalties[i]])),
      start,
      stack: chips,
      fantasyland_next: chips && !board.foul && board.rows ? nextCards(rules, board.rows, by.get(seat).fantasyland) : 0,
      eliminated: !chips,
    };
  });
  const alive = players.filter((player) => !player.eliminated).map((player) => player.seat);
  if (!by.has(table.button)) alive.push(table.button); // It sat this hand out and lost nothing.
  const fantasyland = players.some((player) => player.fantasyland_next);
  return {
    order,
    players,
    pairs,
    payments,
    next_button: nextButton(rules, table.button, alive, fantasyland),
  };
}
