// Finding oneself in the standings: search, one's own row kept in view, sorting. The list is whole without it.
(() => {
  const { body } = document;
  const list = document.getElementById("standings");
  const search = document.getElementById("find-player");
  const mine = document.getElementById("my-row");
  const key = `me:${body.dataset.event}`;
  let order = { by: "place", down: false };
  let me = null;
  const hash = location.hash.match(/^#me=(\d+)$/);
  try {
    if (hash) localStorage.setItem(key, hash[1]);
    me = localStorage.getItem(key);
  } catch { me = hash?.[1] ?? null; }

  // Accents do not matter to a search: "munoz" finds "Muñoz".
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const rows = () => [...list.querySelectorAll("tr[data-entry]")];

  const filter = () => {
    const wanted = plain(search.value.trim());
    let found = 0;
    for (const row of rows()) {
      row.hidden = wanted !== "" && !plain(row.dataset.name).includes(wanted);
      found += !row.hidden;
    }
    list.querySelector("[data-no-match]")?.toggleAttribute("hidden", found > 0);
  };
  const keepMine = () => {
    const own = me && rows().find((row) => row.dataset.entry === me);
    mine.hidden = !own;
    if (!own) return;
    own.classList.add("is-own");
    const copy = own.cloneNode(true);
    copy.hidden = false;
    mine.querySelector("tbody").replaceChildren(copy);
  };
  const value = (row) => {
    const text = row.dataset[order.by];
    return order.by === "name" ? plain(text) : Number(text || Infinity);
  };
  const sort = () => {
    const table = list.querySelector("[data-sortable]");
    if (!table) return;
    const sign = order.down ? -1 : 1;
    const before = (a, b) => { const [x, y] = [value(a), value(b)]; return x < y ? -sign : x > y ? sign : 0; };
    const sorted = [...table.tBodies[0].rows].filter((row) => row.dataset.entry).sort(before);
    // The line of the money belongs to the order of places.
    table.tBodies[0].querySelector("[data-money]")?.remove();
    table.tBodies[0].replaceChildren(...sorted);
    for (const head of table.querySelectorAll("[data-sort]")) {
      const on = head.dataset.sort === order.by;
      head.setAttribute("aria-sort", on ? (order.down ? "descending" : "ascending") : "none");
    }
  };
  const buttons = () => {
    for (const head of list.querySelectorAll("[data-sort]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sorter";
      button.append(...head.childNodes);
      button.addEventListener("click", () => {
        const by = head.dataset.sort;
        const first = by === "chips" || by === "change";
        order = { by, down: order.by === by ? !order.down : first };
        sort();
      });
      head.append(button);
    }
  };
  const show = () => { buttons(); if (order.by !== "place" || order.down) sort(); filter(); keepMine(); };
  search.addEventListener("input", filter);
  body.addEventListener("htmx:afterSwap", show);
  show();
})();
