// SQL of the money reports, based on the ledger's daily totals and entries.
import type { Money } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';
import { feeSettlements, type TransferKind } from '#contract/ledger/kinds.ts';
import type { Tx } from '../../database/db.ts';
import { allOf, keyset, limitOf, type Part, sql } from '../../database/sql.ts';

/** Movements of the trust account by month and kind of transfer. */
export const trustMonths = (tx: Tx, from: Day, to: Day) =>
  tx.many<{ month: string; kind: TransferKind; amount: Money }>(sql`
    select to_char(day, 'YYYY-MM') as month, transfer_kind as kind, sum(amount)::bigint as amount
    from ledger.moved where kind = 'trust_bank' and day between ${from} and ${to}
    group by 1, 2
  `);

/** Movements of the trust account on one day by kind of transfer. */
export const trustDay = (tx: Tx, day: Day) =>
  tx.many<{ kind: TransferKind; transfers: number; amount: Money }>(sql`
    select transfer_kind as kind, sum(transfers)::integer as transfers,
      sum(amount)::bigint as amount
    from ledger.moved where kind = 'trust_bank' and day = ${day} group by 1
  `);

/** Balance of the trust account before a day. */
export const trustBefore = (tx: Tx, before: Day) =>
  tx.one<{ amount: Money }>(sql`
    select coalesce(sum(amount), 0)::bigint as amount
    from ledger.moved where kind = 'trust_bank' and day < ${before}
  `);

export type FeeMonth = {
  month: string;
  kind: TransferKind;
  transfers: number;
  net: Money;
  vat: Money;
};

/** Fees earned and the VAT included, by month and kind of transfer. */
export const feeMonths = (tx: Tx, from: Day, to: Day) =>
  tx.many<FeeMonth>(sql`
    select to_char(day, 'YYYY-MM') as month, transfer_kind as kind,
      coalesce(sum(transfers) filter (where kind = 'fee_income'), 0)::integer
        as transfers,
      coalesce(-sum(amount) filter (where kind = 'fee_income'), 0)::bigint as net,
      coalesce(-sum(amount) filter (where kind = 'vat_payable'), 0)::bigint as vat
    from ledger.moved
    where kind in ('fee_income', 'vat_payable') and day between ${from} and ${to}
      and transfer_kind <> all (${feeSettlements})
    group by 1, 2 order by 1, 2
  `);

export type MoveRow = {
  transferId: string;
  on: Day;
  kind: TransferKind;
  memo: string;
  amount: Money;
};

type TrustMoves = { from: Day; to: Day; kinds: readonly TransferKind[] };

const newest = keyset('desc', { on: sql`t.booked_on`, transferId: sql`t.id` });

/** The transfers of these kinds that moved the trust account, newest first. */
export const trustMoves = (
  tx: Tx,
  of: TrustMoves,
  part: Part<{ on: string; transferId: string }>,
) =>
  tx.planned<MoveRow>(sql`
    select t.id as transfer_id, t.booked_on as "on", t.kind, t.memo, e.amount
    from ledger.transfer t
    cross join lateral (
      select sum(e.amount)::bigint as amount from ledger.entry e
      where e.transfer_id = t.id
        and (select a.kind from ledger.account a where a.id = e.account_id) = 'trust_bank'
      having count(*) > 0
    ) e
    where ${allOf([
      sql`t.booked_on between ${of.from} and ${of.to} and t.kind = any (${of.kinds})`,
      newest.after(part),
    ])}
    order by ${newest.order} ${limitOf(part)}
  `);

/** Number of transfers behind one line of the cash flow, taken from the daily totals. */
export const trustMovesCount = (tx: Tx, of: TrustMoves) =>
  tx.one<{ total: number }>(sql`
    select coalesce(sum(transfers), 0)::integer as total from ledger.moved
    where kind = 'trust_bank' and day between ${of.from} and ${of.to} and transfer_kind = any
      (${of.kinds})
  `);

export type Owner = {
  transferId: string;
  loanId: number | null;
  caseNo: string | null;
  orderId: number | null;
  memberId: number | null;
};

/**
 * Owners of transfers: their loan, and the order or member if all entries name the same one. The
 * ledger entries of a receipt from the bank name no owner, so the owner to whom the receipt was
 * matched is returned.
 */
export const ownersOf = (tx: Tx, transferIds: readonly string[]) =>
  tx.many<Owner>(sql`
    select t.id as transfer_id, l.id as loan_id, l.case_no,
      coalesce(o.order_id, case when r.subject_type = 'order' then r.subject_id end) as order_id,
      o.member_id
    from ledger.transfer t
    left join banking.receipt r on r.id = case when t.id ~ '^(receipt|reversal):[0-9]{1,18}$'
      then split_part(t.id, ':', 2)::bigint end
    left join lending.loan l
      on l.id = coalesce(t.loan_id, case when r.subject_type = 'loan' then r.subject_id end)
    cross join lateral (
      select case when min(nullif(a.order_id, 0)) = max(nullif(a.order_id, 0))
          then max(a.order_id) end as order_id,
        case when min(nullif(a.member_id, 0)) = max(nullif(a.member_id, 0))
          then max(a.member_id) end as member_id
      from ledger.entry e join ledger.account a on a.id = e.account_id
      where e.transfer_id = t.id
    ) o
    where t.id = any (${transferIds})
  `);
