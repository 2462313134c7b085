// Small tools for the page.
export const $ = (id) => document.getElementById(id);
export const act = (name) => document.querySelector(`[data-act="${name}"]`);
export const text = (node, words) => { if (node.textContent !== String(words)) node.textContent = words; };
// Attributes that change: a mark is there or not, and what a reader hears is "true" or "false".
export function mark(node, facts) {
  for (const [name, value] of Object.entries(facts)) {
    const words = value === true && !name.startsWith("aria") ? "" : value;
    if (words == null || (words === false && !name.startsWith("aria"))) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(words)) node.setAttribute(name, words);
  }
}
// The parts of a node: words are written; true and false show and hide what stands there.
export function fill(node, parts) {
  for (const [selector, words] of Object.entries(parts)) {
    const part = node.querySelector(selector);
    part.hidden = words === false;
    if (typeof words !== "boolean") text(part, words);
  }
}
export const h = (tag, facts = {}, ...inside) => {
  const node = document.createElement(tag);
  mark(node, facts);
  node.append(...inside.flat(2).filter((one) => one != null && one !== false));
  return node;
};
export const icon = (name) => {
  const node = h("span");
  node.innerHTML = `<svg class="icon" aria-hidden="true"><use href="${document.body.dataset.sprite}#${name}"/></svg>`;
  return node.firstChild;
};
export const button = (words, name, arg = "", kind = "", facts = {}) =>
  h("button", { type: "button", class: `btn ${kind}`, "data-act": name, "data-arg": arg, "data-testid": arg ? `${name}-${arg}` : name, ...facts }, words);
export const span = (kind, ...inside) => h("span", { class: kind }, inside);
export const badge = (kind, ...inside) => h("span", { class: "badge", "data-kind": kind }, inside);
// Builds again only what has changed, and keeps the focus where it was.
export function redraw(node, facts, build) {
  const key = JSON.stringify([facts, document.documentElement.lang]);
  if (node.key === key) return;
  const { act: name, arg } = node.contains(document.activeElement) ? document.activeElement.dataset : {};
  node.replaceChildren(...build().flat().filter(Boolean));
  node.key = key;
  if (name) node.querySelector(`[data-act="${name}"][data-arg="${arg}"]`)?.focus();
}
