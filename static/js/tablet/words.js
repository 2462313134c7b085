// Words in the dealer's language: words/<lang>.json, {placeholders}, plurals as {one, few, many, other}.
const root = document.documentElement;
let words = {};
let format;
let plural;

export async function speak(lang) {
  words = await (await fetch(document.body.dataset[lang])).json();
  root.lang = lang;
  format = new Intl.NumberFormat(lang, { useGrouping: "always" });
  plural = new Intl.PluralRules(lang);
  document.cookie = `django_language=${lang};path=/;max-age=31536000;samesite=lax`;
  for (const node of document.querySelectorAll("[data-w]")) node.textContent = t(node.dataset.w);
  for (const node of document.querySelectorAll("[data-wl]")) node.setAttribute("aria-label", t(node.dataset.wl));
}
export const number = (n) => format.format(n);
// The sentence of a key; numbers are grouped, {n} chooses the plural.
export function t(key, facts = {}) {
  let text = words[key] ?? key;
  if (typeof text === "object") text = text[plural.select(facts.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (hole, name) => {
    const fact = facts[name] ?? hole;
    return typeof fact === "number" ? number(fact) : fact;
  });
}
export const cardName = (card) => t("card_name", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) });
export const printed = (rank) => (rank === "T" ? "10" : rank);
export const RANKS = "23456789TJQKA";
// "pair Q", "full house 3": short, for the echo beside a row.
export function handName({ category, tiebreak: [lead] }, long = false) {
  const royal = category === 8 && lead === 14;
  const name = t(`${long ? "hand" : "short"}.${royal ? 10 : category}`);
  return [5, 8].includes(category) && (long || royal) ? name : `${name} ${printed(RANKS[lead - 2])}`;
}
