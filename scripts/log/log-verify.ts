// `npm run log:verify`: verifies the proof of an order without any server, a whole running log with
// the checkpoint of the last time, or a log in the database with everything that it is about.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Bytes } from '#contract/proofs/bytes.ts';
import { cosignersOf, type Quorum, quorumKeys } from '#contract/proofs/cosignature.ts';
import { type Checkpoint, keyIn, type NoteKey, openCheckpoint } from '#contract/proofs/note.ts';
import { verifyProof } from '#contract/proofs/proof-file.ts';
import { verifyLog } from '#contract/proofs/whole-log.ts';
import { inTransactionsOf } from '../../server/chains/chain.ts';
import { createPool } from '../../server/database/db.ts';
import { compareLog } from '../../server/proofs/comparing.ts';
import { nodeCrypto } from '../../server/proofs/note-signing.ts';
import { databaseUrl, orSentence } from '../database.ts';
import { readOptions } from '../options.ts';
import { comparisonLines, proofLines, quorumLines, readingLines } from './findings.ts';

const { values, positionals } = readOptions({
  command: 'npm run log:verify --',
  purpose:
    'Verifies the public proof log: a downloaded proof, a running log, or the log in the database.',
  subject: { name: 'ADDRESS', about: 'a running site, such as http://localhost:3000' },
  options: {
    proof: { type: 'string', value: 'FILE', about: 'a proof of an order; needs no server' },
    key: {
      type: 'string',
      value: 'KEY',
      about: "the log's public key; without it the one that the site names now",
    },
    kept: {
      type: 'string',
      value: 'FILE',
      about: 'the checkpoint of the last time, replaced if everything holds',
      default: 'log-checkpoint.txt',
    },
    witnesses: {
      type: 'string',
      value: 'KEYS',
      about: 'keys of witnesses that you know, with commas between them',
    },
    quorum: {
      type: 'string',
      value: 'N',
      about: 'how many of them must have cosigned; without it all',
    },
    database: { type: 'boolean', about: 'compares the log in the database with the books' },
    url: {
      type: 'string',
      value: 'URL',
      about: 'with --database: its address; without it the one of this checkout',
    },
  },
});

function refuse(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(2);
}

/** Prints the findings; the command ends with 1 if one of them is bad. */
function print(lines: readonly { text: string; isBad: boolean }[]): void {
  for (const { text } of lines) process.stdout.write(`${text}\n`);
  if (lines.some(({ isBad }) => isBad)) process.exitCode = 1;
}

async function keyOf(text: string): Promise<NoteKey> {
  return (await keyIn(nodeCrypto, text.trim())) ?? refuse('This is no public key of a log.');
}

function quorumOf(): Quorum {
  const witnesses = values.witnesses?.split(',').map((key) => key.trim()) ?? [];
  const atLeast = values.quorum === undefined ? witnesses.length : Number(values.quorum);
  if (Number.isSafeInteger(atLeast) && atLeast >= 0) return { witnesses, atLeast };
  return refuse('--quorum is a number of witnesses.');
}

/** Returns the checkpoint that was kept last time; null if this is the first time. */
async function keptCheckpoint(key: NoteKey): Promise<Checkpoint | null> {
  if (!existsSync(values.kept)) return null;
  const kept = await openCheckpoint(nodeCrypto, readFileSync(values.kept, 'utf8'), key);
  return kept ?? refuse(`${values.kept} has no checkpoint that this key has signed.`);
}

async function bytesAt(address: string): Promise<Bytes | null> {
  const answer = await fetch(address).catch((error: Error) =>
    refuse(`${address}: ${error.message}`),
  );
  if (answer.status === 404) return null;
  if (!answer.ok) refuse(`${address} was answered with ${answer.status}.`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function verifySite(site: string): Promise<void> {
  const base = site.replace(/\/+$/, '');
  let text = values.key;
  if (text === undefined) {
    const named = await bytesAt(`${base}/v1/proof-log`);
    text = (JSON.parse(Buffer.from(named ?? []).toString() || '{}') as { data: { key: string } })
      .data.key;
    print([{ text: `No key was given. The site names ${text}.`, isBad: false }]);
  }
  const key = await keyOf(text);
  const before = await keptCheckpoint(key);
  let note = '';
  const get = async (path: string) => {
    const bytes = await bytesAt(`${base}/log/${path}`);
    if (path === 'checkpoint') note = Buffer.from(bytes ?? []).toString();
    return bytes;
  };
  const quorum = quorumOf();
  const witnesses =
    (await quorumKeys(nodeCrypto, quorum)) ?? refuse('--witnesses needs a key for each witness.');
  const reading = await verifyLog(nodeCrypto, { get, key, before });
  print(readingLines(reading, before));
  if (reading.faults.length > 0) return;
  const cosigners = await cosignersOf(nodeCrypto, note, witnesses);
  print(quorumLines(cosigners, quorum.atLeast));
  if (cosigners.length < quorum.atLeast) return;
  writeFileSync(values.kept, note);
  print([{ text: `The checkpoint is kept in ${values.kept} for the next time.`, isBad: false }]);
}

async function verifyDatabase(): Promise<void> {
  if (values.key === undefined) refuse("Say the log's public key: --key KEY");
  const key = await keyOf(values.key);
  const before = await keptCheckpoint(key);
  const pool = createPool(
    orSentence(() => databaseUrl(values.url)),
    { max: 2 },
  );
  try {
    const comparison = await compareLog(inTransactionsOf(pool), { key, before });
    print([...readingLines(comparison.reading, before), ...comparisonLines(comparison)]);
  } finally {
    await pool.end();
  }
}

const [site] = positionals;
const subjects = [site, values.proof, values.database].filter((one) => one !== undefined);
if (subjects.length !== 1) refuse('Say one thing to verify: ADDRESS, --proof FILE or --database.');
if (values.proof !== undefined) {
  if (values.key === undefined) refuse("Say the log's public key: --key KEY");
  if (!existsSync(values.proof)) refuse(`There is no file ${values.proof}.`);
  const text = readFileSync(values.proof, 'utf8');
  print(proofLines(await verifyProof(nodeCrypto, text, values.key, quorumOf())));
} else if (site !== undefined) await verifySite(site);
else await verifyDatabase();
