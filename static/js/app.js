// Ages, the theme button, focus after errors, and live updates. Everything works without it but slower.
(() => {
  const root = document.documentElement;
  const { body } = document;
  const all = (selector, within = document) => within.querySelectorAll(selector);

  // --- Time: the server's, carried by performance.now(). The device's own clock is never asked.
  let offset = -Infinity;
  const learn = (ms) => {
    if (Number.isFinite(ms)) offset = Math.max(offset, ms - performance.now());
  };
  learn(Number(body.dataset.now) * 1000);
  const now = () => performance.now() + (offset === -Infinity ? Date.now() - performance.now() : offset);

  // --- Ages. <span data-age> is the age of the page's last agreement with the server;
  //     <span data-age="2026-11-29T14:05:00Z"> that of an instant. Amber after data-amber seconds (30).
  let agreed = now();
  const unit = (name) => new Intl.NumberFormat(root.lang || "en", { style: "unit", unit: name, unitDisplay: "short" });
  const units = [["hour", 3600], ["minute", 60], ["second", 1]].map(([name, size]) => [unit(name), size]);
  const showAges = () => {
    for (const node of all("[data-age]")) {
      const since = node.dataset.age ? Date.parse(node.dataset.age) : agreed;
      const seconds = Math.max(0, Math.floor((now() - since) / 1000));
      const [format, size] = units.find((entry) => seconds >= entry[1]) || units[2];
      const text = (node.dataset.text || "{t}").replace("{t}", format.format(Math.floor(seconds / size)));
      if (node.textContent !== text) node.textContent = text;
      node.toggleAttribute("data-old", seconds > Number(node.dataset.amber || 30));
    }
  };
  const agree = () => { agreed = now(); showAges(); };

  // --- Theme
  for (const button of all("[data-theme-toggle]")) {
    const show = () => button.setAttribute("aria-pressed", String(root.dataset.theme === "dark"));
    button.hidden = false;
    button.addEventListener("click", () => {
      root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
      try { localStorage.setItem("theme", root.dataset.theme); } catch { /* not remembered */ }
      show();
    });
    show();
  }

  // --- Print buttons, and the event's menu: it shows its current entry, and that there is more of it.
  for (const button of all("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
  for (const list of all(".eventnav ul")) {
    const here = list.querySelector("[aria-current]");
    const show = () => {
      const rest = list.scrollWidth - list.clientWidth;
      list.toggleAttribute("data-before", list.scrollLeft > 2);
      list.toggleAttribute("data-after", list.scrollLeft < rest - 2);
    };
    if (here) list.scrollLeft += here.getBoundingClientRect().right - list.getBoundingClientRect().right + 48;
    list.addEventListener("scroll", show, { passive: true });
    addEventListener("resize", show);
    show();
  }

  // --- A hand street by street: the arrow keys turn it.
  document.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    document.querySelector(`[data-steps] [data-step="${step}"]`)?.click();
  });

  // --- A summary of errors takes the focus, on load and after a swap; an open menu closes elsewhere.
  const focusErrors = (within) => within.querySelector("[data-focus]")?.focus();
  body.addEventListener("htmx:afterSettle", (event) => focusErrors(event.target));
  document.addEventListener("click", (event) => {
    for (const menu of all("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (menu) { menu.open = false; menu.firstElementChild.focus(); }
  });

  // --- Live. The stream only says that a new version exists; elements with
  //     hx-trigger="live:version from:body" then fetch what they show.
  const live = () => {
    const url = body.dataset.liveUrl;
    let version = Number(body.dataset.version || 0);
    let stream = null;
    let heard = 0;
    let asked = performance.now();
    // Under a broadcast delay nobody says when a hand may be seen: ask.
    const calm = Number(body.dataset.poll || 60000);
    let waiting = 0;
    let behind = 0;

    const fire = (detail) => {
      waiting = 0;
      asked = performance.now();
      body.dispatchEvent(new CustomEvent("live:version", { detail }));
    };
    const soon = (detail, spread) => { waiting ||= setTimeout(fire, Math.random() * spread, detail); };
    const hear = (event) => {
      heard = performance.now();
      let said = {};
      try { said = JSON.parse(event.data); } catch { /* a bare heartbeat */ }
      learn(Number(said.now) * 1000);
      if (said.v > version) {
        version = said.v;
        soon(said, said.spread ?? 300);
      } else if (!waiting) agree();
    };
    const open = () => {
      if (stream) return;
      stream = new EventSource(url);
      stream.addEventListener("open", () => { heard = performance.now(); });
      stream.addEventListener("version", hear);
      stream.addEventListener("heartbeat", hear);
      // A level or a break began by itself: nothing has a new version, and everything looks different.
      stream.addEventListener("turn", (event) => { hear(event); soon({ v: version }, 300); });
    };
    const close = () => { stream?.close(); stream = null; };

    document.addEventListener("visibilitychange", () => {
      if (document.hidden) close();
      else { open(); soon({ v: version }, 300); }
    });
    addEventListener("pagehide", close);
    addEventListener("pageshow", (event) => { if (event.persisted) { open(); fire({ v: version }); } });
    body.addEventListener("htmx:afterRequest", ({ detail }) => {
      learn(Date.parse(detail.xhr?.getResponseHeader("Date")));
      if (!detail.successful || detail.requestConfig?.triggeringEvent?.type !== "live:version") return;
      // What was heard of may still be in the making: then the last version came. Ask again.
      const shown = Number(/^"?(\d+)/.exec(detail.xhr.getResponseHeader("ETag"))?.[1]);
      if (shown < version && !body.dataset.poll && behind < 10) {
        behind += 1;
        waiting ||= setTimeout(fire, 300 + Math.random() * 700, { v: version });
      } else {
        behind = 0;
        agree();
      }
    });
    setInterval(() => {
      if (document.hidden) return;
      const t = performance.now();
      const healthy = stream?.readyState === 1 && t - heard < 45000;
      if (stream?.readyState === 2) close();
      if (t - asked > (healthy ? calm : 10000)) { open(); fire({ v: version }); }
    }, 1000);
    if (!document.hidden) open();
  };

  focusErrors(document);
  showAges();
  setInterval(showAges, 1000);
  if (body.dataset.liveUrl) live();
})();
