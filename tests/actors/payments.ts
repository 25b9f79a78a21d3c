// Orders paid at the sandbox bank, for tests of how the money is used.
import { expect } from 'vitest';
import { demonstration } from '#contract/demonstration/calls.ts';
import { investing } from '#contract/investing/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { placeOrder } from '../../actors/loan.ts';
import { answersTo } from '../../actors/operator.ts';
import { investingClosedDayJobs, investingJobs } from '../../server/investing/jobs.ts';
import { drain } from '../../server/worker.ts';
import { checkBatches, balanceOf, today } from './loans.ts';
import { newCase, type NewCase, newInvestor } from './market.ts';
import { newOperator, type Person } from './people.ts';
import type { TestServer } from '../server.ts';

export type Placed = Person & { orderId: string; account: string; payBy: string; loanId: number };

/** The account from which a payment comes that names one. */
export const payer = { fromBank: '004', fromAccount: '00400000000099' };

/** Returns helpers that act on orders and their money, for one test file. */
export function paymentsOn(server: TestServer) {
  async function place(loanId: number, amount: number, one?: Person): Promise<Placed> {
    const investor = one ?? (await newInvestor(server));
    const order = await placeOrder(server, investor, String(loanId), amount);
    const account = order.virtualAccount?.account ?? '';
    return { ...investor, orderId: order.id, account, payBy: order.payBy, loanId };
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
    const { data } = await server.ok(investing.holding, { invest_id: orderId }, { token });
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
  const balance = (kind: string, orderId: string) =>
    balanceOf(server, kind, { order: Number(orderId) });
  /** Runs the jobs as if the bank had closed the day, today by default. */
  async function runJobs(closed = today(server)) {
    for (const job of investingJobs) await job.run(server.services);
    for (const job of investingClosedDayJobs) await job.judge(server.services, closed);
  }
  /** Moves an order's deadline the given hours into the past. */
  const letPass = ({ orderId }: Placed, hours: number) =>
    server.rows(
      `update investing."order" set pay_by = business_now() - $2 * interval '1 hour' where id = $1`,
      [orderId, hours],
    );

  let finance: Person | undefined;
  let checker: Person | undefined;
  const financeOperator = async () => (finance ??= await newOperator(server, ['finance']));
  /**
   * Has finance release the waiting payment of a subject and another person check it; then the bank
   * carries it out.
   */
  async function releaseRefund(orderId: string) {
    const finance = await financeOperator();
    const [row] = await server.rows<{ id: string }>(
      `select t.id from tasks.task t join investing.refund r on r.id = t.subject_id
       where t.kind = 'refund_release' and t.status = 'open' and r.order_id = $1`,
      [orderId],
    );
    const { data } = await server.ok(tasksOffice.getTask, { id: row?.id ?? '' }, finance);
    const release = { id: data.id, decision: 'release' };
    const answers = await answersTo(server, finance, { kind: data.kind, ...release });
    await server.ok(tasksOffice.decideTask, { ...release, ...answers }, finance);
    checker ??= await newOperator(server, ['approver']);
    await checkBatches(server, checker);
    await drain(server.services);
    return data.detail;
  }

  const refundsOf = ({ orderId }: Placed) =>
    server.rows<{ id: number; amount: number; fee: number; status: string; whole: boolean }>(
      `select id::int, amount::int, fee::int, status, whole from investing.refund
       where order_id = $1 order by id`,
      [orderId],
    );
  /** What the platform claims from the payer of an order, because it covered reversed receipts. */
  const claimOn = ({ loanId, id }: Placed) =>
    balanceOf(server, 'recourse_receivable', { loan: loanId, member: id });
  /** The bank returns a payment that it has carried out. */
  async function comesBack(reference: string) {
    const { data } = await server.ok(demonstration.bankReturn, { reference });
    expect(data.returned).toBe(true);
  }
  /** Sets when an account was closed, without the conditions of closing it. */
  const setClosed = (memberId: number, at: 'now()' | 'null') =>
    server.rows(`update identity.member set closed_at = ${at} where id = $1`, [memberId]);
  /** An order that was paid in two parts has expired, and all its money was refunded. */
  async function refunded() {
    const one = await placed(10_000);
    const first = await pay(one, 3_000, payer);
    const second = await pay(one, 4_000, payer);
    await letPass(one, 2);
    await runJobs();
    await releaseRefund(one.orderId);
    const [refund] = await refundsOf(one);
    return { one, first: first.seq, second: second.seq, refundId: refund!.id };
  }

  return {
    place,
    placed,
    pay,
    orderOf,
    fundingOf,
    balance,
    runJobs,
    letPass,
    releaseRefund,
    financeOperator,
    refundsOf,
    claimOn,
    comesBack,
    setClosed,
    refunded,
  };
}
