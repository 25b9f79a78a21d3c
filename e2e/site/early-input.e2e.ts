// Tests of forms that are filled in before their script has loaded: nothing entered is lost.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newMember, password } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { pressOnly } from '../kit/acts.ts';
import { hydrated, isKnown, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

/** Opens a page whose scripts wait until the returned function is called. */
async function openSlowly(page: Page, path: string): Promise<() => Promise<void>> {
  let go = () => {};
  const gone = new Promise<void>((settle) => (go = settle));
  await page.route('**/assets/*.js', async (route) => {
    await gone;
    await route.continue();
  });
  await page.goto(server.siteUrl + path, { waitUntil: 'commit' });
  return async () => {
    go();
    await hydrated(page);
  };
}

test('what is entered into the registration before its script counts', async () => {
  const { page, complaints } = await pages.open({ mobile: true });
  const load = await openSlowly(page, '/member/register');
  await page.getByRole('radio', { name: /我要出資/ }).check();
  await page.getByRole('checkbox', { name: /我已閱讀並同意/ }).check();
  await load();
  await pressOnly(page, '下一步');
  await page.getByLabel('電子郵件').waitFor();
  // A reload keeps the step; the browser's button leads back to the first step and its answers.
  await page.reload();
  await page.getByLabel('電子郵件').waitFor();
  await page.goBack();
  await page.getByRole('radio', { name: /我要出資/ }).waitFor();
  expect(await page.getByRole('radio', { name: /我要出資/ }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: /我已閱讀並同意/ }).isChecked()).toBe(true);
  expect(complaints).toEqual([]);
});

test('what is submitted before its script is submitted once it has loaded', async () => {
  const { page, complaints } = await pages.open({ mobile: true });
  const load = await openSlowly(page, '/member/login');
  await page.getByLabel('電子郵件').fill('early');
  await pressOnly(page, '登入');
  expect(await page.getByLabel('電子郵件').inputValue()).toBe('early');
  await load();
  await expect
    .poll(() => page.locator('[aria-invalid=true]').count(), { timeout: 30_000 })
    .toBeGreaterThan(0);
  expect(new URL(page.url()).pathname).toBe('/member/login');
  expect(await page.getByLabel('電子郵件').inputValue()).toBe('early');
  expect(complaints).toEqual([]);
});

test('a member who fills in the login before its script signs in', async () => {
  const { email } = await newMember(server);
  const { page, complaints } = await pages.open({ mobile: true });
  const load = await openSlowly(page, '/member/login');
  await page.getByLabel('電子郵件').fill(email);
  await page.getByRole('textbox', { name: '密碼' }).fill(password);
  await load();
  await isKnown(page, server, email);
  await pressOnly(page, '登入');
  await page.waitForURL((url) => url.pathname === '/');
  expect(complaints).toEqual([]);
});
