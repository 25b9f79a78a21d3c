// Tests of the account area: two devices, news cards, notices, settings, closing the account.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { notices } from '#contract/notices/calls.ts';
import { notify } from '../../server/notices/front.ts';
import { inWork } from '../../server/work.ts';
import { signedLoan } from '../../tests/actors/loans.ts';
import {
  codeSentTo,
  messagesTo,
  newMember,
  newPhone,
  newPicture,
  newVerifiedMember,
  password,
  type Person,
} from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { openSection } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, isKnown, useBrowser, type Watched } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { visit, enter } = visitsOf(server);

const pathOf = (page: Page) => new URL(page.url()).pathname;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Submits e-mail and password on the login page. */
async function submitLogin(page: Page, email: string, path: string): Promise<void> {
  await visit(page, `/member/login?redirectTo=${encodeURIComponent(path)}`);
  await isKnown(page, server, email);
  await page.getByLabel('電子郵件').fill(email);
  await page.getByRole('textbox', { name: '密碼' }).fill(password);
  await page.getByRole('main').getByRole('button', { name: '登入', exact: true }).click();
}

/** Signs in on the login page and waits for the page that follows. */
async function signIn(page: Page, email: string, path = '/account/profile'): Promise<void> {
  await submitLogin(page, email, path);
  await page.waitForURL((url) => url.pathname === path);
  await hydrated(page);
}

async function opened(email: string, path = '/account/profile', mobile = false): Promise<Watched> {
  const watched = await pages.open({ mobile });
  await enter(watched.page, { email }, path);
  return watched;
}

const tell = (memberId: number, title: string, category: 'invest' | 'loan' | 'account') =>
  inWork(server.services, (work) =>
    notify(work, {
      memberId,
      category,
      title,
      body: `${title}的內容。`,
      link: `/account/${category}`,
    }),
  );

/** Reads the code that was sent to a phone and enters it. */
async function proveByPhone(page: Page, phone: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '取得驗證碼' }).click();
  await dialog.getByLabel('簡訊驗證碼').waitFor();
  await dialog.getByLabel('簡訊驗證碼').fill(await codeSentTo(server, phone));
}

describe('devices', () => {
  test('are listed, and one that is signed out is redirected to the login page', async () => {
    const member = await newMember(server);
    const [{ page, complaints }, other] = [await pages.open({ mobile: true }), await pages.open()];
    for (const browser of [page, other.page]) await signIn(browser, member.email);
    await openSection(page, '登入與安全');
    await page.reload();
    const card = page.locator('section', { has: heading(page, '登入中的裝置') });
    await card.getByText('這個裝置').waitFor();
    expect(await card.getByRole('listitem').count()).toBe(3);
    await expectAccessible(page);
    // Both browsers have the same name; the newest session that is not the current one belongs to
    // the other browser.
    await card.getByRole('button', { name: '登出「Chrome・Linux」' }).click();
    await page.getByText('已登出 1 個裝置').first().waitFor();
    await other.page.reload();
    await other.page.waitForURL((url) => url.pathname === '/member/login');
    expect(new URL(other.page.url()).searchParams.get('redirectTo')).toBe('/account/profile');
    await other.page.getByText('登入已逾時，請重新登入').first().waitFor();
    await card.getByRole('button', { name: '登出所有其他裝置' }).click();
    await expect.poll(() => card.getByRole('listitem').count()).toBe(1);
    expect(complaints).toEqual([]);
    const mails = await messagesTo(server, member.email);
    expect(mails.filter(({ subject }) => subject?.includes('在新的裝置登入'))).toHaveLength(1);
  });
});

describe('notices', () => {
  let member: Person;
  beforeAll(async () => {
    member = await newMember(server);
    for (let i = 1; i <= 25; i += 1) await tell(member.id, `第 ${i} 則出資消息`, 'invest');
    await tell(member.id, '帳戶的消息', 'account');
  });

  test('appear as cards once per session, 350 px wide, and never close themselves', async () => {
    const { page } = await opened(member.email, '/account/notification');
    const cards = page.getByRole('region', { name: '最新通知' });
    await cards.getByText('出資案通知（25）').waitFor();
    await cards.getByText('帳戶通知（1）').waitFor();
    const box = await cards.getByRole('article').first().boundingBox();
    expect(box?.width).toBe(350);
    await expectAccessible(page);
    // A card that was closed disappears, and with the last one all are gone.
    await cards.getByRole('button', { name: '關閉「帳戶的消息」' }).click();
    await expect.poll(() => cards.getByRole('article').count()).toBe(1);
    await cards.getByRole('link', { name: '立即前往' }).click();
    await page.waitForURL((url) => url.pathname === '/account/invest');
    await expect.poll(() => cards.count()).toBe(0);
    await page.reload();
    await hydrated(page);
    await page.getByRole('link', { name: /^通知（/ }).waitFor();
    expect(await cards.count()).toBe(0);
    // The cards appear again after the next login.
    await button(page, '會員選單').click();
    await page.locator('.disclosure').getByRole('button', { name: '登出' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.waitForFunction(() => localStorage.getItem('user') === null);
    await signIn(page, member.email, '/account/notification');
    await cards.waitFor();
    await button(page, '全部關閉').click();
    await expect.poll(() => cards.count()).toBe(0);
  });

  test('show most of their titles on a phone and leave half of the screen', async () => {
    const title = '您有一筆出資的案件進入法律程序，請查看處理進度';
    const other = await newMember(server);
    for (const category of ['invest', 'account', 'loan'] as const)
      await tell(other.id, title, category);
    const { page } = await opened(other.email, '/account/notification', true);
    const cards = page.getByRole('region', { name: '最新通知' });
    await cards.waitFor();
    const heading = cards.getByRole('heading', { name: title }).first();
    // Ten characters at least; a longer title ends with an ellipsis.
    expect((await heading.boundingBox())?.width).toBeGreaterThan(160);
    expect((await cards.boundingBox())?.height).toBeLessThan(422);
  });

  test('are read page by page, by keyboard and all at once, and the bell updates', async () => {
    const { page, complaints } = await opened(member.email, '/account/notification');
    await button(page, '全部關閉').click();
    const bell = page.getByRole('link', { name: /^通知（\d+ 則未讀）/ });
    const unread = async () =>
      Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0]);
    await bell.waitFor();
    const before = await unread();
    await page.locator('.notice-head').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await page
      .getByText(/的內容。|登入。/)
      .first()
      .waitFor();
    await expect.poll(unread).toBe(before - 1);
    await page.getByText('通知保留 180 天').waitFor();
    await page.getByRole('link', { name: '第 2 頁' }).click();
    await page.waitForURL((url) => url.searchParams.get('page') === '2');
    await page.getByText('第 1 則出資消息').first().waitFor();
    expect((await page.locator('.pagination').boundingBox())?.width).toBeLessThanOrEqual(303);
    await expectAccessible(page);
    const tabs = page.getByRole('navigation', { name: '通知類別' });
    await tabs.getByRole('link', { name: /^出資/ }).click();
    await button(page, '全部標示為已讀').click();
    await tabs.getByRole('link', { name: '出資', exact: true }).waitFor();
    await tabs.getByRole('link', { name: /^全部/ }).click();
    await button(page, '全部標示為已讀').click();
    await page.getByRole('link', { name: '通知', exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('show an empty list, and loading can be retried after a failure', async () => {
    const nobody = await newMember(server);
    const { page } = await opened(nobody.email, '/account/notification', true);
    await tell(nobody.id, '一則', 'account');
    await page.getByRole('link', { name: '申貸', exact: true }).click();
    await heading(page, '目前沒有通知').waitFor();
    await expectAccessible(page);
    await page.route('**/v1/notification/list*', (route) => route.abort());
    await page.getByRole('link', { name: '其他', exact: true }).click();
    await heading(page, '暫時無法載入通知').waitFor({ timeout: 20_000 });
    await page.unroute('**/v1/notification/list*');
    await button(page, '重試').click();
    await heading(page, '目前沒有通知').waitFor();
  });
});

describe('settings', () => {
  test('of notices, appearance and amounts are stored', async () => {
    const { borrower, investors } = await signedLoan(server);
    expect(borrower.id).toBeGreaterThan(0);
    const { page, complaints } = await opened(investors[0]!.email, undefined, true);
    await openSection(page, '通知與顯示');
    const news = page.getByRole('checkbox', { name: '寄給我最新消息與活動' });
    await news.waitFor();
    // The click takes effect before any other task runs, so the browser never paints the old state
    // again.
    const turned = await news.evaluate(async (box: HTMLInputElement) => {
      const before = box.checked;
      box.click();
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
      return box.checked !== before;
    });
    expect(turned).toBe(true);
    await page.getByRole('checkbox', { name: '申貸通知以電子郵件寄送' }).uncheck();
    await page.getByRole('checkbox', { name: '出資通知以簡訊寄送' }).check();
    await page.getByRole('checkbox', { name: /^預設隱藏/ }).check();
    await page.getByText('特大', { exact: true }).click();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('checkbox', { name: '申貸通知以電子郵件寄送' }).waitFor();
    expect(await page.getByRole('checkbox', { name: '申貸通知以電子郵件寄送' }).isChecked()).toBe(
      false,
    );
    expect(await page.getByRole('checkbox', { name: '出資通知以簡訊寄送' }).isChecked()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.dataset['text'])).toBe('huge');
    // Nothing is wider than the screen of a small phone, even with the largest text.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    await visit(page, '/account/invest');
    await page.getByText('金額已隱藏').first().waitFor({ state: 'attached' });
    await button(page, '顯示金額').click();
    await page.getByText('$ 50,000').first().waitFor();
    await button(page, '隱藏金額').click();
    await expect.poll(() => page.getByText('$ 50,000').count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('the member’s own data', () => {
  test('is shown in full and downloaded after confirmation by phone', async () => {
    const phone = newPhone();
    const { email } = await newVerifiedMember(server, { phone });
    const { page, complaints } = await opened(email);
    await button(page, '顯示完整資料').click();
    await proveByPhone(page, phone);
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: '顯示', exact: true }).click();
    await page.getByText('110 臺北市信義區市府路 1 號').waitFor();
    await page.getByText(phone).waitFor();
    // Two codes must be at least a minute apart.
    await server.rows("update identity.sms_code set created_at = created_at - interval '1 hour'");
    await openSection(page, '資料與隱私');
    await button(page, '下載我的資料').click();
    await proveByPhone(page, phone);
    const coming = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: '下載', exact: true }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/我的資料\.json$/);
    await page.getByText('資料已下載').first().waitFor();
    expect(complaints).toEqual([]);
  });

  test('includes a new identity card after confirmation by phone', async () => {
    const phone = newPhone();
    const { email } = await newVerifiedMember(server, { phone });
    const { page, complaints } = await opened(email, '/account/profile/alter_id');
    await page.getByText('審核期間仍使用原資料').waitFor();
    await page.getByRole('group', { name: '更新原因' }).getByRole('radio').first().check();
    for (const field of ['idFront', 'idBack', 'secondId', 'selfie']) {
      const { filename, type, bytes } = await newPicture(field);
      const file = { name: filename, mimeType: type, buffer: Buffer.from(bytes) };
      await page.locator(`#field-${field}`).setInputFiles(file);
      await button(page, `移除「${filename}」`).waitFor();
    }
    await page.getByLabel('民國年').selectOption('2015');
    await page.getByLabel('月', { exact: true }).selectOption('7');
    await page.getByLabel('日', { exact: true }).selectOption('1');
    await page.getByLabel('發證地點').selectOption('北市');
    await page.getByRole('radio', { name: '換發' }).check();
    await button(page, '取得驗證碼').click();
    const code = page.getByLabel('簡訊驗證碼').first();
    await code.waitFor();
    await code.fill(await codeSentTo(server, phone));
    await expectAccessible(page);
    await button(page, '送出更新申請').click();
    await page.getByText('我們已以電子郵件與簡訊通知您。').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: '回到帳戶管理' }).click();
    await page.getByRole('heading', { level: 1, name: '帳戶管理' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('prevents closing the account while money is in transit', async () => {
    const { borrower } = await signedLoan(server);
    const { token } = borrower;
    await server.ok(notices.setPreferences, { news: true }, { token });
    const { page } = await opened(borrower.email, undefined, true);
    await openSection(page, '資料與隱私');
    await button(page, '關閉帳戶').click();
    await page.getByText('目前還無法關閉帳戶').waitFor();
    await page.getByRole('link', { name: '還有進行中或未結清的申貸案' }).waitFor();
    await expectAccessible(page);
    // Advertising ends at once, although the account must stay open.
    await button(page, '立即停止行銷消息').click();
    await page.getByText('已停止寄送活動與新方案的消息').waitFor();
    const { data } = await server.ok(notices.preferences, {}, { token });
    expect(data.news).toBe(false);
    await expectAccessible(page);
  });

  test('is partly deleted when the account is closed with e-mail and password', async () => {
    const { email } = await newMember(server);
    const { page } = await opened(email, undefined, true);
    await openSection(page, '資料與隱私');
    await button(page, '關閉帳戶').click();
    const dialog = page.getByRole('dialog');
    const typed = dialog.getByRole('textbox', { name: '請輸入您的電子郵件以確認' });
    await typed.fill('somebody@example.com');
    await dialog.getByRole('button', { name: '繼續關閉帳戶' }).click();
    await dialog.getByText(/與您的電子郵件不同/).waitFor();
    await expectAccessible(page);
    await typed.fill(email);
    await dialog.getByRole('button', { name: '繼續關閉帳戶' }).click();
    await dialog.getByRole('textbox', { name: '目前的密碼' }).fill('not it at all');
    await dialog.getByRole('button', { name: '永久關閉帳戶' }).click();
    await dialog.getByText('密碼不正確').waitFor();
    await dialog.getByRole('textbox', { name: '目前的密碼' }).fill(password);
    await dialog.getByRole('button', { name: '永久關閉帳戶' }).click();
    await page.getByText('您的帳戶已關閉').first().waitFor();
    await dialog.getByRole('button', { name: '回到首頁' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.waitForFunction(() => localStorage.getItem('user') === null);
    const [mail] = await messagesTo(server, email);
    expect(mail?.subject).toContain('您的帳戶已關閉');
  });
});

describe('the layout', () => {
  test('/account redirects to the profile; logging out in the menu reloads the page', async () => {
    const { email } = await newMember(server);
    const { page } = await opened(email);
    for (const path of ['/account', '/account/']) {
      await page.goto(server.siteUrl + path);
      await page.waitForURL((url) => url.pathname === '/account/profile');
    }
    await hydrated(page);
    await page.getByRole('main').getByRole('button', { name: '登出', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/member/login');
    await signIn(page, email);
    await button(page, '會員選單').click();
    await page.getByTitle(email).getByText(email.split('@')[0]!, { exact: true }).waitFor();
    await page.evaluate(() => void ((window as { marked?: boolean }).marked = true));
    await page.locator('.disclosure').getByRole('button', { name: '登出' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.waitForFunction(() => localStorage.getItem('user') === null);
    expect(await page.evaluate(() => (window as { marked?: boolean }).marked)).toBe(true);
  });

  test('the mobile menu has shortcuts to investments only for verified members', async () => {
    const people: [Person, number][] = [
      [await newMember(server), 0],
      [await newVerifiedMember(server), 1],
    ];
    for (const [{ email }, count] of people) {
      const { page } = await opened(email, undefined, true);
      await button(page, '開啟選單').click();
      const menu = page.getByRole('navigation', { name: '行動選單' });
      await menu.getByRole('link', { name: '帳戶管理' }).waitFor();
      expect(await menu.getByRole('link', { name: '我的出資訂單' }).count()).toBe(count);
      expect(await menu.getByRole('link', { name: '進行中的出資' }).count()).toBe(count);
      // One entry leads to the orders, whatever it is called.
      expect(await menu.locator('a[href="/account/invest"]').count()).toBe(1);
      await expectAccessible(page);
    }
  });

  test('disables its links while the e-mail is unconfirmed', async () => {
    const { id, email } = await newMember(server);
    await server.rows('update identity.member set email_verified_at = null where id = $1', [id]);
    const { page } = await pages.open();
    await submitLogin(page, email, '/account/profile');
    await page.waitForURL((url) => url.pathname === '/member/verifyStatus');
    const banner = page.getByRole('banner');
    const blocked = banner.getByRole('link', { name: '出資專區' });
    // The link is there before the page knows who is signed in.
    await expect.poll(() => blocked.getAttribute('aria-disabled')).toBe('true');
    expect(await blocked.getAttribute('title')).toBe('請先完成電子郵件驗證');
    expect(await page.getByRole('contentinfo').locator('a[href^="/"]').count()).toBe(0);
    await blocked.click({ force: true });
    expect(pathOf(page)).toBe('/member/verifyStatus');
    await expectAccessible(page);
    await page.getByRole('main').getByRole('button', { name: '登出' }).click();
    await page.waitForFunction(() => localStorage.getItem('user') === null);
  });
});
