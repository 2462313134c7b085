// Runs before the first paint, so that a dark page never flashes white. Walls keep their own theme.
(() => {
  const root = document.documentElement;
  if (["wall", "overlay"].includes(root.dataset.device)) return;
  const wish = root.dataset.theme;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let stored = null;
    try { stored = localStorage.getItem("theme"); } catch { /* private window: no memory */ }
    const theme = stored || wish;
    root.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
  };
  dark.addEventListener("change", apply);
  apply();
})();
