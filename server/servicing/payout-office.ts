// The money desk's payouts and disbursements: lists, and agreeing to several loans at once.
import type { payoutsOffice } from '#contract/servicing-payouts.ts';
import type { Actions } from '../action.ts';
import { batchTotal, checkedBatch } from '../banking/actions.ts';
import { numbersInForce } from '../settings/actions.ts';
import { decideTaskOf } from '../tasks/actions.ts';
import { payLoan } from './disbursement.ts';
import {
  gathering,
  listDisbursements,
  listPayouts,
  openPayoutTask,
  payoutDays,
} from './payout-office-queries.ts';

const textOf = (id: number | null) => (id === null ? null : String(id));

export const payoutOfficeActions: Actions<{ servicing: typeof payoutsOffice }>['servicing'] = {
  async listPayouts({ tx }, { state, day, member, item_per_page: limit, offset }) {
    const of = { state, day, member: member === undefined ? undefined : Number(member) };
    const rows = await listPayouts(tx, of, { limit, offset });
    return {
      data: rows.map(({ count: _count, sum: _sum, ...row }) => ({
        ...row,
        id: String(row.id),
        memberId: String(row.memberId),
        batchId: textOf(row.batchId),
        taskId: textOf(row.taskId),
      })),
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
      data: rows.map(({ count: _count, sum: _sum, ...row }) => ({
        ...row,
        loanId: String(row.loanId),
        taskId: String(row.taskId),
        since: row.since.toISOString(),
      })),
      total: rows[0]?.count ?? 0,
      sum: rows[0]?.sum ?? 0,
    };
  },

  async approveDisbursements(context, { loans }) {
    const ids = [...new Set(loans.map(Number))].toSorted((a, b) => a - b);
    const makers = new Set<number | null>();
    for (const id of ids) {
      const subject = { type: 'loan', id };
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
