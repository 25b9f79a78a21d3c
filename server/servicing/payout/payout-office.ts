// Payouts and disbursements at the office: lists, and approving several loans at once.
import { Refusal } from '#contract/refusals.ts';
import type { servicingLists } from '#contract/servicing/lists.ts';
import type {
  ServerPayoutLine,
  payoutsOffice,
  ServerWaitingDisbursement,
} from '#contract/servicing/payouts.ts';
import type { Actions, FilterOf } from '../../call.ts';
import type { Work } from '../../work.ts';
import { batchTotal, checkedBatch } from '../../banking/front.ts';
import { numbersInForce } from '../../settings/front.ts';
import { decideTaskOf } from '../../tasks/front.ts';
import { holdsThatLast } from '../../verification/front.ts';
import { reader } from '../../tables/table.ts';
import { payLoan } from './disbursement.ts';
import {
  countDisbursements,
  countPayoutDays,
  countPayouts,
  type DayRow,
  distributedNotPaidOut,
  listDisbursements,
  listPayoutDays,
  listPayouts,
  openPayoutTask,
} from './payout-office-queries.ts';

type Office = typeof payoutsOffice &
  Pick<typeof servicingLists, 'listPayouts' | 'payoutDays' | 'listDisbursements'>;
type PayoutRow = Awaited<ReturnType<typeof listPayouts>>[number];
const payoutView = (row: PayoutRow): ServerPayoutLine => row;

type DisbursementRow = Awaited<ReturnType<typeof listDisbursements>>[number];
const disbursementView = (row: DisbursementRow): ServerWaitingDisbursement => row;

const payoutFilter = ({ state, day, member }: FilterOf<Office['listPayouts']>) => ({
  state,
  day,
  member,
});

export const payouts = reader({
  of: (_work: Work, filter: FilterOf<Office['listPayouts']>) => payoutFilter(filter),
  rows: ({ tx }, of, part) => listPayouts(tx, of, part),
  view: payoutView,
  beside: async ({ tx }, of) => {
    const { total, sum } = await countPayouts(tx, of);
    return { total, sum: sum ?? 0 };
  },
});

/** Number of days read at once for a file, because each day sums all its payouts. */
const DAYS_AT_ONCE = 31;

export const payoutDays = reader({
  of: (_work: Work, filter: FilterOf<Office['payoutDays']>) => filter,
  rows: ({ tx }, _all, part) => listPayoutDays(tx, part),
  fileRows: DAYS_AT_ONCE,
  view: (row: DayRow) => row,
  beside: async ({ tx, now }) => {
    const task = await openPayoutTask(tx);
    const { payoutMin: least } = await numbersInForce(tx, now);
    return {
      ...(await countPayoutDays(tx)),
      gathering: { ...(await distributedNotPaidOut(tx)), least },
      taskId: task?.id ?? null,
      holds: await holdsThatLast(tx),
    };
  },
});

export const disbursements = reader({
  of: (_work: Work, { step }: FilterOf<Office['listDisbursements']>) => step,
  rows: ({ tx }, step, part) => listDisbursements(tx, step, part),
  view: disbursementView,
  beside: ({ tx }, step) => countDisbursements(tx, step),
});

export const payoutOfficeActions: Actions<{ servicing: Office }>['servicing'] = {
  listPayouts: payouts,
  payoutDays,
  listDisbursements: disbursements,

  async approveDisbursements(context, { loans }) {
    const ids = [...new Set(loans.map(Number))].toSorted((a, b) => a - b);
    const makers = new Set<number | null>();
    const unanswered: number[] = [];
    for (const id of ids) {
      const subject = { type: 'loan', id } as const;
      try {
        const task = await decideTaskOf(context, 'disbursement_check', subject, 'approve');
        makers.add(task.makerId);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'FLAGS_UNANSWERED') throw error;
        unanswered.push(id);
      }
    }
    if (unanswered.length > 0) {
      throw new Refusal('FLAGS_UNANSWERED', { data: { loans: unanswered } });
    }
    const [maker = null] = makers.size === 1 ? makers : [];
    const batchId = await checkedBatch(context, maker, async (id) => {
      for (const loanId of ids) await payLoan(context, loanId, id);
    });
    const amount = await batchTotal(context.tx, batchId);
    return { data: { batchId, loans: ids.length, amount } };
  },
};
