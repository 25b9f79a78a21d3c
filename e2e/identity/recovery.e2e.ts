// Regaining access: a forgotten password, another device, a captcha, an expired session.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { verification } from '#contract/verification/calls.ts';
import {
  codeSentTo,
  messagesTo,
  newEmail,
  newIdNumber,
  newMember,
  newPhone,
  newVerifiedMember,
  password,
  type Person,
} from '../../tests/actors/people.ts';
import { startServer, useServer } from '../../tests/server.ts';
import { pressOnly } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const fresh = 'a river of a hundred streams';

async function visit(page: Page, path: string, siteUrl = server.siteUrl): Promise<void> {
  await page.goto(siteUrl + path);
  await hydrated(page);
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function typeTwice(page: Page, secret: string): Promise<void> {
  await field(page, '新密碼').fill(secret);
  await field(page, '確認新密碼').fill(secret);
}

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('電子郵件').fill(email);
  await field(page, '密碼').fill(secret);
  await pressOnly(page, '登入');
}

/** Waits for the page to which a login leads. */
async function inside(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path);
  await hydrated(page);
}

/** Goes from the login page through the forgotten-password form to the mail that was sent. */
async function forget(page: Page, email: string): Promise<{ path: string; number: string }> {
  await visit(page, '/member/login');
  await page.getByRole('link', { name: '忘記密碼？' }).click();
  await page.getByRole('heading', { level: 1, name: '忘記密碼' }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('電子郵件').fill(email);
  await pressOnly(page, '寄送重設連結');
  await page.getByText('若此電子郵件已註冊，我們已寄出重設連結，30 分鐘內有效').waitFor();
  await expectAccessible(page);
  const [mail] = await messagesTo(server, email);
  const path = /https?:\/\/[^\s/]+(\/member\/resetPassword#\S+)/.exec(mail?.body ?? '')?.[1];
  return {
    path: (path ?? '').replaceAll('&amp;', '&'),
    number: /內有效：(\d{8})$/m.exec(mail?.body ?? '')?.[1] ?? '',
  };
}

async function arriveWithNewPassword(page: Page, email: string): Promise<void> {
  await page.getByText('密碼已更新，請使用新密碼登入').waitFor();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: '登入', exact: true }).click();
  await inside(page, '/member/login');
  await signIn(page, email, fresh);
  await inside(page, '/');
}

test('a forgotten password is reset with the link in the mail', async () => {
  const { page, complaints } = await pages.open();
  const { email } = await newMember(server);
  const { path } = await forget(page, email);
  await visit(page, path);
  // The token is not kept in the browser history; the address still contains the e-mail of the
  // account.
  await page.waitForURL((url) => !url.href.includes('token='));
  expect(new URL(page.url()).searchParams.get('email')).toBe(email);
  expect(await page.getByLabel('驗證碼').count()).toBe(0);
  await typeTwice(page, email);
  await pressOnly(page, '更新密碼');
  await page.getByText('密碼不可與電子郵件相同，請換一組').waitFor();
  await expectAccessible(page);
  await typeTwice(page, fresh);
  await page.getByText('密碼強度：很強').waitFor();
  await pressOnly(page, '更新密碼');
  await arriveWithNewPassword(page, email);
  // After the link was used, the page says so and asks for the number of a newer mail instead.
  await visit(page, path);
  await typeTwice(page, fresh);
  await pressOnly(page, '更新密碼');
  await page.getByText('連結已失效，請重新寄送').waitFor();
  await page.getByLabel('驗證碼').waitFor();
  await expectAccessible(page);
  expect(complaints.filter((what) => !/status of 422/.test(what))).toEqual([]);
});

test('on a phone the number is typed; an unknown e-mail gets the same answer', async () => {
  const { page } = await pages.open({ mobile: true });
  await forget(page, newEmail('nobody'));
  const { email } = await newMember(server);
  const { number } = await forget(page, email);
  await page.getByRole('link', { name: '輸入信中的驗證碼' }).click();
  const code = page.getByLabel('驗證碼');
  await code.waitFor();
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
  expect(await page.getByLabel('電子郵件').inputValue()).toBe(email);
  await expectAccessible(page);
  await code.fill(number === '00000000' ? '11111111' : '00000000');
  await typeTwice(page, fresh);
  await pressOnly(page, '更新密碼');
  await page.getByText('連結或驗證碼不正確或已過期，請重新寄送').waitFor();
  await code.fill(number);
  await pressOnly(page, '更新密碼');
  await arriveWithNewPassword(page, email);
});

test('a changed password signs the other device out and keeps this one signed in', async () => {
  const { email } = await newMember(server);
  const [here, there] = [await pages.open(), await pages.open({ mobile: true })];
  for (const { page } of [here, there]) {
    await visit(page, '/member/login?redirectTo=%2Faccount%2Fprofile%2Falter_password');
    await signIn(page, email, password);
    await inside(page, '/account/profile/alter_password');
  }
  const { page } = here;
  await field(page, '目前密碼').fill('not this one');
  await typeTwice(page, fresh);
  await pressOnly(page, '更新密碼');
  await page.getByText('目前密碼不正確').waitFor();
  await expectAccessible(page);
  await field(page, '目前密碼').fill(password);
  await typeTwice(page, password);
  await pressOnly(page, '更新密碼');
  await page.getByText('新密碼不可與目前相同').waitFor();
  await typeTwice(page, fresh);
  await pressOnly(page, '更新密碼');
  await inside(page, '/account/profile');
  await page.getByText('密碼已更新，其他裝置已登出').first().waitFor();
  await visit(there.page, '/account/profile');
  await there.page.waitForURL((url) => url.pathname === '/member/login');
  await there.page.getByText('登入已逾時，請重新登入').waitFor();
  await visit(page, '/account/profile');
  await page.getByText(email).first().waitFor();
});

test('a password is changed with a text message instead of the old password', async () => {
  const phone = newPhone();
  const { email } = await newVerifiedMember(server, { phone });
  const { page } = await pages.open({ mobile: true });
  await visit(page, '/member/login?redirectTo=%2Faccount%2Fprofile%2Falter_password');
  await signIn(page, email, password);
  await inside(page, '/account/profile/alter_password');
  await pressOnly(page, '改用簡訊驗證碼');
  await pressOnly(page, '取得驗證碼');
  await field(page, '簡訊驗證碼').waitFor();
  await expectAccessible(page);
  await field(page, '簡訊驗證碼').fill(await codeSentTo(server, phone));
  await typeTwice(page, fresh);
  await pressOnly(page, '更新密碼');
  await inside(page, '/account/profile');
  await page.getByText('密碼已更新，其他裝置已登出').first().waitFor();
});

/** Fails five times to sign in, after which the form shows a captcha. */
async function failFiveTimes(page: Page, email: string): Promise<void> {
  for (let failure = 1; failure <= 5; failure += 1) {
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/v1/users/login'));
    await signIn(page, email, `wrong ${failure}`);
    await answered;
    await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).waitFor();
  }
}

const needsCaptcha = (page: Page) => page.evaluate(() => localStorage.getItem('needRecaptcha'));

test('five failures require a captcha, and then the right password signs in', async () => {
  const { page } = await pages.open();
  const { email } = await newMember(server);
  await visit(page, '/member/login');
  await failFiveTimes(page, email);
  await page.getByText('驗證完成').waitFor({ timeout: 60_000 });
  expect(await needsCaptcha(page)).toBe('true');
  await expectAccessible(page);
  await signIn(page, email, password);
  await inside(page, '/');
  expect(await needsCaptcha(page)).toBe(null);
});

/** Replacement for reCAPTCHA: a script that renders a checkbox, and the siteverify endpoint. */
async function captchaService(): Promise<{ url: string; asked: string[]; close(): void }> {
  const script = `globalThis.grecaptcha = { ready: (then) => then(), render(box, options) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'widget of ' + options.sitekey;
    button.onclick = () => options.callback('solved-' + Math.random());
    box.append(button);
    return 0;
  } };`;
  const asked: string[] = [];
  const service: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      if (request.url?.startsWith('/recaptcha/api.js')) {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
        return;
      }
      asked.push(body);
      const success = /response=solved-/.test(body) && body.includes('secret=its-secret');
      response.end(JSON.stringify({ success, hostname: 'localhost' }));
    });
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const { port } = service.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/recaptcha`,
    asked,
    close: () => void service.close(),
  };
}

test('with reCAPTCHA configured, its widget is shown and the server checks the token', async () => {
  const service = await captchaService();
  const other = await startServer({
    pages: 'built',
    environment: {
      RECAPTCHA_SITE_KEY: 'our-site',
      RECAPTCHA_SECRET: 'its-secret',
      RECAPTCHA_URL: service.url,
    },
  });
  try {
    const { page, complaints } = await pages.open();
    const { email } = await newMember(other);
    await visit(page, '/member/login', other.siteUrl);
    await failFiveTimes(page, email);
    const widget = page.getByRole('button', { name: 'widget of our-site' });
    await widget.waitFor();
    await signIn(page, email, password);
    await page.getByText('請先完成「我不是機器人」驗證').first().waitFor();
    await widget.click();
    await pressOnly(page, '登入');
    await inside(page, '/');
    expect(service.asked).toHaveLength(1);
    // The reCAPTCHA script is not loaded on other pages.
    expect(await page.locator('script[src*="recaptcha"]').count()).toBe(0);
    expect(complaints.filter((what) => !/status of 4\d\d/.test(what))).toEqual([]);
    await page.context().close();
  } finally {
    service.close();
    await other.close();
  }
});

/** Returns a member whose next step is the long form with personal data. */
async function memberAtBasic(): Promise<Person> {
  const member = await newMember(server);
  const phoneNumber = newPhone();
  const { token } = member;
  await server.ok(verification.sendSmsCode, { phoneNumber }, { token });
  const smsCode = await codeSentTo(server, phoneNumber);
  await server.ok(verification.identifyPhone, { phoneNumber, smsCode }, { token });
  return member;
}

test('after a session expires during typing, the member returns with the typed text', async () => {
  const { page } = await pages.open();
  const { email, id } = await memberAtBasic();
  await visit(page, '/member/login?redirectTo=%2Fmember%2Fprofile%2Fbasic');
  await signIn(page, email, password);
  await inside(page, '/member/profile/basic');
  const number = newIdNumber();
  await field(page, '中文姓名').fill('林美玲');
  await field(page, '身分證字號／居留證號').fill(number);
  await page.getByLabel('民國年').selectOption('1990');
  await page.getByLabel('月', { exact: true }).selectOption('5');
  await page.getByLabel('日', { exact: true }).selectOption('20');
  await page.getByLabel('縣市').selectOption('新北市');
  await page.getByLabel('鄉鎮市區').selectOption('板橋區');
  await page.getByLabel('路段門牌').fill('中山路一段100號');
  await page.getByLabel('職業類別').selectOption({ label: '科技工程' });
  await page.getByLabel('職業', { exact: true }).selectOption({ label: '軟體工程師' });
  await page.getByLabel('年收入').selectOption({ label: '80–120萬元' });
  await page.getByRole('checkbox', { name: '薪資所得' }).check();
  await page.getByRole('radio', { name: '否' }).check();
  await server.rows('update identity.session set ends_at = now() where member_id = $1', [id]);
  await pressOnly(page, '送出基本資料');
  await page.waitForURL((url) => url.pathname === '/member/login');
  await hydrated(page);
  await page.getByText('登入已逾時，請重新登入').waitFor();
  await expectAccessible(page);
  await signIn(page, email, password);
  await inside(page, '/member/profile/basic');
  await page.getByText('已帶回您先前填寫的內容，請確認後送出').waitFor();
  expect(await field(page, '中文姓名').inputValue()).toBe('林美玲');
  expect(await field(page, '身分證字號／居留證號').inputValue()).toBe(number);
  expect(await page.getByLabel('路段門牌').inputValue()).toBe('中山路一段100號');
  expect(await page.getByRole('checkbox', { name: '薪資所得' }).isChecked()).toBe(true);
  await pressOnly(page, '送出基本資料');
  await page.getByRole('heading', { level: 1, name: '身分證件' }).waitFor();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(number);
  expect(pathOf(page)).toBe('/member/profile/id');
});
