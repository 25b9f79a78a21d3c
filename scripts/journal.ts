// `npm run journal`: writes the whole ledger of a database as a plain-text journal to stdout.
import { createPool } from '../server/database/db.ts';
import { asBeancount } from '../server/ledger/beancount.ts';
import { journal } from '../server/ledger/journal.ts';
import { databaseUrl, orSentence } from './database.ts';
import { readOptions } from './options.ts';

const { values } = readOptions({
  command: 'npm run journal --',
  purpose: 'Writes the whole ledger of a database as a plain-text journal to stdout.',
  options: {
    format: {
      type: 'string',
      default: 'hledger',
      value: 'NAME',
      about: 'hledger, which ledger reads too, or beancount',
    },
    database: {
      type: 'string',
      value: 'URL',
      about: 'the database; without it the one of this checkout',
    },
  },
});
if (!['hledger', 'beancount'].includes(values.format)) {
  process.stderr.write('The format must be hledger or beancount.\n');
  process.exit(2);
}
const pool = createPool(
  orSentence(() => databaseUrl(values.database)),
  { max: 1 },
);
/** Writes text and waits until the reader can take more. */
async function write(text: string): Promise<void> {
  if (process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}

try {
  // The accounts of a journal for beancount are known only at its end.
  let whole = '';
  for await (const text of journal(pool)) {
    if (values.format === 'beancount') whole += text;
    else await write(text);
  }
  if (whole) await write(asBeancount(whole));
} finally {
  await pool.end();
}
