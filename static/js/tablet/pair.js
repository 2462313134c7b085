// The one-time code is in the fragment, so it is in no log and no referrer; or somebody types it.
// A second code that is opened in this tab changes nothing but the fragment.
addEventListener("hashchange", () => location.reload());
const [said, form, code] = ["said", "none", "code"].map((id) => document.getElementById(id));
const scanned = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
const fail = (text) => {
  said.textContent = text;
  form.hidden = false;
};
async function pair(token) {
  try {
    const answer = await fetch("/api/tablet/pair", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Thirteen-Tablet": "1" },
      body: JSON.stringify({ token }),
    });
    if (answer.ok) location.replace("/tablet/");
    else fail((await answer.json()).error.message);
  } catch (error) { fail(error.message); }
}
form.addEventListener("submit", (event) => {
  event.preventDefault();
  pair(code.value);
});
if (scanned) pair(scanned);
else fail("");
