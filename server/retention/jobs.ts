// The nightly job that deletes rows past their retention period, table after table in small rounds.
import type { Job, Services } from '../action.ts';
import { recordMove } from '../tasks/actions.ts';
import { record } from '../telemetry/metrics.ts';
import { inWork } from '../work.ts';
import { deleteBefore } from './retention-queries.ts';
import { type RetentionRule, retentionRules } from './periods.ts';

const DAY_MS = 86_400_000;
/**
 * Rows that one transaction deletes. It holds their locks for a fraction of a second, and a run
 * that was stopped continues with what is left.
 */
const ROUND = 5_000;

/** Deletes one round of a rule and records it in the same transaction; returns the rows. */
const deleteRound = (services: Services, rule: RetentionRule) =>
  inWork(services, async (work) => {
    const at = rule.clock === 'business' ? work.now : work.realNow;
    const before = new Date(at.getTime() - rule.days * DAY_MS);
    const rows = await deleteBefore(work.tx, rule, before, ROUND);
    if (rows > 0 && rule.isPersonal) {
      await recordMove(work, {
        subject: { type: 'retention', id: rule.days },
        action: 'retention.deleted',
        snapshot: { table: rule.name, rows, before },
      });
    }
    return rows;
  });

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

export const retentionJobs: readonly Job[] = [
  { name: 'retention', each: 'day', run: (services) => deleteExpired(services) },
];
