// Faults of stored files: each is counted and recorded, and opens one task for a person.
import { type FileFault, fileFaultText, filePlaceText } from '#contract/tasks/file-faults.ts';
import type { Services, Work } from '../action.ts';
import type { FileDamaged } from '../adapters/files/files.ts';
import { closeTask, openTask } from '../tasks/actions.ts';
import { record } from '../telemetry/metrics.ts';
import { inWork } from '../work.ts';
import { countOpenFaults, filesOf, insertFault, markRepaired } from './file-queries.ts';

/** If more files are damaged, something else is wrong, such as the key, and one task is enough. */
const TASKS_MAX = 50;

/** Records a fault of a file that a row names, and opens its task unless it is known already. */
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
  const { open } = await countOpenFaults(tx);
  if (open > TASKS_MAX) return;
  const label = `${filePlaceText[named.place]} ${named.row}：${fileFaultText[fault]}`;
  await openTask(work, {
    kind: 'file_damage',
    subject: { type: 'file', id: recorded.id, label },
    detail: {
      ...{ fault, place: named.place, row: named.row, fileKey: key },
      why: '請依 docs/files.md 從備份還原檔案，或請當事人重新提供，並記下處理結果',
    },
  });
}

/** Closes the task of a file that is whole again, or that no row names any more. */
export async function closeFault(work: Work, id: number): Promise<void> {
  await markRepaired(work.tx, id, work.realNow);
  await closeTask(work, 'file_damage', { type: 'file', id }, 'repaired');
}

/** The damaged file of a job or a call, which must not wait for its report. */
export type FaultReports = {
  note(damaged: FileDamaged): void;
  /** Waits for the reports that are being written. */
  close(): Promise<void>;
};

/**
 * Reports faults in transactions of their own, because the transaction of the call that found the
 * fault is undone.
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
