// `npm run audit:verify`: verifies the hash chains of the audit log and the ledger, reports the
// first broken row of each, and compares both with every signed head. It also checks a proof file
// of the back office, with or without the database.
import { existsSync, readFileSync } from 'node:fs';
import { readConfig, readEnvironment } from '../server/config/config.ts';
import { chainNames, inTransactionsOf, proveChain } from '../server/chains/chain.ts';
import { createPool } from '../server/database/db.ts';
import { proveHeads, publicKey, publicKeyText, signingKey } from '../server/chains/heads.ts';
import {
  type Disagreement,
  proofAgainstChains,
  proofAgainstHeads,
  proofIn,
} from '../server/chains/proof-file.ts';
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
const proofWords: Record<string, string> = {
  cut: 'the chain ends before it',
  rewritten: 'it has another hash there',
  unlisted: 'it has no such head',
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
    proof: { type: 'string', value: 'FILE', about: 'a proof file of the back office to check' },
    offline: { type: 'boolean', about: 'checks the proof with the heads only; needs --proof' },
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

type Heads = NonNullable<ReturnType<typeof headsToCompare>>;

/** Reports where a proof differs from the chains in the database or from the file of heads. */
function compareWith(what: string, disagreements: readonly Disagreement[]): void {
  for (const { chain, position, how } of disagreements) {
    complain(
      `The proof disagrees with ${what} at ${chain} ${position}: ${proofWords[how] ?? how}.`,
    );
  }
  if (disagreements.length === 0) say(`The proof agrees with ${what}.`);
}

/** Checks the signature of a proof file and what it says; compares it with the signed heads. */
async function checkProof(file: string, heads: Heads) {
  const proof = proofIn(readFileSync(file, 'utf8'), heads.key);
  if (!proof) return complain('This is no proof that was signed with this key.');
  say(`The proof was made at ${proof.at} and is signed with this key.`);
  for (const { chain, rows, broken } of proof.chains) {
    if (broken) complain(`By the proof the ${chain} chain breaks at ${broken.row}: ${broken.how}.`);
    else say(`By the proof the ${chain} chain held: ${rows} rows.`);
  }
  const { rows, broken } = proof.heads;
  if (broken) complain(`By the proof the heads break at ${broken.row}: ${broken.how}.`);
  else say(`By the proof the chains agreed with all ${rows} signed heads.`);
  if (existsSync(heads.file)) {
    compareWith('the signed heads', await proofAgainstHeads(heads.file, heads.key, proof));
  } else say('No signed heads were named to compare the proof with.');
  return proof;
}

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

/** Verifies both chains and the heads in the database, and compares a proof with the chains. */
async function verifyDatabase(url: string, heads: Heads | null): Promise<void> {
  const pool = createPool(url, { max: 2 });
  const read = inTransactionsOf(pool);
  try {
    if (values.proof !== undefined && heads) {
      const proof = await checkProof(values.proof, heads);
      if (proof) compareWith('the database', await proofAgainstChains(read, proof));
    }
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
}

if (values.offline && values.proof === undefined) refuse('Say what to check: --proof FILE');
// The database comes first: without one, reading the heads would make keys of a demonstration.
const url = values.offline ? null : orSentence(() => databaseUrl(values.database));
const heads = orSentence(headsToCompare);
if (values.proof !== undefined && heads === null) refuse('Say both: --heads FILE --key PUBLIC_KEY');
if (url !== null) await verifyDatabase(url, heads);
else if (values.proof !== undefined && heads) await checkProof(values.proof, heads);
