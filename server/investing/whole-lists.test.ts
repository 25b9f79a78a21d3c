// Tests that lists longer than one page are returned completely, in order, each row once.
import { beforeAll, describe, expect, test } from 'vitest';
import { investing } from '#contract/investing/calls.ts';
import { pageMax } from '#contract/core/lists.ts';
import { notices } from '#contract/notices/calls.ts';
import { newCase, newInvestor } from '../../tests/actors/market.ts';
import type { Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';

// The thousands of orders are inserted as rows without ledger entries, so the invariants are off.
const server = useServer({ invariants: false });
const ALL = 100_000_000_000;
const MANY = 2 * pageMax + 345;
let one: Person;
let caseId: number;

beforeAll(async () => {
  one = await newInvestor(server);
  caseId = await newCase(server);
  const lentId = await newCase(server);
  await server.rows('update lending.loan set status = 60 where id = $1', [lentId]);
  await server.rows(
    `insert into investing."order" (loan_id, member_id, amount, paid_amount, stored_status,
       payment_mode, virtual_account, pay_by, created_at)
     select case n % 2 when 0 then $1::bigint else $4::bigint end, $2, 1000 * (1 + n % 7), 0,
       case n % 2 when 0 then 55 else 20 end, 1, 'none', now(),
       now() - n * interval '1 minute'
     from generate_series(1, 2 * $3::int) n`,
    [caseId, one.id, MANY, lentId],
  );
  await server.rows(
    `insert into notices.notice (member_id, category, title, body, link, created_at)
     select $1, 'invest', 'n' || n, '', '/', now() from generate_series(1, $2::int) n`,
    [one.id, MANY],
  );
});

const whole = { item_per_page: ALL, offset: 0 };
const unique = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id)).size;

describe('all rows are returned', () => {
  test('of orders, in any order, and from an offset on', async () => {
    const { data, total } = await server.ok(investing.orders, whole, one);
    expect([data.length, unique(data), total]).toEqual([2 * MANY, 2 * MANY, 2 * MANY]);
    const times = data.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const by = { ...whole, orderby: 'amount', is_orderby_asc: true, offset: 10 } as const;
    const sorted = (await server.ok(investing.orders, by, one)).data;
    expect(sorted).toHaveLength(2 * MANY - 10);
    const amounts = sorted.map(({ amount }) => amount);
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    const some = { ...whole, item_per_page: pageMax + 1 };
    expect((await server.ok(investing.orders, some, one)).data).toHaveLength(pageMax + 1);
  });

  test('of holdings, by both of their paths', async () => {
    for (const call of [investing.holdings, investing.holdingsUnversioned]) {
      const { data, total } = await server.ok(call, { ...whole, status: 'ongoing' }, one);
      expect([data.length, unique(data), total]).toEqual([MANY, MANY, MANY]);
    }
  });

  test('of notices, with their additional fields', async () => {
    const { data, total, unread } = await server.ok(notices.listNotices, whole, one);
    expect([data.length, unique(data), total]).toEqual([MANY, MANY, MANY]);
    expect(unread['invest']).toBe(MANY);
    expect(data[0]?.title).toBe(`n${MANY}`);
    const far = { item_per_page: Number.MAX_SAFE_INTEGER, page: 100_000 };
    expect((await server.ok(notices.listNotices, far, one)).data).toEqual([]);
  });

  test('of cases', async () => {
    const before = (await server.ok(investing.searchCases, whole, one)).total;
    const columns = await server.rows<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'lending' and table_name = 'loan'
         and column_name not in ('id', 'case_no', 'member_id') and is_generated = 'NEVER'`,
    );
    const { names } = columns[0]!;
    await server.rows(
      `with borrower as (
         insert into identity.member (email, email_verified_at, purpose, created_at)
         select 'many-' || n || '@example.com', now(), 'borrow', now()
         from generate_series(1, ${MANY}) n returning id
       ), made as (
         insert into lending.loan (case_no, member_id, ${names})
         select 'T-all-' || b.id, b.id, ${names} from lending.loan l, borrower b
         where l.id = ${caseId} returning id, member_id, amount, ends_at
       )
       insert into investing.funding (loan_id, borrower_id, target, ends_at, open)
       select id, member_id, amount, ends_at, true from made on conflict do nothing`,
    );
    await expect
      .poll(async () => (await server.ok(investing.searchCases, whole, one)).total)
      .toBe(before + MANY);
    const { data } = await server.ok(investing.searchCases, whole, one);
    expect([data.length, unique(data)]).toEqual([before + MANY, before + MANY]);
  });
});

test('a requested page stays a page', async () => {
  const { data, total } = await server.ok(investing.orders, { item_per_page: 20, offset: 20 }, one);
  expect([data.length, total]).toEqual([20, 2 * MANY]);
  expect((await server.ok(investing.orders, {}, one)).data).toHaveLength(pageMax);
});
