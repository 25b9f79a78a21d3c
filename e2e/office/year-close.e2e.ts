// Browser test of the year-end close: finance sees what would be carried and proposes it, another
// person approves, and the year shows who closed it.
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { newDesk, signThrough } from '../../tests/actors/bookings.ts';
import { disburse, EXAMPLE, signedLoan } from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('two persons close a year', async () => {
  const desk = await newDesk(server);
  await disburse(server, await signedLoan(server, EXAMPLE), desk);
  const { page, complaints } = await operatorAt(server, pages, ['finance']);
  const second = await operatorAt(server, pages, ['approver', 'auditor']);
  const years = `${server.officeUrl}/books/years`;

  // The days of the year are still open.
  await page.goto(years);
  const year = page.getByRole('region', { name: '2026 年度' });
  await year.getByText('尚不能結帳').waitFor();
  await year.getByText(/每一天都由兩人簽核後，才能結帳/).waitFor();
  await expectAccessible(page);

  await server.advance(40);
  await signThrough(server, desk, day('2026-12-31'));
  await page.reload();
  await year.getByText('可以結帳').waitFor();
  await year.getByRole('row', { name: /累積盈虧—歷年盈虧.*3,824/ }).waitFor();
  await expectAccessible(page);
  await pressAnywhere(page, '提出 2026 年度結帳');
  await page.getByRole('heading', { level: 1, name: /^年度結帳 \d+$/ }).waitFor();
  const booking = page.url();
  await page.goto(years);
  await year.getByText('待覆核').waitFor();

  await second.page.goto(booking);
  await second.page.getByRole('link', { name: '前往覆核' }).click();
  await second.page.getByRole('radio', { name: /^覆核入帳/ }).check();
  await second.page.getByRole('checkbox', { name: /我已核對分錄與憑證/ }).check();
  await expectAccessible(second.page);
  await pressAnywhere(second.page, '覆核入帳');
  await second.page.getByRole('heading', { level: 2, name: '已覆核入帳' }).waitFor();
  await second.page.goto(years);
  const closed = second.page.getByRole('region', { name: '2026 年度' });
  await closed.getByText('已結帳', { exact: true }).waitFor();
  await closed.getByText('覆核', { exact: true }).waitFor();
  await expectAccessible(second.page);

  // The day can no longer be reopened, and the income statement still has the result.
  await second.page.goto(`${server.officeUrl}/money/reconciliation/2026-12-31`);
  await second.page.getByText(/這個年度已經結帳，不能重新開啟/).waitFor();
  const reopen = second.page.getByRole('button', { name: '申請重新開啟這一天' });
  expect(await reopen.count()).toBe(0);
  await second.page.goto(`${server.officeUrl}/books/income-statement?month=2026-12`);
  await second.page.getByRole('row', { name: /本期損益.*3,824/ }).waitFor();
  expect([...complaints, ...second.complaints]).toEqual([]);
});
