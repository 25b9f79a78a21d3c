// The calendar in the office: days off are added and removed, and instalments are postponed.
import {
  addDays,
  type Calendar,
  formatDay,
  onOrAfterBusinessDay,
  publishedCalendar,
  publishedHolidays,
  type Day,
  dayNumber,
} from '#contract/core/day.ts';
import type { Input, Output } from '#contract/core/endpoint.ts';
import { isPositive, sum } from '#contract/core/money.ts';
import { bucketOf } from '#contract/law/late.ts';
import { HOLIDAY_BACK_DAYS, type holidaysOffice } from '#contract/taiwan/holidays.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Context, Services, Work } from '../action.ts';
import type { Due } from '../jobs/job.ts';
import { lockLoans } from '../database/db.ts';
import { calendarOf, moveLoan } from '../lending/actions.ts';
import { tell } from '../notices/actions.ts';
import { closeTask, openTask, recordMove } from '../tasks/actions.ts';
import { inWork } from '../work.ts';
import { readBooks } from './repayment/use-money.ts';
import {
  addedHolidays,
  deleteHoliday,
  insertHolidays,
  instalmentsFrom,
  postpone,
  principalPaidByDay,
  type Postponed,
  calendarUnasked,
} from './holiday-queries.ts';
import { arrearsOf } from './late/arrears.ts';
import { proposeDifference } from './late/measures.ts';
import { writePaid } from './queries.ts';
import { recountPostponed, type PrincipalPaid } from './repayment/waiver.ts';
import { withChanges, type Book } from './rules.ts';
import { noticeKinds } from './words.ts';

type Office = typeof holidaysOffice;

/**
 * Month from which operators are reminded to add the next year's calendar, which the government
 * publishes by June.
 */
const ASK_FROM_MONTH = 9;

export async function listHolidays(
  { tx }: Context<Office['listHolidays']>,
  { year }: Input<Office['listHolidays']>,
): Promise<Output<Office['listHolidays']>> {
  const within = ({ day }: { day: string }) => day.startsWith(`${year}-`);
  const added = (await addedHolidays(tx)).filter(within);
  const own = new Set<string>(added.map(({ day }) => day));
  const off = publishedHolidays.map(({ date, name }) => ({ day: date, name, business: false }));
  const worked = [...publishedCalendar.workdays].map((day) => ({
    day,
    name: '補班日',
    business: true,
  }));
  const published = [...off, ...worked].filter((row) => within(row) && !own.has(row.day));
  const data = [
    ...published.map((row) => ({ ...row, source: 'published' as const })),
    ...added.map((row) => ({ ...row, source: 'added' as const })),
  ].toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return { data, known: data.some(({ business }) => !business) };
}

/**
 * Adds days off and recalculates the last day on which unpaid instalments can be paid on time,
 * which never becomes earlier. Notifies the borrowers concerned; a loan that is no longer late
 * returns to ordinary repayment. Refuses HOLIDAY_DAY for days too far in the past.
 */
export async function addHolidays(
  context: Context<Office['addHolidays']>,
  { days }: Input<Office['addHolidays']>,
): Promise<Output<Office['addHolidays']>> {
  const { tx, today } = context;
  const earliest = addDays(today, -HOLIDAY_BACK_DAYS);
  if (days.some(({ day }) => day < earliest)) throw new Refusal('HOLIDAY_DAY');
  const added = await insertHolidays(tx, days);
  for (const { day, name, business } of days) {
    await recordMove(context, {
      subject: { type: 'holiday', id: dayNumber(day) },
      action: 'holiday.added',
      to: business ? 'worked' : 'off',
      snapshot: { name },
    });
  }
  for (const year of new Set(days.map(({ day }) => Number(day.slice(0, 4))))) {
    await closeTask(context, 'attention', { type: 'calendar', id: year }, 'done');
  }
  const names = new Map<string, string>(days.map(({ day, name }) => [day, name]));
  const first = days.map(({ day }) => day).toSorted()[0]!;
  return { data: { added, ...(await postponeFrom(context, first, names)) } };
}

export async function removeHoliday(
  context: Context<Office['removeHoliday']>,
  { day }: Input<Office['removeHoliday']>,
): Promise<Output<Office['removeHoliday']>> {
  if ((await deleteHoliday(context.tx, day)) === 0) throw new Refusal('HOLIDAY_NOT_FOUND');
  await recordMove(context, {
    subject: { type: 'holiday', id: dayNumber(day) },
    action: 'holiday.removed',
    from: 'off',
  });
  return { data: { ok: true } };
}

/**
 * Postpones instalments that fall due on or shortly before these days to their next business day.
 */
async function postponeFrom(work: Work, first: Day, names: ReadonlyMap<string, string>) {
  const calendar = await calendarOf(work.tx);
  const rows = await instalmentsFrom(work.tx, addDays(first, -HOLIDAY_BACK_DAYS));
  const later = rows.flatMap((row) => {
    const payableUntil = onOrAfterBusinessDay(row.dueOn, calendar);
    return payableUntil > row.payableUntil ? [{ ...row, payableUntil }] : [];
  });
  const loanIds = [...new Set(later.map(({ loanId }) => loanId))].toSorted((a, b) => a - b);
  await lockLoans(work.tx, loanIds);
  await postpone(work.tx, later);
  const byLoan = Map.groupBy(later, ({ loanId }) => loanId);
  const books = await readBooks(work.tx, loanIds);
  const paid = Map.groupBy(await principalPaidByDay(work.tx, loanIds), ({ loanId }) => loanId);
  for (const loanId of loanIds) {
    const rows = byLoan.get(loanId)!;
    await tellPostponed(work, rows, names, calendar);
    await recount(work, books.get(loanId)!, { rows, first, paid: paid.get(loanId) ?? [] });
  }
  return { instalments: later.length, loans: loanIds.length };
}

type Moved = {
  rows: readonly Postponed[];
  first: Day;
  paid: readonly (PrincipalPaid & { no: number })[];
};

/**
 * Counts the late days of postponed instalments again: a person may waive charges that are too
 * high, and the loan moves back to the status of the days that are left. A violation is left to
 * people.
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
  await moveBack(work, book, arrearsOf(instalments, book.rateBps, work.today).lateDays);
}

/** Moves a loan in grace or overdue back by its days overdue; it passes through 60 to reach 61. */
async function moveBack(work: Work, { loanId, status, terms }: Book, lateDays: number) {
  const bucket = bucketOf(lateDays, terms);
  const how = { action: 'loan.holiday' } as const;
  if (status !== 65 && !(status === 61 && bucket === 'current')) return;
  if (bucket !== 'current' && bucket !== 'grace') return;
  await moveLoan(work, loanId, 60, how);
  if (bucket === 'grace') await moveLoan(work, loanId, 61, how);
}

/**
 * Notifies borrowers about dates in the near future only, because the calendar of a future year
 * moves many instalments for which a notice would be too early.
 */
async function tellPostponed(
  work: Work,
  rows: readonly Postponed[],
  names: ReadonlyMap<string, string>,
  { holidays }: Calendar,
): Promise<void> {
  const [next] = rows;
  if (!next || next.dueOn > addDays(work.today, HOLIDAY_BACK_DAYS)) return;
  const name = names.get(next.dueOn) ?? '假日';
  const why = holidays.has(next.dueOn) ? `因${name}，` : '';
  const values = {
    caseNo: next.caseNo,
    no: String(next.no),
    why,
    dueOn: formatDay(next.dueOn),
    until: formatDay(next.payableUntil),
  };
  await tell(work, next.memberId, noticeKinds.postponed(values));
}

/** Returns the year whose calendar is needed and missing; null if there is none. */
async function missingYear({ tx, today }: Pick<Work, 'tx' | 'today'>): Promise<number | null> {
  const month = Number(today.slice(5, 7));
  const year = Number(today.slice(0, 4)) + (month >= ASK_FROM_MONTH ? 1 : 0);
  const { holidays } = await calendarOf(tx);
  return [...holidays].some((on) => on.startsWith(`${year}-`)) ? null : year;
}

export const calendarDue: Due = async (at) => {
  const year = await missingYear(at);
  return year === null ? [] : [calendarUnasked(year)];
};

/** Opens a task to add the calendar of the next year as long as it is missing. */
export async function askForCalendar(services: Services): Promise<void> {
  await inWork(services, async (work) => {
    const year = await missingYear(work);
    if (year === null) return;
    await openTask(work, {
      kind: 'attention',
      subject: { type: 'calendar', id: year, label: `請匯入 ${year} 年的假日` },
      detail: { why: '這一年只認得週末，應還日遇假日不會順延' },
    });
  });
}
