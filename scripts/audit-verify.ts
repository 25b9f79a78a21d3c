// `npm run audit:verify`: proves the chain of the audit log and names the first broken row.
import { createPool } from '../server/db.ts';
import { proveChain } from '../server/tasks/audit.ts';
import { databaseUrl } from './database.ts';
import { readOptions } from './options.ts';

const words: Record<string, string> = {
  gap: 'a seal before it is gone',
  missing: 'it is sealed, but the row is gone',
  changed: 'the row, or one before it, is not what was sealed',
  unsealed: 'it was committed more than a minute ago and nobody sealed it',
};

const { values } = readOptions({
  command: 'npm run audit:verify --',
  purpose: 'Proves the chain of the audit log and names the first broken row.',
  options: {
    database: {
      type: 'string',
      value: 'URL',
      about: 'the database; without it the one of this checkout',
    },
  },
});
const pool = createPool(values.database ?? databaseUrl(), { max: 2 });
const clock = { now: () => new Date(), realNow: () => new Date() };
try {
  const { rows, broken } = await proveChain({ pool, clock });
  if (broken) {
    const why = words[broken.how] ?? broken.how;
    process.stdout.write(`The chain breaks at audit row ${broken.auditId}: ${why}.\n`);
    process.exitCode = 1;
  } else {
    process.stdout.write(`The chain holds: ${rows} rows, each as it was sealed.\n`);
  }
} finally {
  await pool.end();
}
