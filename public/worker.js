// The service worker: keeps one page for when there is no line, and shows push messages.
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

// The server sends a title, a sentence and a path; a repeated message has the same tag and replaces
// the first. Browsers demand that every push message is shown.
self.addEventListener('push', (event) => {
  let message = {};
  try {
    message = event.data.json();
  } catch {
    // A message without content still has to be shown.
  }
  const { title = '有新的通知', body = '請登入查看。', path, tag } = message;
  const data = { path: path ?? '/account/notification' };
  const icon = '/icon-192.png';
  event.waitUntil(self.registration.showNotification(title, { body, tag, data, icon }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.path ?? '/', self.location.origin);
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find((one) => new URL(one.url).href === url.href);
    return page ? page.focus() : self.clients.openWindow(url.href);
  };
  if (url.origin === self.location.origin) event.waitUntil(open());
});
