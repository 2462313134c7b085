// Lets the clocks of a page run: [data-clock-ends] is the server's instant of zero, [data-clock] the seconds left
// while time stands still. The device's own clock is never asked, only how much time has passed on it.
(() => {
  const { body } = document;
  let behind = Number(body.dataset.now) * 1000 - performance.now();
  let asked = 0;
  const learn = (ms) => { if (Number.isFinite(ms)) behind = Math.max(behind, ms - performance.now()); };
  const two = (number) => String(number).padStart(2, "0");
  const text = (seconds) => {
    const hours = Math.floor(seconds / 3600);
    const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
    return hours ? `${hours}:${rest}` : rest;
  };
  const show = () => {
    for (const node of document.querySelectorAll("[data-until]")) {
      node.hidden = Date.parse(node.dataset.until) - behind < performance.now();
    }
    for (const node of document.querySelectorAll("[data-clock-ends]")) {
      const left = Math.ceil((Date.parse(node.dataset.clockEnds) - behind - performance.now()) / 1000);
      const shown = text(Math.max(0, left));
      if (node.textContent !== shown) node.textContent = shown;
      node.parentElement.toggleAttribute("data-last", left <= 60);
      // A level ends without a command: ask once what comes next.
      if (left <= 0 && performance.now() > asked) {
        asked = performance.now() + 5000;
        setTimeout(() => body.dispatchEvent(new CustomEvent("live:version")), 200 + Math.random() * 1500);
      }
    }
  };
  body.addEventListener("htmx:afterRequest", ({ detail }) => {
    learn(Date.parse(detail.xhr?.getResponseHeader("Date")));
  });
  show();
  setInterval(show, 250);
})();
