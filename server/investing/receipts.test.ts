// Money from the bank to an order and back again: in time, late, too much, a stranger's, reversed.
import { describe, expect, test } from 'vitest';
import { identity } from '#contract/identity.ts';
import { investing } from '#contract/investing.ts';
import { tasksOffice } from '#contract/tasks.ts';
import { newCase, type NewCase, newInvestor, newInvestors } from '../../tests/market.ts';
import { newOperator, type Person } from '../../tests/people.ts';
import { useServer } from '../../tests/server.ts';
import { moveLoan } from '../lending/actions.ts';
import { drain } from '../worker.ts';
import { inWork } from '../work.ts';
import { investingJobs } from './jobs.ts';

const server = useServer();
const { quickApply, cancelOrder, holding } = investing;
const HOUR_MS = 3_600_000;

type Placed = Person & { orderId: string; account: string; payBy: string; loanId: number };

async function place(loanId: number, amount: number, one?: Person): Promise<Placed> {
  const investor = one ?? (await newInvestor(server));
  const input = { id: String(loanId), invest_amount: amount, payment_mode: 1 };
  const { data } = await server.ok(quickApply, input, investor);
  const account = data.virtualAccount?.account ?? '';
  return { ...investor, orderId: data.id, account, payBy: data.payBy, loanId };
}
async function placed(amount: number, more: NewCase = {}): Promise<Placed> {
  return place(await newCase(server, more), amount);
}

const bank = () => {
  const sandbox = server.services.demonstration?.bank;
  if (!sandbox) throw new Error('these tests pay at the sandbox bank');
  return sandbox;
};
const pay = ({ account }: Placed, amount: number, more: object = {}) =>
  bank().transfer({ virtualAccount: account, amount, ...more });

const orderOf = async ({ orderId, token }: Placed) => {
  const { data } = await server.ok(holding, { invest_id: orderId }, { token });
  return data.order;
};
const fundingOf = async (loanId: number) => {
  const [row] = await server.rows<Record<string, unknown>>(
    `select f.reserved::int, f.paid::int, f.order_count as orders, l.status
     from investing.funding f join lending.loan l on l.id = f.loan_id where loan_id = $1`,
    [loanId],
  );
  return row;
};
const balance = async (kind: string, orderId: string) => {
  const [row] = await server.rows<{ balance: string }>(
    'select balance from ledger.balance where kind = $1 and order_id = $2',
    [kind, orderId],
  );
  return Number(row?.balance ?? 0);
};
async function runJobs() {
  for (const job of investingJobs) await job.run(server.services);
}
/** Makes an order's deadline lie so many hours back. */
const letPass = ({ orderId }: Placed, hours: number) =>
  server.rows(
    `update investing."order" set pay_by = now() - $2 * interval '1 hour' where id = $1`,
    [orderId, hours],
  );

let finance: Person | undefined;
/** Finance releases what waits on a subject, and the bank settles it. */
async function releaseRefund(orderId: string) {
  finance ??= await newOperator(server, ['finance']);
  const [row] = await server.rows<{ id: string }>(
    `select t.id from tasks.task t join investing.refund r on r.id = t.subject_id
     where t.kind = 'refund_release' and t.status = 'open' and r.order_id = $1`,
    [orderId],
  );
  const { data } = await server.ok(tasksOffice.getTask, { id: row?.id ?? '' }, finance);
  await server.ok(tasksOffice.decideTask, { id: data.id, decision: 'release' }, finance);
  await drain(server.services);
  return data.detail;
}

describe('money in time', () => {
  test('in parts, up to the amount, pays the order; the case that is paid whole moves to 50', async () => {
    const one = await placed(30_000, { amount: 30_000 });
    expect((await pay(one, 12_000)).matched).toBe(true);
    expect(await orderOf(one)).toMatchObject({ status: 5, paidAmount: 12_000, paidAt: null });
    expect(await fundingOf(one.loanId)).toEqual({
      reserved: 30_000,
      paid: 0,
      orders: 1,
      status: 40,
    });
    await pay(one, 18_000, { fromBank: '004', fromAccount: '00400000000099' });
    expect(await orderOf(one)).toMatchObject({
      status: 15,
      paidAmount: 30_000,
      statusText: '已滿額，待撥款',
    });
    expect(await fundingOf(one.loanId)).toEqual({
      reserved: 0,
      paid: 30_000,
      orders: 1,
      status: 50,
    });
    expect(await balance('order_funds', one.orderId)).toBe(30_000);
  });

  test('too much of it goes back less the fee, and the order stays paid', async () => {
    const one = await placed(10_000);
    await pay(one, 12_000);
    const order = await orderOf(one);
    expect(order).toMatchObject({ status: 10, paidAmount: 10_000 });
    expect(order.refunds).toMatchObject([
      { amount: 1_985, fee: 15, reason: 'overpaid', status: 'payable' },
    ]);
    await pay(one, 10);
    expect((await orderOf(one)).refunds[1]).toMatchObject({
      amount: 0,
      fee: 10,
      status: 'confirmed',
    });
    expect(await balance('refund_payable', one.orderId)).toBe(1_985);
    const detail = await releaseRefund(one.orderId);
    expect(detail).toMatchObject({ amount: 1_985, account: expect.stringContaining('0099') });
    expect(await balance('refund_payable', one.orderId)).toBe(0);
    expect((await orderOf(one)).refunds[0]?.status).toBe('confirmed');
    expect((await orderOf(one)).status).toBe(10);
  });

  test('is counted once however often the bank reports it', async () => {
    const one = await placed(10_000);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => pay(one, 4_000, { seq: `again-${one.orderId}` })),
    );
    expect(answers.every(({ matched }) => matched)).toBe(true);
    expect((await orderOf(one)).paidAmount).toBe(4_000);
  });

  test('from a stranger’s account waits in suspense until a person accepts it', async () => {
    const one = await placed(10_000);
    const stranger = { fromBank: '822', fromAccount: '82200000001111' };
    expect((await pay(one, 10_000, stranger)).matched).toBe(false);
    expect((await orderOf(one)).status).toBe(0);
    finance ??= await newOperator(server, ['finance']);
    const { data } = await server.ok(tasksOffice.listTasks, { kind: 'unmatched_payment' }, finance);
    const id = data.at(-1)?.id ?? '';
    await server.ok(
      tasksOffice.decideTask,
      { id, decision: 'match', orderId: one.orderId, reason: '會員配偶代付，已核對關係' },
      finance,
    );
    expect((await orderOf(one)).status).toBe(10);
  });
});

describe('money out of time', () => {
  test('stamped after the deadline goes back less the fee, even before the job has run', async () => {
    const one = await placed(10_000);
    await letPass(one, 0.25);
    await pay(one, 10_000);
    const order = await orderOf(one);
    expect(order.status).toBe(0);
    expect(order.refunds).toMatchObject([{ amount: 9_985, fee: 15, reason: 'late' }]);
  });

  test('stamped in time and reported after the expiry revives the order', async () => {
    const one = await placed(10_000, { amount: 10_000 });
    await letPass(one, 2);
    await runJobs();
    expect(await orderOf(one)).toMatchObject({ status: 50, virtualAccount: null });
    expect(await fundingOf(one.loanId)).toMatchObject({ reserved: 0, orders: 0 });
    const at = new Date(server.services.clock.now().getTime() - 3 * HOUR_MS).toISOString();
    await pay(one, 10_000, { at });
    expect((await orderOf(one)).status).toBe(15);
    expect(await fundingOf(one.loanId)).toEqual({
      reserved: 0,
      paid: 10_000,
      orders: 1,
      status: 50,
    });
  });

  test('goes back free where another has taken the place meanwhile', async () => {
    const one = await placed(10_000, { amount: 10_000 });
    await letPass(one, 2);
    await runJobs();
    await place(one.loanId, 10_000);
    const at = new Date(server.services.clock.now().getTime() - 3 * HOUR_MS).toISOString();
    await pay(one, 10_000, { at });
    const order = await orderOf(one);
    expect(order.status).toBe(50);
    expect(order.refunds).toMatchObject([{ amount: 10_000, fee: 0, reason: 'late' }]);
  });
});

describe('expiry', () => {
  test('waits half an hour for the bank', async () => {
    const one = await placed(10_000);
    await letPass(one, 0.4);
    await runJobs();
    expect((await orderOf(one)).status).toBe(0);
    await letPass(one, 0.6);
    await runJobs();
    expect((await orderOf(one)).status).toBe(50);
  });

  test('sends part payments back less the fee; the bank’s word ends the order', async () => {
    const one = await placed(10_000);
    await pay(one, 6_000);
    await letPass(one, 1);
    await runJobs();
    const order = await orderOf(one);
    expect(order).toMatchObject({ status: 60, statusText: '退款中' });
    expect(order.refunds).toMatchObject([{ amount: 5_985, fee: 15, reason: 'expired' }]);
    expect(await fundingOf(one.loanId)).toMatchObject({ reserved: 0, orders: 0 });
    await releaseRefund(one.orderId);
    expect((await orderOf(one)).status).toBe(65);
    const [row] = await server.rows<{ title: string }>(
      'select title from notices.notice where member_id = $1 order by id desc limit 1',
      [one.id],
    );
    expect(row?.title).toBe('退款已匯入您的帳戶');
  });

  test('a refund the bank sends back is payable again, with a task for a person', async () => {
    const one = await placed(10_000);
    await pay(one, 6_000);
    await letPass(one, 1);
    await runJobs();
    const closed = server.services.secrets.seal('00400000000000');
    const open = server.services.secrets.seal('00400000000099');
    const bind = (account: string) =>
      server.rows('update verification.bank_account set account = $2 where member_id = $1', [
        one.id,
        account,
      ]);
    await bind(closed);
    await releaseRefund(one.orderId);
    expect((await orderOf(one)).refunds[0]?.status).toBe('payable');
    expect((await orderOf(one)).status).toBe(60);
    await bind(open);
    expect(await releaseRefund(one.orderId)).toMatchObject({ returned: '收款帳號已結清' });
    expect((await orderOf(one)).status).toBe(65);
    const attention = await server.rows(
      `select 1 from tasks.task where kind = 'attention' and subject_type = 'refund'`,
    );
    expect(attention).toHaveLength(1);
  });

  test('races with the payment: the order is paid or its money goes back, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await placed(10_000);
      await letPass(one, 1);
      const at = new Date(server.services.clock.now().getTime() - 2 * HOUR_MS).toISOString();
      await Promise.all([runJobs(), pay(one, 10_000, { at })]);
      expect(await orderOf(one)).toMatchObject({ status: 10, paidAmount: 10_000, refunds: [] });
      expect(await fundingOf(one.loanId)).toMatchObject({ reserved: 0, paid: 10_000, orders: 1 });
    }
  });
});

describe('cancelling', () => {
  test('is refused once anything was paid', async () => {
    const one = await placed(10_000);
    await pay(one, 1_000);
    expect(await server.refused(cancelOrder, { id: one.orderId }, one)).toBe('ORDER_STATUS');
  });

  test('races with the payment: one of them wins, and no dollar is lost', async () => {
    for (let round = 0; round < 6; round += 1) {
      const one = await placed(10_000);
      const [cancelled] = await Promise.all([
        server.ask(cancelOrder, { id: one.orderId }, one),
        pay(one, 10_000),
      ]);
      const order = await orderOf(one);
      if (cancelled.status === 200) {
        expect(order).toMatchObject({ status: 55, paidAmount: 0 });
        expect(order.refunds).toMatchObject([{ reason: 'cancelled' }]);
      } else expect(order).toMatchObject({ status: 10, refunds: [] });
      const held = cancelled.status === 200 ? 0 : 10_000;
      expect(await fundingOf(one.loanId)).toMatchObject({ reserved: 0, paid: held });
    }
  });
});

describe('a case that comes to nothing', () => {
  test('short a business day after its end, it fails and sends all money back in full', async () => {
    const loanId = await newCase(server, { amount: 60_000 });
    const [paid, partly, unpaid] = (await newInvestors(server, 3)) as [Person, Person, Person];
    const first = await place(loanId, 20_000, paid);
    const second = await place(loanId, 20_000, partly);
    const third = await place(loanId, 10_000, unpaid);
    await pay(first, 20_000);
    await pay(second, 5_000);
    await server.rows(
      `update lending.loan set ends_at = now() - interval '10 days' where id = $1`,
      [loanId],
    );
    await runJobs();
    expect(await fundingOf(loanId)).toMatchObject({ status: 40 });
    await letPass(second, 1);
    await letPass(third, 1);
    await runJobs();
    expect(await fundingOf(loanId)).toEqual({ reserved: 0, paid: 0, orders: 0, status: 99 });
    expect(await orderOf(first)).toMatchObject({
      status: 60,
      refunds: [{ amount: 20_000, fee: 0, reason: 'failed' }],
    });
    expect((await orderOf(second)).refunds).toMatchObject([{ fee: 15, reason: 'expired' }]);
    expect(await orderOf(third)).toMatchObject({ status: 50, refunds: [] });
    await pay(third, 10_000);
    expect((await orderOf(third)).refunds).toMatchObject([
      { amount: 10_000, fee: 0, reason: 'failed' },
    ]);
  });

  test('cancelled by its borrower, it ends every order in whatever state', async () => {
    const loanId = await newCase(server, { amount: 60_000 });
    const [a, b, c] = (await newInvestors(server, 3)) as [Person, Person, Person];
    const paid = await place(loanId, 20_000, a);
    const partly = await place(loanId, 20_000, b);
    const unpaid = await place(loanId, 10_000, c);
    await pay(paid, 20_000);
    await pay(partly, 5_000);
    await inWork(server.services, (work) => moveLoan(work, loanId, 96, { action: 'test' }));
    expect(await orderOf(paid)).toMatchObject({
      status: 60,
      refunds: [{ amount: 20_000, fee: 0 }],
    });
    expect(await orderOf(partly)).toMatchObject({
      status: 60,
      refunds: [{ amount: 5_000, fee: 0 }],
    });
    expect(await orderOf(unpaid)).toMatchObject({ status: 55, refunds: [] });
    const rows = await server.rows(
      'select 1 from investing.exposure where member_id = any ($1) and reserved > 0',
      [[a.id, b.id, c.id]],
    );
    expect(rows).toEqual([]);
  });

  test('unsigned after it was full, it sends all back', async () => {
    const one = await placed(10_000, { amount: 10_000 });
    await pay(one, 10_000);
    await inWork(server.services, (work) => moveLoan(work, one.loanId, 98, { action: 'test' }));
    expect(await orderOf(one)).toMatchObject({
      status: 60,
      refunds: [{ amount: 10_000, fee: 0, reason: 'unsigned' }],
    });
    await releaseRefund(one.orderId);
    expect((await orderOf(one)).status).toBe(65);
  });
});

describe('a receipt the bank takes back', () => {
  const takeBack = (one: Placed, amount: number, seq: string) =>
    pay(one, amount, { reverses: seq });

  test('while funding: the order falls back to what is left', async () => {
    const one = await placed(10_000);
    const first = await pay(one, 4_000);
    const second = await pay(one, 6_000);
    expect((await orderOf(one)).status).toBe(10);
    await takeBack(one, 6_000, second.seq);
    expect(await orderOf(one)).toMatchObject({ status: 5, paidAmount: 4_000 });
    expect(await fundingOf(one.loanId)).toMatchObject({ reserved: 10_000, paid: 0 });
    await takeBack(one, 4_000, first.seq);
    expect(await orderOf(one)).toMatchObject({ status: 0, paidAmount: 0 });
    expect(await balance('order_funds', one.orderId)).toBe(0);
  });

  test('while signing: the order is short until it is made good, or the case is cancelled', async () => {
    const one = await placed(10_000, { amount: 10_000 });
    const { seq } = await pay(one, 10_000);
    await takeBack(one, 10_000, seq);
    expect(await orderOf(one)).toMatchObject({ status: 15, paidAmount: 0 });
    await pay(one, 10_000);
    expect(await orderOf(one)).toMatchObject({ status: 15, paidAmount: 10_000, refunds: [] });
    const other = await placed(10_000, { amount: 10_000 });
    const paid = await pay(other, 10_000);
    await takeBack(other, 10_000, paid.seq);
    await server.rows('update lending.loan set sign_by = now() where id = $1', [other.loanId]);
    await runJobs();
    expect(await fundingOf(other.loanId)).toMatchObject({ status: 96, paid: 0, orders: 0 });
    expect(await orderOf(other)).toMatchObject({ status: 65, refunds: [] });
  });

  test('with its refund not yet sent: the refund is withdrawn; once sent, the platform covers it', async () => {
    const one = await placed(10_000);
    const { seq } = await pay(one, 12_000);
    await takeBack(one, 12_000, seq);
    expect(await orderOf(one)).toMatchObject({ status: 0, paidAmount: 0 });
    expect(await balance('refund_payable', one.orderId)).toBe(0);
    const other = await placed(10_000);
    const late = await pay(other, 12_000);
    await releaseRefund(other.orderId);
    await takeBack(other, 12_000, late.seq);
    expect((await orderOf(other)).status).toBe(0);
    const [loss] = await server.rows<{ balance: string }>(
      `select balance from ledger.balance where kind = 'loss'`,
    );
    expect(Number(loss?.balance)).toBe(2_000);
  });
});

test('an order is shown to its own member alone, while he is signed in', async () => {
  const one = await placed(10_000);
  const intruder = await newInvestor(server);
  expect(await server.refused(holding, { invest_id: one.orderId }, intruder)).toBe(
    'ORDER_NOT_FOUND',
  );
  await server.ok(identity.logout, {}, one);
  expect((await server.ask(holding, { invest_id: one.orderId }, one)).status).toBe(401);
});
