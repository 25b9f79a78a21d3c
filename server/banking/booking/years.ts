// The year-end close: which years can be closed, the proposal, and the check before it is booked.
import { amountOf } from '#contract/banking/journals.ts';
import type { ServerBookYear, YearBlock, yearsOffice } from '#contract/banking/years.ts';
import { addDays, type Day } from '#contract/core/day.ts';
import { ZERO } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../../call.ts';
import type { Work } from '../../work.ts';
import {
  lockPosting,
  openSince,
  yearEnd,
  type YearResult,
  yearResults,
} from '../../ledger/front.ts';
import { type BookingRow, yearBookings, type YearBookingRow } from './booking-queries.ts';
import { propose } from './proposing.ts';

type Of = {
  firstOpen: Day | null;
  results: readonly YearResult[];
  bookings: readonly YearBookingRow[];
};

const bookingOf = (year: string, { bookings }: Of): YearBookingRow | undefined =>
  bookings.find(({ day }) => day === yearEnd(year));

const isClosed = (year: string, of: Of) => bookingOf(year, of)?.state === 'booked';

/** Returns why a year cannot be closed, apart from a proposal that waits; null if it can. */
function obstacle(year: string, of: Of): YearBlock | null {
  if (isClosed(year, of)) return 'YEAR_CLOSED';
  if (of.firstOpen === null || of.firstOpen <= yearEnd(year)) return 'YEAR_DAYS_OPEN';
  const hasResult = (one: YearResult) => one.entries.length > 0;
  if (!of.results.some((one) => one.year === year && hasResult(one))) return 'YEAR_EMPTY';
  const isEarlierOpen = (one: YearResult) => one.year < year && !isClosed(one.year, of);
  return of.results.some((one) => hasResult(one) && isEarlierOpen(one))
    ? 'YEAR_EARLIER_OPEN'
    : null;
}

const blockOf = (year: string, of: Of): YearBlock | null =>
  bookingOf(year, of)?.state === 'checking' ? 'YEAR_CHECKING' : obstacle(year, of);

async function readYears({ tx }: Pick<Work, 'tx'>): Promise<Of> {
  return {
    firstOpen: await openSince(tx),
    results: await yearResults(tx),
    bookings: await yearBookings(tx),
  };
}

function signedThrough(year: string, { firstOpen }: Of): Day | null {
  if (firstOpen === null || firstOpen <= `${year}-01-01`) return null;
  const last = addDays(firstOpen, -1);
  return last < yearEnd(year) ? last : yearEnd(year);
}

function yearView(year: string, of: Of): ServerBookYear {
  const booking = bookingOf(year, of);
  const found = of.results.find((one) => one.year === year);
  return {
    year,
    block: blockOf(year, of),
    signedThrough: signedThrough(year, of),
    result: found?.result ?? ZERO,
    entries: found?.entries ?? [],
    booking: booking ?? null,
  };
}

/**
 * Refuses a close whose figures are no longer those that were proposed, for example because a day
 * was reopened. Keeps everybody from posting until the transaction ends.
 */
export async function assertYearUnchanged(
  work: Work,
  { day, entries }: Pick<BookingRow, 'day' | 'entries'>,
): Promise<void> {
  await lockPosting(work.tx);
  const of = await readYears(work);
  const year = day.slice(0, 4);
  const now = of.results.find((one) => one.year === year)?.entries ?? [];
  const isSame =
    now.length === entries.length &&
    now.every(({ account, amount }) =>
      entries.some((one) => one.account === account && one.amount === amount),
    );
  if (obstacle(year, of) === null && isSame) return;
  const decision = '提出後有日期重新開啟或金額改變，請退回後重新提出';
  throw new Refusal('DECISION_INVALID', { fields: { decision } });
}

export const yearActions: Actions<{ banking: typeof yearsOffice }>['banking'] = {
  async listYears(context) {
    const of = await readYears(context);
    const last = Number(context.today.slice(0, 4));
    const first = Number(of.results[0]?.year ?? last);
    const years = Array.from({ length: last - first + 1 }, (_, back) => String(last - back));
    return { data: years.map((year) => yearView(year, of)) };
  },

  async proposeYearClose(context, { year }) {
    const of = await readYears(context);
    const block = blockOf(year, of);
    if (block !== null) throw new Refusal(block);
    const { entries } = yearView(year, of);
    const id = await propose(context, {
      kind: 'year_closed',
      day: yearEnd(year),
      amount: amountOf(entries),
      entries,
      reason: `${year} 年度損益轉入累積盈虧`,
      line: null,
      receiptId: null,
      reversesId: null,
    });
    if (id === null) throw new Refusal('YEAR_CHECKING');
    return { data: { id } };
  },
};
