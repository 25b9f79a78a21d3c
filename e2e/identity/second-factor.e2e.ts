// Signing in on a browser that the account has not used before requires a code or a passkey, only
// the first time.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { codeSentTo, messagesTo, password } from '../../tests/actors/people.ts';
import { newOwner } from '../../tests/actors/second-factor.ts';
import { useServer } from '../../tests/server.ts';
import { openSection, pressOnly } from '../kit/acts.ts';
import { choosePurpose } from '../kit/registering.ts';
import { expectAccessible } from '../kit/axe.ts';
import { addAuthenticator, hydrated, useBrowser } from '../kit/browser.ts';
import { freePort } from '../../tests/free-port.ts';

const port = await freePort();
/** A passkey needs a domain name and a secure context; `localhost` counts as both. */
const origin = `http://localhost:${port}`;
const server = useServer({
  pages: 'built',
  environment: { PORT: String(port), PUBLIC_URL: origin },
});
const pages = useBrowser();

const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);

/** Fills in the login page up to and including the password. */
async function givePassword(page: Page, email: string, path = '/account/profile'): Promise<void> {
  await page.goto(`${origin}/member/login?redirectTo=${encodeURIComponent(path)}`);
  await hydrated(page);
  await page.getByLabel('電子郵件').fill(email);
  await page.getByRole('textbox', { name: '密碼' }).fill(password);
  await pressOnly(page, '登入');
}

/** Waits until the phone receives a code other than `before`, and returns the new code. */
async function nextCode(phone: string, before: string): Promise<string> {
  await expect.poll(() => codeSentTo(server, phone)).not.toBe(before);
  return codeSentTo(server, phone);
}

const forgetSession = (page: Page) => page.evaluate(() => localStorage.removeItem('user'));

test('asks for a text-message code once, and never again in the same browser', async () => {
  const { email, phone } = await newOwner(server);
  const { page, complaints } = await pages.open({ mobile: true });
  await givePassword(page, email);
  await page.getByRole('heading', { level: 1, name: '確認是您本人' }).waitFor();
  await page.getByText(/驗證碼已傳送至/).waitFor();
  // The field for the code has the focus without a tap, and phones fill in the code automatically.
  const field = page.getByLabel('簡訊驗證碼');
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  await expectAccessible(page);
  const code = await codeSentTo(server, phone);
  await field.fill(code === '000000' ? '000001' : '000000');
  await page.getByText('驗證碼不正確，還可嘗試 4 次').waitFor();
  await expectAccessible(page);
  await field.fill(code);
  // Typing the last digit submits the code.
  await isAt(page, '/account/profile');
  await page.getByRole('heading', { level: 1, name: '帳戶管理' }).waitFor();
  await forgetSession(page);
  await givePassword(page, email, '/account/notification');
  await isAt(page, '/account/notification');
  expect(complaints.filter((what) => !/status of 4(22|03)/.test(what))).toEqual([]);
});

test('nothing moves on the page while the code is being sent', async () => {
  const { email } = await newOwner(server);
  const { page } = await pages.open({ mobile: true });
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/v1/users/login/code', async (route) => {
    await held;
    await route.continue();
  });
  await givePassword(page, email);
  const below = page.getByRole('button', { name: '無法使用手機或通行密鑰' });
  await page.getByRole('button', { name: '寄送中……' }).waitFor();
  const before = await below.boundingBox();
  goOn();
  await page.getByText(/秒後可重新取得/).waitFor();
  expect(await below.boundingBox()).toEqual(before);
});

test('a sign-in that waited too long must be started again', async () => {
  const { email, phone } = await newOwner(server);
  const { page } = await pages.open();
  await givePassword(page, email);
  await page.getByText(/驗證碼已傳送至/).waitFor();
  await server.rows(`update identity.sign_in_ticket set expires_at = now() - interval '1 minute'`);
  await page.getByLabel('簡訊驗證碼').fill(await codeSentTo(server, phone));
  await page.getByText('登入已逾時，請重新輸入電子郵件與密碼').waitFor();
  await page.getByRole('heading', { level: 1, name: '登入' }).waitFor();
  await page.getByRole('textbox', { name: '密碼' }).waitFor();
});

/** Adds a virtual device with a fingerprint reader whose owner always approves. */
async function addDevice(page: Page): Promise<void> {
  await addAuthenticator(page);
  // Turns off the automatic offer of passkeys. Otherwise the login page would offer the passkey in
  // the e-mail field, and this virtual device accepts every offer.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}

test('a passkey is the second step of a member who has one, or a text message', async () => {
  const { email, phone } = await newOwner(server);
  const { page } = await pages.open();
  await addDevice(page);
  await givePassword(page, email);
  await page.getByText(/驗證碼已傳送至/).waitFor();
  await page.getByLabel('簡訊驗證碼').fill(await codeSentTo(server, phone));
  await isAt(page, '/account/profile');
  await hydrated(page);
  await openSection(page, '登入與安全');
  const card = page.getByRole('region', { name: '通行密鑰' });
  await card.getByRole('button', { name: '新增通行密鑰' }).click();
  const dialog = page.getByRole('dialog', { name: '請先確認是您本人' });
  const before = await codeSentTo(server, phone);
  await dialog.getByRole('button', { name: '取得驗證碼' }).click();
  await dialog.getByLabel('簡訊驗證碼').fill(await nextCode(phone, before));
  await dialog.getByRole('button', { name: '確認', exact: true }).click();
  await card.getByText('尚未使用').waitFor();
  // Simulates the same computer with another browser: no cookie, but the same fingerprint reader.
  await page.context().clearCookies();
  await forgetSession(page);
  await givePassword(page, email);
  await page.getByRole('button', { name: '使用通行密鑰' }).waitFor();
  await expectAccessible(page);
  await pressOnly(page, '改用簡訊驗證碼');
  await page.getByText(/驗證碼已傳送至/).waitFor();
  const sent = (await messagesTo(server, phone)).length;
  await pressOnly(page, '改用通行密鑰');
  await pressOnly(page, '改用簡訊驗證碼');
  // Choosing the text message again does not send another code; the first one is still valid.
  await page.getByText(/驗證碼已傳送至/).waitFor();
  expect((await messagesTo(server, phone)).length).toBe(sent);
  await pressOnly(page, '改用通行密鑰');
  await pressOnly(page, '使用通行密鑰');
  await isAt(page, '/account/profile');
  await openSection(page, '登入與安全');
  await card.getByText(/上次使用/).waitFor();
});

test('the account page lists browsers, forgets one, and switches the step off', async () => {
  const { email, phone } = await newOwner(server);
  const { page, complaints } = await pages.open();
  await givePassword(page, email);
  await page.getByText(/驗證碼已傳送至/).waitFor();
  await page.getByLabel('簡訊驗證碼').fill(await codeSentTo(server, phone));
  await isAt(page, '/account/profile');
  await hydrated(page);
  await openSection(page, '登入與安全');
  const card = page.getByRole('region', { name: '新瀏覽器的第二步驟' });
  await card.getByText('已開啟').waitFor();
  await card.getByText('這個瀏覽器').waitFor();
  expect(await card.getByRole('listitem').count()).toBe(2);
  await expectAccessible(page);
  await card.getByRole('button', { name: /^移除/ }).click();
  await expect.poll(() => card.getByRole('listitem').count()).toBe(1);
  await card.getByRole('button', { name: '關閉第二步驟' }).click();
  const dialog = page.getByRole('dialog', { name: '關閉第二步驟' });
  const before = await codeSentTo(server, phone);
  await dialog.getByRole('button', { name: '取得驗證碼' }).click();
  await expectAccessible(page);
  await dialog.getByLabel('簡訊驗證碼').fill(await nextCode(phone, before));
  await dialog.getByRole('button', { name: '關閉', exact: true }).last().click();
  await card.getByText('未開啟').waitFor();
  const [mail] = await messagesTo(server, email);
  expect(mail?.subject).toContain('已關閉登入的第二步驟');
  const { page: elsewhere } = await pages.open();
  await givePassword(elsewhere, email);
  await isAt(elsewhere, '/account/profile');
  expect(complaints.filter((what) => !/status of 4(22|03)/.test(what))).toEqual([]);
});

test('Google in a new browser requires the same step, also at registration', async () => {
  const email = 'investor1@demo.baixi.example';
  const { phone } = await newOwner(server, { email });
  const chooseAtGoogle = async (page: Page) => {
    await page.getByRole('heading', { name: '選擇帳號' }).waitFor();
    await page.getByRole('link', { name: email }).click();
  };
  const register = await pages.open();
  await register.page.goto(`${origin}/member/register`);
  await hydrated(register.page);
  await choosePurpose(register.page, /我要出資/);
  await pressOnly(register.page, '使用 Google 註冊');
  await chooseAtGoogle(register.page);
  await register.page.getByRole('heading', { level: 1, name: '確認是您本人' }).waitFor();
  const { page } = await pages.open();
  await page.goto(`${origin}/member/login?redirectTo=%2Faccount%2Fprofile`);
  await hydrated(page);
  const before = await codeSentTo(server, phone);
  await pressOnly(page, '使用 Google 登入');
  await chooseAtGoogle(page);
  await page.getByText(/驗證碼已傳送至/).waitFor();
  await page.getByLabel('簡訊驗證碼').fill(await nextCode(phone, before));
  await isAt(page, '/account/profile');
  // The button to go back, pressed instead of entering the code, leads to the login form again.
  await isAt(register.page, '/member/login');
  await pressOnly(register.page, '回到登入');
  await register.page.getByRole('textbox', { name: '密碼' }).waitFor();
});
