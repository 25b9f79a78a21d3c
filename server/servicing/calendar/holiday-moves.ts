// What days off do to instalments: they become payable later, and late days are counted again.
import {
  addDays,
  type Calendar,
  type Day,
  formatDay,
  maxDay,
  onOrAfterBusinessDay,
} from '#contract/core/day.ts';
import { isPositive, sum } from '#contract/core/money.ts';
import { bucketOf } from '#contract/law/late.ts';
import type { Work } from '../../work.ts';
import { lockLoans } from '../../database/db.ts';
import { calendarOf, moveLoan } from '../../lending/front.ts';
import { tell } from '../../notices/front.ts';
import { arrearsOf } from '../late/arrears.ts';
import { proposeDifference } from '../late/measures.ts';
import { writePaid } from '../queries.ts';
import { recountPostponed, type PrincipalPaid } from '../repayment/waiver.ts';
import { readBooks } from '../repayment/use-money.ts';
import { withChanges, type Book } from '../rules.ts';
import { noticeKinds } from '../words.ts';
import {
  bringBack,
  instalmentsFrom,
  type HolidayRow,
  type LaterRow,
  postpone,
  type Postponed,
  principalPaidByDay,
} from './holiday-queries.ts';

/** The longest run of days off in a row is shorter, so that no instalment is overlooked. */
const LOOK_BACK_DAYS = 30;
/** Borrowers are told of dates up to this many days ahead; later ones are on their pages. */
const TELL_AHEAD_DAYS = 30;
/** States from which a day off never leads back, because investors and courts were told. */
const OVERDUE = 65;

/**
 * Returns the unpaid instalments that become payable later with a calendar, with their new last
 * day. An instalment that made its loan overdue (65 and above) stays as it is.
 */
export async function laterInstalments(work: Work, first: Day, calendar: Calendar) {
  const rows = await instalmentsFrom(work.tx, addDays(first, -LOOK_BACK_DAYS));
  return rows.flatMap((row) => {
    if (row.status >= OVERDUE && row.payableUntil < work.today) return [];
    const payableUntil = onOrAfterBusinessDay(row.dueOn, calendar);
    return payableUntil > row.payableUntil
      ? [{ ...row, before: row.payableUntil, payableUntil }]
      : [];
  });
}

/** Tells the borrowers of later days in the near future; returns whether anybody was told. */
export async function tellLater(
  work: Work,
  later: readonly LaterRow[],
  days: readonly HolidayRow[],
): Promise<boolean> {
  const { holidays } = await calendarOf(work.tx);
  let isTold = false;
  for (const rows of Map.groupBy(later, ({ loanId }) => loanId).values()) {
    const next = rows[0]!;
    if (next.dueOn > addDays(work.today, TELL_AHEAD_DAYS)) continue;
    const name = days.find(({ day }) => day === next.dueOn)?.name ?? '假日';
    const values = {
      caseNo: next.caseNo,
      no: String(next.no),
      why: holidays.has(next.dueOn) ? `因${name}，` : '',
      dueOn: formatDay(next.dueOn),
      until: formatDay(next.payableUntil),
    };
    await tell(work, next.memberId, noticeKinds.postponed(values));
    isTold = true;
  }
  return isTold;
}

/**
 * Postpones the instalments that fall due on or shortly before days that are now off. Returns them
 * with their days before and after.
 */
export async function postponeFrom(work: Work, first: Day): Promise<readonly LaterRow[]> {
  const later = await laterInstalments(work, first, await calendarOf(work.tx));
  const loanIds = idsOf(later);
  await lockLoans(work.tx, loanIds);
  await postpone(work.tx, later);
  const books = await readBooks(work.tx, loanIds);
  const paid = Map.groupBy(await principalPaidByDay(work.tx, loanIds), ({ loanId }) => loanId);
  for (const [loanId, rows] of Map.groupBy(later, (row) => row.loanId)) {
    await recount(work, books.get(loanId)!, { rows, first, paid: paid.get(loanId) ?? [] });
  }
  return later;
}

/**
 * Makes instalments payable until the day before the change again, or until the day that the
 * calendar without it gives, whichever is later. Paid ones stay as they are.
 */
export async function bringBackMoved(work: Work, moved: readonly LaterRow[]): Promise<void> {
  const calendar = await calendarOf(work.tx);
  await lockLoans(work.tx, idsOf(moved));
  await bringBack(
    work.tx,
    moved.map((row) => ({
      ...row,
      until: maxDay(row.before, onOrAfterBusinessDay(row.dueOn, calendar)),
    })),
  );
}

const idsOf = (rows: readonly { loanId: number }[]) =>
  [...new Set(rows.map(({ loanId }) => loanId))].toSorted((a, b) => a - b);

type Moved = {
  rows: readonly Postponed[];
  first: Day;
  paid: readonly (PrincipalPaid & { no: number })[];
};

/**
 * Counts the late days of postponed instalments again: a person may waive charges that are too
 * high, and a loan in its grace days returns to repayment. Later states are left to people.
 */
async function recount(work: Work, book: Book, { rows, first, paid }: Moved): Promise<void> {
  const moved = new Set(rows.map(({ no }) => no));
  const counted = book.instalments
    .filter(({ no }) => moved.has(no))
    .map((row) =>
      recountPostponed(
        row,
        paid.filter(({ no }) => no === row.no),
        book.rateBps,
      ),
    );
  const instalments = withChanges(
    book.instalments,
    counted.map(({ row }) => row),
  );
  await writePaid(
    work.tx,
    counted.map(({ row }) => row),
  );
  const overcharge = sum(counted.map((one) => one.overcharge));
  if (isPositive(overcharge)) {
    const label = '假日順延前已計的遲延費用';
    const reason = `應還日因 ${formatDay(first)} 起的假日順延，先前計收的遲延費用應予減免`;
    await proposeDifference(work, book, { overcharge, on: first, label, reason });
  }
  const { lateDays } = arrearsOf(instalments, book.rateBps, work.today);
  if (book.status !== 61 || bucketOf(lateDays, book.terms) !== 'current') return;
  await moveLoan(work, book.loanId, 60, { action: 'loan.holiday' });
}
