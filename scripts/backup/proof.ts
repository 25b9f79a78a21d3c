// Checks of a restored database: the ledger's invariants, both hash chains, the signed heads, and
// that each uploaded file to which a row refers can be read.
import * as fs from 'node:fs';
import { join } from 'node:path';
import { createDiskStore } from '../../server/adapters/files/disk-store.ts';
import { type StoredFile, createFiles } from '../../server/adapters/files/files.ts';
import type { KeyRing } from '../../server/adapters/key-ring.ts';
import { chainNames, inTransactionsOf, proveChain } from '../../server/chains/chain.ts';
import { proveHeads, verifyingKey } from '../../server/chains/heads.ts';
import { type Pool, type Tx, createPool, db } from '../../server/database/db.ts';
import { brokenInvariants, readInvariants } from '../../server/database/invariants.ts';
import { sql, trusted } from '../../server/database/sql.ts';
import { sealLedger } from '../../server/ledger/sealing.ts';
import { sealAuditLog } from '../../server/tasks/jobs.ts';

export type Proof = { says: string[]; failures: string[] };

export type Restored = {
  url: string;
  /** The folder of the uploaded files, and the versions of the key that encrypts them. */
  uploads: string;
  ring: KeyRing;
  /** True if the files are in a bucket, which the backup does not copy. */
  inBucket?: boolean;
  /** A copy of the signed heads, and the secret of their key. */
  heads: string;
  headsKey: Buffer;
  /** The moment to which the database was restored; null if it is not known. */
  until: Date | null;
};

/** Returns every stored file to which a row of the database refers. */
async function namedFiles(tx: Tx): Promise<StoredFile[]> {
  const columns = await tx.many<{ from: string; name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as from, format('%I', a.attname) as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      join pg_namespace n on n.oid = c.relnamespace
    where a.atttypid = 'jsonb'::regtype and c.relkind = 'r' and not a.attisdropped
      and n.nspname not in ('pg_catalog', 'information_schema') order by 1, 2
  `);
  const found = new Map<string, StoredFile>();
  for (const { from, name } of columns) {
    const files = await tx.planned<{ file: StoredFile }>(sql`
      select jsonb_path_query(${trusted(name)}, '$.** ? (exists(@.wrappedKey))') as file
      from ${trusted(from)} where ${trusted(name)}::text like '%wrappedKey%'
    `);
    for (const { file } of files) found.set(file.key, file);
  }
  return [...found.values()];
}

async function proveFiles(
  pool: Pool,
  { uploads, ring, inBucket }: Restored,
  proof: Proof,
): Promise<void> {
  if (inBucket) {
    proof.says.push('the uploaded files are in a bucket; start the program to check them there');
    return;
  }
  const incoming = join(uploads, 'incoming');
  const files = createFiles({ store: createDiskStore(uploads), incoming, ring });
  const named = await namedFiles(db(pool));
  for (const file of named) {
    const fault = await files.verify(file);
    if (fault !== null) proof.failures.push(`file ${file.key}: ${fault}`);
  }
  files.close();
  proof.says.push(`${named.length} uploaded files are named by rows`);
}

/** Adds the rows to the chains that the worker had not added yet when the backup ended. */
async function sealRest(pool: Pool): Promise<void> {
  while ((await sealAuditLog({ pool })) > 0);
  while ((await sealLedger({ pool })) > 0);
}

/** Safety margin in ms, because the time of a signed head is read shortly before its chain. */
const HEAD_MS = 5_000;

/**
 * Writes the heads that were signed before the restored moment to `to`; returns how many were
 * signed before it and how many later.
 */
function headsUntil({ heads, until }: Restored, to: string): { before: number; later: number } {
  const lines = fs.existsSync(heads) ? fs.readFileSync(heads, 'utf8').split('\n') : [];
  const limit = until === null ? Infinity : until.getTime() - HEAD_MS;
  const all = lines.filter((line) => line !== '');
  const isBefore = (line: string) => Date.parse((JSON.parse(line) as { at: string }).at) <= limit;
  const before = all.filter(isBefore);
  fs.writeFileSync(to, before.map((line) => `${line}\n`).join(''));
  return { before: before.length, later: all.length - before.length };
}

/**
 * Checks a restored database and its files; changes nothing except that it seals the rows of the
 * last seconds.
 */
export async function proveRestored(restored: Restored): Promise<Proof> {
  const proof: Proof = { says: [], failures: [] };
  const pool = createPool(restored.url, { max: 2 });
  try {
    for (const { name } of await brokenInvariants(pool)) proof.failures.push(`broken law: ${name}`);
    proof.says.push(`${readInvariants().length} laws of the ledger were checked`);
    await sealRest(pool);
    const read = inTransactionsOf(pool);
    for (const chain of chainNames) {
      const { rows, broken } = await proveChain(read, chain);
      proof.says.push(`the ${chain} chain has ${rows} rows`);
      if (broken) proof.failures.push(`${chain} chain: ${broken.row} ${broken.how}`);
    }
    const own = join(restored.uploads, '..', 'heads.jsonl');
    const { before, later } = headsUntil(restored, own);
    const { broken } = await proveHeads(read, own, verifyingKey(restored.headsKey));
    proof.says.push(`${before} signed heads were compared, ${later} are of later moments`);
    // Without a signed head there is nothing to compare; the first head is signed some minutes
    // after the server starts.
    if (broken && broken.how !== 'none') proof.failures.push(`head ${broken.row}: ${broken.how}`);
    await proveFiles(pool, restored, proof);
  } finally {
    await pool.end();
  }
  return proof;
}
