{% load static %}// The shell of the tablet, kept for when there is no network. Answers GETs below /tablet/ and the
// files it keeps, nothing else: commands never pass through here.
const CACHE = "tablet-{{ version }}";
const SHELL = [
  "/tablet/", "{% static 'css/app.css' %}", "{% static 'css/vendor/modern-normalize.css' %}", "{% static 'css/tokens.css' %}", "{% static 'css/base.css' %}", "{% static 'css/layout.css' %}",
  "{% static 'css/components.css' %}", "{% static 'css/states.css' %}", "{% static 'css/tablet.css' %}", "{% static 'img/sprite.svg' %}", "{% static 'img/favicon.svg' %}",
  ..."check draft fouls keys levels live main more moves orders outbox pads page parse project ready refused rows score sheets sign streets view words".split(" ").map((name) => `{% get_static_prefix %}js/tablet/${name}.js`),
  "{% static 'js/tablet/words/en.json' %}", "{% static 'js/tablet/words/es.json' %}", "{% static 'js/tablet/words/pt.json' %}", "{% static 'js/tablet/words/ru.json' %}",
];
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL.map((url) => new Request(url, { cache: "reload" })))));
});
self.addEventListener("activate", (event) => event.waitUntil(caches.keys()
  .then((keys) => Promise.all(keys.filter((key) => key !== CACHE).map((key) => caches.delete(key))))
  .then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || /^\/(api|live)\//.test(pathname)) return;
  const page = request.mode === "navigate";
  if (page && pathname !== "/tablet/") return;
  event.respondWith(caches.open(CACHE).then(async (cache) => {
    const kept = await cache.match(page ? "/tablet/" : request);
    if (kept && !page) return kept;
    return fetch(request).catch((error) => { if (kept) return kept; throw error; });
  }));
});
