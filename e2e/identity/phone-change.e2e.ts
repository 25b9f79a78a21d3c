// A member replaces a lost phone, from the login to the reviewer's decision; and the phone's owner
// stops a request made by a stranger.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { codeSentTo, messagesTo, newPhone, password } from '../../tests/actors/people.ts';
import { type Owner, newOwner } from '../../tests/actors/second-factor.ts';
import { useServer } from '../../tests/server.ts';
import { isDecided, pressOnly } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, isKnown, useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);

async function givePassword(page: Page, { email }: Owner): Promise<void> {
  await page.goto(`${server.siteUrl}/member/login?redirectTo=%2Faccount%2Fprofile`);
  await hydrated(page);
  await page.getByLabel('電子郵件').fill(email);
  await page.getByRole('textbox', { name: '密碼' }).fill(password);
  await pressOnly(page, '登入');
}

/** Goes from the second step of a sign-in to the request for a new phone number. */
async function askForPhone(page: Page, owner: Owner, phone: string): Promise<void> {
  await givePassword(page, owner);
  await pressOnly(page, '無法使用手機或通行密鑰');
  await page.getByText('專人撥打新號碼').waitFor();
  await expectAccessible(page);
  await pressOnly(page, '寄送信件');
  await page
    .getByText(/信件已寄至/)
    .first()
    .waitFor();
  const [mail] = await messagesTo(server, owner.email);
  const link = /\/member\/resetPassword\?recover=1#token=[\w-]+/.exec(mail?.body ?? '')?.[0] ?? '';
  await page.goto(server.siteUrl + link);
  await hydrated(page);
  // The page removes the token from the address, so that nobody can read it on the screen or in the
  // history.
  await expect.poll(() => page.url()).toBe(`${server.siteUrl}/member/resetPassword?recover=1`);
  await expectAccessible(page);
  await page.getByLabel('新的手機號碼', { exact: true }).fill(phone);
  await pressOnly(page, '取得驗證碼');
  await page.getByText(/驗證碼已傳送至/).waitFor();
  await expectAccessible(page);
  await page.getByLabel('簡訊驗證碼').fill(await codeSentTo(server, phone));
  await pressOnly(page, '申請更換手機');
  await page.getByText('已收到您的申請').first().waitFor();
  await expectAccessible(page);
}

test('a lost phone is replaced with password, mail and an ID check', async () => {
  const owner = await newOwner(server);
  const phone = newPhone();
  const { page, complaints } = await pages.open({ mobile: true });
  await askForPhone(page, owner, phone);
  expect(complaints.filter((what) => !/status of 403/.test(what))).toEqual([]);
  const reviewer = await operatorAt(
    server,
    pages,
    ['reviewer'],
    '/tasks?kind=account_change_review',
  );
  await reviewer.page.getByRole('button', { name: '取得下一件' }).waitFor();
  await reviewer.page.keyboard.press('n');
  await reviewer.page.locator('.office-check').first().waitFor();
  await reviewer.page.getByText('更換手機').first().waitFor();
  await reviewer.page.getByText(phone).waitFor();
  await expectAccessible(reviewer.page);
  await reviewer.page.locator('.office-check button').first().focus();
  for (let field = 0; field < 3; field += 1) await reviewer.page.keyboard.press('y');
  await reviewer.page.keyboard.press('a');
  await isDecided(reviewer.page, '已通過');
  expect((await messagesTo(server, owner.phone))[0]?.body).toContain('24 小時後生效');
});

test('a used link says so, and a signed-in owner stops a stranger’s new phone', async () => {
  const owner = await newOwner(server);
  const stranger = await pages.open();
  await askForPhone(stranger.page, owner, newPhone());
  const [, mail] = await messagesTo(server, owner.email);
  const link = /\/member\/resetPassword\?recover=1#token=[\w-]+/.exec(mail?.body ?? '')?.[0] ?? '';
  await stranger.page.goto('about:blank');
  await stranger.page.goto(server.siteUrl + link);
  await hydrated(stranger.page);
  await expect.poll(() => stranger.page.url()).not.toContain('token');
  await stranger.page.getByLabel('新的手機號碼', { exact: true }).fill(newPhone());
  await pressOnly(stranger.page, '取得驗證碼');
  await stranger.page.getByText('連結已失效，請重新登入後再寄一次').first().waitFor();
  const { page } = await pages.open();
  await page.goto(`${server.siteUrl}/member/login`);
  await isKnown(page, server, owner.email);
  await givePassword(page, owner);
  await page.waitForURL((url) => url.pathname === '/account/profile');
  await page.getByText(/^更換手機審核中/).waitFor();
  await expectAccessible(page);
  await pressOnly(page, '取消更換手機');
  await page.getByText(/^更換手機審核中/).waitFor({ state: 'detached' });
});

test('a signed-in member starts the recovery with their password', async () => {
  const owner = await newOwner(server);
  const { page, complaints } = await pages.open({ mobile: true });
  await enter(page, owner, '/account/profile?section=security');
  await pressOnly(page, '遺失或換號');
  const dialog = page.getByRole('dialog', { name: '更換手機號碼' });
  await dialog.getByText('專人撥打新號碼').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('目前的密碼', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: '寄送信件' }).click();
  await dialog.getByText('密碼不正確').first().waitFor();
  await dialog.getByLabel('目前的密碼', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: '寄送信件' }).click();
  await dialog
    .getByText(/信件已寄至/)
    .first()
    .waitFor();
  await expectAccessible(page);
  const [mail] = await messagesTo(server, owner.email);
  expect(mail?.body).toMatch(/recover=1#token=[\w-]+/);
  expect(complaints.filter((what) => !/status of 4\d\d/.test(what))).toEqual([]);
});

test('a member who signed in with Google starts it a moment after the sign-in', async () => {
  const owner = await newOwner(server);
  const { page } = await pages.open();
  await enter(page, owner, '/account/profile?section=security');
  await server.rows(
    `update identity.member set password_hash = null, google_subject = 'google-' || id
     where id = $1`,
    [owner.id],
  );
  await page.reload();
  await hydrated(page);
  await pressOnly(page, '遺失或換號');
  await pressOnly(page, '寄送信件');
  await page
    .getByText(/信件已寄至/)
    .first()
    .waitFor();
  await expectAccessible(page);
});
