// A bank day is closed: the records of every day up to it are complete, so that it may be judged.
import { addBusinessDays, addDays, type Day, formatDay, minDay } from '#contract/core/day.ts';
import type { Services, Work } from '../../action.ts';
import type { Tx } from '../../database/db.ts';
import { closeTask, openTask, recordMove } from '../../tasks/actions.ts';
import { inWork } from '../../work.ts';
import {
  type ClosedBy,
  closingOn,
  closedThrough,
  insertClosedDays,
  listAccounts,
  lockAccount,
  moveClosedThrough,
} from './closing-queries.ts';

export { reopenBankDays } from './closing-queries.ts';

/** `waiting`: kept, but a day before it is still open. `early`: the day has not ended yet. */
export type Closing = 'closed' | 'waiting' | 'early' | 'unknown';

/** The day through which all records of all our accounts are in; null where we have none. */
export async function bankClosedThrough(tx: Tx): Promise<Day | null> {
  return (await closedThrough(tx)).day;
}

/** An account is known to tasks and the audit log by its bank: one open task for each. */
const subjectOf = (bank: string) => ({ type: 'bank_day', id: Number(bank) }) as const;

/** Whether the day after the last closed one should be closed: by noon of the next business day. */
export function isClosingLate(closedThrough: Day, now: Date): boolean {
  const until = addBusinessDays(addDays(closedThrough, 1), 1);
  return now.getTime() >= Date.parse(`${until}T12:00:00+08:00`);
}

/** Asks for the days that the bank should have closed; nothing is judged until it has. */
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
 * Closes the days of an account from one to another, as far as they have ended. `closings` says
 * what lay there at the end of a day, in NT$, where the bank told. Repeats change nothing.
 */
export async function closeBankDays(
  work: Work,
  bank: string,
  days: { from: Day; to: Day; closings?: ReadonlyMap<Day, number> },
  by: Omit<ClosedBy, 'now'>,
): Promise<Closing> {
  const { tx, today, now } = work;
  const account = await lockAccount(tx, bank);
  if (!account) return 'unknown';
  const rows: { day: Day; closing: number | null }[] = [];
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

/** What a statement file was read to hold, for the days that it closes. */
export type Covered = {
  bank: string;
  statementId: number;
  /** Of its first and its last line, or further where whoever brought it in said so. */
  first: Day;
  last: Day;
  /** Files are as complete as when they were brought in: a day still running then stays open. */
  importedOn: Day;
  /** What lay there before its first line, in NT$; null where the file tells of no balances. */
  opening: number | null;
  closings: ReadonlyMap<Day, number>;
};

/**
 * Closes the days that a statement file covers. Days without lines between the last closed day and
 * its first line are covered too where the balance shows that nothing moved on them.
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
