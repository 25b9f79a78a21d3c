// The tag manager loads only if configured, after consent, for visitors on public documents.
import { expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { newMember, password } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built', environment: { TAG_MANAGER: 'GTM-RIVER' } });
const pages = useBrowser();

test('visitors are asked once; yes loads the tag manager, no and signing in do not', async () => {
  const { page, complaints } = await pages.open();
  const asked: string[] = [];
  // Replaces the vendor's script with one that only sends a report, as the real script would.
  await page.route(/googletagmanager\.com|google-analytics\.com/, (route) => {
    asked.push(route.request().url());
    const body = `fetch('https://region1.google-analytics.com/g/collect', {mode: 'no-cors'});`;
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  const visit = async (path: string) => {
    const answer = await page.goto(server.siteUrl + path);
    await hydrated(page);
    return answer?.headers()['content-security-policy'] ?? '';
  };
  const question = page.getByRole('region', { name: '可以統計這個網站的瀏覽情形嗎？' });

  expect(await visit('/')).not.toContain('google');
  await question.waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: '不同意' }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await visit('/sitemap')).not.toContain('google');
  const again = page.getByRole('contentinfo').getByRole('button', { name: 'Cookie 設定' });
  await again.waitFor();
  expect(await question.count()).toBe(0);
  expect(asked).toEqual([]);

  await again.click();
  const loaded = page.waitForRequest(/gtm\.js/);
  await question.getByRole('button', { name: '同意', exact: true }).click();
  await loaded;
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[0]).toBe('https://www.googletagmanager.com/gtm.js?id=GTM-RIVER');
  expect(await page.context().cookies()).toMatchObject([
    { name: 'consent', value: 'granted', sameSite: 'Lax' },
  ]);
  expect(await visit('/')).toContain('https://*.google-analytics.com');
  await expect.poll(() => asked.length).toBe(4);

  // A member page is a separate document, without the tag manager.
  expect(await visit('/member/forgot')).not.toContain('google');
  const { email } = await newMember(server);
  const { data: user } = await server.ok(identity.login, { email, password });
  await page.evaluate((text) => localStorage.setItem('user', text), JSON.stringify(user));
  await visit('/');
  await page.getByRole('link', { name: /^通知/ }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.length).toBe(4);
  expect(await question.count()).toBe(0);
  expect(complaints).toEqual([]);
});
