// Child process that reads statement files, one after another.
import { readWholeEncrypted } from '../../files/sealed.ts';
import { answerJobs } from '../../workers.ts';
import { readFile, type StatementJob, type StatementResult } from './statement-file.ts';

answerJobs<StatementJob, StatementResult>(async ({ from, seal, ...question }) =>
  readFile(await readWholeEncrypted(from, seal), question),
);
