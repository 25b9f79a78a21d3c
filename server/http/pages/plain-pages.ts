// Documents without a build: shown if pages cannot be rendered or loaded.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '#contract/refusals.ts';
import type { Services } from '../../services.ts';
import type { Config } from '../../config/config.ts';
import { plainPolicy } from '../security/security.ts';

/**
 * Sends a text and a link home, without any style or script: the specification's error page of last
 * resort.
 */
export function lastResort(reply: FastifyReply): FastifyReply {
  return reply
    .code(500)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      '<!doctype html><html lang="zh-Hant-TW"><meta charset="utf-8">' +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        '<meta name="robots" content="noindex"><title>500</title><main>' +
        '<h1 lang="en">An error occurred while showing the error page</h1>' +
        '<p><a href="/">回首頁</a></p></main></html>',
    );
}

const riverbed =
  '<svg viewBox="0 0 260 150" width="300" aria-hidden="true">' +
  '<path class="bed" d="M0 118C44 96 92 104 130 102S214 88 260 104V150H0Z"/>' +
  '<path class="crack" d="M26 128l16-8 9 9 14-6M108 138l12-12 15 7 9-8M188 124l15 6 8-9 18 7"/>' +
  '<path class="stone" d="M40 103c0-11 12-17 25-16 14 0 23 8 22 17-1 8-11 12-24 11-13 0' +
  '-23-3-23-12ZM170 100c0-14 15-22 31-20 17 1 28 10 26 22-2 10-14 15-30 13-16-1-27-5-27-15Z"/>' +
  '<path class="kaki" d="M139 110c1-5 6-8 12-7 6 0 10 4 9 8-1 4-5 5-11 5-5 0-11-2-10-6Z"/></svg>';

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

type Onward = { text: string; to: string };

/** Returns a page with a dry riverbed, one or two sentences and a link, in the app's colours. */
function plainPage({ brand }: Config, title: string, words: string, onward: Onward): string {
  return (
    '<!doctype html><html lang="zh-Hant-TW"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<meta name="robots" content="noindex"><title>${title}｜${escaped(brand.name)}</title>` +
    `<link rel="stylesheet" href="/plain.css"></head><body><main>${riverbed}` +
    `<h1>${title}</h1><p>${words}</p>` +
    `<p><a href="${onward.to}">${onward.text}</a></p></main></body></html>`
  );
}

/** Answers a person whose address cannot be decoded, for example because a chat cut it off. */
export function undecodable(reply: FastifyReply, config: Config): FastifyReply {
  const words = '這個網址不完整，可能在轉貼時被截斷了。';
  return reply
    .code(400)
    .header('content-security-policy', plainPolicy)
    .type('text/html; charset=utf-8')
    .send(plainPage(config, '找不到這個頁面', words, { text: '回首頁', to: '/' }));
}

/** Formats an instant in Taipei time, which has no daylight saving: 2026/12/01 06:00. */
function inTaipei(at: Date): string {
  const there = new Date(at.getTime() + 8 * 3_600_000).toISOString();
  return `${there.slice(0, 10).replaceAll('-', '/')} ${there.slice(11, 16)} `;
}

/**
 * Paths that are answered during maintenance too: health checks, the bank, and the page's own
 * files.
 */
const always = /^\/(healthz|readyz|metrics|bank\/|plain\.css|favicon\.)/;

/** Answers 503 with the end of the maintenance until MAINTENANCE_UNTIL. */
function closeUntil(app: FastifyInstance, services: Services, until: Date): void {
  app.addHook('onRequest', async (request, reply) => {
    const left = until.getTime() - services.clock.realNow().getTime();
    if (left <= 0 || always.test(request.url)) return;
    const retryAfter = Math.ceil(left / 1000);
    if (!request.headers.accept?.includes('text/html')) throw new Refusal('BUSY', { retryAfter });
    const words = `預計 ${inTaipei(until)}恢復。您的資料與款項不受影響。`;
    await reply
      .code(503)
      .headers({ 'retry-after': retryAfter, 'content-security-policy': plainPolicy })
      .type('text/html; charset=utf-8')
      .send(plainPage(services.config, '系統維護中', words, { text: '重新整理', to: '' }));
  });
}

/** Serves the offline page that the service worker caches, and the site's web app manifest. */
export function plainPages(app: FastifyInstance, services: Services): void {
  const { config } = services;
  const { brand, maintenanceUntil } = config;
  if (maintenanceUntil) closeUntil(app, services, maintenanceUntil);
  const words = '目前沒有網路連線。恢復連線後再試一次，您填寫的草稿都還在。';
  const offline = plainPage(config, '目前離線', words, { text: '再試一次', to: '' });
  app.get('/offline.html', async (_request, reply) =>
    reply
      .headers({ 'content-security-policy': plainPolicy, 'cache-control': 'public, max-age=3600' })
      .type('text/html; charset=utf-8')
      .send(offline),
  );
  const manifest = JSON.stringify({
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: brand.tagline,
    lang: 'zh-Hant-TW',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#FAF8F4',
    theme_color: '#0F6467',
    categories: ['finance'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: '查看下期應還', url: '/account/loan' },
      { name: '進行中的出資', url: '/account/invest/ongoing' },
    ],
  });
  app.get('/site.webmanifest', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(manifest),
  );
}
