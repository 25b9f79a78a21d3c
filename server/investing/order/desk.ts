// What a process stores for writing orders: their queues, the facts about cases, and unused virtual
// accounts.
import type { Calendar, Day } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Services } from '../../services.ts';
import { reserveVirtualAccounts } from '../../banking/front.ts';
import { calendarOf } from '../../lending/front.ts';
import { SHORT, db } from '../../database/db.ts';
import { lastPayBy } from '../rules.ts';
import type { Queues } from './queues.ts';
import { type CaseWords, caseWords } from './writer-queries.ts';

/**
 * How long the calendar is cached. A holiday added by an operator moves deadlines after this time.
 */
const CALENDAR_MS = 60_000;
const WORDS_MAX = 5_000;

export type Words = CaseWords & { lastPayBy: Date };

export type Desk = {
  queues: Queues;
  /** Number of batches that run now, not counting cases that are written alone. */
  batches: number;
  words: Map<number, Words>;
  /**
   * Business days including holidays that operators added; the case texts were calculated with this
   * calendar.
   */
  calendar: { days: Calendar; readAt: number } | null;
  spare: Map<Day, string[]>;
};
const desks = new WeakMap<object, Desk>();

export function deskOf({ pool }: Pick<Services, 'pool'>): Desk {
  const found = desks.get(pool);
  if (found) return found;
  const queues = { waiting: new Map(), busy: new Set<number>() };
  const desk: Desk = { queues, batches: 0, words: new Map(), calendar: null, spare: new Map() };
  desks.set(pool, desk);
  return desk;
}

/**
 * Returns the facts about cases that answers contain, by case id; cached until the calendar changes
 * or the case is extended. A case that was never listed is left out.
 */
export async function wordsOf(
  services: Pick<Services, 'pool'>,
  desk: Desk,
  loanIds: readonly number[],
): Promise<Map<number, Words>> {
  const tx = db(services.pool, SHORT);
  if (!desk.calendar || performance.now() - desk.calendar.readAt > CALENDAR_MS) {
    desk.calendar = { days: await calendarOf(tx), readAt: performance.now() };
    desk.words.clear();
  }
  const { days } = desk.calendar;
  const words = new Map<number, Words>();
  for (const loanId of loanIds) {
    const known = desk.words.get(loanId);
    if (known) words.set(loanId, known);
  }
  const unknown = loanIds.filter((loanId) => !words.has(loanId));
  if (unknown.length === 0) return words;
  const rows = await caseWords(tx, unknown);
  if (desk.words.size + rows.length > WORDS_MAX) desk.words.clear();
  for (const row of rows) {
    const fresh = { ...row, lastPayBy: lastPayBy(row.endsAt, days) };
    desk.words.set(row.loanId, fresh);
    words.set(row.loanId, fresh);
  }
  return words;
}

/**
 * Returns virtual accounts for a batch, one for each of these days, reserved before its
 * transaction.
 */
export async function accountsFor(
  services: Services,
  desk: Desk,
  days: readonly Day[],
): Promise<Map<Day, string[]>> {
  const accounts = new Map<Day, string[]>();
  for (const [day, ofDay] of Map.groupBy(days, (one) => one)) {
    accounts.set(day, await accountsOfDay(services, desk, day, ofDay.length));
  }
  return accounts;
}

/**
 * Accounts left from the last batch come first. If some are missing, four times the missing number
 * is reserved; if the day has too few left, a smaller number.
 */
async function accountsOfDay(
  services: Services,
  desk: Desk,
  day: Day,
  count: number,
): Promise<string[]> {
  const own = desk.spare.get(day)?.splice(0, count) ?? [];
  let many = (count - own.length) * 4;
  while (own.length < count && many > 0) {
    try {
      const taken = await reserveVirtualAccounts(services, day, many);
      keepSpare(desk, new Map([[day, taken.splice(count - own.length)]]));
      own.push(...taken);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      many >>= 1;
    }
  }
  return own;
}

/** Stores the accounts that a batch did not use for the next ones. */
export function keepSpare(desk: Desk, unused: ReadonlyMap<Day, readonly string[]>): void {
  for (const [day, accounts] of unused) {
    const spare = desk.spare.get(day);
    if (spare) spare.push(...accounts);
    else desk.spare.set(day, [...accounts]);
    if (desk.spare.size > 30)
      for (const old of desk.spare.keys()) if (old < day) desk.spare.delete(old);
  }
}
