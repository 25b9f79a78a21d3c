// Differences between bank and books. Each one opens a task, which is closed when the difference
// disappears.
import { type Day, formatDay } from '#contract/core/day.ts';
import { formatMoney, money } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { reconciliationOffice } from '#contract/banking/reconciliation.ts';
import type { Role } from '#contract/core/endpoint.ts';
import type { Actions } from '../../call.ts';
import { type TaskHandler, hooks } from '../../hooks.ts';
import type { Services } from '../../services.ts';
import type { Tx } from '../../database/db.ts';
import { finds } from '../../database/finds.ts';
import type { Due } from '../../jobs/job.ts';
import { closeTask, escalateTasksOf, openTask, recordMove } from '../../tasks/front.ts';
import { type Work, inWork } from '../../work.ts';
import { bookStrayLine } from '../actions.ts';
import { pendingForDifferences } from '../booking/booking-queries.ts';
import { compareDay } from './comparison.ts';
import {
  agedDifferences,
  differenceById,
  endDifferences,
  explain,
  extraLinesOf,
  keepDifferences,
  keepReconciled,
  lineOf,
  raiseToldDays,
  type StrayLine,
  unfitLineOf,
} from './difference-queries.ts';
import { differences, type DifferenceRow, lastBankDay } from './reconciliation-queries.ts';
import { differenceWords } from '#contract/banking/words.ts';

/**
 * Maximum number of differences that become tasks in one run, because a statement with wrong
 * columns would create thousands.
 */
const TASKS_MAX = 500;

const labelOf = ({ kind, day, amount }: DifferenceRow) =>
  `${formatDay(day as Day)} ${differenceWords[kind].text} ${formatMoney(money(amount))}`;

/**
 * Compares the last ended day that the bank reported with the books: each difference gets one task,
 * tasks of vanished differences are closed, and the result is stored for the overview.
 */
export async function updateDifferences(work: Work): Promise<void> {
  const { tx, today, now } = work;
  const { day } = await lastBankDay(tx, today);
  if (day === null) return;
  const { span, compared } = await compareDay(tx, day);
  const rows = span ? await differences(tx, span, TASKS_MAX) : [];
  const kept = new Map((await keepDifferences(tx, rows, now)).map(({ key, id }) => [key, id]));
  for (const row of rows) {
    const id = kept.get(row.key);
    if (row.taskId !== null || id === undefined) continue;
    const { kind, day: on, reference, amount } = row;
    await openTask(work, {
      kind: 'bank_difference',
      subject: { type: 'difference', id, label: labelOf(row) },
      detail: { why: differenceWords[kind].text, day: on, reference, amount },
    });
  }
  if (rows.length < TASKS_MAX) {
    const keys = rows.map(({ key }) => key);
    for (const { id } of await endDifferences(tx, keys, now)) {
      await closeTask(work, 'bank_difference', { type: 'difference', id }, 'agreed');
    }
  }
  const { closing, books, owed, unexplained, differences: count } = compared;
  if (closing !== null) {
    await keepReconciled(tx, day, { closing, books, owed, unexplained, differences: count, now });
  }
}

/** Ages in days of a difference at which more people are told, and whom. */
const AGES: Readonly<Record<number, readonly Role[]>> = {
  2: ['finance'],
  5: ['finance', 'approver'],
  10: ['finance', 'approver', 'admin'],
};

const agesOf = (tx: Tx, today: Day) => agedDifferences(tx, today, Object.keys(AGES).map(Number));

export const agedDue: Due = ({ today }) => [finds((tx) => agesOf(tx, today))];

/** Daily: the task of a difference that stands is urgent after 2 days, and more people are told. */
export async function tellOfAged(services: Services): Promise<void> {
  await inWork(services, async (work) => {
    const byAge = Map.groupBy(await agesOf(work.tx, work.today), ({ age }) => age);
    for (const [age, rows] of byAge) {
      const ids = rows.map(({ id }) => id);
      await raiseToldDays(work.tx, ids, age);
      const reason = `差異已 ${age} 天未查明`;
      await escalateTasksOf(work, 'bank_difference', ids, { reason, roles: AGES[age] ?? [] });
    }
  });
}

export const explainDifference: Actions<{
  banking: typeof reconciliationOffice;
}>['banking']['explainDifference'] = async (context, { id, reason }) => {
  const { tx, operator, now } = context;
  if ((await explain(tx, id, { reason, by: operator.id, now })) === 0) {
    throw new Refusal('NOT_FOUND');
  }
  await recordMove(context, {
    subject: { type: 'difference', id },
    action: 'difference.explained',
    reason,
  });
  return { data: { ok: true } };
};

/**
 * Returns whether the line is incoming money that may be booked; if the bank reports by callback,
 * lines of a file are never booked. The credit of a debit by mandate is booked by the bank's answer
 * alone, because only that gives the money to the instalment or order.
 */
const isBookable = async (
  { tx, services }: Pick<Work, 'tx' | 'services'>,
  { amount, bank, seq, source }: StrayLine,
) =>
  amount > 0 &&
  (source !== 'statement' || services.config.bank.statementBanks.includes(bank)) &&
  !(await hooks.debitsUnderWay.line(tx, seq));

/** Task of one difference. Incoming money that the books lack can be booked by this task. */
export const bankDifference: TaskHandler<'bank_difference'> = {
  async detail(work, task) {
    const { tx } = work;
    const row = await differenceById(tx, task.subjectId);
    if (!row) return task.detail;
    const { kind, day, reference, amount, key, reason } = row;
    const line = await lineOf(tx, key);
    const bookable = kind === 'unbooked' && line !== null && (await isBookable(work, line));
    const unfit = kind === 'unbooked' ? null : await unfitLineOf(tx, key);
    const [extra] = await extraLinesOf(tx, key);
    const explained = (unfit ?? extra ?? (line && { amount }))?.amount;
    const found = { kind, day, reference, amount, bookable, reason };
    const [booking] = task.status === 'open' ? await pendingForDifferences(tx, [key]) : [];
    return {
      ...task.detail,
      ...found,
      ...(explained !== undefined && { explained }),
      ...(booking && { booking }),
    };
  },

  async decide(work, task) {
    const row = await differenceById(work.tx, task.subjectId);
    const line = row && (await lineOf(work.tx, row.key));
    if (row?.kind !== 'unbooked' || !line || !(await isBookable(work, line))) {
      throw new Refusal('DECISION_INVALID', {
        fields: { decision: '這一筆不能直接入帳，入帳或更正後會自動結束' },
      });
    }
    await bookStrayLine(work, line);
    await endDifferences(work.tx, null, work.now, row.id);
  },
};
