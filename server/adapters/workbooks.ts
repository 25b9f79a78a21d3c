// Writes tables as workbooks in a child process, because a workbook of 50,000 rows takes seconds
// and much memory.
import type { Cell } from '#contract/core/csv.ts';
import { createWorkers } from './workers.ts';

/** `columns` become the header row. */
export type WorkbookJob = { columns: readonly string[]; rows: readonly (readonly Cell[])[] };

export type Workbooks = {
  /** Returns the file's bytes. Throws WorkersBusy if too many are requested at once. */
  write(table: WorkbookJob): Promise<Buffer>;
  close(): void;
};

/** Writes one workbook at a time, because each may take 350 MB while it is written. */
export function createWorkbooks({ waitingMax = 8, timeLimitMs = 60_000 } = {}): Workbooks {
  const crew = createWorkers<WorkbookJob, Uint8Array>({
    script: new URL('./workbooks/worker.ts', import.meta.url),
    size: 1,
    waitingMax,
    timeLimitMs,
    heapMaxMb: 768,
  });
  return {
    async write(table) {
      const made = await crew.run(table);
      return Buffer.from(made.buffer, made.byteOffset, made.byteLength);
    },
    close: crew.close,
  };
}
