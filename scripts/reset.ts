// `npm run reset`: removes the demonstration's data, so that the next start begins from scratch.
import { existsSync, rmSync } from 'node:fs';
import { holderOf } from './starting/lock.js';
import { removeCluster } from '../server/database/postgres.ts';
import { StartFailure } from '../server/start-failure.ts';
import { readOptions } from './options.ts';

readOptions({
  command: 'npm run reset --',
  purpose: "Removes the demonstration's data, so that the next start begins afresh.",
});

const DATA = '.data';

function leave(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

const holder = holderOf(DATA);
if (holder !== null) leave(`It is running, as process ${holder}. Stop it first.`);
try {
  const was = existsSync(DATA);
  removeCluster(`${DATA}/pg`, (line) => process.stdout.write(`${line}\n`));
  rmSync(DATA, { recursive: true, force: true });
  process.stdout.write(was ? 'Removed. "npm start" begins afresh.\n' : 'There was no data.\n');
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  leave(error.message);
}
