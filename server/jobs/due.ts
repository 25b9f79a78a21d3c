// Decides which jobs have something to do, so that idle minutes and days cost one statement.
import type { Day } from '#contract/core/day.ts';
import type { Services } from '../services.ts';
import type { ClosedDayJob, Job, Moment, Span } from './job.ts';
import { db } from '../database/db.ts';
import { type Sql, allOf, list, sql } from '../database/sql.ts';
import { workOn } from '../work.ts';

const momentOf = (services: Services): Moment => workOn(services, db(services.pool));

const notAny = (found: readonly Sql[]) => allOf(found.map((one) => sql`not exists (${one})`));

/** Statements that find the work of each job; null for a job that always runs. */
const workOf = (at: Moment, these: readonly Job[]) =>
  Promise.all(these.map(({ due }) => (typeof due === 'function' ? due(at) : null)));

/**
 * Returns those of these jobs that must run now: the ones that always run, the first one with
 * something to do, and all after it, because jobs make work for later ones. All conditions are one
 * statement, so that no feature needs to know another.
 */
export async function dueAmong<J extends Job>(
  services: Services,
  these: readonly J[],
): Promise<readonly J[]> {
  const at = momentOf(services);
  const work = await workOf(at, these);
  const conditions = work.map((found) => (found ? sql`not (${notAny(found)})` : sql`false`));
  const { due } = await at.tx.one<{ due: boolean[] }>(
    sql`select array[${list(conditions)}]::boolean[] as due`,
  );
  const first = due.indexOf(true);
  return these.filter((_, k) => work[k] === null || (first >= 0 && k >= first));
}

/**
 * Returns for each job the first day of the span for which it has something to do; null if there is
 * none.
 */
export async function firstDays(
  services: Services,
  these: readonly ClosedDayJob[],
  span: Span,
): Promise<(Day | null)[]> {
  const at = momentOf(services);
  const firsts = these.map((job) => {
    const days = job.first(span, at).map((day) => sql`(${day})`);
    return sql`greatest(least(${list(days)}), ${span.from}::date)`;
  });
  const { days } = await at.tx.one<{ days: (Day | null)[] }>(
    sql`select array[${list(firsts)}]::text[] as days`,
  );
  return days.map((day) => (day !== null && day <= span.to ? day : null));
}
