// Every command is stored before it is sent, sent in order until it is answered, and kept until the
// event closes. One flusher over all tabs.
const NAME = "thirteen-tablet";
const TIMEOUT = 8000;
const KEEP = new Set([401, 408, 425, 429]);
const SIGN_IN = new Set(["dealer_needed", "device_unknown", "not_signed_in"]);
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

// crypto.randomUUID exists only under HTTPS; a venue may have none.
export const uuid = () => "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (c) =>
  (c ^ (crypto.getRandomValues(new Uint8Array(1))[0] & (15 >> (c / 4)))).toString(16));

// Asks the server: {status, data, etag}. Status 0 is no answer; what is no JSON, such as the login page
// of a house's Wi-Fi, did not come from the server.
export async function api(method, path, body) {
  const headers = { "X-Thirteen-Tablet": "1", "Accept-Language": document.documentElement.lang };
  if (body) headers["Content-Type"] = "application/json";
  else if (api.etag) headers["If-None-Match"] = api.etag;
  const facts = { method, headers, body: body && JSON.stringify(body), cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) };
  try {
    const answer = await fetch(`/api/tablet/${path}`, facts);
    return { status: answer.status, etag: answer.headers.get("ETag"), data: answer.status === 304 || await answer.json() };
  } catch { return { status: 0 }; }
}

export class Outbox {
  rows = [];
  storing = 0;
  mine = new Set(); // submissions of this tab
  #delay = 500;
  #busy = false;

  // changed(row): something is stored, answered or refused.
  constructor(changed) { this.changed = changed; }

  async open() {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
    this.db = await done(request);
    this.channel = new BroadcastChannel(NAME);
    this.channel.onmessage = () => this.load().then(() => this.changed());
    navigator.storage?.persist?.();
    await this.load();
  }
  #store(mode = "readonly") { return this.db.transaction("outbox", mode, { durability: "strict" }).objectStore("outbox"); }
  async load() { this.rows = await done(this.#store().getAll()); }
  async put(row) {
    row.seq = await done(this.#store("readwrite").put(row));
    await this.load();
    this.channel.postMessage(0);
  }

  get unsent() { return this.waiting.length + this.storing; }
  get waiting() { return this.rows.filter((row) => row.state === "waiting"); }
  // Whether something of this hand waits; without a number, of how many hands.
  waits(n) { return this.waiting.some((row) => row.path.startsWith(`hands/${n}/`)); }
  get hands() { return new Set(this.waiting.flatMap((row) => /^hands.(\d+)/.exec(row.path)?.[1] ?? [])).size; }
  // What the server's state of that time does not show yet.
  since(time) { return this.rows.filter((row) => row.state === "waiting" || (row.state === "sent" && row.acked >= time)); }

  async add(path, body, table) {
    const row = { path, body: { submission: uuid(), ...body }, table, at: Date.now(), state: "waiting" };
    this.mine.add(row.body.submission);
    this.storing += 1;
    this.changed();
    await this.put(row);
    this.storing -= 1;
    this.changed();
    this.flush();
  }
  async clear() {
    await done(this.#store("readwrite").clear());
    await this.load();
  }

  flush() {
    if (this.#busy) return;
    this.#busy = true;
    const run = async (lock) => lock && this.#run();
    const over = navigator.locks?.request(NAME, { ifAvailable: true }, run) ?? run(true);
    over.catch(() => this.#later()).finally(() => { this.#busy = false; });
  }
  #later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), this.#delay * (0.75 + Math.random() / 2));
    this.#delay = Math.min(this.#delay * 2, 15000);
  }
  async #run() {
    await this.load();
    for (let row = this.waiting[0]; row; row = this.waiting[0]) {
      const { status, data } = await api("POST", row.path, row.body);
      const code = data?.error?.code;
      if (status >= 200 && status < 300) {
        this.#delay = 500;
        await this.put({ ...row, state: "sent", acked: Date.now(), outcome: data.outcome ?? data });
      } else if (!status || status >= 500 || KEEP.has(status) || SIGN_IN.has(code)) {
        this.changed(null, status, code);
        this.#later();
        return;
      } else {
        const { refused } = await import("./refused.js");
        for (const one of refused(row, data)) await this.put(one);
      }
      this.changed(this.rows.find((one) => one.seq === row.seq), status);
    }
  }
}
