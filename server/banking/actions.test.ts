// Test of the bank callback: only the bank is accepted, each report counts once, and no report is
// lost.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BankRecord, banking } from '#contract/banking/calls.ts';
import { day } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { reportOfBank } from '../../tests/actors/bank-reports.ts';
import { checkBatches, checkMatches } from '../../tests/actors/loans.ts';
import { newCase, newInvestor } from '../../tests/actors/market.ts';
import { type Person, newOperator } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { investing } from '#contract/investing/calls.ts';
import { inWork } from '../work.ts';
import { drain } from '../worker.ts';
import { registerVirtualAccounts, reserveVirtualAccounts } from './accounts.ts';

const server = useServer();
let finance: Person;
beforeAll(async () => {
  finance = await newOperator(server, ['finance']);
});

function record(more: Partial<BankRecord> = {}): BankRecord {
  const at = server.services.clock.now();
  return {
    bank: '812',
    date: new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10) as BankRecord['date'],
    seq: randomUUID().slice(0, 30),
    at,
    type: 'transfer',
    amount: money(5_000),
    sign: '+',
    virtualAccount: '00000000000000',
    fromBank: '004',
    fromAccount: '00400000000099',
    ...more,
  };
}

const report = (body: object, secret?: string) => reportOfBank(server, body, secret);

const lying = async (kind: string) =>
  Number(
    (
      await server.rows<{ balance: string }>(
        'select coalesce(sum(balance), 0) as balance from ledger.balance where kind = $1',
        [kind],
      )
    )[0]?.balance,
  );

async function anOrder(amount = 5_000) {
  const investor = await newInvestor(server);
  const id = String(await newCase(server, { amount: 100_000 }));
  const { data } = await server.ok(
    investing.quickApply,
    { id, invest_amount: amount, payment_mode: 1 },
    { token: investor.token },
  );
  return { investor, order: data, account: data.virtualAccount?.account ?? '' };
}

describe('the signature', () => {
  test('of anybody but the bank is refused, and nothing is written', async () => {
    const line = record();
    expect((await report({ records: [line] }, 'not the secret of the bank')).code).toBe(
      'SIGNATURE_REFUSED',
    );
    const bare = await server.ask(banking.bankCallback, { records: [line] }, { key: null });
    expect(bare.code).toBe('SIGNATURE_REFUSED');
    expect(await server.rows('select from banking.receipt where seq = $1', [line.seq])).toEqual([]);
  });
});

describe('a receipt', () => {
  test('for an order pays it', async () => {
    const { account, order } = await anOrder();
    const { body } = await report({ records: [record({ virtualAccount: account })] });
    expect(body.data.records[0]?.state).toBe('matched');
    const [row] = await server.rows<{ status: number }>(
      'select stored_status as status from investing."order" where id = $1',
      [order.id],
    );
    expect(row?.status).toBe(10);
  });

  test('reported a hundred times at once is booked once', async () => {
    const { account } = await anOrder();
    const before = await lying('trust_bank');
    const line = record({ virtualAccount: account });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => report({ records: [line] })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await lying('trust_bank')) - before).toBe(5_000);
  });

  test('without an owner it is in suspense with a task; an operator assigns it', async () => {
    const { order } = await anOrder();
    const line = record();
    const { body } = await report({ records: [line] });
    expect(body.data.records[0]?.state).toBe('suspense');
    const [task] = await server.rows<{ id: string }>(
      `select t.id from tasks.task t join banking.receipt r on r.id = t.subject_id
       where t.kind = 'unmatched_payment' and t.status = 'open' and r.seq = $1`,
      [line.seq],
    );
    const decide = (decision: object) =>
      server.ask(tasksOffice.decideTask, { id: task?.id, ...decision }, { token: finance.token });
    expect((await decide({ decision: 'match', orderId: '99999999' })).status).toBe(422);
    expect((await decide({ decision: 'match' })).code).toBe('DECISION_INVALID');
    expect((await decide({ decision: 'match', orderId: order.id })).status).toBe(200);
    expect(await lying('suspense'), 'one person alone gives nobody money').toBe(5_000);
    const [check] = await server.rows<{ id: string }>(
      `select t.id from tasks.task t join banking.receipt r on r.id = t.subject_id
       where t.kind = 'match_check' and t.status = 'open' and r.seq = $1`,
      [line.seq],
    );
    const agree = (one: Person, decision: string) => {
      const input = { id: check?.id ?? '', decision, reason: '已核對' };
      return server.ask(tasksOffice.decideTask, input, { token: one.token });
    };
    const { data: seen } = await server.ok(tasksOffice.getTask, { id: check?.id ?? '' }, finance);
    expect(seen.detail).toMatchObject({
      amount: 5_000,
      target: { type: 'order', id: Number(order.id), used: 5_000, rest: 0 },
    });
    expect((await agree(finance, 'approve')).code).toBe('MAKER_IS_CHECKER');
    const approver = await newOperator(server, ['approver']);
    expect((await agree(approver, 'return')).status).toBe(200);
    expect(await lying('suspense')).toBe(5_000);
    const [again] = await server.rows<{ id: string; returned: string }>(
      `select t.id, t.detail ->> 'returned' as returned from tasks.task t
       join banking.receipt r on r.id = t.subject_id
       where t.kind = 'unmatched_payment' and t.status = 'open' and r.seq = $1`,
      [line.seq],
    );
    expect(again?.returned).toBe('已核對');
    await server.ok(
      tasksOffice.decideTask,
      { id: again?.id ?? '', decision: 'match', orderId: order.id },
      { token: finance.token },
    );
    await checkMatches(server, approver);
    expect(await lying('suspense')).toBe(0);
  });

  test('without an owner is returned to its payer if an operator decides so', async () => {
    const line = record({ amount: money(777) });
    await report({ records: [line] });
    const before = await lying('trust_bank');
    const [task] = await server.rows<{ id: string }>(
      `select t.id from tasks.task t join banking.receipt r on r.id = t.subject_id
       where t.status = 'open' and r.seq = $1`,
      [line.seq],
    );
    await server.ok(
      tasksOffice.decideTask,
      { id: task?.id ?? '', decision: 'return', reason: '查無此帳號' },
      { token: finance.token },
    );
    await drain(server.services);
    expect((await lying('trust_bank')) - before, 'one person alone sends nothing').toBe(0);
    await checkBatches(server, await newOperator(server, ['approver']));
    await drain(server.services);
    expect((await lying('trust_bank')) - before).toBe(-777);
    expect(await lying('refund_payable')).toBe(0);
  });

  test('that the bank takes back leaves the order unpaid and the invariants intact', async () => {
    const { account, order } = await anOrder();
    const line = record({ virtualAccount: account });
    await report({ records: [line] });
    const back = record({ virtualAccount: account, sign: '-', reverses: line.seq });
    await report({ records: [back, back] });
    const [row] = await server.rows<{ status: number; paid: string }>(
      'select stored_status as status, paid_amount as paid from investing."order" where id = $1',
      [order.id],
    );
    expect(row).toEqual({ status: 0, paid: '0' });
  });
});

test('an account number of ten years ago that is still used is not assigned again', async () => {
  const { services } = server;
  const [used] = await reserveVirtualAccounts(services, day('2036-01-05'), 1);
  const subjectId = 900_000_000;
  await inWork(services, ({ tx }) =>
    registerVirtualAccounts(tx, 'loan', [{ account: used!, subjectId }]),
  );
  const later = await reserveVirtualAccounts(services, day('2046-01-05'), 128);
  expect(new Set(later).size).toBe(128);
  expect(later.map((account) => account.slice(0, 9))).toContain(used!.slice(0, 9));
  expect(later).not.toContain(used);
});

test('an unknown payment is distinguished from one that is reported twice', async () => {
  const payments = [
    {
      reference: 'payout-424242-1',
      outcome: 'confirmed',
      date: record().date,
      at: record().at,
    },
  ];
  const { body } = await report({ payments });
  expect(body.data.payments).toEqual([{ reference: 'payout-424242-1', state: 'unknown' }]);
});
