// SQL of income details that the daily sums do not contain: the purposes of fees on repayments, and
// the single transfers.
import type { Money } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';
import { feeSettlements, type TransferKind } from '#contract/ledger/kinds.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql, when } from '../../database/sql.ts';

/**
 * Repayment batches with late interest or a prepayment fee, including batches with a bank date
 * before the period that were booked in the period.
 */
const unusualBatches = ({ from, to }: { from: Day; to: Day }) => sql`(
    select batch, class from servicing.allocation
    where class in ('lateInterest', 'prepaymentFee') and allocated_on between ${from} and ${to}
    union
    select a.batch, a.class from ledger.transfer t
    join servicing.allocation a on a.loan_id = t.loan_id and a.batch = t.id
    where t.booked_on between ${from} and ${to} and t.booked_on > t.happened_on
      and a.class in ('lateInterest', 'prepaymentFee') and a.allocated_on < ${from}
  )`;

/**
 * Parts of the fees from repayments, by month: the share for late interest, in proportion to all
 * interest of the same batch, and the retained part of prepayment fees.
 */
export const unusualFees = (tx: Tx, from: Day, to: Day) =>
  tx.many<{ month: string; late: Money; prepayment: Money }>(sql`
    with unusual as (
      select distinct batch, to_char(t.booked_on, 'YYYY-MM') as month
      from ${unusualBatches({ from, to })} unusual join ledger.transfer t on t.id = batch
      where t.booked_on between ${from} and ${to}
    )
    select u.month,
      coalesce(sum(round(d.fee * d.late / nullif(d.interest + d.late, 0))), 0)::bigint as late,
      coalesce(sum(g.gross - d.fee), 0)::bigint as prepayment
    from unusual u
    cross join lateral (
      select coalesce(sum(fee), 0) as fee, coalesce(sum(interest), 0) as interest,
        coalesce(sum(late_interest), 0) as late
      from servicing.distribution where batch = u.batch
    ) d
    cross join lateral (
      select coalesce(-sum(e.amount), 0) as gross from ledger.entry e
      where e.transfer_id = u.batch and (select a.kind from ledger.account a
        where a.id = e.account_id) in ('fee_income', 'vat_payable')
    ) g
    group by u.month
  `);

export type FeeMoveRow = {
  transferId: string;
  on: Day;
  kind: TransferKind;
  /** Amount including VAT. */
  gross: Money;
};
type Of = { from: Day; to: Day; kinds: readonly TransferKind[]; unusual: string | null };

/**
 * Condition for transfers whose repayment batch contains this unusual part of the fee; null matches
 * any transfer.
 */
const ofClass = (of: Of) =>
  when(
    of.unusual,
    sql`t.id in (select batch from ${unusualBatches(of)} unusual where class = ${of.unusual})`,
  );

const inPeriod = ({ from, to, kinds }: Of) => [
  sql`t.booked_on between ${from} and ${to}`,
  sql`t.kind = any (${kinds}) and t.kind <> all (${feeSettlements})`,
];

const newest = keyset('desc', { on: sql`t.booked_on`, transferId: sql`t.id` });

/** The transfers of these kinds that charged a fee, newest first. */
export const feeMoves = (tx: Tx, of: Of, part: Part<{ on: string; transferId: string }>) =>
  tx.planned<FeeMoveRow>(sql`
    select t.id as transfer_id, t.booked_on as "on", t.kind, f.gross
    from ledger.transfer t
    cross join lateral (
      select -sum(e.amount)::bigint as gross
      from (
        select e.amount, (select a.kind from ledger.account a where a.id = e.account_id) as kind
        from ledger.entry e where e.transfer_id = t.id offset 0
      ) e
      where e.kind in ('fee_income', 'vat_payable')
      having count(*) > 0
    ) f
    where ${allOf([...inPeriod(of), ofClass(of), newest.after(part)])}
    order by ${newest.order} ${limitOf(part)}
  `);

export const unusualCount = (tx: Tx, of: Of) =>
  tx.one<{ total: number }>(sql`
    select count(*)::integer as total from ledger.transfer t
    where ${allOf([...inPeriod(of), ofClass(of)])}
      and exists (select from ledger.entry e where e.transfer_id = t.id
        and (select a.kind from ledger.account a where a.id = e.account_id) = 'fee_income')
  `);
