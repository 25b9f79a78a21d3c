// The nightly jobs that delete what is past its retention period: whole months where a table has
// monthly partitions, and rows, table after table in small rounds.
import { addMonths } from '#contract/core/day.ts';
import type { Services } from '../services.ts';
import type { Due, Job } from '../jobs/job.ts';
import { recordMove } from '../tasks/front.ts';
import { record } from '../telemetry/metrics.ts';
import { type Work, inWork } from '../work.ts';
import { deleteBefore, dropMonths, prepareMonths } from './retention-queries.ts';
import { type RetentionRule, retentionRules } from './periods.ts';

const DAY_MS = 86_400_000;
/**
 * Rows that one transaction deletes. It holds their locks for a fraction of a second, and a run
 * that was stopped continues with what is left.
 */
const ROUND = 5_000;
/** Monthly partitions that exist ahead of time. */
const MONTHS_AHEAD = 3;

/** Returns the instant before which the period of a rule has ended. */
const endOf = ({ now, realNow }: Pick<Work, 'now' | 'realNow'>, { clock, days }: RetentionRule) =>
  new Date((clock === 'business' ? now : realNow).getTime() - days * DAY_MS);

/** Records a deletion in the transaction that deletes; `before` is the instant from `endOf`. */
async function recordDeletion(work: Work, rule: RetentionRule, before: Date, rows: number) {
  if (rows === 0 || !rule.isPersonal) return;
  await recordMove(work, {
    subject: { type: 'retention', id: rule.days },
    action: 'retention.deleted',
    snapshot: { table: rule.name, rows, before },
  });
}

/** Deletes one round of a rule and records it in the same transaction; returns the rows. */
const deleteRound = (services: Services, rule: RetentionRule) =>
  inWork(services, async (work) => {
    const before = endOf(work, rule);
    const rows = await deleteBefore(work.tx, rule, before, ROUND);
    await recordDeletion(work, rule, before, rows);
    return rows;
  });

/**
 * Creates the monthly partitions of the next three months, and drops those whose months ended
 * before the period of their rows. Fails if a partition is in use for more than two seconds: the
 * next night tries again, and until then its rows are deleted one by one.
 */
export async function turnMonths(services: Services): Promise<void> {
  await inWork(services, async ({ tx, today, services: { log } }) => {
    const { made } = await prepareMonths(tx, addMonths(today, MONTHS_AHEAD));
    if (made > 0) log.info({ partitions: made }, 'monthly partitions were created');
  });
  for (const rule of retentionRules.filter(({ isMonthly }) => isMonthly)) {
    await inWork(services, async (work) => {
      const before = endOf(work, rule);
      const rows = await dropMonths(work.tx, rule.name, before);
      record('retention_deleted_rows_total', rows, { table: rule.name });
      await recordDeletion(work, rule, before, rows);
    });
  }
}

/** Deletes everything past the period of these rules; stops between two rounds at the shutdown. */
export async function deleteExpired(
  services: Services,
  rules: readonly RetentionRule[] = retentionRules,
): Promise<void> {
  const { leaving, log } = services;
  for (const rule of rules) {
    let total = 0;
    let rows = ROUND;
    while (rows === ROUND && !leaving.aborted) {
      rows = await deleteRound(services, rule);
      record('retention_deleted_rows_total', rows, { table: rule.name });
      total += rows;
    }
    if (total > 0) log.info({ table: rule.name, rows: total }, 'rows past their period deleted');
  }
}

const AGE: Due = { always: 'rows become old without anything happening' };

export const retentionJobs: readonly Job[] = [
  { name: 'retention.months', each: 'day', due: AGE, run: turnMonths },
  { name: 'retention', each: 'day', due: AGE, run: (services) => deleteExpired(services) },
];
