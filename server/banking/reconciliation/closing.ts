// Closes bank days: once all records up to a day are complete, jobs may rely on them.
import type { Money } from '#contract/core/money.ts';
import {
  addBusinessDays,
  addDays,
  type Day,
  dayOf,
  formatDay,
  minDay,
} from '#contract/core/day.ts';
import type { Services } from '../../services.ts';
import type { Due } from '../../jobs/job.ts';
import type { Tx } from '../../database/db.ts';
import { closeTask, openTask, recordMove } from '../../tasks/front.ts';
import { type Work, inWork } from '../../work.ts';
import {
  type ClosedBy,
  accountsUnasked,
  closingOn,
  closedThrough,
  insertClosedDays,
  listAccounts,
  lockAccount,
  moveClosedThrough,
} from './closing-queries.ts';

export { reopenBankDays } from './closing-queries.ts';

/**
 * `waiting`: the end of the day is recorded, but an earlier day is still open. `early`: the day has
 * not ended yet.
 */
export type Closing = 'closed' | 'waiting' | 'early' | 'unknown';

/**
 * Returns the day through which the records of all bank accounts of the platform are complete; null
 * if there is no account.
 */
export async function bankClosedThrough(tx: Tx): Promise<Day | null> {
  return (await closedThrough(tx)).day;
}

/** Tasks and the audit log identify an account by its bank: one open task per account. */
const subjectOf = (bank: string) => ({ type: 'bank_day', id: Number(bank) }) as const;

/**
 * Returns whether the closing of the next day is overdue: the bank must close a day by noon of the
 * next business day.
 */
export function isClosingLate(closedThrough: Day, now: Date): boolean {
  const until = addBusinessDays(addDays(closedThrough, 1), 1);
  return now.getTime() >= Date.parse(`${until}T12:00:00+08:00`);
}

/** Days that a search for the last late one goes back at most: longer than any holidays. */
const SEARCH_DAYS = 40;

/** Returns the newest day up to which an account may be closed while its next day is overdue. */
function lateThrough(now: Date): Day {
  let day = dayOf(now);
  for (let back = 0; back < SEARCH_DAYS && !isClosingLate(day, now); back += 1) {
    day = addDays(day, -1);
  }
  return day;
}

export const closingDue: Due = ({ now }) => [accountsUnasked(lateThrough(now))];

/**
 * Opens a task for days that the bank should have closed. Until the bank closes them, no job
 * processes these days.
 */
export async function askForClosing(services: Services): Promise<void> {
  await inWork(services, async (work) => {
    for (const { bank, closedThrough: through } of await listAccounts(work.tx)) {
      if (!isClosingLate(through, work.now)) continue;
      const open = formatDay(addDays(through, 1));
      await openTask(work, {
        kind: 'attention',
        subject: { ...subjectOf(bank), label: `銀行 ${bank} 自 ${open} 起尚未結帳` },
        detail: {
          why: '紀錄未齊，逾期、失效與違約都暫不判定；請向銀行查詢，或匯入這些日子的對帳單',
          day: addDays(through, 1),
        },
      });
    }
  });
}

/**
 * Closes the days of an account in a range, as far as they have ended. `closings` gives end-of-day
 * balances in NT$, if the bank reported them. Repeats change nothing.
 */
export async function closeBankDays(
  work: Work,
  bank: string,
  days: { from: Day; to: Day; closings?: ReadonlyMap<Day, Money> },
  by: Omit<ClosedBy, 'now'>,
): Promise<Closing> {
  const { tx, today, now } = work;
  const account = await lockAccount(tx, bank);
  if (!account) return 'unknown';
  const rows: { day: Day; closing: Money | null }[] = [];
  for (let day = days.from; day <= days.to && day < today; day = addDays(day, 1)) {
    rows.push({ day, closing: days.closings?.get(day) ?? null });
  }
  const last = rows.at(-1);
  if (!last) return 'early';
  if ((await insertClosedDays(tx, bank, rows, { ...by, now })) > 0) {
    const before = account.closedThrough;
    const after = await moveClosedThrough(tx, bank);
    if (after.closedThrough > before) {
      await recordMove(work, {
        subject: subjectOf(bank),
        action: 'bank_day.closed',
        from: before,
        to: after.closedThrough,
        snapshot: { bank, ...by },
      });
    }
    account.closedThrough = after.closedThrough;
    if (!isClosingLate(account.closedThrough, now)) {
      await closeTask(work, 'attention', subjectOf(bank), 'closed');
    }
  }
  return last.day <= account.closedThrough ? 'closed' : 'waiting';
}

/** Content of a statement file that decides which days it closes. */
export type Covered = {
  bank: string;
  statementId: number;
  /**
   * Days of the file's first and last line; `last` is later if the person who imported the file
   * said so.
   */
  first: Day;
  last: Day;
  /**
   * Day of the import. A file is complete only up to this day, so a day that had not ended stays
   * open.
   */
  importedOn: Day;
  /** Balance before the file's first line in NT$; null if the file has no balances. */
  opening: Money | null;
  closings: ReadonlyMap<Day, Money>;
};

/**
 * Closes the days that a statement file covers. Days without lines between the last closed day and
 * the file's first line are covered too if the balance shows that nothing moved on them.
 */
export async function closeCovered(work: Work, covered: Covered): Promise<Closing> {
  const { bank, first, last, importedOn, opening, closings, statementId } = covered;
  const account = await lockAccount(work.tx, bank);
  if (!account) return 'unknown';
  const { closedThrough: through } = account;
  const before = opening === null ? null : await closingOn(work.tx, bank, through);
  const from = before?.closing === opening ? minDay(first, addDays(through, 1)) : first;
  const to = minDay(last, addDays(importedOn, -1));
  const by = { source: 'statement', statementId } as const;
  return closeBankDays(work, bank, { from, to, closings }, by);
}
