// Faults of stored files: each is counted and recorded, and opens one task for a person.
import { type FileFault, fileFaultText, filePlaceText } from '#contract/tasks/file-faults.ts';
import type { Services } from '../services.ts';
import type { FileDamaged } from '../adapters/files/files.ts';
import { closeTask, openTask } from '../tasks/front.ts';
import { record } from '../telemetry/metrics.ts';
import { type Work, inWork } from '../work.ts';
import { countDamageTasks, filesOf, insertFault, markRepaired } from './file-queries.ts';

/**
 * Maximum number of open tasks about damaged files. If more files are damaged, there is a common
 * cause such as a wrong key, and further tasks would not help.
 */
const TASKS_MAX = 50;

/**
 * Records a fault of a file that a database row refers to, and opens a task unless the fault is
 * already known.
 */
async function recordFault(work: Work, key: string, fault: FileFault): Promise<void> {
  const { tx, realNow, services } = work;
  const [named] = await filesOf(tx, [key]);
  if (!named) return;
  const recorded = await insertFault(tx, { key, fault, now: realNow });
  if (!recorded) return;
  services.log.error(
    { key, fault, place: named.place, row: named.row },
    'a stored file is damaged',
  );
  const { open } = await countDamageTasks(tx);
  if (open >= TASKS_MAX) return;
  const label = `${filePlaceText[named.place]} ${named.row}：${fileFaultText[fault]}`;
  await openTask(work, {
    kind: 'file_damage',
    subject: { type: 'file', id: recorded.id, label },
    detail: {
      fault,
      place: named.place,
      row: named.row,
      fileKey: key,
      why: '請依 docs/files.md 從備份還原檔案，或請當事人重新提供，並記下處理結果',
    },
  });
}

/** Closes the task of a file that is intact again, or that no database row refers to any more. */
export async function closeFault(work: Work, id: number): Promise<void> {
  await markRepaired(work.tx, id, work.realNow);
  await closeTask(work, 'file_damage', { type: 'file', id }, 'repaired');
}

/** Records faults that a job or a call finds, without making it wait. */
export type FaultReports = {
  note(damaged: FileDamaged): void;
  /** Waits until all faults noted so far are recorded. */
  close(): Promise<void>;
};

/**
 * Records each fault in a transaction of its own, because the transaction of the call that found
 * the fault is rolled back.
 */
export function createFaultReports(services: () => Services): FaultReports {
  const running = new Map<string, Promise<void>>();
  return {
    note({ key, fault }) {
      record('files_damaged_total', 1, { fault });
      if (running.has(key)) return;
      const writing = inWork(services(), (work) => recordFault(work, key, fault))
        .catch((error: unknown) => {
          services().log.error({ err: error, key, fault }, 'a damaged file was not recorded');
        })
        .finally(() => running.delete(key));
      running.set(key, writing);
    },
    async close() {
      await Promise.all(running.values());
    },
  };
}
