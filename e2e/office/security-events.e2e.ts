// Browser test of the office's security events: an alarm leads to its events, which are filtered,
// followed, paged and exported.
import { expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { raiseAlarms } from '../../server/tasks/security/security-alarms.ts';
import { newEmail, newMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

const attacker = { 'x-forwarded-for': '203.0.113.66' };

const guess = (n: number) => ({
  kind: 'wrong_password' as const,
  code: 'LOGIN_FAILED',
  call: 'identity.login',
  address: attacker['x-forwarded-for'],
  agent: 'Chrome 00000000',
  email: newEmail(),
  isOffice: false,
  memberId: null,
  operatorId: null,
  requestId: `request ${n}`,
});

test('an admin follows an alarm to its events, filters and exports them', async () => {
  const { email, id } = await newMember(server);
  await server.ask(identity.login, { email, password: 'guessed' }, { headers: attacker });
  // After a few tries the server demands a CAPTCHA, so the other events are recorded directly, as
  // if the CAPTCHA had been solved.
  for (let n = 0; n < 10; n += 1) server.services.securityLog.note(guess(n));
  await expect
    .poll(async () => {
      await server.services.securityLog.write();
      await raiseAlarms(server.services);
      return (await server.rows('select from tasks.security_alarm')).length;
    })
    .toBe(1);
  const { page, complaints } = await operatorAt(server, pages, ['admin'], '/tasks');
  await page
    .getByRole('link', { name: /位址 203\.0\.113\.66/ })
    .first()
    .click();
  await page.getByText('請到「資安紀錄」查看同一來源的事件').waitFor();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: '資安紀錄' }).click();
  await page.getByRole('heading', { level: 1, name: '資安紀錄' }).waitFor();
  expect(new URL(page.url()).searchParams.get('address')).toBe('203.0.113.66');
  await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(9);
  await page.getByText('無此帳號').first().waitFor();
  await page.locator('tbody summary').first().click();
  await page.getByText('identity.login').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: `會員 ${id}` }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
  await page.getByLabel('事件').selectOption({ label: '密碼錯誤' });
  await page.getByRole('button', { name: '篩選' }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下載 CSV' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('資安紀錄.csv');
  await page.getByLabel('自', { exact: true }).fill('2999-01-01');
  await page.getByRole('button', { name: '篩選' }).click();
  await page.getByText('沒有符合條件的紀錄').waitFor();
  await page.goBack();
  await page.goto(`${server.officeUrl}/tasks?kind=security_alarm`);
  await page
    .getByRole('link', { name: /位址 203\.0\.113\.66/ })
    .first()
    .click();
  await page.getByRole('button', { name: '查明結案', exact: true }).click();
  await page.getByRole('heading', { level: 2, name: '已查明' }).waitFor();
  expect(complaints.filter((what) => !what.includes('401'))).toEqual([]);
});

test('a browser reports content that our policy blocks', async () => {
  const { page } = await pages.open();
  const reports = async () => {
    await server.services.securityLog.write();
    const rows = await server.rows<{ times: number }>(
      `select times from tasks.security_event
       where kind = 'csp_report' and code = 'script-src-attr inline'`,
    );
    return rows.reduce((sum, { times }) => sum + times, 0);
  };
  let sent = await reports();
  for (const url of [server.siteUrl, `${server.officeUrl}/login`]) {
    await page.goto(url);
    // An injection attempt: HTML with a script handler is inserted into the page.
    await page.evaluate(() => {
      const smuggled = document.createElement('div');
      smuggled.innerHTML = '<img src="/none.png" onerror="window.ran = true">';
      document.body.append(smuggled);
    });
    // Waits until the report has arrived, because leaving the page would lose a report that is
    // still being sent.
    sent += 1;
    await expect.poll(reports).toBe(sent);
  }
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});

test('many events are paged', async () => {
  for (let n = 0; n < 60; n += 1) {
    server.services.securityLog.note({
      kind: 'malformed' as const,
      code: 'MALFORMED',
      call: `call.${n}`,
      isOffice: false,
      address: '198.51.100.9',
      agent: 'Chrome 00000000',
      email: null,
      memberId: null,
      operatorId: null,
      requestId: 'request',
    });
  }
  const { page } = await operatorAt(server, pages, ['auditor'], '/security?address=198.51.100.9');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(50);
  await page.getByRole('link', { name: '較早' }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(10);
  await page.getByRole('link', { name: '最新' }).click();
  await expect.poll(() => page.locator('tbody tr').count()).toBe(50);
});
