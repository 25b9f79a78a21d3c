// Reads statement files in processes of their own: a file may be anything, and what reads it must
// not answer members meanwhile.
import type { Files, StoredFile } from '../../files/files.ts';
import { createWorkers, WorkFailed } from '../../workers.ts';
import { StatementUnreadable } from './bank-statement.ts';
import type {
  StatementJob,
  StatementLines,
  StatementQuestion,
  StatementResult,
} from './statement-file.ts';

export type StatementReader = {
  /**
   * Reads a file. Throws StatementUnreadable, with words for people, if it does not match its
   * layout or takes too much time or memory, and WorkersBusy if too many files wait.
   */
  read(files: Files, stored: StoredFile, question: StatementQuestion): Promise<StatementLines>;
  close(): void;
};

const TIME_LIMIT_MS = 20_000;
/** Of the 256 MB for a process the program itself takes 60, and the file with its copy as much. */
const HEAP_MAX_MB = 112;

export function createStatementReader({ timeLimitMs = TIME_LIMIT_MS } = {}): StatementReader {
  const crew = createWorkers<StatementJob, StatementResult>({
    script: new URL('./statement-worker.ts', import.meta.url),
    size: 2,
    waitingMax: 20,
    timeLimitMs,
    heapMaxMb: HEAP_MAX_MB,
  });
  let isClosed = false;
  return {
    async read(files, stored, question) {
      const { place: from, done } = await files.opening(stored);
      const { iv, tag } = stored;
      const result = await crew
        .run({ from, seal: { iv, tag }, ...question })
        .catch((error: unknown) => {
          // A process that ends with the server says nothing about its file.
          if (!(error instanceof WorkFailed) || error.reason === 'thrown' || isClosed) throw error;
          const why = error.reason === 'time' ? '讀取超過 20 秒' : '讀取需要太多記憶體';
          throw new StatementUnreadable(`${why}，請分成幾個較小的檔案`);
        })
        .finally(done);
      if ('unreadable' in result) throw new StatementUnreadable(result.unreadable, result.missing);
      return result;
    },
    close() {
      isClosed = true;
      crew.close();
    },
  };
}
