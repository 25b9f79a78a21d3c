// Pages of the demonstration: one-click sign-in as any person, messages, the bank, the date.
import { expect, test } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import { assess } from '../../actors/loan.ts';
import { writeAccounts } from '../../server/demonstration/actions.ts';
import { inWork } from '../../server/work.ts';
import { newCase } from '../../tests/actors/market.ts';
import { newVerifiedMember, password } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('a click signs in, the bank counter pays an order, the date moves forward', async () => {
  const member = await newVerifiedMember(server, { purpose: 'invest' });
  const how = { token: member.token };
  await assess(server, how);
  const id = String(await newCase(server, { amount: 50_000 }));
  const order = { id, invest_amount: 5_000, payment_mode: 1 };
  const { data } = await server.ok(investing.quickApply, order, how);
  const about = '有一筆待付款';
  const members = [{ email: member.email, password, role: '出資人', about }];
  const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXA';
  const operators = [
    { email: 'r@office.example', password: 'p', totpSecret, roles: ['reviewer' as const] },
  ];
  await inWork(server.services, ({ tx }) => writeAccounts(tx, { members, operators }));

  const { page, complaints } = await pages.open();
  await page.goto(`${server.siteUrl}/account/faker`);
  await hydrated(page);
  await page.getByText(about).waitFor();
  await page.getByLabel(/一次性驗證碼 \d{6}/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: '以此身分登入' }).click();
  await page.waitForURL((url) => url.pathname === '/account/invest/ongoing');

  await page.goto(`${server.siteUrl}/account/faker_api`);
  await hydrated(page);
  await page.getByRole('textbox', { name: '虛擬帳號' }).fill(data.virtualAccount?.account ?? '');
  await page.getByRole('textbox', { name: '金額' }).fill('5000');
  await page.getByRole('button', { name: '轉帳', exact: true }).click();
  await page.getByText('款項已通知平台').waitFor();
  await page.getByLabel('收件人').fill(member.email);
  await page
    .getByText(/【百溪】/)
    .first()
    .waitFor();
  await expectAccessible(page);

  const before = server.services.clock.now().toISOString().slice(0, 10);
  await page.goto(`${server.siteUrl}/account/faker`);
  await hydrated(page);
  await page.getByRole('button', { name: '前進 1 天' }).click();
  await page
    .getByText(/營業日已到/)
    .first()
    .waitFor();
  const after = server.services.clock.now().toISOString().slice(0, 10);
  expect(after >= addDays(before as never, 1)).toBe(true);
  // Ignores one expected 403: the member had not used this browser before, so a text-message code
  // was required.
  const unexpected = complaints.filter((what) => !/status of 403/.test(what));
  expect(unexpected).toEqual([]);
});
