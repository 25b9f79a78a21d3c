// Tests of the ledger's hash chain: one leaf per transfer, added after commit and in order.
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { useServer } from '../../tests/server.ts';
import { inTransactionsOf, proveChain } from '../chains/chain.ts';
import { db, withTransaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { post } from './posting.ts';
import { sealLedger } from './sealing.ts';
import { workOn } from '../work.ts';

// The transfers of this test have no orders or loans, so the invariants that look for these do not
// apply.
const server = useServer({ invariants: false });

const move = (id: string) => ({
  id,
  kind: 'receipt' as const,
  on: day('2026-11-20'),
  entries: [
    { account: 'bank_fee' as const, amount: 30 },
    { account: 'platform_bank' as const, amount: -30 },
  ],
});
const posted = (...ids: string[]) =>
  withTransaction(server.services.pool, (tx) => post(workOn(server.services, tx), ids.map(move)));
const order = async () =>
  (
    await server.rows<{ id: string }>('select transfer_id as id from ledger.seal order by position')
  ).map(({ id }) => id);
const proof = () => proveChain(inTransactionsOf(server.services.pool), 'ledger');
/** Repeats the attempt, because a transaction in another database delays sealing until it ends. */
const sealedThrough = async (...ids: string[]) => {
  const sealed = async () => {
    await sealLedger(server.services);
    return order();
  };
  await expect.poll(sealed).toEqual(ids);
};

test('transfers are sealed once each, in the order in which they were recorded', async () => {
  await posted('b');
  await posted('a', 'c');
  await Promise.all([sealLedger(server.services), sealLedger(server.services)]);
  await sealedThrough('b', 'a', 'c');
  expect(await sealLedger(server.services)).toBe(0);
  expect(await proof()).toEqual({ rows: 3, broken: null });
});

test('a transfer committed late is sealed late, and nothing is sealed twice', async () => {
  const late = await server.services.pool.connect();
  try {
    await late.query('begin');
    await post(workOn(server.services, db(late)), [move('late')]);
    await sealLedger(server.services);
    expect(await order()).not.toContain('late');
    await late.query('commit');
  } finally {
    late.release();
  }
  await posted('after');
  await sealedThrough('b', 'a', 'c', 'late', 'after');
  expect((await proof()).broken).toBeNull();
});

test('the sealer continues after the last sealed transfer', async () => {
  // This transfer is recorded before the time until which everything counts as sealed, so only a
  // sealer that started from the beginning would seal it.
  await server.rows(`update ledger.sealing set below = now() + interval '1 minute'`);
  await posted('passed over');
  expect(await sealLedger(server.services)).toBe(0);
  await server.rows(`update ledger.sealing set below = '-infinity'`);
  await sealedThrough('b', 'a', 'c', 'late', 'after', 'passed over');
  // The time until which everything counts as sealed is at least ten seconds ago, because running
  // transactions may still record transfers.
  const [mark] = await server.rows<{ behind: boolean }>(
    `select below < now() - interval '10 seconds' as behind from ledger.sealing`,
  );
  expect(mark?.behind).toBe(true);
});

test('a transfer that waits for its seal is not reported, one that nobody seals is', async () => {
  const long = await server.services.pool.connect();
  try {
    // A transaction that began before the transfer was committed keeps the sealer waiting.
    await long.query('begin');
    await long.query('select pg_current_xact_id()');
    await posted('waits');
    await server.rows('alter table ledger.transfer disable trigger user');
    await server.rows(`update ledger.transfer set recorded_at = now() - interval '2 minutes'
      where id = 'waits'`);
    await server.rows('alter table ledger.transfer enable trigger user');
    expect((await proof()).broken).toBeNull();
  } finally {
    await long.query('commit');
    long.release();
  }
  await expect.poll(async () => (await proof()).broken).toEqual({ row: 'waits', how: 'unsealed' });
  const patient = proveChain(inTransactionsOf(server.services.pool), 'ledger', {
    patienceMs: 20_000,
  });
  await sealLedger(server.services);
  expect((await patient).broken).toBeNull();
});

test.each([
  // Columns: the row's transaction, the snapshot, whether the row may be sealed.
  ['90', '100:110:', true],
  ['99', '100:110:', true],
  ['100', '100:110:100', false],
  ['105', '100:110:100', false],
  // Transaction ids of rows have 32 bits and wrap around; here the counter has started again.
  ['4294967290', '4294967300:4294967310:', true],
  ['2', '4294967300:4294967310:', true],
  ['5', '4294967300:4294967310:4294967300', false],
  ['4294967290', '4294967292:4294967310:4294967292', true],
  ['4294967294', '4294967292:4294967310:4294967292', false],
  ['3', '8589934600:8589934610:', true],
])('a row of transaction %s under the snapshot %s: settled %s', async (xmin, seen, settled) => {
  expect(
    await server.rows('select app.is_settled($1::xid, $2::pg_snapshot) as settled', [xmin, seen]),
  ).toEqual([{ settled }]);
});

test('no entry can be added to a transfer that was posted before', async () => {
  const { pool } = server.services;
  const added = withTransaction(pool, (tx) =>
    tx.one(sql`
      select ledger.post('{new}', '{receipt}', '{2026-11-20}', '{0}', '{""}',
      '{new,new,a,a}', '{bank_fee,platform_bank,bank_fee,platform_bank}', '{0,0,0,0}',
        '{0,0,0,0}',
      '{0,0,0,0}', '{1,-1,1,-1}')
    `),
  );
  await expect(added).rejects.toThrow('belongs to none');
});
