// The calendar in the office: two persons agree on days off, by which instalments are postponed.
import type { servicingLists } from '#contract/servicing/lists.ts';
import {
  addBusinessDays,
  addDays,
  type Calendar,
  formatDay,
  publishedCalendar,
  publishedHolidays,
  type Day,
} from '#contract/core/day.ts';
import type { Input, Output } from '#contract/core/endpoint.ts';
import {
  HOLIDAY_BACK_DAYS,
  HOLIDAY_CONFIRM_DAYS,
  type holidaysOffice,
} from '#contract/taiwan/holidays.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Context, Operator } from '../../call.ts';
import type { Services } from '../../services.ts';
import type { Due } from '../../jobs/job.ts';
import { calendarOf } from '../../lending/front.ts';
import { closeTask, openTask, proposal, recordMove } from '../../tasks/front.ts';
import { inWork, type Work } from '../../work.ts';
import {
  addedHolidays,
  calendarUnasked,
  changeById,
  type ChangeRow,
  deleteHolidays,
  type HolidayRow,
  insertChange,
  insertHolidays,
  keepMoved,
  lockChange,
  openChanges,
  settleChange,
  unconfirmed,
} from './holiday-queries.ts';
import { bringBackMoved, laterInstalments, postponeFrom, tellLater } from './holiday-moves.ts';

type Office = typeof holidaysOffice & Pick<typeof servicingLists, 'listHolidays'>;

/**
 * Month from which operators are reminded that the next year's calendar is missing, which the
 * government publishes by June and a release brings.
 */
const ASK_FROM_MONTH = 9;

const subjectOf = (id: number) => ({ type: 'holiday_change', id }) as const;
const firstOf = (days: readonly HolidayRow[]): Day => days.map(({ day }) => day).toSorted()[0]!;

export async function listHolidays(
  { tx }: Context<Office['listHolidays']>,
  { year }: Input<Office['listHolidays']>,
): Promise<Output<Office['listHolidays']>> {
  const within = ({ day }: { day: string }) => day.startsWith(`${year}-`);
  const open = await openChanges(tx);
  const provisional = new Map(open.map(({ id, state, taskId }) => [id, { state, taskId }]));
  const added = (await addedHolidays(tx)).filter(within).map(({ changeId, ...row }) => {
    const of = changeId === null ? undefined : provisional.get(changeId);
    const source = of?.state === 'provisional' ? ('provisional' as const) : ('added' as const);
    return { ...row, source, taskId: of?.taskId ?? null };
  });
  const waiting = open
    .filter(({ act, state }) => act === 'add' && state === 'waiting')
    .flatMap(({ days, taskId }) =>
      days.filter(within).map((row) => ({ ...row, source: 'waiting' as const, taskId })),
    );
  const own = new Set<string>(added.map(({ day }) => day));
  const off = publishedHolidays.map(({ date, name }) => ({ day: date, name, business: false }));
  const worked = [...publishedCalendar.workdays].map((day) => ({
    day,
    name: '補班日',
    business: true,
  }));
  const published = [...off, ...worked].filter((row) => within(row) && !own.has(row.day));
  const data = [
    ...published.map((row) => ({ ...row, source: 'published' as const, taskId: null })),
    ...added,
    ...waiting,
  ].toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return { data, known: data.some(({ business, source }) => !business && source !== 'waiting') };
}

/** Days of an addition that would change the calendar; refuses HOLIDAY_DAY for all others. */
async function newDays({ tx, today }: Work, days: readonly HolidayRow[], isUrgent: boolean) {
  const earliest = isUrgent ? today : addDays(today, -HOLIDAY_BACK_DAYS);
  const own = new Set((await addedHolidays(tx)).map(({ day }) => day));
  const isNew = ({ day }: HolidayRow) => day >= earliest && !own.has(day);
  const isDouble = new Set(days.map(({ day }) => day)).size < days.length;
  if (isDouble || !days.every(isNew)) throw new Refusal('HOLIDAY_DAY');
  if (!isUrgent) return;
  const [only, ...rest] = days;
  const isTyphoon = !only!.business && only!.day <= addDays(today, 1) && rest.length === 0;
  if (!isTyphoon) throw new Refusal('HOLIDAY_DAY');
}

/**
 * Proposes days off (or worked) to a second person. An urgent day, which is today or tomorrow,
 * counts at once: borrowers are told when the second person has confirmed it, and it is undone if
 * nobody does so within two business days. Refuses HOLIDAY_DAY for days that are too far in the
 * past, given twice, or in the calendar already, and HOLIDAY_WAITING while an urgent day waits.
 */
export async function addHolidays(
  context: Context<Office['addHolidays']>,
  { days, urgent }: Input<Office['addHolidays']>,
): Promise<Output<Office['addHolidays']>> {
  const { now, operator, today, tx } = context;
  await newDays(context, days, urgent);
  const state = urgent ? ('provisional' as const) : ('waiting' as const);
  // The office is closed on the day itself, so that it is no business day either.
  const after = await calendarWith(context, days);
  const confirmBy = urgent ? addBusinessDays(today, HOLIDAY_CONFIRM_DAYS, after) : null;
  const made = await insertChange(tx, { act: 'add', days, state, confirmBy, by: operator.id, now });
  if (!made) throw new Refusal('HOLIDAY_WAITING');
  await propose(context, made.id, days, urgent ? '先行放假' : '新增');
  const later = urgent
    ? await enter(context, { id: made.id, days }, 'HOLIDAY_DAY')
    : await laterInstalments(context, firstOf(days), after);
  const loans = new Set(later.map(({ loanId }) => loanId)).size;
  return { data: { added: urgent ? 1 : 0, instalments: later.length, loans } };
}

/**
 * Proposes to undo the addition of a day, with the days added together with it. Refuses
 * HOLIDAY_NOT_FOUND, HOLIDAY_TOLD after a borrower was told of a later day, and HOLIDAY_WAITING.
 */
export async function removeHoliday(
  context: Context<Office['removeHoliday']>,
  { day }: Input<Office['removeHoliday']>,
): Promise<Output<Office['removeHoliday']>> {
  const { now, operator, tx } = context;
  const all = await addedHolidays(tx);
  const found = all.find((row) => row.day === day);
  if (!found) throw new Refusal('HOLIDAY_NOT_FOUND');
  if (await isTold(context, found.changeId)) throw new Refusal('HOLIDAY_TOLD');
  const days = all
    .filter((row) => row === found || (found.changeId !== null && row.changeId === found.changeId))
    .map(({ changeId: _changeId, ...row }) => row);
  const waits = (await openChanges(tx)).some(
    (one) => one.id === found.changeId || one.days.some((row) => row.day === day),
  );
  if (waits) throw new Refusal('HOLIDAY_WAITING');
  const change = { act: 'remove', days, state: 'waiting', confirmBy: null } as const;
  const made = await insertChange(tx, { ...change, by: operator.id, now });
  if (!made) throw new Refusal('HOLIDAY_WAITING');
  await propose(context, made.id, days, '復原');
  return { data: { ok: true } };
}

const isTold = async ({ tx }: Work, changeId: number | null): Promise<boolean> =>
  changeId !== null && (await changeById(tx, changeId))?.told === true;

const labelOf = (days: readonly HolidayRow[], act: string) => {
  const { day, name } = days.find((row) => row.day === firstOf(days))!;
  const more = days.length > 1 ? `等 ${days.length} 天` : '';
  return `${act} ${formatDay(day)} ${name}${more}`;
};

const record = (
  work: Work,
  { id, days }: { id: number; days: readonly HolidayRow[] },
  action: 'holiday.added' | 'holiday.removed' | 'holiday.returned',
  reason: string | null = null,
) => recordMove(work, { subject: subjectOf(id), action, reason, snapshot: { days } });

async function calendarWith({ tx }: Work, days: readonly HolidayRow[]): Promise<Calendar> {
  const { holidays, workdays } = await calendarOf(tx);
  const those = (business: boolean) =>
    days.filter((row) => row.business === business).map(({ day }) => day);
  return {
    holidays: new Set([...holidays, ...those(false)]),
    workdays: new Set([...workdays, ...those(true)]),
  };
}

/**
 * Puts the days of a change into the calendar; nobody is told yet. Refuses with `refusal` if one of
 * them is in it already, by another change.
 */
async function enter(
  work: Work,
  { id, days }: Pick<ChangeRow, 'id' | 'days'>,
  refusal: 'HOLIDAY_DAY' | 'DECISION_INVALID',
) {
  if ((await insertHolidays(work.tx, id, days)) < days.length) throw new Refusal(refusal);
  const later = await postponeFrom(work, firstOf(days));
  await keepMoved(work.tx, id, later);
  await record(work, { id, days }, 'holiday.added');
  return later;
}

/** Takes the days of a change out of the calendar, and brings back what it moved. */
async function undo(work: Work, added: Pick<ChangeRow, 'id' | 'days' | 'later'>, reason: string) {
  await deleteHolidays(
    work.tx,
    added.days.map(({ day }) => day),
  );
  await bringBackMoved(work, added.later);
  await settleChange(work.tx, { id: added.id, state: 'undone', by: null, now: work.now });
  await record(work, added, 'holiday.removed', reason);
}

/** The second person reads the days and what they move. */
export const holidayTask = proposal('holiday_check', {
  async subject({ tx }, { subjectId }) {
    const row = await lockChange(tx, subjectId);
    return row && ['waiting', 'provisional'].includes(row.state) ? row : null;
  },
  async facts(work, { subjectId }) {
    const row = await changeById(work.tx, subjectId);
    if (!row) return null;
    const { act, days, state, confirmBy } = row;
    const later =
      state === 'waiting' && act === 'add'
        ? await laterInstalments(work, firstOf(days), await calendarWith(work, days))
        : row.later;
    const sample = later
      .slice(0, 5)
      .map(({ caseNo, no, before, payableUntil }) => ({ caseNo, no, before, after: payableUntil }));
    const loans = new Set(later.map(({ loanId }) => loanId)).size;
    return { act, days, state, confirmBy, instalments: later.length, loans, sample };
  },
  async carryOut(work, row) {
    const { now, operator, tx } = work;
    const { id, act, days, state } = row;
    await settleChange(tx, { id, state: 'agreed', by: operator.id, now });
    if (act === 'remove') return carryOutRemoval(work, row);
    const later = state === 'waiting' ? await enter(work, row, 'DECISION_INVALID') : row.later;
    if (await tellLater(work, later, days)) await keepMoved(tx, id, later, true);
  },
  async onReturn(work, row) {
    const { now, operator, reason, tx } = work;
    if (row.state === 'provisional') return undo(work, row, reason ?? '退回');
    await settleChange(tx, { id: row.id, state: 'returned', by: operator.id, now });
    return record(work, row, 'holiday.returned', reason);
  },
  // Days are entered and undone without a task as well, and recorded there.
  audit: { proposed: 'holiday.proposed' },
});

async function propose(
  work: Work & { operator: Operator },
  id: number,
  days: readonly HolidayRow[],
  act: string,
): Promise<void> {
  await holidayTask.propose(work, {
    subject: { ...subjectOf(id), label: labelOf(days, act) },
    makerId: work.operator.id,
    recorded: { snapshot: { days } },
  });
}

/** Undoes the addition of the days; refuses DECISION_INVALID after a borrower was told of it. */
async function carryOutRemoval(work: Work, { days, id }: ChangeRow): Promise<void> {
  const { day } = days[0]!;
  const found = (await addedHolidays(work.tx)).find((row) => row.day === day);
  if (!found) throw new Refusal('DECISION_INVALID');
  const added = found.changeId === null ? null : await lockChange(work.tx, found.changeId);
  if (added?.told) throw new Refusal('DECISION_INVALID');
  if (added) return undo(work, added, `#${id}`);
  // Before days were added by two, nothing recorded what they moved; that stays.
  await deleteHolidays(work.tx, [day]);
  await record(work, { id, days }, 'holiday.removed');
}

export const holidaysLapsing: Due = async ({ today }) => [unconfirmed(today)];

/** Undoes the urgent day that no second person has confirmed within two business days. */
export async function undoUnconfirmed(services: Services): Promise<void> {
  await inWork(services, async (work) => {
    const [open] = (await openChanges(work.tx)).filter(
      ({ state, confirmBy }) => state === 'provisional' && confirmBy! < work.today,
    );
    if (!open) return;
    await closeTask(work, 'holiday_check', subjectOf(open.id), 'lapsed');
    const row = await lockChange(work.tx, open.id);
    if (row?.state === 'provisional') await undo(work, row, '未於兩個營業日內覆核');
  });
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

/** Opens a task to install a release with the next year's calendar as long as it is missing. */
export async function askForCalendar(services: Services): Promise<void> {
  await inWork(services, async (work) => {
    const year = await missingYear(work);
    if (year === null) return;
    await openTask(work, {
      kind: 'attention',
      subject: { type: 'calendar', id: year, label: `請安裝含 ${year} 年假日的版本` },
      detail: { why: '這一年只認得週末，應還日遇假日不會順延；年度假日隨新版本提供' },
    });
  });
}
