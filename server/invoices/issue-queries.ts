// SQL of issuing invoices: collects the fees of the ledger, takes numbers, and writes documents.
import type { Carrier, InvoiceKind } from '#contract/invoices/calls.ts';
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import type { AllowanceSums, OwnFee, TrackNumbers } from './rules.ts';

/** How far the nightly job has come; the row is locked, so that only one run takes numbers. */
export const lockProgress = (tx: Tx) =>
  tx.one<{ issuedThrough: Day | null; begin: Day | null }>(sql`
    select p.issued_through, (select min(t.period_from) from invoices.track t) as begin
    from invoices.progress p for update of p
  `);

export const progressOf = (tx: Tx) =>
  tx.one<{ issuedThrough: Day | null; begin: Day | null }>(sql`
    select p.issued_through, (select min(t.period_from) from invoices.track t) as begin
    from invoices.progress p
  `);

const transfersWithFee = (begin: Day) => sql`(
      select id, kind, booked_on, loan_id, memo from ledger.transfer
      where recorded_at >= (select collected_until - interval '5 minutes' from invoices.progress)
        and kind in ('disbursement', 'disbursement_returned', 'repayment', 'refund',
          'refund_withdrawn')
      offset 0
    ) t
    cross join lateral (
      select -sum(e.amount)::bigint as amount
      from (select account_id, amount from ledger.entry where transfer_id = t.id offset 0) e
      join ledger.account a on a.id = e.account_id
      where a.kind = 'fee_income'
      having count(*) > 0
    ) fee
    where t.booked_on >= ${begin}
      and not exists (select from invoices.fee f where f.transfer_id = t.id)`;

/** What `collectFees` would collect. */
export const feesToCollect = (begin: Day) => sql`select from ${transfersWithFee(begin)}`;

/** Collected fees of the platform alone that are not invoiced yet. */
const waiting = sql`invoices.fee where own <> 0 and own_done_on is null`;

export const feesToInvoice = sql`select from ${waiting}`;

/** The day of the oldest of these fees; null if there is none. */
export const firstFeeDay = (tx: Tx) =>
  tx.one<{ day: Day | null }>(sql`select min(booked_on) as day from ${waiting}`);

/**
 * Adds the transfers with a fee that are not in invoices.fee yet, from the first period with a
 * track on. Transactions are much shorter than the margin before the last collection.
 */
export const collectFees = (tx: Tx, begin: Day) =>
  tx.run(sql`
    insert into invoices.fee (transfer_id, booked_on, kind, loan_id, refund_id, member_id, own,
      shared)
    select t.id, t.booked_on,
      case when t.kind in ('refund', 'refund_withdrawn') then 'refund'
        when t.kind = 'repayment' then 'prepayment' else 'disbursement' end,
      t.loan_id, r.id, coalesce(r.member_id, l.member_id), t.fee - given.shared, given.shared
    from (select t.*, fee.amount as fee from ${transfersWithFee(begin)}) t
    cross join lateral (
      select coalesce(sum(d.fee), 0)::bigint as shared from servicing.distribution d
      where d.batch = t.id
    ) given
    left join lending.loan l on l.id = t.loan_id
    left join investing.refund r
      on r.id = case when t.kind in ('refund', 'refund_withdrawn') then t.memo::bigint end
  `);

/** Forgets what undoes a fee from before the beginning, because no invoice is about it. */
export const forgetOlder = (tx: Tx) =>
  tx.run(sql`
    delete from invoices.fee f
    where f.own < 0 and f.own_done_on is null and not exists (
      select from invoices.fee o where o.own > 0
        and (o.transfer_id || ':undone' = f.transfer_id or o.refund_id = f.refund_id))
  `);

export const markCollected = (tx: Tx, at: Date) =>
  tx.run(sql`update invoices.progress set collected_until = ${at}`);

export const pendingOwn = (tx: Tx, through: Day) =>
  tx.many<OwnFee>(sql`
    select f.transfer_id, f.kind, f.loan_id, f.member_id, f.own, o.transfer_id as undoes,
      i.id as invoice_id, i.issued_on, i.total, i.voided_on is not null as is_voided,
      coalesce((select sum(a.total) from invoices.allowance a where a.invoice_id = i.id), 0)::bigint
        as allowed
    from invoices.fee f
    left join invoices.fee o on f.own < 0 and o.own > 0
      and (o.transfer_id || ':undone' = f.transfer_id or o.refund_id = f.refund_id)
    left join invoices.invoice i on i.id = o.invoice_id
    where f.own <> 0 and f.own_done_on is null and f.booked_on <= ${through}
    order by f.booked_on, f.transfer_id
  `);

/** Sums of the fees that each investor has paid through a day and that no invoice covers yet. */
export const pendingShared = (tx: Tx, through: Day) =>
  tx.many<{ memberId: number; amount: Money }>(sql`
    select d.member_id, sum(d.fee)::bigint as amount
    from invoices.fee f join servicing.distribution d on d.batch = f.transfer_id
    where f.shared > 0 and f.shared_done_on is null and f.booked_on <= ${through} and d.fee > 0
    group by d.member_id order by d.member_id
  `);

export const finishOwn = (tx: Tx, transferIds: readonly string[], on: Day) =>
  tx.run(sql`
    update invoices.fee set own_done_on = ${on} where transfer_id = any (${transferIds}::text[])
  `);

export const finishShared = (tx: Tx, on: Day) =>
  tx.run(sql`
    update invoices.fee set shared_done_on = ${on}
    where shared > 0 and shared_done_on is null and booked_on <= ${on}
  `);

/** The open tracks of a period in the order in which they were entered, locked. */
export const lockTracks = (tx: Tx, periodFrom: Day) =>
  tx.many<TrackNumbers>(sql`
    select id, letters, next_no as next, last_no as last from invoices.track
    where period_from = ${periodFrom} and closed_at is null order by id for update
  `);

export const takeNumbers = (tx: Tx, trackId: number, next: number) =>
  tx.run(sql`update invoices.track set next_no = ${next} where id = ${trackId}`);

export type ToInsert = {
  trackId: number;
  number: string;
  memberId: number;
  kind: InvoiceKind;
  loanId: number | null;
  carrier: Carrier;
  code: string | null;
  randomCode: string;
  total: Money;
  tax: Money;
  /** The fee that the invoice covers; null for the sum of an investor's fees. */
  transferId: string | null;
};

/** Writes invoices with their fees and the messages about them. */
export const insertInvoices = (tx: Tx, rows: readonly ToInsert[], on: Day, now: Date) =>
  tx.run(sql`
    with given as (
      select * from unnest(${rows.map((row) => row.trackId)}::bigint[],
        ${rows.map((row) => row.number)}::text[], ${rows.map((row) => row.memberId)}::bigint[],
        ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.loanId)}::bigint[],
        ${rows.map((row) => row.carrier)}::text[], ${rows.map((row) => row.code)}::text[],
        ${rows.map((row) => row.randomCode)}::text[], ${rows.map((row) => row.total)}::bigint[],
        ${rows.map((row) => row.tax)}::bigint[], ${rows.map((row) => row.transferId)}::text[])
      as g (track_id, number, member_id, kind, loan_id, carrier, code, random_code, total, tax,
        transfer_id)
    ), issued as (
      insert into invoices.invoice (track_id, number, issued_on, issued_at, member_id, kind,
        loan_id, carrier, code, random_code, total, tax)
      select track_id, number, ${on}::date, ${now}::timestamptz, member_id, kind, loan_id, carrier,
        code, random_code, total, tax
      from given order by number
      returning id, number
    ), covered as (
      update invoices.fee f set invoice_id = i.id, own_done_on = ${on}::date
      from given g join issued i using (number) where f.transfer_id = g.transfer_id
    )
    insert into invoices.message (type, about, invoice_id, created_at)
    select 'F0401', number, id, ${now}::timestamptz from issued order by number
  `);

export const voidInvoice = (tx: Tx, id: number, on: Day, reason: string, now: Date) =>
  tx.one<{ number: string; memberId: number }>(sql`
    with voided as (
      update invoices.invoice set voided_on = ${on}, void_reason = ${reason} where id = ${id}
      returning id, number, member_id
    ), told as (
      insert into invoices.message (type, about, invoice_id, created_at)
      select 'F0501', number, id, ${now}::timestamptz from voided
    )
    select number, member_id from voided
  `);

export const insertAllowance = (
  tx: Tx,
  of: { invoiceId: number; number: string; total: Money; tax: Money; reason: string },
  on: Day,
  now: Date,
) =>
  tx.run(sql`
    with given as (
      insert into invoices.allowance (number, invoice_id, issued_on, issued_at, total, tax, reason)
      values (${of.number}, ${of.invoiceId}, ${on}, ${now}, ${of.total}, ${of.tax}, ${of.reason})
      returning id, number
    )
    insert into invoices.message (type, about, allowance_id, created_at)
    select 'G0401', number, id, ${now}::timestamptz from given
  `);

export const invoiceToUndo = (tx: Tx, id: number) =>
  tx.one<{ number: string; memberId: number; allowances: number } & AllowanceSums>(sql`
    select i.number, i.member_id, count(a.id)::integer as allowances,
      coalesce(sum(a.total), 0)::bigint as allowed, coalesce(sum(a.tax), 0)::bigint as allowed_tax
    from invoices.invoice i left join invoices.allowance a on a.invoice_id = i.id
    where i.id = ${id} group by i.id
  `);

export const markIssued = (tx: Tx, through: Day) =>
  tx.run(sql`update invoices.progress set issued_through = ${through}`);

/** Closes the tracks of earlier periods, and has their unused numbers reported. */
export const closeTracks = (tx: Tx, before: Day, now: Date) =>
  tx.many<{ id: number; left: number }>(sql`
    with closed as (
      update invoices.track set closed_at = ${now}
      where closed_at is null and period_from < ${before}
      returning id, next_no, last_no
    ), told as (
      insert into invoices.message (type, about, track_id, created_at)
      select 'E0402', id::text, id, ${now}::timestamptz from closed where next_no <= last_no
    )
    select id, last_no - next_no + 1 as left from closed order by id
  `);

/** Numbers allotted and left in a period. */
export const numbersOf = (tx: Tx, periodFrom: Day) =>
  tx.one<{ allotted: number; left: number }>(sql`
    select coalesce(sum(last_no - first_no + 1), 0)::integer as allotted,
      coalesce(sum(last_no - next_no + 1), 0)::integer as left
    from invoices.track where period_from = ${periodFrom}
  `);

export const oldestUnsent = (tx: Tx, before: Date) =>
  tx.maybe<{ id: number }>(sql`
    select id from invoices.message where state = 'waiting' and created_at < ${before}
    order by id limit 1
  `);

export const preferencesOf = (tx: Tx, memberIds: readonly number[]) =>
  tx.many<{ memberId: number; kind: Carrier; code: string | null }>(sql`
    select member_id, kind, code from invoices.preference
    where member_id = any (${memberIds})
  `);
