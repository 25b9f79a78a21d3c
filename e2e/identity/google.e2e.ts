// Tests of other ways to sign in: Google (local issuer) and passkeys (virtual device).
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  codeSentTo,
  newMember,
  newPhone,
  newVerifiedMember,
  password,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { openSection, pressOnly } from '../kit/acts.ts';
import { choosePurpose } from '../kit/registering.ts';
import { expectAccessible } from '../kit/axe.ts';
import { addAuthenticator, hydrated, useBrowser } from '../kit/browser.ts';
import { freePort } from '../../tests/free-port.ts';

const port = await freePort();
const origin = `http://localhost:${port}`;
const server = useServer({ pages: 'built', environment: { PORT: String(port) } });
const pages = useBrowser();

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(origin + path);
  await hydrated(page);
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
const chooseAtGoogle = (page: Page, email: string) =>
  page.getByRole('link', { name: email }).click();
const storedUser = (page: Page) =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('user') ?? 'null') as {
        email: string;
        isGoogleLogin: boolean;
      } | null,
  );

async function loginByPassword(page: Page, email: string, path: string): Promise<void> {
  await visit(page, `/member/login?redirectTo=${encodeURIComponent(path)}`);
  await page.getByLabel('電子郵件').fill(email);
  await page.getByRole('textbox', { name: '密碼' }).fill(password);
  await pressOnly(page, '登入');
  await page.waitForURL((url) => url.pathname === path);
}

test('a new member registers with Google on a phone, after purpose and consent', async () => {
  const { page, complaints } = await pages.open({ mobile: true });
  await visit(page, '/member/register');
  await pressOnly(page, '下一步');
  await page.getByText('請先選擇您想使用的服務').last().waitFor();
  await page.getByText('請先同意服務條款').last().waitFor();
  expect(pathOf(page)).toBe('/member/register');
  await choosePurpose(page, /我要申貸/);
  await expectAccessible(page);
  const google = await page.getByRole('button', { name: '使用 Google 註冊' }).boundingBox();
  const email = await page.getByLabel('電子郵件').boundingBox();
  expect(google!.y).toBeLessThan(email!.y);
  await pressOnly(page, '使用 Google 註冊');
  await page.getByRole('heading', { name: '選擇帳號' }).waitFor();
  await chooseAtGoogle(page, 'google.newcomer@demo.baixi.example');
  await page.waitForURL((url) => url.pathname === '/member/profile');
  await page.getByText('已完成 0／4').waitFor();
  expect(await storedUser(page)).toMatchObject({
    email: 'google.newcomer@demo.baixi.example',
    isGoogleLogin: true,
  });
  expect(complaints).toEqual([]);
});

test('the same account signs in and returns to the page that required the login', async () => {
  const { page, complaints } = await pages.open();
  await visit(page, '/account/notification');
  await page.waitForURL((url) => url.pathname === '/member/login');
  await hydrated(page);
  await expectAccessible(page);
  await pressOnly(page, '使用 Google 登入');
  await chooseAtGoogle(page, 'google.newcomer@demo.baixi.example');
  await page.waitForURL((url) => url.pathname === '/account/notification');
  await page.getByRole('heading', { level: 1, name: '通知中心' }).waitFor();
  expect(complaints).toEqual([]);
});

test('an unknown Google account at login goes to registration without asking twice', async () => {
  const { page, complaints } = await pages.open();
  await visit(page, '/member/login?redirectTo=%2Faccount%2Fprofile');
  await pressOnly(page, '使用 Google 登入');
  await chooseAtGoogle(page, 'google.second@demo.baixi.example');
  await page.waitForURL((url) => url.pathname === '/member/register');
  await page.getByText('這個 Google 帳號還沒有註冊').waitFor();
  await page.getByText('google.second@demo.baixi.example').waitFor();
  await expectAccessible(page);
  await pressOnly(page, '完成註冊');
  await page.getByRole('heading', { name: '請修正以下 2 個欄位' }).waitFor();
  await page.getByRole('radio', { name: /我要出資/ }).check();
  await page.getByRole('checkbox', { name: /我已閱讀並同意/ }).check();
  await pressOnly(page, '完成註冊');
  await page.waitForURL((url) => url.pathname === '/account/profile');
  expect(await page.evaluate(() => sessionStorage.getItem('googleNewcomer'))).toBeNull();
  expect(complaints.filter((what) => !/status of 422/.test(what))).toEqual([]);
});

test('an account with a password is linked to Google and keeps its password', async () => {
  const email = 'investor1@demo.baixi.example';
  await newMember(server, { email });
  const { page } = await pages.open();
  await visit(page, '/member/login');
  await pressOnly(page, '使用 Google 登入');
  await chooseAtGoogle(page, email);
  await page.waitForURL((url) => url.pathname === '/');
  expect(await storedUser(page)).toMatchObject({ email, isGoogleLogin: true });
  const { page: other } = await pages.open();
  await loginByPassword(other, email, '/account/notification');
});

test('failures at Google are shown, and another person’s link signs nobody in', async () => {
  const { page } = await pages.open();
  await visit(page, '/member/login');
  await pressOnly(page, '使用 Google 登入');
  await chooseAtGoogle(page, 'google.unproven@demo.baixi.example');
  await page.getByText('這個 Google 帳號的電子郵件尚未經 Google 驗證').waitFor();
  expect(page.url()).toBe(`${origin}/member/login`);
  await expectAccessible(page);
  await visit(page, '/member/login?code=stolen&state=of-somebody-else');
  await page.getByText('Google 登入未完成，請再試一次').waitFor();
  expect(await storedUser(page)).toBeNull();
});

test.each([
  ['LINE', 'Line/15.1.0', 'link'],
  ['Instagram', 'Instagram 300.0', 'text'],
] as const)('inside %s Google opens in another browser', async (_, agent, kind) => {
  const { page } = await pages.open({ mobile: true });
  await page.addInitScript((own: string) => {
    Object.defineProperty(navigator, 'userAgent', { get: () => `Mozilla/5.0 ${own}` });
  }, agent);
  await visit(page, '/member/login?redirectTo=%2Faccount');
  const words = 'Google 登入請使用外部瀏覽器開啟';
  await page.getByText(words).waitFor();
  expect(await page.getByRole('button', { name: '使用 Google 登入' }).count()).toBe(0);
  if (kind === 'link') {
    const href = await page.getByRole('link', { name: words }).getAttribute('href');
    expect(href).toBe(`${origin}/member/login?redirectTo=%2Faccount&openExternalBrowser=1`);
  } else {
    await page.getByRole('button', { name: '複製網址' }).waitFor();
  }
  await expectAccessible(page);
});

test('a passkey is added, signs in without an e-mail, and is removed', async () => {
  const { email } = await newMember(server);
  const { page, complaints } = await pages.open();
  await addAuthenticator(page);
  await loginByPassword(page, email, '/account/profile');
  const card = page.getByRole('region', { name: '通行密鑰' });
  await openSection(page, '登入與安全');
  await card.getByRole('button', { name: '新增通行密鑰' }).click();
  const dialog = page.getByRole('dialog', { name: '請先確認是您本人' });
  await dialog.getByLabel('目前的密碼').fill('wrong');
  await dialog.getByRole('button', { name: '確認', exact: true }).click();
  await dialog.getByText('密碼不正確').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('目前的密碼').fill(password);
  await dialog.getByRole('button', { name: '確認', exact: true }).click();
  await card.getByText('尚未使用').waitFor();
  await expectAccessible(page);
  await card.getByRole('button', { name: /^重新命名/ }).click();
  await page.getByLabel('名稱').fill('書房電腦');
  await page.getByRole('button', { name: '儲存' }).click();
  await card.getByText('書房電腦').waitFor();
  await page.evaluate(() => localStorage.removeItem('user'));
  // The browser offers the passkey automatically in the e-mail field; this virtual device accepts
  // every offer.
  await page.goto(`${origin}/member/login?redirectTo=%2Faccount%2Fprofile`);
  await page.waitForURL((url) => url.pathname === '/account/profile');
  await openSection(page, '登入與安全');
  await card.getByText(/上次使用/).waitFor();
  await page.evaluate(() => localStorage.removeItem('user'));
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await visit(page, '/member/login?redirectTo=%2Faccount%2Fprofile');
  await pressOnly(page, '使用通行密鑰登入');
  await page.waitForURL((url) => url.pathname === '/account/profile');
  await openSection(page, '登入與安全');
  // A passkey also confirms the member's identity for sensitive changes, not only at sign-in.
  await card.getByRole('button', { name: '移除「書房電腦」' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click();
  await dialog.getByRole('button', { name: '改用通行密鑰驗證' }).click();
  await card.getByText('書房電腦').waitFor({ state: 'detached' });
  expect(complaints.filter((what) => !/status of 4(22|03)/.test(what))).toEqual([]);
});

test('a member with a verified phone confirms their identity by text message', async () => {
  const phone = newPhone();
  const { email } = await newVerifiedMember(server, { phone });
  const { page } = await pages.open({ mobile: true });
  await addAuthenticator(page);
  await loginByPassword(page, email, '/account/profile');
  await openSection(page, '登入與安全');
  await page.getByRole('button', { name: '新增通行密鑰' }).click();
  const dialog = page.getByRole('dialog', { name: '請先確認是您本人' });
  await dialog.getByRole('button', { name: '取得驗證碼' }).click();
  await dialog.getByText(/驗證碼已傳送至/).waitFor();
  const digits = await codeSentTo(server, phone);
  await dialog.getByLabel('簡訊驗證碼').fill(digits);
  await dialog.getByRole('button', { name: '確認', exact: true }).click();
  await page.getByText('尚未使用').waitFor();
  await expectAccessible(page);
});

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36';

test('inside LINE, Facebook and other apps Google is reached by leaving the app', async () => {
  const inLine = { mobile: true, userAgent: `${phone} Safari Line/15.17.0` };
  const line = await pages.open(inLine);
  await visit(line.page, '/member/login?redirectTo=%2Faccount');
  const out = line.page.getByRole('link', { name: 'Google 登入請使用外部瀏覽器開啟' });
  const address = new URL((await out.getAttribute('href')) ?? '');
  expect(address.searchParams.get('openExternalBrowser')).toBe('1');
  expect([address.pathname, address.searchParams.get('redirectTo')]).toEqual([
    '/member/login',
    '/account',
  ]);
  await expectAccessible(line.page);
  const others = [`${phone} Mobile/15E148 [FBAN/FBIOS;FBAV/535.0.0]`, `${android} Chrome/140`];
  for (const userAgent of others) {
    const { page, complaints } = await pages.open({ mobile: true, userAgent });
    await visit(page, '/member/register');
    await choosePurpose(page, /我要申貸/);
    await page.getByText('以外部瀏覽器開啟；或複製網址').waitFor();
    expect(await page.getByRole('button', { name: /使用 Google/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
  }
  // The sign-in methods that the app itself provides work in this browser and are still shown.
  expect(await line.page.getByLabel('電子郵件').isVisible()).toBe(true);
  expect(line.complaints).toEqual([]);
});
