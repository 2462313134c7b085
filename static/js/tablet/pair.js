// The one-time token is in the fragment, so it is in no log and no referrer.
// A second code that is opened in this tab changes nothing but the fragment.
addEventListener("hashchange", () => location.reload());
const said = document.getElementById("said");
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
const fail = (text) => {
  said.textContent = text;
  document.getElementById("none").hidden = false;
};
if (!token) fail("");
else {
  fetch("/api/tablet/pair", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Thirteen-Tablet": "1" },
    body: JSON.stringify({ token }),
  }).then(async (answer) => {
    if (answer.ok) location.replace("/tablet/");
    else fail((await answer.json()).error.message);
  }).catch((error) => fail(error.message));
}
