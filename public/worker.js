// The service worker: keeps one page for when there is no line, and touches nothing else.
const KEPT = 'offline-1';
const files = ['/offline.html', '/plain.css'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(files)));
});

self.addEventListener('activate', (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name !== KEPT));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(() => caches.match('/offline.html')));
  } else if (new URL(request.url).pathname === '/plain.css') {
    event.respondWith(fetch(request).catch(() => caches.match('/plain.css')));
  }
});
