// Tests that giving back a batch of several returns locks all receipts before it moves money, so
// that it cannot wait for somebody who waits for the books.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { dayOf } from '#contract/core/day.ts';
import { reportOfBank } from '../../../tests/actors/bank-reports.ts';
import { newTeam, type Team } from '../../../tests/actors/loans.ts';
import { decide } from '../../../tests/actors/tasks.ts';
import { useServer } from '../../../tests/server.ts';
import { brokenInvariants } from '../../database/invariants.ts';
import { inWork } from '../../work.ts';
import { returnBatch } from './returns.ts';

const server = useServer();
let team: Team;
beforeAll(async () => {
  team = await newTeam(server);
});

/** Money without an owner, of which one person orders the return. */
async function returning(): Promise<number> {
  const at = server.services.clock.now();
  const seq = randomUUID().slice(0, 30);
  const from = { fromBank: '004', fromAccount: '00400000000099', virtualAccount: '0' };
  const money = { type: 'transfer', amount: 700, sign: '+' };
  const record = { bank: '812', date: dayOf(at), seq, at, ...money, ...from };
  expect((await reportOfBank(server, { records: [record] })).status).toBe(200);
  const [row] = await server.rows<{ id: number }>(
    'select id::int from banking.receipt where seq = $1',
    [seq],
  );
  expect(await decide(server, team.maker, 'unmatched_payment', row!.id, 'return')).toBeNull();
  return row!.id;
}

const waiting = () =>
  server.rows(`select from pg_locks where not granted and locktype = 'transactionid'`);

test('a batch of returns that is given back locks its receipts before the books', async () => {
  const ids = [await returning(), await returning()];
  const other = await server.services.pool.connect();
  await other.query('begin');
  await other.query('select from banking.receipt where id = $1 for no key update', [ids[1]]);
  const back = inWork(server.services, (work) => returnBatch.giveBack(work, ids, '先查明付款人'));
  await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(1);
  // As whoever holds the second receipt would post its money.
  const books = server.rows(
    `select from ledger.account where kind in ('refund_payable', 'suspense')
       and member_id = 0 and order_id = 0 and loan_id = 0 for no key update nowait`,
  );
  await Promise.allSettled([books]);
  await other.query('rollback');
  other.release();
  await back;
  expect(await books).toHaveLength(2);
  const states = await server.rows<{ state: string }>(
    'select state from banking.receipt where id = any ($1)',
    [ids],
  );
  expect(states.map(({ state }) => state)).toEqual(['suspense', 'suspense']);
  expect(await brokenInvariants(server.services.pool)).toEqual([]);
});
