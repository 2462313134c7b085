// A dealer signs in with six digits.
import { ACTS, app, outbox, refresh } from "./main.js";
import { api } from "./outbox.js";
import { $, text } from "./page.js";
import { t } from "./words.js";

Object.assign(ACTS, {
  digit(arg) {
    const { value } = $("pin");
    $("pin").value = arg ? value + arg : value.slice(0, -1);
    if ($("pin").value.length === 6) ACTS.sign_in();
  },
  async sign_in() {
    const pin = $("pin").value.replace(/\s/g, "");
    $("pin").value = "";
    if (!/^\d{6}$/.test(pin)) return text($("pin-said"), t("pin_digits"));
    const { status, data } = await api("POST", "dealer", { pin });
    text($("pin-said"), status === 200 ? "" : data?.error?.message ?? t("no_contact"));
    if (status !== 200) return;
    app.failed = "";
    app.kept.state.dealer = data.dealer;
    outbox.flush();
    refresh();
  },
});
