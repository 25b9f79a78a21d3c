// Orders paid at the sandbox bank, for tests of how the money is used.
import { investing } from '#contract/investing/calls.ts';
import { tasksOffice } from '#contract/tasks/calls.ts';
import { placeOrder } from '../../actors/loan.ts';
import { investingClosedDayJobs, investingJobs } from '../../server/investing/jobs.ts';
import { drain } from '../../server/worker.ts';
import { checkBatches, balanceOf, today } from './loans.ts';
import { newCase, type NewCase, newInvestor } from './market.ts';
import { newOperator, type Person } from './people.ts';
import type { TestServer } from '../server.ts';

export type Placed = Person & { orderId: string; account: string; payBy: string; loanId: number };

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
    await server.ok(tasksOffice.decideTask, { id: data.id, decision: 'release' }, finance);
    checker ??= await newOperator(server, ['approver']);
    await checkBatches(server, checker);
    await drain(server.services);
    return data.detail;
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
  };
}
