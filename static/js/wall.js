// Turns the pages of the standings on a wall, with a cut. The page that is shown is kept over an update.
(() => {
  const EVERY_MS = 12000;
  let shown = 0;
  const show = () => {
    const pages = [...document.querySelectorAll("[data-pages] > .wall-page")];
    shown = pages.length ? shown % pages.length : 0;
    pages.forEach((page, number) => { page.hidden = number !== shown; });
    const text = document.querySelector("[data-page-text]");
    if (text) text.textContent = pages.length > 1 ? text.dataset.pageText.replace("{n}", shown + 1).replace("{of}", pages.length) : "";
  };
  document.body.addEventListener("htmx:afterSwap", show);
  // Near the money the first page stays twice as long.
  let again = true;
  setInterval(() => {
    if (shown === 0 && again && document.querySelector("[data-first-twice]")) { again = false; return; }
    again = true;
    shown += 1;
    show();
  }, EVERY_MS);
  show();
})();
