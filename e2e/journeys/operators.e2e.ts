// Browser test of operators: an operator is invited, sets up the account, gets roles, and is locked
// out immediately.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { totpOf } from '../../actors/operator.ts';
import { fromElsewhere, messagesTo, newEmail, newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { textOfQrCode } from '../kit/qr-code.ts';

const server = useServer({
  pages: 'built',
});
const pages = useBrowser();
const fresh = '一條溪一句話-2026';

/** Opens a page with a separate IP address, so that its sign-ins are counted separately. */
async function desk() {
  const opened = await pages.open();
  await opened.page.context().setExtraHTTPHeaders(fromElsewhere());
  return opened;
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const menu = (page: Page) => page.getByRole('navigation', { name: '主選單' }).first();

async function linkSentTo(email: string): Promise<string> {
  const [mail] = await messagesTo(server, email);
  return /http\S+\/setup#[\w-]{43}/.exec(mail?.body ?? '')?.[0] ?? '';
}

async function adminDesk() {
  const admin = await newOperator(server, ['admin']);
  const opened = await desk();
  await opened.page
    .context()
    .addCookies([{ name: 'office_session', value: admin.token, url: server.officeUrl }]);
  return opened;
}

/** The second admin sees which operator is affected and what changes, and approves. */
async function agree(page: Page, name: string, shown: string) {
  await page.goto(`${server.officeUrl}/operators`);
  await page.getByRole('link', { name: `異動待核可：${name}` }).click();
  await page.getByText(shown).first().waitFor();
  await expectAccessible(page);
  await page.getByRole('radio', { name: /^核可異動/ }).check();
  await page.getByRole('checkbox', { name: /已向當事人或其主管確認/ }).check();
  await pressAnywhere(page, '核可異動');
  await page.getByRole('heading', { level: 2, name: '已核可異動' }).waitFor();
}

async function giveBack(page: Page, reason: string) {
  await page.goto(`${server.officeUrl}/operators`);
  await page.getByRole('link', { name: '異動待核可：陳小溪' }).click();
  await page.getByRole('radio', { name: /^退回/ }).check();
  await page.getByRole('textbox', { name: '原因' }).fill(reason);
  await pressAnywhere(page, '退回');
  await page.getByRole('heading', { level: 2, name: '已退回' }).waitFor();
}

async function letBackIn(page: Page, reason: string) {
  await page.reload();
  await pressAnywhere(page, '恢復：陳小溪');
  await page.getByLabel('原因').fill(reason);
  await pressAnywhere(page, '恢復使用');
  await page.getByRole('link', { name: '異動待核可：陳小溪' }).waitFor();
}

test('an admin invites an operator, who sees their pages until they are disabled', async () => {
  const [boss, second] = [await adminDesk(), await adminDesk()];
  await boss.page.goto(server.officeUrl);
  await menu(boss.page).getByRole('link', { name: '同仁', exact: true }).click();
  await heading(boss.page, '同仁');
  await pressAnywhere(boss.page, '邀請同仁');
  const email = newEmail('newcomer');
  await boss.page.getByLabel('電子郵件').fill(email);
  await boss.page.getByLabel('姓名').fill('陳小溪');
  await boss.page.getByRole('checkbox', { name: /^內容/ }).check();
  await expectAccessible(boss.page);
  await pressAnywhere(boss.page, '提出邀請');
  const row = boss.page.getByRole('row', { name: /陳小溪/ });
  await row.getByText('待核可', { exact: true }).waitFor();
  await expectAccessible(boss.page);
  expect(await linkSentTo(email)).toBe('');
  await agree(second.page, '陳小溪', email);
  await boss.page.reload();
  await row.getByText('待設定', { exact: true }).waitFor();

  const { page, complaints } = await desk();
  const link = await linkSentTo(email);
  expect(link.startsWith(`${server.officeUrl.replace('127.0.0.1', 'localhost')}/`)).toBe(true);
  await page.goto(link);
  await page.getByText('陳小溪，您好').waitFor();
  expect(page.url()).not.toContain('#');
  await expectAccessible(page);
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const code = page.getByRole('img', { name: /^QR 碼/ });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const scanned = new URL(await textOfQrCode(code));
    expect([scanned.protocol, scanned.searchParams.get('secret')]).toEqual(['otpauth:', secret]);
    expect(decodeURIComponent(scanned.pathname)).toContain(email);
    await expectAccessible(page);
  }
  await page.getByLabel('密碼', { exact: true }).fill(fresh);
  await page.getByLabel('確認密碼').fill(fresh);
  await page.getByLabel('驗證碼').fill(totpOf(secret));
  await pressAnywhere(page, '完成並登入');
  await heading(page, '總覽');
  // An editor's menu contains neither members nor money nor colleagues.
  await menu(page).getByRole('link', { name: '我的裝置' }).waitFor();
  for (const hidden of ['會員', '金流', '同仁', '登入紀錄']) {
    expect(await menu(page).getByRole('link', { name: hidden, exact: true }).count()).toBe(0);
  }
  await page.goto(new URL('/operators', page.url()).href);
  await page.getByText('您的角色無法查看同仁').waitFor();
  // The page does not show the actions for which the role is missing either.
  expect(await page.getByRole('button', { name: '邀請同仁' }).count()).toBe(0);

  // The link cannot be used again; from now on the operator signs in with password and code.
  await page.getByRole('button', { name: '登出' }).click();
  await page.waitForURL(/\/login$/);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText('連結已失效').waitFor();
  await page.getByRole('link', { name: '前往登入' }).click();
  await page.getByLabel('電子郵件').fill(email);
  await page.getByLabel('密碼', { exact: true }).fill(fresh);
  await page.getByLabel('驗證碼').fill(totpOf(secret, 1));
  await pressAnywhere(page, '登入');
  await heading(page, '總覽');
  await menu(page).getByRole('link', { name: '我的裝置' }).click();
  await page.getByText('這台裝置', { exact: true }).waitFor();
  await expectAccessible(page);

  await boss.page.reload();
  await row.getByText('使用中', { exact: true }).waitFor();
  await pressAnywhere(boss.page, '角色：陳小溪');
  await boss.page.getByRole('checkbox', { name: /^稽核/ }).check();
  await boss.page.getByLabel('原因').fill('兼任稽核');
  await expectAccessible(boss.page);
  await pressAnywhere(boss.page, '變更角色');
  await row.getByRole('link', { name: '異動待核可：陳小溪' }).waitFor();
  await agree(second.page, '陳小溪', '內容・稽核');
  await boss.page.reload();
  await row.getByText('內容・稽核').waitFor();
  await page.reload();
  await menu(page).getByRole('link', { name: '登入紀錄' }).click();
  await heading(page, '登入紀錄');
  await page.getByText(email).first().waitFor();
  await expectAccessible(page);

  // A role that handles money takes effect a day later; until then the page only shows from when on
  // it will.
  await pressAnywhere(boss.page, '角色：陳小溪');
  await boss.page.getByRole('checkbox', { name: /^出納/ }).check();
  await boss.page.getByLabel('原因').fill('支援出納');
  await pressAnywhere(boss.page, '變更角色');
  await row.getByRole('link', { name: '異動待核可：陳小溪' }).waitFor();
  await agree(second.page, '陳小溪', '新得到的權限：出納');
  await boss.page.reload();
  await row.getByText(/^出納自 .* 生效$/).waitFor();
  await page.goto(new URL('/', page.url()).href);
  await page.getByText('部分權限尚未生效').waitFor();
  await expectAccessible(page);
  expect(await menu(page).getByRole('link', { name: '金流', exact: true }).count()).toBe(1);

  // The reset does nothing before the second admin approves.
  await pressAnywhere(boss.page, '重設：陳小溪');
  await boss.page.getByLabel('原因').fill('遺失手機');
  await pressAnywhere(boss.page, '重設驗證器');
  await row.getByRole('link', { name: '異動待核可：陳小溪' }).waitFor();
  await page.reload();
  await heading(page, '總覽');
  await giveBack(second.page, '手機已經找到');

  await boss.page.reload();
  await pressAnywhere(boss.page, '停用：陳小溪');
  await boss.page.getByLabel('原因').fill('離職');
  await pressAnywhere(boss.page, '停用');
  await row.getByText('已停用', { exact: true }).waitFor();
  await expectAccessible(boss.page);
  await menu(page).getByRole('link', { name: '稽核紀錄' }).click();
  await page.waitForURL(/\/login\?redirectTo=/);

  // The operator is reinstated once both admins agree.
  await letBackIn(boss.page, '12 月 1 日回任');
  await agree(second.page, '陳小溪', '12 月 1 日回任');
  await boss.page.reload();
  await row.getByText('使用中', { exact: true }).waitFor();
  const own = [...complaints, ...boss.complaints].filter((what) => !/401|403|422/.test(what));
  expect(own).toEqual([]);
});
