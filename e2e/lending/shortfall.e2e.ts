// Browser test of client money that lacks: two persons confirm the company's transfer, and the
// pages of the office say what lacks.
import { expect, test } from 'vitest';
import { newDesk, strayReceipt } from '../../tests/actors/bookings.ts';
import { checkBatches, today } from '../../tests/actors/loans.ts';
import { payer } from '../../tests/actors/payments.ts';
import { decide, openTaskId } from '../../tests/actors/tasks.ts';
import { useServer } from '../../tests/server.ts';
import { drain } from '../../server/worker.ts';
import { pressAnywhere } from '../kit/acts.ts';
import { expectAccessible } from '../kit/axe.ts';
import { useBrowser } from '../kit/browser.ts';
import { operatorAt } from '../kit/operator-at.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

/** A stranger was paid back, and then the bank takes his own transfer back. */
async function short(amount: number) {
  const desk = await newDesk(server);
  await strayReceipt(server, 80_000);
  const { bank } = server.services.demonstration!;
  await bank.transfer({ virtualAccount: '77', amount, seq: 'third', ...payer });
  const [row] = await server.rows<{ id: string }>(
    `select id::text from banking.receipt where seq = 'third'`,
  );
  expect(await decide(server, desk.maker, 'unmatched_payment', row!.id, 'return')).toBeNull();
  await checkBatches(server, desk.checker);
  await drain(server.services);
  await bank.transfer({ virtualAccount: '77', amount, reverses: 'third' });
}

test('two persons confirm the transfer of the company, and payments go on', async () => {
  await short(40_000);
  const task = `/tasks/${await openTaskId(server, 'trust_shortfall', null)}`;
  const first = await operatorAt(server, pages, ['finance'], task);
  await first.page.getByText('付款與簽核暫停').waitFor();
  await expectAccessible(first.page);
  await first.page.getByLabel('銀行交易序號').fill('812-20261123-0007');
  await pressAnywhere(first.page, '公司已匯款');
  await first.page.getByRole('heading', { level: 2, name: '已送公司匯款覆核' }).waitFor();

  const check = `/tasks/${await openTaskId(server, 'trust_shortfall', null)}`;
  const second = await operatorAt(server, pages, ['approver'], check);
  await second.page.getByText('812-20261123-0007').waitFor();
  await second.page.getByRole('radio', { name: /^確認公司匯款/ }).check();
  await second.page.getByRole('checkbox', { name: /我已向銀行查證/ }).check();
  await expectAccessible(second.page);
  await pressAnywhere(second.page, '確認公司匯款');
  await second.page.getByRole('heading', { level: 2, name: '已確認公司匯款' }).waitFor();

  for (const [path, text] of [
    ['/books', '客戶款項短少'],
    [`/money/reconciliation/${today(server)}`, '日終客戶款項短少'],
  ] as const) {
    await first.page.goto(`${server.officeUrl}${path}`);
    await first.page.getByText(text).first().waitFor();
    await expectAccessible(first.page);
  }
  const waiting = `select from tasks.task where kind = 'trust_shortfall' and status = 'open'`;
  expect(await server.rows(waiting), 'nobody is asked again').toEqual([]);
});
