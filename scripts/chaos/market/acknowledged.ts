// Compares what was acknowledged to investors with the rows of a database.
import pg from 'pg';
import { createPool } from '../../../server/database/db.ts';
import { brokenInvariants } from '../../../server/database/invariants.ts';
import type { Acknowledged } from './load.ts';

type Times = { sentAt: number; answeredAt: number };
/** Whether rows must exist, must not exist, or may exist. */
type Expected = 'there' | 'absent' | 'either';

/**
 * At the moment `until`, the rows of requests answered before must exist, and those of requests
 * sent afterwards must not; a request that was in progress may have been carried out or not.
 */
const expectedAt = (until: number, { sentAt, answeredAt }: Times): Expected => {
  if (answeredAt < until) return 'there';
  return sentAt > until ? 'absent' : 'either';
};

const isWrong = (expected: Expected, found: number) =>
  found > 1 || (expected === 'there' && found === 0) || (expected === 'absent' && found > 0);

/** Returns one line for each lost, doubled or unexpected order, payment or upload. */
export async function compareAcknowledged(
  db: pg.Client,
  { acks, paid, uploaded }: Acknowledged,
  until = Infinity,
): Promise<string[]> {
  const problems: string[] = [];
  const orders = await db.query<{ id: string; key: string }>(
    `select id::text, idempotency_key as key from investing."order"`,
  );
  const byKey = Map.groupBy(orders.rows, ({ key }) => key);
  for (const { key, orderId, status, code, ...times } of acks) {
    const found = (byKey.get(key) ?? []).map(({ id }) => id);
    const expected = orderId === null ? 'absent' : expectedAt(until, times);
    if (isWrong(expected, found.length) || (found[0] ?? orderId) !== orderId) {
      const answer = code ?? status;
      problems.push(`order ${orderId} (${key}, ${answer}): ${expected}, found ${found.join()}`);
    }
  }
  const receipts = await db.query<{ seq: string; amount: number }>(
    'select seq, amount::integer from banking.receipt',
  );
  const bySeq = Map.groupBy(receipts.rows, ({ seq }) => seq);
  for (const { seq, amount, ...times } of paid) {
    const found = bySeq.get(seq) ?? [];
    const expected = expectedAt(until, times);
    if (isWrong(expected, found.length) || (found[0]?.amount ?? amount) !== amount) {
      problems.push(`payment ${seq}, expected ${expected}, is booked ${found.length}×`);
    }
  }
  const statements = await db.query<{ id: string }>(
    'select id::text from verification.financial_statement',
  );
  const ids = new Set(statements.rows.map(({ id }) => id));
  for (const { statementId, ...times } of uploaded) {
    const expected = expectedAt(until, times);
    if (isWrong(expected, ids.has(statementId) ? 1 : 0)) {
      problems.push(`upload ${statementId}, expected ${expected}`);
    }
  }
  return problems;
}

/**
 * Returns one line for each acknowledged request that the database lost or doubled, and for each
 * law of the books that does not hold.
 */
export async function problemsAfter(url: string, acknowledged: Acknowledged): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const pool = createPool(url, { max: 1 });
  try {
    const lost = await compareAcknowledged(client, acknowledged);
    const broken = await brokenInvariants(pool);
    return [...lost, ...broken.map(({ name }) => `broken: ${name}`)];
  } finally {
    await client.end();
    await pool.end();
  }
}
