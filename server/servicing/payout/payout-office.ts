// Payouts and disbursements at the money desk: lists, and approving several loans at once.
import type {
  PayoutLine,
  payoutsOffice,
  ServerWaitingDisbursement,
} from '#contract/servicing/payouts.ts';
import type { Actions, FilterOf, Next, Work } from '../../action.ts';
import { batchTotal, checkedBatch } from '../../banking/actions.ts';
import { numbersInForce } from '../../settings/actions.ts';
import { decideTaskOf } from '../../tasks/actions.ts';
import { payLoan } from './disbursement.ts';
import {
  disbursementsAfter,
  gathering,
  listDisbursements,
  listPayouts,
  openPayoutTask,
  payoutDays,
  payoutDaysBefore,
  payoutsBelow,
} from './payout-office-queries.ts';

const textOf = (id: number | null) => (id === null ? null : String(id));

type Office = typeof payoutsOffice;
type PayoutRow = Awaited<ReturnType<typeof payoutsBelow>>[number];
const payoutView = (row: PayoutRow): PayoutLine => ({
  ...row,
  id: String(row.id),
  memberId: String(row.memberId),
  batchId: textOf(row.batchId),
  taskId: textOf(row.taskId),
});

type DisbursementRow = Awaited<ReturnType<typeof disbursementsAfter>>[number];
const disbursementView = (row: DisbursementRow): ServerWaitingDisbursement => ({
  ...row,
  loanId: String(row.loanId),
  taskId: String(row.taskId),
  since: row.since.toISOString(),
});

const payoutFilter = ({ state, day, member }: FilterOf<Office['listPayouts']>) => ({
  state,
  day,
  member: member === undefined ? undefined : member,
});

/** Returns a reader of payouts for an exported table, newest first. */
export const payoutsBeyond =
  ({ tx }: Work, filter: FilterOf<Office['listPayouts']>): Next<PayoutLine> =>
  async (last, limit) =>
    (await payoutsBelow(tx, payoutFilter(filter), last && Number(last.id), limit)).map(payoutView);

export type PayoutDay = Awaited<ReturnType<typeof payoutDaysBefore>>[number];
/** Number of days read at once, because each day sums all its payouts. */
const DAYS_AT_ONCE = 31;

/** Returns a reader of payouts by day for an exported table, newest first. */
export const payoutDaysBeyond =
  ({ tx }: Work): Next<PayoutDay> =>
  (last) =>
    payoutDaysBefore(tx, last?.day ?? null, DAYS_AT_ONCE);

/** Returns a reader of loans that wait for disbursement for an exported table, oldest first. */
export const disbursementsBeyond =
  (
    { tx }: Work,
    { step }: FilterOf<Office['listDisbursements']>,
  ): Next<ServerWaitingDisbursement> =>
  async (last, limit) =>
    (await disbursementsAfter(tx, step, Number(last?.taskId ?? 0), limit)).map(disbursementView);

export const payoutOfficeActions: Actions<{ servicing: typeof payoutsOffice }>['servicing'] = {
  async listPayouts({ tx }, { item_per_page: limit, offset, ...filter }) {
    const rows = await listPayouts(tx, payoutFilter(filter), { limit, offset });
    return {
      data: rows.map(({ count: _count, sum: _sum, ...row }) => payoutView(row)),
      total: rows[0]?.count ?? 0,
      sum: rows[0]?.sum ?? 0,
    };
  },

  async payoutDays({ tx, now }, { item_per_page: limit, offset }) {
    const rows = await payoutDays(tx, { limit, offset });
    const task = await openPayoutTask(tx);
    const { payoutMin: least } = await numbersInForce(tx, now);
    return {
      data: rows.map(({ total: _total, ...row }) => row),
      total: rows[0]?.total ?? 0,
      gathering: { ...(await gathering(tx)), least },
      taskId: textOf(task?.id ?? null),
    };
  },

  async listDisbursements({ tx }, { step, item_per_page: limit, offset }) {
    const rows = await listDisbursements(tx, step, { limit, offset });
    return {
      data: rows.map(({ count: _count, sum: _sum, ...row }) => disbursementView(row)),
      total: rows[0]?.count ?? 0,
      sum: rows[0]?.sum ?? 0,
    };
  },

  async approveDisbursements(context, { loans }) {
    const ids = [...new Set(loans.map(Number))].toSorted((a, b) => a - b);
    const makers = new Set<number | null>();
    for (const id of ids) {
      const subject = { type: 'loan', id } as const;
      const task = await decideTaskOf(context, 'disbursement_check', subject, 'approve');
      makers.add(task.makerId);
    }
    const [maker = null] = makers.size === 1 ? makers : [];
    const batchId = await checkedBatch(context, maker, async (id) => {
      for (const loanId of ids) await payLoan(context, loanId, id);
    });
    const amount = await batchTotal(context.tx, batchId);
    return { data: { batchId: String(batchId), loans: ids.length, amount } };
  },
};
