// SQL of differences between bank and books, and of what the last comparison of a day found.
import type { Money } from '#contract/core/money.ts';
import type { ServerDifference } from '#contract/banking/reconciliation.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { sql } from '../../database/sql.ts';
import type { DifferenceRow } from './reconciliation-queries.ts';

const stillTrue = sql`case when d.ended_at is null and d.amount = excluded.amount then`;

/**
 * Stores each difference under its key, even if its kind has changed; returns the ids. A reason
 * holds only for the amount for which it was written.
 */
export const keepDifferences = (tx: Tx, rows: readonly DifferenceRow[], now: Date) =>
  tx.many<{ id: number; key: string }>(sql`
    insert into banking.difference as d (key, kind, day, reference, amount, found_at)
    select *, ${now}::timestamptz
    from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ day }) => day)}::date[], ${rows.map(({ reference }) => reference)}::text[],
      ${rows.map(({ amount }) => amount)}::bigint[])
    on conflict (key) do update set kind = excluded.kind, day = excluded.day,
      amount = excluded.amount, ended_at = null,
      found_at = case when d.ended_at is null then d.found_at else excluded.found_at end,
      told_days = case when d.ended_at is null then d.told_days else 0 end,
      reason = ${stillTrue} d.reason end, reason_by = ${stillTrue} d.reason_by end,
      reason_at = ${stillTrue} d.reason_at end
    returning id, key
  `);

/**
 * Ends and returns the differences that no longer exist: all except the given ones, or the one with
 * an id.
 */
export const endDifferences = (
  tx: Tx,
  but: readonly string[] | null,
  now: Date,
  id: number | null = null,
) =>
  tx.many<{ id: number }>(sql`
    update banking.difference set ended_at = ${now}
    where ended_at is null and (${but}::text[] is null or key <> all (${but}))
      and (${id}::bigint is null or id = ${id})
    returning id
  `);

export const differenceById = (tx: Tx, id: number) =>
  tx.maybe<{
    id: number;
    key: string;
    kind: ServerDifference['kind'];
    day: Day;
    reference: string;
    amount: Money;
    reason: string | null;
  }>(sql`
    select id, key, kind, day, reference, amount, reason from banking.difference
    where id = ${id} and ended_at is null for no key update
  `);

/** Writes why a difference stands; returns 0 if it does not stand any more. */
export const explain = (tx: Tx, id: number, of: { reason: string; by: number; now: Date }) =>
  tx.run(sql`
    update banking.difference set reason = ${of.reason}, reason_by = ${of.by}, reason_at = ${of.now}
    where id = ${id} and ended_at is null
  `);

/** Differences that have stood for one of these ages in days, of which nobody was told yet. */
export const agedDifferences = (tx: Tx, today: Day, ages: readonly number[]) =>
  tx.many<{ id: number; age: number }>(sql`
    select d.id, max(a)::integer as age
    from banking.difference d join unnest(${ages}::integer[]) a
      on a > d.told_days and d.day + a <= ${today}::date
    where d.ended_at is null group by d.id order by d.id
  `);

export const raiseToldDays = (tx: Tx, ids: readonly number[], age: number) =>
  tx.run(sql`update banking.difference set told_days = ${age} where id = any (${ids})`);

export type StrayLine = {
  bank: string;
  date: Day;
  seq: string;
  amount: Money;
  source: 'statement' | 'sandbox';
};

/** Returns the bank's own line that causes a difference; null if no line does. */
export const lineOf = (tx: Tx, key: string) =>
  tx.maybe<StrayLine>(sql`
    select bank, bank_date as date, seq, amount, source from banking.bank_line
    where 'line:' || bank || ':' || bank_date || ':' || seq = ${key}
      and bank = split_part(${key}, ':', 2)
      and bank_date = case when ${key} like 'line:%' then split_part(${key}, ':', 3)::date end
  `);

/**
 * Returns the one line by which the bank carried out a payment with another amount than ordered.
 * `amount` is what left beyond the order (negative), or less than it. Null if the bank has other
 * lines of the payment too, or the line is a receipt.
 */
export const unfitLineOf = (tx: Tx, key: string) =>
  tx.maybe<Omit<StrayLine, 'source'>>(sql`
    select l.bank, l.bank_date as date, l.seq, l.amount + p.amount as amount
    from banking.payment p
    join banking.bank_line l on l.reference = p.reference
    where p.reference = case when ${key} like 'payment:%' then substr(${key}, 9) end
      and p.status in ('sent', 'confirmed') and l.amount < 0 and l.amount + p.amount <> 0
      and not exists (select from banking.bank_line o where o.reference = p.reference
        and (o.bank, o.bank_date, o.seq) <> (l.bank, l.bank_date, l.seq))
      and not exists (select from banking.receipt r
        where r.bank = l.bank and r.bank_date = l.bank_date and r.seq = l.seq)
  `);

/**
 * Returns the lines of a payment that neither its movements nor a booking explain, newest first:
 * the bank carried the payment out twice, or although it had returned it. None if the bank's lines
 * and the books differ by less than a line.
 */
export const extraLinesOf = (tx: Tx, key: string) =>
  tx.many<Omit<StrayLine, 'source'>>(sql`
    with line as (
      select l.bank, l.bank_date, l.seq, l.amount, l.reference, b.line_amount as booked
      from banking.bank_line l
      left join banking.booking b on b.line_bank = l.bank and b.line_date = l.bank_date
        and b.line_seq = l.seq and b.transfer_id is not null
      where l.reference = case when ${key} like 'payment:%' then substr(${key}, 9) end
        and not exists (select from banking.receipt r
          join ledger.transfer t on t.id = 'receipt:' || r.id
          where r.bank = l.bank and r.bank_date = l.bank_date and r.seq = l.seq)
    )
    select l.bank, l.bank_date as date, l.seq, l.amount from line l
    join banking.payment p on p.reference = l.reference and p.status in ('confirmed', 'returned')
    cross join lateral (
      select (select sum(amount) - coalesce(sum(booked), 0) from line)
        - coalesce(sum(m.amount), 0) as amount
      from banking.payment_booking m where m.reference = p.reference
    ) extra
    where l.booked is null and sign(l.amount) = sign(extra.amount)
      and abs(l.amount) <= abs(extra.amount)
    order by l.bank_date desc, l.seq desc
  `);

export const keepReconciled = (
  tx: Tx,
  day: Day,
  found: {
    closing: Money;
    books: Money;
    owed: Money;
    unexplained: Money;
    differences: number;
    now: Date;
  },
) =>
  tx.run(sql`
    insert into banking.reconciled (day, closing, books, owed, unexplained, differences,
      looked_at)
    values (${day}, ${found.closing}, ${found.books}, ${found.owed}, ${found.unexplained},
      ${found.differences}, ${found.now})
    on conflict (day) do update set closing = excluded.closing, books = excluded.books,
      owed = excluded.owed, unexplained = excluded.unexplained,
      differences = excluded.differences, looked_at = excluded.looked_at
  `);
