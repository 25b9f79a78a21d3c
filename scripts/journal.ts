// `npm run journal`: writes the whole ledger of a database as a plain-text journal to stdout.
import { createPool } from '../server/database/db.ts';
import { journal } from '../server/ledger/journal.ts';
import { databaseUrl, orSentence } from './database.ts';
import { readOptions } from './options.ts';

const { values } = readOptions({
  command: 'npm run journal --',
  purpose: 'Writes the whole ledger of a database as a plain-text journal to stdout.',
  options: {
    database: {
      type: 'string',
      value: 'URL',
      about: 'the database; without it the one of this checkout',
    },
  },
});
const pool = createPool(
  orSentence(() => databaseUrl(values.database)),
  { max: 1 },
);
try {
  for await (const text of journal(pool)) {
    if (!process.stdout.write(text)) {
      await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
  }
} finally {
  await pool.end();
}
