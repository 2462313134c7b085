// Every question that is asked in a dialog.
import { $, h } from "./page.js";
import { t } from "./words.js";

// choices: [text, value, kind, help], of which 0 needs no field; fields: {name: {label, value, type}}. Gives {value, name: text...} or null.
export const ask = (title, choices, { text = "", fields = {} } = {}) => new Promise((resolve) => {
  const sheet = $("sheet");
  const form = sheet.firstElementChild;
  const [head, para, inputs, buttons] = form.children;
  head.textContent = title;
  para.textContent = text;
  inputs.replaceChildren(...Object.entries(fields).map(([name, { label, ...facts }]) =>
    h("label", { class: "field" }, h("span", {}, label), h("input", { name, autocomplete: "off", ...facts }))));
  buttons.replaceChildren(...choices.map(([label, value, kind = "", help], i) =>
    h("button", { class: `btn ${kind}`, value: i, "data-testid": `choice-${value}`, formnovalidate: value === 0 }, label, help && h("small", {}, help))),
  h("button", { class: "btn btn-quiet", value: "", "data-testid": "choice-cancel", formnovalidate: true }, t("cancel")));
  sheet.returnValue = "";
  sheet.onclose = () => {
    const choice = choices[sheet.returnValue || -1];
    resolve(choice ? { ...Object.fromEntries(new FormData(form)), value: choice[1] } : null);
  };
  if (!sheet.open) sheet.showModal();
});
export const yes = (words = "ok", kind = "btn-primary") => [[t(words), 1, kind]];
export const choose = async (title, list, text) => (await ask(title, list, { text }))?.value;
export const chips = (text) => {
  const digits = String(text).replace(/\D/g, "");
  return digits ? Number(digits) : null;
};
