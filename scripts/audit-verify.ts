// `npm run audit:verify`: verifies the hash chains of the audit log and the ledger, reports the
// first broken row of each, and compares both with every signed head.
import { readConfig, readEnvironment } from '../server/config/config.ts';
import { chainNames, inTransactionsOf, proveChain } from '../server/chains/chain.ts';
import { createPool } from '../server/database/db.ts';
import { proveHeads, publicKey, publicKeyText, signingKey } from '../server/chains/heads.ts';
import { databaseUrl, orSentence } from './database.ts';
import { readOptions } from './options.ts';

const words: Record<string, string> = {
  gap: 'a seal before it is gone',
  missing: 'it is sealed, but the row is gone',
  changed: 'the row, or one before it, is not what was sealed',
  unsealed: 'it was committed more than a minute ago and nobody sealed it',
  stray: 'entries are there, but not their transfer',
};
const headWords: Record<string, (row: string) => string> = {
  unsigned: (row) => `Line ${row} of the heads is not signed with this key.`,
  cut: (row) => `The head at ${row} was signed, but the chain has no seal there: it was cut.`,
  rewritten: (row) => `The head at ${row} was signed over another hash: the chain was rewritten.`,
  none: () => 'There is no signed head, though the chains have been sealed for an hour.',
};
const rowWords = { audit: 'audit row', ledger: 'transfer' } as const;

const { values } = readOptions({
  command: 'npm run audit:verify --',
  purpose:
    'Proves the chains of the audit log and the ledger, and compares them with every signed head.',
  options: {
    database: {
      type: 'string',
      value: 'URL',
      about: 'the database; without it the one of this checkout',
    },
    heads: { type: 'string', value: 'FILE', about: 'a copy of the signed heads; needs --key' },
    key: { type: 'string', value: 'PUBLIC_KEY', about: 'the key that they were signed with' },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
function complain(line: string): void {
  say(line);
  process.exitCode = 1;
}

/**
 * Returns the signed heads with which to compare the chains; null if the options name a different
 * database but not its heads.
 */
function headsToCompare() {
  if (values.heads !== undefined && values.key !== undefined) {
    return { file: values.heads, key: publicKey(values.key) };
  }
  if (values.heads !== undefined || values.key !== undefined) {
    process.stderr.write('Say both: --heads FILE --key PUBLIC_KEY\n');
    process.exit(2);
  }
  if (values.database !== undefined) return null;
  const { file, key } = readConfig(readEnvironment()).heads;
  const signing = signingKey(key);
  const word = publicKeyText(signing);
  say(`The heads are signed with the key that has the public key ${word}.`);
  return { file, key: publicKey(word) };
}

// The database comes first: without one, reading the heads would make keys of a demonstration.
const url = orSentence(() => databaseUrl(values.database));
const heads = orSentence(headsToCompare);
const pool = createPool(url, { max: 2 });
const read = inTransactionsOf(pool);
try {
  for (const chain of chainNames) {
    const { rows, broken } = await proveChain(read, chain);
    if (broken) {
      const why = words[broken.how] ?? broken.how;
      complain(`The ${chain} chain breaks at ${rowWords[chain]} ${broken.row}: ${why}.`);
    } else say(`The ${chain} chain holds: ${rows} rows, each as it was sealed.`);
  }
  if (heads === null) say('No signed heads were named to compare them with.');
  else {
    const { rows, broken } = await proveHeads(read, heads.file, heads.key);
    if (broken) complain(headWords[broken.how]?.(broken.row) ?? broken.how);
    else say(`The chains agree with all ${rows} signed heads.`);
  }
} finally {
  await pool.end();
}
