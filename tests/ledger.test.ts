// Tests the ledger: the output of docs/ledger.sql, hledger's check of the journal, and concurrent
// postings.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, day } from '#contract/core/day.ts';
import { explainLedger } from '../scripts/diagrams/ledger-explained.ts';
import { withTransaction } from '../server/database/db.ts';
import { balanceOf, post } from '../server/ledger/front.ts';
import { accounts, chartOrder, isDebitAccount } from '#contract/ledger/chart.ts';
import { accountKinds } from '#contract/ledger/kinds.ts';
import { journal } from '../server/ledger/journal.ts';
import { useServer } from './server.ts';
import { workOn } from '../server/work.ts';

// In this test, orders and loans are only numbers without records, so the invariants that refer to
// such records are not checked.
const server = useServer({ invariants: false });
const today = day('2026-11-20');
const pool = () => server.services.pool;

test('docs/ledger.sql.out is the output of docs/ledger.sql', async () => {
  // `vitest -u` rewrites this snapshot file after a deliberate change.
  await expect(await explainLedger(server.databaseUrl)).toMatchFileSnapshot(
    '../docs/ledger.sql.out',
  );
});

const move = (id: string, amount: number, order: number) => ({
  id,
  kind: 'receipt' as const,
  on: today,
  entries: [
    { account: 'trust_bank' as const, amount },
    { account: 'order_funds' as const, order, amount: -amount },
  ],
});

describe('a transfer', () => {
  test('posted twenty times concurrently with one id moves its money once', async () => {
    const posted = await Promise.all(
      Array.from({ length: 20 }, () =>
        withTransaction(pool(), (tx) => post(workOn(server.services, tx), [move('once', 500, 91)])),
      ),
    );
    expect(posted.filter((fresh) => fresh.has('once'))).toHaveLength(1);
    await withTransaction(pool(), async (tx) => {
      expect(await balanceOf(tx, { account: 'order_funds', order: 91 })).toBe(500);
    });
  });

  test('that would overdraw client money is refused, however many are concurrent', async () => {
    await withTransaction(pool(), (tx) =>
      post(workOn(server.services, tx), [move('fill', 1000, 92)]),
    );
    const taken = await Promise.allSettled(
      Array.from({ length: 10 }, (_, k) =>
        withTransaction(pool(), (tx) =>
          post(workOn(server.services, tx), [move(`take:${k}`, -300, 92)]),
        ),
      ),
    );
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await withTransaction(pool(), async (tx) => {
      expect(await balanceOf(tx, { account: 'order_funds', order: 92 })).toBe(100);
    });
  });

  test('to an unknown kind of account is refused', async () => {
    const wrong = {
      ...move('wrong', 5, 93),
      entries: [
        { account: 'nowhere', amount: 5 },
        { account: 'trust_bank', amount: -5 },
      ],
    };
    await expect(
      withTransaction(pool(), (tx) => post(workOn(server.services, tx), [wrong as never])),
    ).rejects.toThrow();
  });
});

test('the database refuses a transfer that balances only across both entities', async () => {
  const refused = server.rows(
    `select ledger.post('{mixed}', '{receipt}', '{2026-11-20}', '{0}', '{""}', '{mixed,mixed}',
      '{bank_fee,trust_bank}', '{0,0}', '{0,0}', '{0,0}', '{5,-5}')`,
  );
  await expect(refused).rejects.toThrow('does not balance within each entity');
});

describe('with the days before 20 November closed', () => {
  const reopen = () => server.rows(`update ledger.closed set first_open = '-infinity'`);
  beforeAll(() => server.rows(`update ledger.closed set first_open = $1`, [today]));
  afterAll(reopen);
  const yearEnd = (id: string, on: string) =>
    server.rows(
      `select ledger.post('{${id}}', '{year_closed}', '{${on}}', '{0}', '{""}', '{${id},${id}}',
        '{fee_income,retained_earnings}', '{0,0}', '{0,0}', '{0,0}', '{5,-5}')`,
    );
  const bookedOn = async (like: string) =>
    (
      await server.rows<{ on: string }>(
        'select booked_on::text as on from ledger.transfer where id like $1 order by id',
        [like],
      )
    ).map(({ on }) => on);

  test('each transfer of a call counts on its own day, or on the first open one', async () => {
    const days = [addDays(today, -30), addDays(today, -1), today, addDays(today, 1)];
    const moves = days.map((on, k) => ({ ...move(`dated:${k}`, 5, 94), on }));
    await withTransaction(pool(), (tx) => post(workOn(server.services, tx), moves));
    expect(await bookedOn('dated:%')).toEqual([today, today, today, addDays(today, 1)]);
  });

  test('only the year-end close is booked on a closed day, the last one of its year', async () => {
    await yearEnd('close:2025', '2025-12-31');
    expect(await bookedOn('close:%')).toEqual(['2025-12-31']);
    const refused = 'a year is closed on its last day, after this day was closed';
    await expect(yearEnd('close:2026', '2026-12-31')).rejects.toThrow(refused);
    await expect(yearEnd('close:half', '2026-06-30')).rejects.toThrow(refused);
  });
});

test('the chart of accounts has each kind of the database once, with entity and side', async () => {
  const rows = await server.rows<{ kind: string; entity: string; side: number }>(
    'select kind, entity, side from ledger.kind order by kind',
  );
  expect([...chartOrder].toSorted()).toEqual([...accountKinds].toSorted());
  expect(rows).toEqual(
    [...chartOrder].toSorted().map((kind) => ({
      kind,
      entity: accounts[kind].entity,
      side: isDebitAccount(kind) ? 1 : -1,
    })),
  );
  const codes = chartOrder.map((kind) => accounts[kind].code);
  expect(new Set(codes).size).toBe(codes.length);
  // The first digit of a code is the class: 1 assets, 2 liabilities, 3 equity, 4 to 7 the result.
  const classes = { asset: /^1/, liability: /^2/, equity: /^3/, income: /^[47]/, expense: /^[67]/ };
  for (const kind of chartOrder) expect(accounts[kind].code).toMatch(classes[accounts[kind].class]);
});

test('hledger accepts the journal of a thousand random transfers and agrees', async () => {
  const lines = fc.sample(
    fc.record({
      amount: fc.integer({ min: 1, max: 500_000 }),
      order: fc.integer({ min: 1, max: 40 }),
    }),
    1000,
  );
  for (let k = 0; k < lines.length; k += 100) {
    const part = lines.slice(k, k + 100).map(({ amount, order }, n) => ({
      ...move(`random:${k + n}`, amount, order),
      on: addDays(today, (k + n) % 60),
    }));
    await withTransaction(pool(), (tx) => post(workOn(server.services, tx), part));
  }
  const folder = mkdtempSync(join(tmpdir(), 'baixi-journal-'));
  const file = join(folder, 'ledger.journal');
  let text = '';
  for await (const part of journal(pool())) text += part;
  writeFileSync(file, text);
  const run = (...args: string[]) => {
    const { status, stdout, stderr, error } = spawnSync('hledger', ['-f', file, ...args], {
      encoding: 'utf8',
      env: { LANG: 'C.UTF-8' },
    });
    if (error) throw new Error('hledger is not installed: npm test installs it where it may');
    return { status, stdout, stderr };
  };
  expect(run('check', 'accounts', 'autobalanced').stderr).not.toMatch(/Error: unbalanced/);
  expect(run('check').stderr).toBe('');
  const [{ total } = { total: '' }] = await server.rows<{ total: string }>(
    `select sum(balance)::text as total from ledger.balance where kind = 'order_funds'`,
  );
  const shown = run('balance', 'liabilities:order_funds', '--depth', '2', '-N').stdout;
  expect(shown.replace(/[^\d]/g, '')).toContain(total);
});
