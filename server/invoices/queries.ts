// SQL that reads invoices, tracks and periods, and writes preferences and tracks.
import type { Carrier, InvoiceKind, InvoiceState, MessageState } from '#contract/invoices/calls.ts';
import type { Day } from '#contract/core/day.ts';
import { feeSettlements } from '#contract/ledger/kinds.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, totalOf, when } from '../database/sql.ts';
import type { PeriodSums } from './rules.ts';

const allowed = sql`coalesce((select sum(a.total) from invoices.allowance a
  where a.invoice_id = i.id), 0)::bigint`;
const state = sql`case when i.voided_on is not null then 'voided'
  when exists (select from invoices.allowance a where a.invoice_id = i.id) then 'allowed'
  else 'issued' end`;

export type InvoiceRow = {
  id: number;
  number: string;
  issuedOn: Day;
  memberId: number;
  loanId: number | null;
  caseNo: string | null;
  kind: InvoiceKind;
  carrier: Carrier;
  state: InvoiceState;
  message: MessageState;
  total: Money;
  tax: Money;
  allowed: Money;
};

/** Messages about an invoice `i` or its allowances. */
const aboutInvoice = sql`(m.invoice_id = i.id
  or m.allowance_id in (select a.id from invoices.allowance a where a.invoice_id = i.id))`;

const columns = sql`i.id, i.number, i.issued_on, i.member_id, i.loan_id, l.case_no, i.kind,
  i.carrier, ${state} as state,
  (select m.state from invoices.message m where ${aboutInvoice} order by m.id desc limit 1)
    as message,
  i.total, i.tax, ${allowed} as allowed`;

export type InvoiceFilter = {
  kind?: InvoiceKind | undefined;
  state?: InvoiceState | undefined;
  member?: number | undefined;
  number?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const conditions = (of: InvoiceFilter) =>
  allOf([
    when(of.kind, sql`i.kind = ${of.kind}`),
    when(of.state, sql`${state} = ${of.state}`),
    when(of.member, sql`i.member_id = ${of.member}`),
    when(of.number, sql`starts_with(i.number, ${of.number})`),
    when(of.from, sql`i.issued_on >= ${of.from}::date`),
    when(of.to, sql`i.issued_on <= ${of.to}::date`),
  ]);
const newest = keyset('desc', { id: sql`i.id` });

export const listInvoices = (tx: Tx, of: InvoiceFilter, part: Part<{ id: number }>) =>
  tx.many<InvoiceRow>(sql`
    select ${columns} from invoices.invoice i left join lending.loan l on l.id = i.loan_id
    where ${allOf([conditions(of), newest.after(part)])}
    order by ${newest.order} ${limitOf(part)}
  `);

export const countInvoices = (tx: Tx, of: InvoiceFilter) =>
  tx.one<{ total: number }>(totalOf(sql`invoices.invoice i where ${conditions(of)}`));

/** Sum of the invoices that match and are not void, in NT$. */
export const sumInvoices = (tx: Tx, of: InvoiceFilter) =>
  tx.one<{ sum: Money }>(sql`
    select coalesce(sum(i.total), 0)::bigint as sum from invoices.invoice i
    where ${conditions(of)} and i.voided_on is null
  `);

export type FullRow = InvoiceRow & {
  issuedAt: Date;
  randomCode: string;
  code: string | null;
  voidedOn: Day | null;
  voidReason: string | null;
};

const fullColumns = sql`${columns}, i.issued_at, i.random_code, i.code, i.voided_on, i.void_reason`;

export const invoiceOf = (tx: Tx, memberId: number, number: string) =>
  tx.maybe<FullRow>(sql`
    select ${fullColumns} from invoices.invoice i left join lending.loan l on l.id = i.loan_id
    where i.member_id = ${memberId} and i.number = ${number}
  `);

export const invoiceById = (tx: Tx, id: number) =>
  tx.maybe<FullRow>(sql`
    select ${fullColumns} from invoices.invoice i left join lending.loan l on l.id = i.loan_id
    where i.id = ${id}
  `);

export const allowancesOf = (tx: Tx, invoiceId: number) =>
  tx.many<{ number: string; issuedOn: Day; total: Money; tax: Money; reason: string }>(sql`
    select number, issued_on, total, tax, reason from invoices.allowance
    where invoice_id = ${invoiceId} order by id
  `);

export const preferenceOf = (tx: Tx, memberId: number) =>
  tx.maybe<{ kind: Carrier; code: string | null }>(sql`
    select kind, code from invoices.preference where member_id = ${memberId}
  `);

export const keepPreference = (
  tx: Tx,
  of: { memberId: number; kind: Carrier; code: string | null; now: Date },
) =>
  tx.run(sql`
    insert into invoices.preference (member_id, kind, code, changed_at)
    values (${of.memberId}, ${of.kind}, ${of.code}, ${of.now})
    on conflict (member_id) do update set kind = excluded.kind, code = excluded.code,
      changed_at = excluded.changed_at
  `);

export const forgetPreference = (tx: Tx, memberId: number) =>
  tx.run(sql`delete from invoices.preference where member_id = ${memberId}`);

export type TrackRow = {
  id: number;
  periodFrom: Day;
  letters: string;
  first: number;
  last: number;
  next: number;
  addedBy: string;
  addedAt: Date;
  closedAt: Date | null;
};

const trackColumns = sql`t.id, t.period_from, t.letters, t.first_no as first, t.last_no as last,
  t.next_no as next, o.name as added_by, t.added_at, t.closed_at`;

export const listTracks = (tx: Tx) =>
  tx.many<TrackRow>(sql`
    select ${trackColumns} from invoices.track t join identity.operator o on o.id = t.added_by
    order by t.period_from desc, t.id desc
  `);

export const trackById = (tx: Tx, id: number) =>
  tx.one<TrackRow>(sql`
    select ${trackColumns} from invoices.track t join identity.operator o on o.id = t.added_by
    where t.id = ${id}
  `);

export type NewTrack = {
  periodFrom: Day;
  letters: string;
  first: number;
  last: number;
  operatorId: number;
  now: Date;
};

/**
 * Adds a track; null if a number of it was allotted before, in any period: the same number twice
 * would be two invoices with one number. The progress row is locked against a second one at once.
 */
export const insertTrack = (tx: Tx, of: NewTrack) =>
  tx.maybe<{ id: number }>(sql`
    with locked as materialized (select from invoices.progress for update)
    insert into invoices.track (period_from, letters, first_no, last_no, next_no, added_by,
      added_at)
    select ${of.periodFrom}, ${of.letters}, ${of.first}, ${of.last}, ${of.first},
      ${of.operatorId}, ${of.now}
    from locked where not exists (
      select from invoices.track t where t.letters = ${of.letters}
        and t.first_no <= ${of.last} and t.last_no >= ${of.first})
    returning id
  `);

/** First day of the tax period that contains a day. */
const periodIn = (day: ReturnType<typeof sql>) => sql`(date_trunc('year', ${day})
  + make_interval(months => 2 * ((extract(month from ${day})::integer - 1) / 2)))::date`;

/** Sums of each tax period from the first one with a track through the given one. */
export const periodSums = (tx: Tx, through: Day) =>
  tx.many<PeriodSums>(sql`
    with period as (
      select p::date as "from", (p + interval '2 months' - interval '1 day')::date as "to"
      from generate_series((select min(period_from) from invoices.track)::timestamp,
        ${through}::timestamp, interval '2 months') p
    ), booked as (
      select ${periodIn(sql`m.day`)} as period, -sum(m.amount)::bigint as fees,
        coalesce(-sum(m.amount) filter (where m.kind = 'vat_payable'), 0)::bigint as vat
      from ledger.moved m
      where m.kind in ('fee_income', 'vat_payable') and m.day >= (select min("from") from period)
        and m.transfer_kind <> all (${feeSettlements})
      group by 1
    ), issued as (
      select ${periodIn(sql`i.issued_on`)} as period,
        count(*) filter (where i.voided_on is null)::integer as invoices,
        count(i.voided_on)::integer as voided,
        coalesce(sum(i.total) filter (where i.voided_on is null and i.carrier <> 'company'), 0)
          ::bigint as person_total,
        coalesce(sum(i.total) filter (where i.voided_on is null and i.carrier = 'company'), 0)
          ::bigint as company_total,
        coalesce(sum(i.tax) filter (where i.voided_on is null), 0)::bigint as company_tax
      from invoices.invoice i group by 1
    ), given as (
      select ${periodIn(sql`a.issued_on`)} as period, count(*)::integer as allowances,
        sum(a.total)::bigint as total, sum(a.tax)::bigint as tax
      from invoices.allowance a group by 1
    ), collected as (
      select ${periodIn(sql`f.booked_on`)} as period, sum(f.own + f.shared)::bigint as collected,
        coalesce(sum(f.own) filter (where f.own_done_on is null), 0)::bigint
          + coalesce(sum(f.shared) filter (where f.shared_done_on is null), 0)::bigint as pending
      from invoices.fee f group by 1
    ), done as (
      select ${periodIn(sql`d.day`)} as period, sum(d.amount)::bigint as documented
      from (
        select own_done_on as day, own as amount from invoices.fee where own_done_on is not null
        union all select shared_done_on, shared from invoices.fee
        where shared_done_on is not null
      ) d group by 1
    )
    select p."from", coalesce(b.fees, 0) as fees, coalesce(b.vat, 0) as vat,
      coalesce(i.invoices, 0) as invoices, coalesce(i.voided, 0) as voided,
      coalesce(i.person_total, 0) as person_total, coalesce(i.company_total, 0) as company_total,
      coalesce(i.company_tax, 0) as company_tax, coalesce(g.allowances, 0) as allowances,
      coalesce(g.total, 0) as allowance_total, coalesce(g.tax, 0) as allowance_tax,
      coalesce(c.collected, 0) as collected, coalesce(c.pending, 0) as pending,
      coalesce(d.documented, 0) as documented
    from period p
    left join booked b on b.period = p."from"
    left join issued i on i.period = p."from"
    left join given g on g.period = p."from"
    left join collected c on c.period = p."from"
    left join done d on d.period = p."from"
    order by p."from" desc
  `);
