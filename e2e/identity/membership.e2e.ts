// Rare paths of a new member: an address registered twice, many requests at once, wrong passwords,
// used links.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { codeSentTo, newEmail, newMember, newPhone, password } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { answerQuestions, pressOnly } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { arrive, choosePurpose, fillLogin, linkMailedTo } from '../kit/registering.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter, visit } = visitsOf(server);

const pathOf = (page: Page) => new URL(page.url()).pathname;

test('an address that a stranger registered too is confirmed with its own password', async () => {
  const { page } = await pages.open({ mobile: true });
  const email = newEmail('owner');
  const registering = async (secret: string) => {
    const pair = { password: secret, passwordCheck: secret };
    await server.ok(identity.register, { email, ...pair, purpose: 'both' });
  };
  await registering(password);
  await registering('what a stranger chose');
  // The newest mail belongs to the registration of a stranger; its link without the password
  // confirms nothing.
  await visit(page, await linkMailedTo(server, email));
  await arrive(page, '/member/verify', '請輸入您註冊時設定的密碼');
  await page.getByRole('textbox', { name: '密碼' }).fill('neither of the two');
  await pressOnly(page, '完成驗證');
  await page.getByText('密碼不正確').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: '密碼' }).fill(password);
  await pressOnly(page, '完成驗證');
  await arrive(page, '/member/verify', '電子郵件驗證完成');
  const answer = await server.ask(identity.login, { email, password });
  expect(answer.body.data.emailVerifiedAt).not.toBe(null);
});

/** Simulates so many requests from this address that the server demands proof of work first. */
const crowd = (key: string, everyMs: number, taken: number) =>
  server.rows(
    `insert into identity.throttle (key, free_at)
     values ($1, now() + $2::int * $3::int * interval '1 millisecond')
     on conflict (key) do update set free_at = excluded.free_at`,
    [`${key}@127.0.0.1`, everyMs, taken],
  );

test('a visitor who wants a plan registers, and the mailed link leads to that plan', async () => {
  const { page } = await pages.open({ mobile: true });
  await visit(page, '/loan/engineer');
  const login = page
    .getByRole('complementary', { name: '試算' })
    .getByRole('link', { name: '登入' });
  expect(await login.getAttribute('href')).toContain('/member/login?redirectTo=%2Floan%2Fengineer');
  await page.getByRole('link', { name: '立即申貸' }).first().click();
  await arrive(page, '/member/register', '註冊');
  await hydrated(page);
  const email = newEmail('plan');
  await choosePurpose(page, /我要申貸/);
  await fillLogin(page, email);
  await pressOnly(page, '註冊');
  await page.waitForURL((url) => url.pathname === '/member/verifyStatus');
  // The mail opens in another tab of the browser.
  const tab = await page.context().newPage();
  await visit(tab, await linkMailedTo(server, email));
  await arrive(tab, '/loan/engineer/apply', '目前還不能申貸');
  await tab.getByRole('link', { name: '前往身分驗證' }).waitFor();
  // A member's link leads to the application; the guard of a visitor is still the login.
  await visit(tab, '/loan/engineer');
  const own = tab.getByRole('link', { name: '立即申貸' }).first();
  await expect.poll(() => own.getAttribute('href')).toBe('/loan/engineer/apply');
  const stranger = await pages.open();
  await stranger.page.goto(`${server.siteUrl}/loan/engineer/apply`);
  await stranger.page.waitForURL((url) => url.pathname === '/member/login');
});

test('under load the browser solves a proof of work, without another tap', async () => {
  const { page } = await pages.open({ mobile: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const times = (path: string) => asked.filter((one) => one === path).length;
  await crowd('register', 20_000, 12);
  await visit(page, '/member/register');
  const email = newEmail('crowd');
  await choosePurpose(page, /我要申貸/);
  await fillLogin(page, email);
  await pressOnly(page, '註冊');
  await page.waitForURL((url) => url.pathname === '/member/verifyStatus');
  expect(times(identity.register.path)).toBe(2);
  const link = await linkMailedTo(server, email);
  // Another browser is not signed in; the address is filled in, and the password is asked.
  const elsewhere = await pages.open({ mobile: true });
  await visit(elsewhere.page, link);
  await arrive(elsewhere.page, '/member/verify', '電子郵件驗證完成');
  // A second click on the same link says that the address is confirmed, and leads to the login.
  await visit(elsewhere.page, '/about');
  await visit(elsewhere.page, link);
  await arrive(elsewhere.page, '/member/verify', '已驗證，請登入');
  await elsewhere.page.getByRole('main').getByRole('link', { name: '登入' }).click();
  await arrive(elsewhere.page, '/member/login', '登入');
  await hydrated(elsewhere.page);
  const known = elsewhere.page.getByLabel('電子郵件');
  await expect.poll(() => known.inputValue()).toBe(email);
  await visit(page, '/member/login?redirectTo=/member/profile/phone');
  await fillLogin(page, email);
  await pressOnly(page, '登入');
  await arrive(page, '/member/profile/phone', '手機驗證');
  await crowd('sms', 20_000, 20);
  const phone = newPhone();
  await page.getByLabel('手機號碼', { exact: true }).fill(phone);
  await pressOnly(page, '取得驗證碼');
  await page.getByLabel('簡訊驗證碼').waitFor();
  expect(await codeSentTo(server, phone)).toMatch(/^\d{6}$/);
  expect(times('/v1/users/send-sms-code')).toBe(2);
  await server.rows('delete from identity.throttle');
});

test('five failures require a captcha, which the browser solves by itself', async () => {
  const { page } = await pages.open();
  const { email } = await newMember(server);
  await visit(page, '/member/login');
  for (let failure = 1; failure <= 5; failure += 1) {
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/v1/users/login'));
    await fillLogin(page, email, `wrong ${failure}`);
    await pressOnly(page, '登入');
    await answered;
    await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).waitFor();
    if (failure === 3) {
      await page.getByText('電子郵件或密碼不正確，再錯 2 次將需要進行驗證').waitFor();
    }
  }
  await page.getByText('登入失敗多次，為防他人猜密碼，登入前先驗證').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('needRecaptcha'))).toBe('true');
  await page.getByText('驗證完成').waitFor({ timeout: 60_000 });
  await expectAccessible(page);
  // A visit later the challenge comes late: the login that was pressed meanwhile is sent by itself.
  await page.route('**/v1/users/captcha', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await visit(page, '/member/login');
  await fillLogin(page, email);
  await pressOnly(page, '登入');
  await page.waitForURL((url) => url.pathname === '/', { timeout: 60_000 });
});

/**
 * The questionnaire cannot be answered again on the same day; on the next day it can, with a
 * reason.
 */
async function answersAgain(page: Page, email: string) {
  await page.getByText(/每天最多評估一次，.+起可以重新評估/).waitFor();
  expect(await page.getByRole('button', { name: '重新評估' }).count()).toBe(0);
  await server.rows(
    `update investing.suitability s set answered_at = s.answered_at - interval '1 day'
     from identity.member m where m.id = s.member_id and m.email = $1`,
    [email],
  );
  await visit(page, '/account/profile/suitability');
  await pressOnly(page, '重新評估');
  const reason = page.getByRole('group', { name: '這次重新評估的原因' });
  await reason.waitFor();
  await pressOnly(page, '下一題');
  const isHere = () => reason.evaluate((group) => group.contains(document.activeElement));
  await expect.poll(isHere).toBe(true);
  await page.getByRole('radio', { name: '對風險的看法有變動' }).check();
  await expectAccessible(page);
  await pressOnly(page, '下一題');
  await page.getByText('第 2／8 題').waitFor();
  await (await answerQuestions(page, -1)).check();
  await pressOnly(page, '送出評估');
  await page.getByRole('heading', { level: 2, name: '積極型' }).waitFor();
}

/** Answers two questions with the keyboard alone; the browser's button goes back to the first. */
async function answersByKeyboard(page: Page) {
  const form = page.getByRole('form', { name: '風險屬性問卷' });
  const chosen = () => form.getByRole('radio', { checked: true }).getAttribute('value');
  await form.getByText('第 1／7 題').waitFor();
  await form.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await form.getByText('第 2／7 題').waitFor();
  await expectAccessible(page);
  const isInForm = () => form.evaluate((one) => one.contains(document.activeElement));
  await expect.poll(isInForm).toBe(true);
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await form.getByText('第 3／7 題').waitFor();
  await page.goBack();
  await page.goBack();
  await form.getByText('第 1／7 題').waitFor();
  expect(await chosen()).toBe('2');
  await page.goForward();
  await form.getByText('第 2／7 題').waitFor();
  const second = await chosen();
  await page.reload();
  await hydrated(page);
  await page.getByText('已載入您先前的回答').waitFor();
  await form.getByText('第 2／7 題').waitFor();
  expect(await chosen()).toBe(second);
  await page.goBack();
  await form.getByText('第 1／7 題').waitFor();
  expect(await chosen()).toBe('2');
}

test('a member manages the account and returns to the page that required the login', async () => {
  const { page, complaints } = await pages.open();
  const { email } = await newMember(server);
  await visit(page, '/account/');
  await page.waitForURL((url) => url.pathname === '/member/login');
  await hydrated(page);
  await page.getByText('登入後將回到您剛才的頁面').waitFor();
  await fillLogin(page, email);
  await pressOnly(page, '登入');
  await arrive(page, '/account/profile', '帳戶管理');
  await page.getByText(email).first().waitFor();
  await page.getByRole('link', { name: '開始評估' }).click();
  await arrive(page, '/account/profile/suitability', '風險屬性評估');
  await answersByKeyboard(page);
  await (await answerQuestions(page, 2)).check();
  await pressOnly(page, '送出評估');
  await page.getByText('您的風險屬性').waitFor();
  await expectAccessible(page);
  await answersAgain(page, email);
  await visit(page, '/loan/financial_proof');
  await arrive(page, '/loan/financial_proof', '財力證明');
  // The member is told about the missing verification before filling in the form, not afterwards.
  await page.getByText('請先完成身分驗證').waitFor();
  expect(await page.getByRole('button', { name: '送出財力證明' }).count()).toBe(0);
  await page.getByRole('link', { name: '前往身分驗證' }).click();
  await arrive(page, '/member/profile', '身分驗證');
  await visit(page, '/account/notification');
  await arrive(page, '/account/notification', '通知中心');
  await visit(page, '/account/profile');
  await pressOnly(page, '登出');
  await page.waitForURL((url) => url.pathname === '/member/login');
  expect(complaints).toEqual([]);
});

test('a used link says so and a new mail can be requested', async () => {
  const { page } = await pages.open();
  await visit(page, `/member/verify?token=used&email=${encodeURIComponent(newEmail())}`);
  await arrive(page, '/member/verify', '連結已失效，請重新寄送');
  await pressOnly(page, '重寄驗證信');
  await page.getByText('已重寄，請查看收件匣與垃圾郵件匣').waitFor();
  await page.getByText(/秒後可再次寄送/).waitFor();
  expect(pathOf(page)).toBe('/member/verify');
});

/** A phone on which a member has asked for a code, and which has loaded the page anew. */
async function reloadedAfterCode() {
  const { page } = await pages.open({ mobile: true });
  const member = await newMember(server);
  const phone = newPhone();
  await enter(page, member, '/member/profile/phone');
  await page.getByLabel('手機號碼').fill(phone);
  await pressOnly(page, '取得驗證碼');
  await page.getByText('驗證碼已傳送至').waitFor();
  await page.reload();
  return { page, phone };
}

test('a page that the phone loads anew, while the code is read, still takes the code', async () => {
  const { page, phone } = await reloadedAfterCode();
  await page.getByText('驗證碼已傳送至').waitFor();
  await page.getByText(/\d+ 秒後可重新取得/).waitFor();
  await page.getByRole('button', { name: '更換手機號碼' }).click();
  expect(await page.getByLabel('手機號碼').inputValue()).toBe(phone);
  await page.reload();
  await page.getByLabel('手機號碼').waitFor();
  expect(await page.getByText('驗證碼已傳送至').count()).toBe(0);
});

test('the code is taken after a reload, and no other page asks for it again', async () => {
  const { page, phone } = await reloadedAfterCode();
  await page.getByRole('textbox', { name: '簡訊驗證碼' }).fill(await codeSentTo(server, phone));
  await page.waitForURL((url) => url.pathname === '/member/profile/basic');
  expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain('phone');
});
