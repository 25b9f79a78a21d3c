// Browser test of late events at the bank: a disbursement that the bank returns, and a claim on a
// payer that ends.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { demonstration } from '#contract/demonstration/calls.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { decide } from '../../tests/actors/tasks.ts';
import { drain } from '../../server/worker.ts';
import {
  checkBatches,
  disburse,
  balanceOf,
  newTeam,
  signedLoan,
  statusOf,
} from '../../tests/actors/loans.ts';
import { useServer } from '../../tests/server.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);
const atWork = (...roles: Role[]) => operatorAt(server, pages, roles, '/');

const openTask = async (kind: string, subjectId: number) => {
  const [row] = await server.rows<{ id: string }>(
    `select id from tasks.task where status = 'open' and kind = $1 and subject_id = $2
     order by id desc limit 1`,
    [kind, subjectId],
  );
  expect(row, `an open ${kind}`).toBeDefined();
  return `${server.officeUrl}/tasks/${row!.id}`;
};

test('a returned disbursement: at the office and on the borrower’s page', async () => {
  const loan = await signedLoan(server);
  await disburse(server, loan, await newTeam(server));
  const borrower = await pages.open();
  await borrower.page.setViewportSize({ width: 1440, height: 900 });
  await enter(borrower.page, loan.borrower, '/account/loan');
  await borrower.page.getByText('剩餘本金').first().waitFor();

  const reference = `disbursement-${loan.id}-1`;
  const { data } = await server.ok(demonstration.bankReturn, { reference });
  expect(data.returned).toBe(true);
  expect((await statusOf(server, loan.id)).status).toBe(50);

  const { page, complaints } = await atWork('finance');
  await page.goto(await openTask('attention', loan.id));
  await page.getByText('撥款已取消，案件回到待對保簽約').waitFor();
  await page.getByText('$ 95,985').first().waitFor();
  await expectAccessible(page);

  for (const width of [1440, 375]) {
    await borrower.page.setViewportSize({ width, height: 900 });
    await borrower.page.reload();
    await borrower.page.getByRole('heading', { name: '已滿額，請完成對保簽約' }).waitFor();
    await borrower.page.getByText('撥款遭銀行退匯').first().waitFor();
    await expectAccessible(borrower.page);
    const [wide, seen] = await borrower.page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(wide, `nothing runs over at ${width}`).toBeLessThanOrEqual(seen ?? 0);
  }
  await borrower.page.getByRole('link', { name: '更正收款帳戶' }).click();
  await borrower.page.waitForURL('**/account/profile/alter_bank');
  expect(complaints.filter((what) => !what.includes('401'))).toEqual([]);
  expect(borrower.complaints).toEqual([]);
});

/** The operator who checks a batch of returned money sees each receipt that it contains. */
async function looksThroughBatch(): Promise<void> {
  const { page, complaints } = await atWork('approver');
  const [task] = await server.rows<{ id: string }>(
    `select id from tasks.task where kind = 'payment_check' and status = 'open'`,
  );
  await page.goto(`${server.officeUrl}/tasks/${task!.id}`);
  await page.getByRole('link', { name: /^逐筆查看待覆核的/ }).click();
  await page.waitForURL(/\/money\/receipts\?state=returned/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('row').filter({ hasText: '$ 1,373' }).getByText('已退回').waitFor();
  await expectAccessible(page);
  expect(complaints.filter((what) => !what.includes('401'))).toEqual([]);
}

test('two persons record that an amount covered for a payer was recovered', async () => {
  const team = await newTeam(server);
  const seq = randomUUID().slice(0, 20);
  const { bank } = server.services.demonstration!;
  const stray = { virtualAccount: '123', amount: 1_373, fromBank: '004', fromAccount: '0040099' };
  await bank.transfer({ ...stray, seq });
  const [receipt] = await server.rows<{ id: number }>(
    'select id::int from banking.receipt where seq = $1',
    [seq],
  );
  const id = receipt!.id;
  expect(await decide(server, team.maker, 'unmatched_payment', id, 'return')).toBeNull();
  await looksThroughBatch();
  await checkBatches(server, team.checker);
  await drain(server.services);
  await bank.transfer({ ...stray, reverses: seq });

  const first = await atWork('finance');
  await first.page.goto(await openTask('recourse', id));
  await first.page.getByText('平台墊付').first().waitFor();
  await first.page.getByRole('radio', { name: /^已追回/ }).check();
  await pressAnywhere(first.page, '已追回');
  await first.page.getByRole('heading', { level: 2, name: '已送追回覆核' }).waitFor();
  expect(await balanceOf(server, 'recourse_receivable')).toBe(1_373);

  const second = await atWork('approver');
  await second.page.goto(await openTask('recourse', id));
  await second.page.getByText('款項已追回，進入平台自有帳戶').waitFor();
  await expectAccessible(second.page);
  await second.page.getByRole('radio', { name: /^覆核通過/ }).check();
  await pressAnywhere(second.page, '覆核通過');
  await second.page.getByRole('heading', { level: 2, name: '已覆核' }).waitFor();
  expect(await balanceOf(server, 'recourse_receivable')).toBe(0);
  const problems = [...first.complaints, ...second.complaints];
  expect(problems.filter((what) => !what.includes('401'))).toEqual([]);
});
