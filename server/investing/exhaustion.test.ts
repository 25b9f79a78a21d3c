// Tests what happens once the last virtual account of a day is used: further orders are refused and
// reserve nothing.
import { expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { newCase, newInvestors } from '../../tests/actors/market.ts';
import { paymentsOn } from '../../tests/actors/payments.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer();
const { letPass, runJobs } = paymentsOn(server);
/** Banking allocates account numbers in blocks of 64. */
const LEFT = 64;

test('of a hundred concurrent orders for 64 accounts, 64 are placed, others wait', async () => {
  const loanId = await newCase(server, { amount: 500_000 });
  const [last, ...others] = server.services.config.bank.companyCodes;
  for (const code of [last, ...others]) {
    await server.rows(
      `insert into banking.serial (company_code, day, next)
       select $1, business_now()::date + d, $2 from generate_series(-1, 8) d`,
      [code, code === last ? 10_000 - LEFT : 10_000],
    );
  }
  const racers = await newInvestors(server, 100);
  const answers = await Promise.all(
    racers.map(({ token }) =>
      server.ask(
        investing.quickApply,
        { id: String(loanId), invest_amount: 1_000, payment_mode: 1 },
        { token },
      ),
    ),
  );
  const placed = answers.filter(({ status }) => status === 200);
  expect(placed).toHaveLength(LEFT);
  for (const { status, code, headers } of answers) {
    if (status === 200) continue;
    expect([status, code]).toEqual([503, 'NO_VIRTUAL_ACCOUNT']);
    expect(headers.get('retry-after')).toBe('60');
  }
  const [row] = await server.rows<{ reserved: string; orders: number }>(
    'select reserved, order_count as orders from investing.funding where loan_id = $1',
    [loanId],
  );
  expect([Number(row?.reserved), row?.orders]).toEqual([LEFT * 1_000, LEFT]);
  // An order that replaces an expired one gets no account either.
  const at = answers.findIndex(({ status }) => status === 200);
  const { id } = answers[at]!.body.data;
  const missed = { ...racers[at]!, orderId: id, account: '', payBy: '', loanId };
  await letPass(missed, 1);
  await runJobs();
  const again = { id, payment_mode: 1 };
  expect(await server.refused(investing.reApply, again, missed)).toBe('NO_VIRTUAL_ACCOUNT');
});
