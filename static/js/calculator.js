// The grid of cards of the calculator. The fields hold everything; a tap only types into them.
(() => {
  const GROUP = /((?:10|[2-9tjqka])+)([shdc♠♥♦♣])\ufe0f?/gi;
  const SIGNS = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
  let form;
  let row = "";

  const field = (seat) => form.querySelector(`[name="p${seat}"]`);
  const seats = () => [...form.querySelectorAll("[data-player]")].map((one) => one.dataset.player);
  const active = () => form.querySelector("[data-player][data-active]").dataset.player;
  const split = (found) => {
    const suit = SIGNS[found[2]] || found[2].toLowerCase();
    return found[1].match(/10|./g).map((rank) => (rank === "10" ? "T" : rank.toUpperCase()) + suit);
  };
  const cards = (seat) => [...field(seat).value.matchAll(GROUP)].flatMap(split);
  const write = (seat, text) => {
    field(seat).value = text;
    paint();
    field(seat).dispatchEvent(new Event("input", { bubbles: true }));
  };

  // --- What lies where, on the grid and on the tabs
  const paint = () => {
    const decks = Number(form.dataset.decks);
    const owners = new Map();
    for (const seat of seats()) {
      const held = cards(seat);
      for (const card of held) owners.set(card, [...(owners.get(card) || []), seat]);
      const tab = form.querySelector(`[data-tab="${seat}"]`);
      tab.setAttribute("aria-pressed", String(seat === active()));
      tab.toggleAttribute("data-full", held.length === 13);
      tab.querySelector("[data-count]").textContent = `${held.length}/13`;
    }
    for (const button of form.querySelectorAll("[data-card]")) {
      const held = owners.get(button.dataset.card) || [];
      button.querySelector(".card-owner").textContent = held.join(" ");
      button.toggleAttribute("data-used", held.length >= decks && !held.includes(active()));
      button.toggleAttribute("data-mine", held.includes(active()));
      button.setAttribute("aria-pressed", String(held.includes(active())));
    }
    for (const one of form.querySelectorAll(".board-row")) {
      const chosen = row && one.dataset.row === row && one.closest("[data-player]").dataset.player === active();
      if (chosen) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
  };
  const activate = (seat) => {
    if (form.querySelector("[data-player][data-active]")?.dataset.player !== seat) row = "";
    for (const one of form.querySelectorAll("[data-player]")) one.toggleAttribute("data-active", one.dataset.player === seat);
    paint();
  };

  // --- A tap: lay the card, take one's own back, or go to who holds it
  const take = (seat, card) => {
    const text = field(seat).value.replace(GROUP, (...found) => {
      const held = split(found);
      return held.includes(card) ? held.filter((one) => one !== card).join("") : found[0];
    });
    write(seat, text.replace(/\s+/g, " "));
  };
  const lay = (seat, card) => {
    const before = cards(seat);
    if (before.length >= 13) return;
    const text = field(seat).value.trimEnd();
    const gap = row ? ` /${row[0]} ` : [5, 10].includes(before.length) && !text.includes("/") ? " " : "";
    row = "";
    write(seat, text + gap + card);
    const next = before.length === 12 && seats().find((one) => cards(one).length < 13);
    if (next) activate(next);
  };
  const tap = (card) => {
    const holders = seats().filter((one) => cards(one).includes(card));
    if (holders.includes(active())) take(active(), card);
    else if (holders.length >= Number(form.dataset.decks)) activate(holders[0]);
    else lay(active(), card);
  };

  const clear = (some) => { for (const seat of some) write(seat, ""); activate(some[0]); };
  const undo = () => {
    const held = cards(active());
    if (held.length) take(active(), held[held.length - 1]);
  };
  const copy = (link) => {
    navigator.clipboard?.writeText(link.href).then(() => { link.textContent = link.dataset.done; });
    return Boolean(navigator.clipboard);
  };

  document.addEventListener("click", (event) => {
    const at = (selector) => event.target.closest(`#calculator ${selector}`);
    const one = at("[data-card]") || at("[data-tab]") || at("[data-undo]") || at("[data-clear]") || at("[data-clear-all]") || at("[data-copy]") || at(".calc-board");
    if (!one) return;
    const said = one.dataset;
    if (said.card) tap(said.card);
    else if (said.tab) activate(said.tab);
    else if ("undo" in said) undo();
    else if ("clear" in said) clear([active()]);
    else if ("clearAll" in said) clear(seats());
    else if ("copy" in said) { if (copy(one)) event.preventDefault(); }
    else {
      activate(one.closest("[data-player]").dataset.player);
      row = event.target.closest(".board-row")?.dataset.row || "";
      paint();
    }
  });
  document.addEventListener("focusin", (event) => {
    const player = event.target.closest("#calculator [data-player]");
    if (player) activate(player.dataset.player);
  });
  document.addEventListener("input", (event) => { if (event.target.closest("#calculator")) paint(); });

  // --- One tab stop; arrows go round the grid as it is drawn
  document.addEventListener("keydown", (event) => {
    const here = event.target.closest?.("#calculator [data-card]");
    if (!here || !event.key.startsWith("Arrow")) return;
    const all = [...form.querySelectorAll("[data-card]")];
    const columns = getComputedStyle(here.parentElement).gridTemplateColumns.split(" ").length;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: columns === 13 ? -13 : -1, ArrowDown: columns === 13 ? 13 : 1 }[event.key];
    const next = all[all.indexOf(here) + step];
    if (!next) return;
    event.preventDefault();
    here.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });

  const start = () => {
    form = document.querySelector("#calculator");
    form.toggleAttribute("data-live", true);
    for (const one of form.querySelectorAll("[data-grid], [data-tabs]")) one.hidden = false;
    activate(seats().find((seat) => cards(seat).length < 13) || "1");
  };
  start();
  document.addEventListener("htmx:afterSettle", () => {
    if (document.querySelector("#calculator") !== form) start();
    else paint();
  });
})();
