// `npm run journal`: writes the whole ledger of a database as a plain-text journal to stdout.
import { parseArgs } from 'node:util';
import { createPool } from '../server/db.ts';
import { journal } from '../server/ledger/journal.ts';
import { databaseUrl } from './database.ts';

const { values } = parseArgs({ options: { database: { type: 'string' } } });
const pool = createPool(values.database ?? databaseUrl(), { max: 1 });
try {
  for await (const text of journal(pool)) {
    if (!process.stdout.write(text)) {
      await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
  }
} finally {
  await pool.end();
}
