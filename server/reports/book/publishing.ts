// The job that publishes the loan book at the end of a month, and the one that deletes the files of
// the nights that were published until version 0.7.
import { addDays, addMonths, type Day, day } from '#contract/core/day.ts';
import {
  divideRounded,
  type Money,
  moneyOf,
  negate,
  shareOf,
  subtract,
  sum,
  times,
} from '#contract/core/money.ts';
import { grades } from '#contract/investing/grades.ts';
import { xirr } from '#contract/law/rates.ts';
import {
  type Lateness,
  LATE_STEP,
  OUTSTANDING_STEP,
  type Statistics,
} from '#contract/reports/book/statistics.ts';
import type { Services } from '../../services.ts';
import { renewPages } from '../../content/front.ts';
import { publishedBook } from '../../lending/front.ts';
import { db, type Tx, withTransaction } from '../../database/db.ts';
import { finds } from '../../database/finds.ts';
import type { Due } from '../../jobs/job.ts';
import { processedThrough } from '../../jobs/judged.ts';
import { inWork } from '../../work.ts';
import {
  beginSnapshot,
  bookBorrowers,
  bookFlows,
  type BorrowerRow,
  deleteFileRows,
  earlierMonths,
  insertLate,
  insertMonth,
  monthDue,
  withdrawnFiles,
} from './book-queries.ts';
import { type Group, groupsOf, kindsOf } from './groups.ts';

const RETURN_MONTHS = 12;
const TENTHS = 10;
const WHOLE_TENTHS = 1_000;
/** Files of withdrawn nights deleted at a time. */
const FILES_AT_ONCE = 100;

/** Last day of the month before the month of a day. */
const monthEndBefore = (on: Day): Day => addDays(day(`${on.slice(0, 7)}-01`), -1);

const rounded = (amount: Money, step: number): Money =>
  times(moneyOf(divideRounded(BigInt(amount), BigInt(step), 'halfUp')), step);

const outstandingOf = (rows: readonly BorrowerRow[]) => sum(rows.map((row) => row.outstanding));
const lateOf = (rows: readonly BorrowerRow[]) => sum(rows.map(({ late }) => late));

/**
 * Yearly return of all lending in the 12 months before the end of a day in percent, rounded down to
 * 0.1 %, as if one investor had lent everything. Late loans count as lost at both ends. Null if
 * there is none.
 */
async function returnOf(tx: Tx, on: Day, rows: readonly BorrowerRow[]): Promise<number | null> {
  const since = addMonths(on, -RETURN_MONTHS);
  const before = await bookBorrowers(tx, since);
  const flows = await bookFlows(tx, since, on);
  const rate = xirr([
    { on: since, amount: negate(subtract(outstandingOf(before), lateOf(before))) },
    ...flows,
    { on, amount: subtract(outstandingOf(rows), lateOf(rows)) },
  ]);
  return rate === null ? null : Math.floor(rate * WHOLE_TENTHS) / TENTHS;
}

/** Returns null if the month may publish no lateness of its own. */
async function groupsOn(tx: Tx, rows: readonly BorrowerRow[]): Promise<Group[] | null> {
  const borrowers = rows.map(({ memberId, kind, isLate }) => {
    const grade = grades.find((one) => one === kind.grade) ?? null;
    return { memberId, kind: { ...kind, grade }, isLate };
  });
  return groupsOf(borrowers, await earlierMonths(tx));
}

const countLate = ({ borrowers }: Group) => borrowers.filter(({ isLate }) => isLate).length;

async function latenessOf(
  tx: Tx,
  on: Day,
  rows: readonly BorrowerRow[],
  groups: readonly Group[],
): Promise<Lateness> {
  const late = lateOf(rows);
  return {
    asOf: on,
    borrowers: rows.length,
    late: groups.reduce((count, group) => count + countLate(group), 0),
    principal: rounded(late, LATE_STEP),
    percent: shareOf(late, WHOLE_TENTHS, outstandingOf(rows), 'ceil') / TENTHS,
    returnPercent: await returnOf(tx, on, rows),
    groups: groups.map((group) => ({
      ...group.kind,
      borrowers: group.borrowers.length,
      late: countLate(group),
    })),
  };
}

/**
 * Reads what the month that ends on a day may publish. If its lateness would tell of fewer than
 * five borrowers, that of the month before stays.
 */
export async function readMonth(tx: Tx, on: Day) {
  const rows = await bookBorrowers(tx, on);
  const groups = await groupsOn(tx, rows);
  const statistics: Statistics = {
    asOf: on,
    borrowers: rows.length,
    loans: rows.reduce((count, { loans }) => count + loans, 0),
    lent: sum(rows.map(({ lent }) => lent)),
    outstanding: rounded(outstandingOf(rows), OUTSTANDING_STEP),
    lateness: groups
      ? await latenessOf(tx, on, rows, groups)
      : ((await publishedBook(tx))?.lateness ?? null),
  };
  const late = groups ? rows.filter(({ isLate }) => isLate).map(({ memberId }) => memberId) : [];
  return {
    statistics,
    groups: groups?.map((group) => [...kindsOf(group.borrowers)]) ?? null,
    late,
  };
}

/** Runs `read` in a snapshot that takes no lock another transaction could wait for. */
export const inSnapshot = <T>(services: Services, read: (tx: Tx) => Promise<T>): Promise<T> =>
  withTransaction(services.pool, async (tx) => {
    await beginSnapshot(tx);
    return read(tx);
  });

/** Publishes the month that ends on a day, unless this was done before. */
export async function publishMonth(services: Services, on: Day): Promise<void> {
  const month = await inSnapshot(services, (tx) => readMonth(tx, on));
  await inWork(services, async (work) => {
    const { tx, now } = work;
    const row = { ...month, day: on, now };
    if ((await insertMonth(tx, row)) === 0) return;
    await insertLate(tx, row);
    await renewPages(work);
    services.log.info({ day: on }, 'a month of the loan book was published');
  });
}

export const monthIsDue: Due = ({ today }) => [finds((tx) => monthDue(tx, monthEndBefore(today)))];

/** Publishes the newest month whose closing jobs have run; nothing before the first loan. */
export async function publishBook(services: Services): Promise<void> {
  const tx = db(services.pool);
  const { day: through } = await processedThrough(tx);
  const on = monthEndBefore(addDays(through, 1));
  if (await monthDue(tx, on)) await publishMonth(services, on);
}

export const nightsAreLeft: Due = () => [finds((tx) => withdrawnFiles(tx, 1))];

/** Deletes the files of the withdrawn nights from the store, and then their rows. */
export async function withdrawNights(services: Services): Promise<void> {
  for (;;) {
    const files = await withdrawnFiles(db(services.pool), FILES_AT_ONCE);
    if (files.length === 0) return;
    const keys = files.map(({ key }) => key);
    for (const key of keys) await services.files.remove(key);
    await inWork(services, ({ tx }) => deleteFileRows(tx, keys));
  }
}
