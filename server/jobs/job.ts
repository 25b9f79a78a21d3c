// Types of scheduled jobs: when they are due, and what they do.
import type { Day } from '#contract/core/day.ts';
import type { Services } from '../services.ts';
import type { Work } from '../work.ts';
import type { Sql } from '../database/sql.ts';

/** What the condition of a job may depend on. */
export type Moment = Pick<Work, 'tx' | 'now' | 'realNow' | 'today' | 'services'>;

/**
 * When a job has something to do: statements of which one returns a row, usually made by `finds`
 * from the query that the job itself begins with. They may find too much but never too little.
 * `always` names the reason why a job has no such condition.
 */
export type Due = ((at: Moment) => readonly Sql[] | Promise<readonly Sql[]>) | { always: string };

/**
 * Work that a feature does on a schedule: each minute, or once per business day in the given order.
 */
export type Job = {
  name: string;
  each: 'minute' | 'day';
  due: Due;
  run(services: Services): Promise<void>;
};

/** Closed days, both included. */
export type Span = { from: Day; to: Day };

/**
 * Job that depends on what the bank has reported. It runs for each day in order, once the bank has
 * closed the day: all records dated up to that day have arrived, and the rules treat the next day
 * as today.
 */
export type ClosedDayJob = {
  name: string;
  each: 'closedDay';
  /**
   * Statements with one column each, a day: the smallest of them is the first day of the span for
   * which the job has something to do, as far as nothing else changes. It may be too early but
   * never too late; null or no row means that there is none.
   */
  first(span: Span, at: Moment): readonly Sql[];
  judge(services: Services, day: Day): Promise<void>;
};
