// An investor with many holdings in all states, faster than by placing that many orders.
import { newInvestor } from '../../tests/actors/market.ts';
import type { Person } from '../../tests/actors/people.ts';
import type { TestServer } from '../../tests/server.ts';

/**
 * Inserts loans of ten orders each as rows, without ledger entries; one order of each belongs to
 * the member.
 */
export async function manyHoldings(server: TestServer, one: Person, count: number): Promise<void> {
  const others = await Promise.all(Array.from({ length: 9 }, () => newInvestor(server)));
  const loans = await server.rows<{ id: string }>(
    `with borrower as (
       insert into identity.member (email, email_verified_at, purpose, created_at)
       select 'borrower-' || $2::bigint || '-' || n || '@example.com', now(), 'borrow', now()
       from generate_series(1, $1::int) n returning id
     )
     insert into lending.loan (case_no, member_id, plan_id, status, amount, installments, purpose,
       occupation, application, bands, grade, rate_bps, platform_fee, remittance_fee,
       investor_fee_bps, status_at, created_at, ends_at, signed_at)
     select 'T-' || $2::bigint || '-' || n, b.id, p.id,
       (array[60, 60, 60, 60, 60, 60, 60, 65, 80, 90])[1 + n % 10], 100000, 24, 1, 301, 'sealed',
       '{}', (array['A1', 'B1', 'C1', 'D2'])[1 + n % 4], 900, 3000, 15, 1000, now(), now(), now(),
       now()
     from (select id, row_number() over () as n from borrower) b
     join lending.plan p on p.slug = (array['medical', 'public', 'engineer', 'finance', 'licensed',
       'office'])[1 + n % 6] and p.current returning id`,
    [count, one.id],
  );
  const ids = loans.map(({ id }) => id);
  await server.rows(
    `with o as (
       insert into investing."order" (loan_id, member_id, amount, paid_amount, stored_status,
         payment_mode, virtual_account, pay_by, paid_at, created_at)
       select l.id, m.id, 10000, 10000, 20, 1, 'none', now(), now() - interval '30 days',
         now() - interval '31 days'
       from unnest($1::bigint[]) l(id), unnest($2::bigint[]) m(id) returning id, loan_id, member_id
     ), s as (
       insert into servicing.share (order_id, loan_id, member_id, principal, remaining, lent_on)
       select id, loan_id, member_id, 10000, 9000, current_date - 800 from o
     ), c as (
       -- The applications cannot be read, so that no job can fill this in.
       insert into lending.contact_key (loan_id, member_id, phone, hash)
       select l.id, l.member_id, 'sealed', 'none' from lending.loan l
       where l.id = any ($1::bigint[])
     ), i as (
       insert into servicing.instalment (loan_id, version, no, due_on, payable_until, principal,
         interest)
       select l.id, 1, k, current_date + (k * 30), current_date + (k * 30), 4166, 500
       from unnest($1::bigint[]) l(id), generate_series(1, 24) k
     )
     insert into ledger.account (kind, side, floored, tallied, loan_id, balance)
     select 'loan_receivable', 1, false, false, l.id, 90000 from unnest($1::bigint[]) l(id)
     on conflict do nothing`,
    [ids, [one.id, ...others.map(({ id }) => id)]],
  );
}
