// What runs beside the screen: news from the server, signs of life, the light, the worker.
import { app, heard, outbox, refresh } from "./main.js";
import { api } from "./outbox.js";

let stream;
function listen() {
  if (stream?.readyState < 2 || !app.kept) return;
  stream = new EventSource(`/live/e/${app.kept.state.event.slug}`);
  stream.addEventListener("version", ({ data }) => {
    const { v, spread = 300 } = JSON.parse(data);
    if (v !== app.kept?.state.version) setTimeout(refresh, Math.random() * spread);
  });
  stream.addEventListener("turn", () => setTimeout(refresh, Math.random() * 300));
}
async function beat() {
  const battery = await navigator.getBattery?.().catch(() => null);
  const { status } = await api("POST", "beat", { battery: battery ? Math.round(battery.level * 100) : null, unsent: outbox.waiting.length });
  heard(status);
}
const awake = () => navigator.wakeLock?.request("screen").catch(() => {});
function again() {
  if (document.hidden) return;
  awake();
  outbox.flush();
  refresh();
}
addEventListener("online", again);
document.addEventListener("visibilitychange", again);
document.addEventListener("gesturestart", (event) => event.preventDefault());
awake();
listen();
beat();
setInterval(beat, 30000);
setInterval(listen, 10000);
navigator.serviceWorker?.register("/tablet/sw.js", { scope: "/tablet/" }).catch(() => {});
