// A command that was refused for good: the director gets everything that was typed.
import { uuid } from "./outbox.js";

const sheet = (layouts) => layouts?.map((one) => [one.seat, ...["top", "middle", "bottom"].map((row) => [...one[row]].sort())])
  .sort((a, b) => a[0] - b[0]);
const same = (one, other) => JSON.stringify(sheet(one)) === JSON.stringify(sheet(other));
// What the outbox keeps of it, the note to the director first: rather two notes than none, should the
// tablet die between them. The same cards from another tablet are as good as recorded.
export function refused(row, data) {
  const error = data?.error ?? {};
  const known = error.code === "already_recorded" && data.head?.layouts && same(data.head.layouts, row.body.layouts);
  const kept = { ...row, state: known ? "sent" : "refused", acked: Date.now(), error };
  if (known || row.path === "refused") return [kept];
  const body = { submission: uuid(), command: row.path, body: row.body, error };
  return [{ path: "refused", table: row.table, at: Date.now(), state: "waiting", body }, kept];
}
