// Rules of the specification that hold on all pages: session, leaving, notices, scrolling.
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { notify } from '../../server/notices/front.ts';
import { inWork } from '../../server/work.ts';
import { newCase } from '../../tests/actors/market.ts';
import {
  newMember,
  newVerifiedMember,
  password,
  type Person,
  signInAs,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { setting } from '../../tests/actors/settings.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser, type Watched } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { visit } = visitsOf(server);

type StoredUser = Record<string, unknown>;

/** The user as the login returns it and as the browser stores it. */
async function userOf({ email }: Person): Promise<StoredUser> {
  return { ...(await signInAs(server, email)) };
}

/** Puts a user into the browser's storage once, before any script of the page runs. */
const storeUser = (page: Page, user: StoredUser) =>
  page.addInitScript((text) => {
    if (sessionStorage.getItem('user was stored')) return;
    sessionStorage.setItem('user was stored', 'yes');
    localStorage.setItem('user', text);
  }, JSON.stringify(user));

const readStored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null') as StoredUser | null);

async function openAs(person: Person, options?: { mobile?: boolean }): Promise<Watched> {
  const watched = await pages.open(options);
  await storeUser(watched.page, await userOf(person));
  return watched;
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const verificationCall = '**/v1/identify/verification';

describe('a stored user without verification', () => {
  let stored: StoredUser;
  beforeAll(async () => {
    const {
      verification: _,
      verificationStatus: __,
      ...user
    } = await userOf(await newMember(server));
    stored = user;
  });

  test.each(['/account/profile', '/member/login?redirectTo=%2Faccount%2Fprofile'])(
    'is redirected from %s to the status page once, while the status cannot be read',
    async (path) => {
      const { page } = await pages.open();
      await storeUser(page, stored);
      await page.route(verificationCall, (route) => route.fulfill({ status: 503, json: {} }));
      let documents = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents += 1;
      });
      await page.goto(server.siteUrl + path);
      await page.waitForURL((url) => url.pathname === '/member/verifyStatus');
      await page.getByRole('heading', { name: '暫時無法取得驗證狀態' }).waitFor();
      // Long enough for a redirect loop to become visible.
      await page.waitForTimeout(3_000);
      expect(pathOf(page)).toBe('/member/verifyStatus');
      expect(documents).toBeLessThanOrEqual(2);
      await page.unroute(verificationCall);
      await page.getByRole('button', { name: '重試' }).click();
      await page.waitForURL((url) => url.pathname === '/member/profile');
    },
  );

  test('stays there once the status is read, however late', async () => {
    const { page, complaints } = await pages.open();
    await storeUser(page, stored);
    await page.route(verificationCall, async (route) => {
      await new Promise((later) => setTimeout(later, 500));
      await route.continue();
    });
    await visit(page, '/account/notification');
    await page.getByRole('heading', { name: '通知中心' }).waitFor();
    expect(pathOf(page)).toBe('/account/notification');
    expect(complaints).toEqual([]);
  });
});

test('a confirmed e-mail is stored with the user and the resulting status', async () => {
  const person = await newMember(server);
  await server.rows('update identity.member set email_verified_at = null where id = $1', [
    person.id,
  ]);
  const user = await userOf(person);
  expect(user).toMatchObject({ emailVerifiedAt: null, verificationStatus: 1 });
  const { page } = await pages.open();
  await storeUser(page, user);
  const info = { verifiedIDStage: 0, verifiedIDstatus: 0, verificationStatus: 1 };
  await page.route(verificationCall, (route) => route.fulfill({ json: { info } }));
  await page.route('**/v1/users/verified-email', (route) =>
    route.fulfill({ json: { data: { email: person.email } } }),
  );
  await visit(page, `/member/verify?token=any&email=${encodeURIComponent(person.email)}`);
  await page.getByRole('heading', { name: '電子郵件驗證完成' }).waitFor();
  await expect
    .poll(() => readStored(page))
    .toMatchObject({
      emailVerifiedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      verificationStatus: 3,
    });
});

test('an untouched form of a bank change asks before it is left', async () => {
  const { page } = await openAs(await newVerifiedMember(server));
  const question = page.getByRole('alertdialog', { name: '您的資料尚未儲存，確定要離開嗎？' });
  const back = page.getByRole('main').getByRole('link', { name: '帳戶管理' });
  for (const path of ['/account/profile/alter_bank', '/account/profile/bank']) {
    await visit(page, path);
    await page.getByRole('button', { name: '送出變更申請' }).waitFor();
    await back.click();
    await question.getByRole('button', { name: '返回編輯' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(pathOf(page)).toBe(path);
  }
  await page.getByRole('banner').getByRole('link', { name: '出資專區' }).click();
  await expectAccessible(page);
  await question.getByRole('button', { name: '確定離開' }).click();
  await page.waitForURL((url) => url.pathname === '/investment');
  // Other forms ask for confirmation only if something was entered.
  await visit(page, '/account/profile/alter_id');
  await page.getByRole('button', { name: /送出/ }).waitFor();
  await back.click();
  await page.waitForURL((url) => url.pathname === '/account/profile');
});

test('only five failures make the browser remember the captcha', async () => {
  const { page } = await pages.open();
  const { email } = await newMember(server);
  await setting(server, 'captchaFrom', 2);
  const flag = () => page.evaluate(() => localStorage.getItem('needRecaptcha'));
  const fail = async (secret: string) => {
    await page.getByLabel('電子郵件').fill(email);
    await page.getByRole('textbox', { name: '密碼' }).fill(secret);
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/v1/users/login'));
    await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).click();
    await answered;
  };
  await visit(page, '/member/login');
  await fail('wrong 1');
  await page.getByText('電子郵件或密碼不正確，再錯 1 次將需要進行驗證').waitFor();
  await fail('wrong 2');
  await page.getByRole('group', { name: '自動驗證' }).waitFor();
  expect(await flag()).toBeNull();
  // If the server demands a captcha, the page asks for it again, with or without the stored flag.
  await visit(page, '/member/login');
  await fail(password);
  await page.getByRole('group', { name: '自動驗證' }).waitFor();
  expect(await flag()).toBeNull();
  await setting(server, 'captchaFrom', 5);
  await visit(page, '/member/login');
  const body = { message: '電子郵件或密碼不正確', code: 'LOGIN_FAILED' };
  await page.route('**/v1/users/login', (route) =>
    route.fulfill({ status: 422, json: { ...body, data: { failed_login_count: 5 } } }),
  );
  await fail('wrong 5');
  await page.getByRole('group', { name: '自動驗證' }).waitFor();
  expect(await flag()).toBe('true');
});

test('a signed-in member is redirected from the forgotten password to changing it', async () => {
  const { page } = await openAs(await newMember(server));
  await visit(page, '/member/forgot');
  await page.waitForURL((url) => url.pathname === '/account/profile/alter_password');
  await page.getByRole('button', { name: '忘記目前密碼？寄重設連結' }).click();
  await page.getByText('已寄出重設連結，30 分鐘內有效').waitFor();
  await expectAccessible(page);
});

describe('notices', () => {
  const links = {
    invest: '/account/invest',
    loan: '/account/loan',
    account: '/account/profile',
  } as const;
  let person: Person;
  beforeAll(async () => {
    person = await newMember(server);
    for (const category of ['invest', 'loan', 'account'] as const) {
      await inWork(server.services, (work) =>
        notify(work, {
          memberId: person.id,
          category,
          title: `${category} 的消息`,
          body: '內容。',
          link: '/support/policy',
        }),
      );
    }
  });

  test('link by category, and also to their own subject', async () => {
    const { page } = await openAs(person);
    const opened = async (category: string) => {
      await visit(page, '/account/notification');
      await page.locator('.notice-head', { hasText: `${category} 的消息` }).click();
      return page.locator('.notice-body:not([hidden])');
    };
    for (const [category, path] of Object.entries(links)) {
      const body = await opened(category);
      await body.getByRole('link', { name: '立即前往' }).click();
      await page.waitForURL((url) => url.pathname === path);
    }
    const body = await opened('loan');
    await body.getByRole('link', { name: '查看相關頁面' }).click();
    await page.waitForURL((url) => url.pathname === '/support/policy');
  });

  test.each([
    [1280, 350],
    [768, 350],
    [600, 350],
    [375, 343],
    [320, 288],
  ])('are cards: at %i px they are %i px wide', async (width, expected) => {
    const user = await userOf(person);
    const { page: desktop } = await pages.open();
    // A phone's scrollbars lie over the page and take no width from it.
    const phone = { viewport: { width, height: 700 }, isMobile: true, hasTouch: true };
    const context = await desktop.context().browser()!.newContext(phone);
    const page = await context.newPage();
    await storeUser(page, user);
    await visit(page, '/account/profile');
    const cards = page.getByRole('region', { name: '最新通知' });
    await cards.waitFor();
    const boxes = await cards
      .getByRole('article')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    const visible = boxes.filter((box) => box > 0);
    // On a phone one is shown at a time.
    expect(visible).toEqual(width < 768 ? [expected] : [expected, expected, expected]);
    await context.close();
  });
});

describe('cards of notices', () => {
  test('come where nothing is filled in, the most urgent first, on two pages', async () => {
    const person = await newMember(server);
    for (const category of ['account', 'invest', 'loan'] as const) {
      await inWork(server.services, (work) =>
        notify(work, { memberId: person.id, category, title: '消息', body: '內容。', link: '/' }),
      );
    }
    const { page } = await openAs(person, { mobile: true });
    const cards = page.getByRole('region', { name: '最新通知' });
    // The number of unread notices is loaded with the cards, so it says when they would be there.
    await visit(page, '/loan/engineer');
    await page
      .getByRole('link', { name: /通知（\d+ 則未讀）/ })
      .first()
      .waitFor();
    expect(await cards.count()).toBe(0);
    await page.getByRole('banner').getByRole('link', { name: '百溪' }).click();
    await cards.waitFor();
    const names = await cards.getByRole('article').locator('p').allTextContents();
    // On a phone one is shown, and the number of the others; on 今天 it stands in the page.
    expect(names.map((name) => name.replace(/（\d+）/, ''))).toEqual(['申貸案通知・還有 2 則']);
    await page.getByRole('main').getByRole('region', { name: '最新通知' }).waitFor();
    const card = cards.getByRole('article').first();
    expect((await card.boundingBox())!.height).toBeLessThan(76);
    await expectAccessible(page);
    const folder = process.env['SHOTS'];
    if (folder) await page.screenshot({ path: `${folder}/cards.png` });
    await page.getByRole('banner').getByRole('link', { name: /通知/ }).click();
    await page.waitForURL((url) => url.pathname === '/account/notification');
    await cards.waitFor();
    await page.getByRole('banner').getByRole('link', { name: '百溪' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await cards.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => sessionStorage.getItem('hasShowNotification'))).toBe('true');
  });

  test('are shown twice as well if each page is loaded as a document', async () => {
    const person = await newMember(server);
    const news = { category: 'loan', title: '消息', body: '內容。', link: '/' } as const;
    await inWork(server.services, (work) => notify(work, { memberId: person.id, ...news }));
    const { page } = await openAs(person);
    const cards = page.getByRole('region', { name: '最新通知' });
    await visit(page, '/about');
    await cards.waitFor();
    await page.reload();
    await cards.waitFor();
    await visit(page, '/knowledge');
    await cards.waitFor();
    await visit(page, '/support');
    // The number of unread notices is loaded with the cards, so it says when they would be there.
    const bell = page.getByRole('link', { name: /通知（\d+ 則未讀）/ }).first();
    await bell.waitFor();
    expect(await cards.count()).toBe(0);
  });
});

describe('a filter scrolls to the top', () => {
  test('of notices and of cases, and the pressed control keeps the focus', async () => {
    const person = await newVerifiedMember(server);
    const { page } = await openAs(person);
    const lengthen = () => page.evaluate(() => (document.body.style.minHeight = '4000px'));
    await visit(page, '/account/notification');
    await lengthen();
    await page.evaluate(() => window.scrollTo(0, 60));
    await page.getByRole('link', { name: '申貸', exact: true }).click();
    await page.waitForURL('**?category=loan');
    await expect.poll(() => scrolled(page)).toBe(0);
    await visit(page, '/investment');
    const chip = page.getByRole('button', { name: '12 期', exact: true }).first();
    await chip.waitFor();
    await lengthen();
    await page.evaluate(() => window.scrollTo(0, 40));
    await chip.click();
    await page.waitForURL('**?term=12');
    await expect.poll(() => scrolled(page)).toBe(0);
    expect(await chip.evaluate((one) => one === document.activeElement)).toBe(true);
  });
});

test('cases with only `_id` are listed, opened and funded', async () => {
  const caseId = String(await newCase(server));
  const person = await newVerifiedMember(server, { purpose: 'invest' });
  const answers = { version: 1, answers: [3, 3, 3, 3, 3, 3] };
  await server.ok(investing.answerSuitability, answers, { token: person.token });
  const { page, complaints } = await openAs(person);
  /** Simulates a server that identifies cases by `_id`. */
  const rename = async (route: Route) => {
    try {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll('"id":', '"_id":');
      await route.fulfill({ response, body: text });
    } catch (error) {
      // The page goes on to the next one, or is closed, while a call is being answered.
      if (!/disposed|closed|aborted/.test(String(error))) throw error;
    }
  };
  await page.route(/\/v1\/invest\/(search|get|selected-cases)$/, rename);
  await visit(page, '/');
  await page.locator(`main a[href="/investment/${caseId}"]`).first().waitFor();
  await visit(page, '/investment');
  await page.locator(`main a[href="/investment/${caseId}"]`).first().click();
  await page.waitForURL((url) => url.pathname === `/investment/${caseId}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await visit(page, `/investment/${caseId}/confirm?amount=1000`);
  await page.getByRole('heading', { level: 1, name: '確認出資' }).waitFor();
  expect(await page.locator('a[href*="undefined"]').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('the page description says who borrows, how much and how', async () => {
  const html = await (await fetch(server.siteUrl)).text();
  const said = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
  for (const word of ['專業人士', '職業', '3 至 50 萬元', '線上申請', '線上簽約']) {
    expect(said).toContain(word);
  }
});
