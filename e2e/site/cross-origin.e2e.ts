// The site on one origin and its API on another (as VITE_API_URL sets it) in a real browser.
import { expect, test } from 'vitest';
import { newPicture, newVerifiedMember, password } from '../../tests/actors/people.ts';
import { newCase } from '../../tests/actors/market.ts';
import { useServer } from '../../tests/server.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { freePort } from '../../tests/free-port.ts';

const port = String(await freePort());
// Both origins lead to the same server, but the browser treats them as different.
const siteOrigin = `http://127.0.0.1:${port}`;
const apiOrigin = `http://localhost:${port}`;
const environment = { PORT: port, PUBLIC_URL: siteOrigin, VITE_API_URL: apiOrigin };
const server = useServer({ pages: 'built', environment });
const pages = useBrowser();

test('a member signs in, reads, uploads and follows a case across origins', async () => {
  const { email } = await newVerifiedMember(server);
  const caseId = await newCase(server);
  const { page, complaints } = await pages.open();
  const called = new Map<string, Set<string>>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (!/^\/(v1|me)\//.test(pathname)) return;
    called.set(origin, (called.get(origin) ?? new Set()).add(pathname));
    expect(request.headers()['cookie']).toBeUndefined();
  });
  await page.goto(`${siteOrigin}/member/login?redirectTo=%2Faccount%2Fprofile`);
  await hydrated(page);
  await page.getByLabel('電子郵件').fill(email);
  await page.getByRole('textbox', { name: '密碼' }).fill(password);
  await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).click();
  await page.waitForURL(`${siteOrigin}/account/profile`);
  await page.getByText(email).first().waitFor();
  await page.goto(`${siteOrigin}/loan/financial_proof`);
  await hydrated(page);
  const { filename, type, bytes } = await newPicture('salary');
  const buffer = Buffer.from(bytes);
  await page
    .getByLabel(/平均月收入|月收入/)
    .first()
    .fill('60000');
  await page.locator('input[type=file]').first().setInputFiles({
    name: filename,
    mimeType: type,
    buffer,
  });
  await page.getByRole('button', { name: `移除「${filename}」` }).waitFor();
  await page.goto(`${siteOrigin}/investment/${caseId}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect
    .poll(() => [...(called.get(apiOrigin) ?? [])])
    .toContain(`/v1/invest/${caseId}/progress`);
  expect([...called.keys()]).toEqual([apiOrigin]);
  expect(complaints).toEqual([]);
});

test('a refusal from the other origin is read, and its message is shown', async () => {
  const { page } = await pages.open();
  await page.goto(`${siteOrigin}/member/login`);
  await hydrated(page);
  await page.getByLabel('電子郵件').fill('nobody@example.com');
  await page.getByRole('textbox', { name: '密碼' }).fill('not the password');
  await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).click();
  await page.getByText('電子郵件或密碼不正確').first().waitFor();
});
