// Fills the measured app with data: investors with sessions, cases of any size, a loan book.
import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from '../server/database/db.ts';

const hash = (token: string) => createHash('sha256').update(token).digest();

/** Creates tens of thousands of verified investors; returns their bearer tokens. */
export async function members(pool: Pool, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  for (let from = 0; from < count; from += 10_000) {
    await pool.query(
      `with given as (
         select h, $2::int + o as n from unnest($1::bytea[]) with ordinality as u (h, o)
       ), m as (
         insert into identity.member (email, email_verified_at, purpose, created_at)
         select 'bench' || n || '@x', now(), 'invest', now() from given returning id, email
       ), s as (
         insert into identity.session
           (token_hash, member_id, created_at, used_at, ends_at, address, agent)
         select g.h, m.id, now(), now(), now() + interval '12 hours', '', ''
         from given g join m on m.email = 'bench' || g.n || '@x'
       ), v as (
         insert into verification.profile (member_id, stage, status, approved_at)
         select id, 4, 3, now() from m
       ), e as (insert into investing.exposure (member_id) select id from m)
       insert into investing.suitability
         (member_id, version, answers, score, profile, answered_at, valid_until)
       select id, 1, '{5,5,5,5,5,5}', 30, 3, now(), '2090-01-01' from m`,
      [tokens.slice(from, from + 10_000).map(hash), from],
    );
  }
  return tokens;
}

/** Creates cases open for funding, `amount` NT$ each; returns their ids. */
export async function cases(pool: Pool, count: number, amount: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: number }>(
    `with b as (
       insert into identity.member (email, email_verified_at, purpose, created_at)
       select 'borrower-' || $3 || '-' || n || '@x', now(), 'borrow', now()
       from generate_series(1, $1::int) n returning id
     ), l as (
       insert into lending.loan (case_no, member_id, plan_id, status, amount, installments, purpose,
         occupation, application, bands, grade, rate_bps, apr_bps, instalment, platform_fee,
         remittance_fee, investor_fee_bps, listed_at, ends_at, status_at, created_at)
       select 'BENCH-' || $3 || '-' || b.id, b.id, p.id, 40, $2,
         (array[6, 12, 18, 24, 30, 36])[1 + b.id % 6], 1 + b.id % 15, 301, 'sealed', '{}',
         (array['A1', 'A2', 'B1', 'B2', 'C1', 'C2', 'D1', 'D2'])[1 + b.id % 8],
         500 + (b.id % 110) * 10, 1200, 1000, 3000, 15, 1000, now(),
         now() + interval '7 days', now(), now()
       from b join lending.plan p
         on p.slug = (array['engineer', 'medical', 'office', 'public'])[1 + b.id % 4] and p.current
       returning id, member_id, amount, ends_at
     )
     insert into investing.funding (loan_id, borrower_id, target, ends_at)
     select id, member_id, amount, ends_at from l returning loan_id as id`,
    [count, amount, randomBytes(4).toString('hex')],
  );
  return rows.map(({ id }) => String(id));
}

/** Creates running loans with equal shares and their ledger accounts; returns the loans' ids. */
export async function loanBook(pool: Pool, loans: number, investors: number, share: number) {
  const { rows } = await pool.query<{ id: number }>(
    `with b as (
       insert into identity.member (email, email_verified_at, purpose, created_at)
       select 'book-' || $4 || '-' || n || '@x', now(), 'borrow', now()
       from generate_series(1, $1::int) n returning id
     )
     insert into lending.loan (case_no, member_id, plan_id, status, amount, installments, purpose,
       occupation, application, bands, rate_bps, investor_fee_bps, disbursed_on, status_at,
       created_at)
     select 'BOOK-' || $4 || '-' || id, id, (select min(id) from lending.plan),
       60, $2::bigint * $3, 12, 1, 301, 'sealed', '{}', 1200, 1000, current_date, now(), now()
     from b returning id`,
    [loans, investors, share, randomBytes(4).toString('hex')],
  );
  const ids = rows.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += 1_000) {
    const part = ids.slice(from, from + 1_000);
    await pool.query(
      `with o as (
         insert into investing."order" (loan_id, member_id, amount, paid_amount, stored_status,
           payment_mode, virtual_account, pay_by, created_at)
         select l, 1 + (l * 31 + k * 17) % 50000, $2, $2, 20, 1, 'none', now(), now()
         from unnest($1::bigint[]) l, generate_series(1, $3::int) k
         returning id, loan_id, member_id
       )
       insert into servicing.share (order_id, loan_id, member_id, principal, remaining, lent_on)
       select id, loan_id, member_id, $2, $2, current_date from o`,
      [part, share, investors],
    );
    await pool.query(
      `with e as (
         select 'book:' || loan_id as id, order_id, loan_id, principal from servicing.share
         where loan_id = any ($1)
       ), t as (
         select id, loan_id, sum(principal)::bigint as total from e group by id, loan_id
       ), line as (
         select id, 'loan_receivable' as kind, loan_id, 0::bigint as order_id, total as amount
         from t
         union all select id, 'investor_claim', loan_id, order_id, -principal from e
         union all select id, 'trust_bank', 0, 0, total from t
         union all select id, 'borrower_prepaid', loan_id, 0, -total from t
       )
       select ledger.post((select array_agg(id) from t), (select array_agg('book'::text) from t),
         (select array_agg(current_date) from t), (select array_agg(loan_id) from t),
         (select array_agg(''::text) from t), array_agg(id), array_agg(kind), array_agg(loan_id),
         array_agg(order_id), array_agg(0::bigint), array_agg(amount)) from line`,
      [part],
    );
  }
  return ids;
}
