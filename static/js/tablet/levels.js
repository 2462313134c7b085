// Levels by hands: which hand of which level this table plays next, by its own count.
// Hands with Fantasyland do not count: they stay at the level of the hand before them.
import { sitting } from "./ready.js";

export function follow({ seats, hand, clock, structure }) {
  if (!clock?.hands || !hand?.level_hand || hand.state === "started") return;
  const lines = structure.filter((line) => line.level);
  const hands = hand.level === clock.level ? clock.hands : lines[hand.level - 1].hands;
  const goes = !sitting({ seats }).some((seat) => seat.fantasyland);
  const ends = goes && hand.level_hand >= hands && !!lines[hand.level];
  const level = hand.level + ends;
  Object.assign(clock, {
    level, point_value: lines[level - 1].level,
    hand: ends ? 1 : hand.level_hand + goes,
    hands: ends ? lines[level - 1].hands : hands,
  });
}
