// Tests documents that need no build: maintenance, offline, and the installed app.
import { describe, expect, test } from 'vitest';
import { useServer } from '../../../tests/server.ts';

const html = { headers: { accept: 'text/html' } };

describe('during maintenance', () => {
  const until = '2099-01-02T06:00:00+08:00';
  const server = useServer({ environment: { MAINTENANCE_UNTIL: until, BRAND_NAME: '小<溪' } });

  test('a page says when the site is back, and a call says how long to wait', async () => {
    const page = await fetch(`${server.siteUrl}/loan/alllist`, html);
    expect(page.status).toBe(503);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(86_400);
    expect(page.headers.get('content-security-policy')).toContain("style-src 'self'");
    const text = await page.text();
    expect(text).toContain('2099/01/02 06:00');
    expect(text).toContain('系統維護中｜小&#60;溪');
    const call = await fetch(`${server.siteUrl}/v1/plan/menu-list`);
    expect(call.status).toBe(503);
    expect(await call.json()).toMatchObject({ code: 'BUSY' });
  });

  test('monitoring, the bank and the office are still answered', async () => {
    expect((await fetch(`${server.siteUrl}/healthz`)).status).toBe(200);
    const bank = await fetch(`${server.siteUrl}/bank/callback`, { method: 'POST' });
    expect(bank.status).not.toBe(503);
    expect((await fetch(`${server.officeUrl}/healthz`)).status).toBe(200);
  });
});

describe('without maintenance', () => {
  const past = { MAINTENANCE_UNTIL: '2020-01-01T00:00:00Z', BRAND_NAME: '千川' };
  const server = useServer({ environment: past });

  test('an address that cannot be decoded is answered with a page for a person', async () => {
    for (const path of ['/nope/%E0%A4%A', '/%', '/investment/%zz']) {
      const page = await fetch(server.siteUrl + path, html);
      expect(page.status).toBe(400);
      expect(page.headers.get('content-security-policy')).toContain("style-src 'self'");
      expect(await page.text()).toContain('<title>找不到這個頁面｜千川</title>');
    }
    const call = await fetch(`${server.siteUrl}/v1/%zz`);
    expect(await call.json()).toMatchObject({ code: 'MALFORMED' });
  });

  test('the offline page contains the brand name', async () => {
    const page = await fetch(`${server.siteUrl}/offline.html`, html);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>目前離線｜千川</title>');
  });

  test('the manifest has name, icons for every mask, and shortcuts', async () => {
    const answer = await fetch(`${server.siteUrl}/site.webmanifest`);
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    const manifest = (await answer.json()) as { icons: { src: string; purpose?: string }[] };
    expect(manifest).toMatchObject({ name: '千川', start_url: '/', lang: 'zh-Hant-TW' });
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
    expect(manifest).toMatchObject({ shortcuts: [{ url: '/account/loan' }, {}] });
  });
});
