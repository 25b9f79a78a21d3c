// SQL of vouchers: the transfers of a day, numbered within each book in the order of their record.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import { chartOrder, type Entity } from '#contract/ledger/chart.ts';
import type { AccountKind, TransferKind } from '#contract/ledger/kinds.ts';
import type { Tx } from '../../database/db.ts';
import { afterRow, allOf, constant, sql, when } from '../../database/sql.ts';

export type VouchersOf = {
  entity: Entity | undefined;
  account: AccountKind | undefined;
  from: Day;
  to: Day;
};

export type VoucherRow = {
  on: Day;
  entity: Entity;
  no: number;
  line: number;
  transferId: string;
  transfer: TransferKind;
  memo: string;
  account: AccountKind;
  debit: Money;
  credit: Money;
};
export type VoucherPlace = Pick<VoucherRow, 'on' | 'entity' | 'no' | 'line'>;

/** Days of a range on which anything was booked, oldest first. */
export const bookedDays = (tx: Tx, { from, to }: { from: Day; to: Day }) =>
  tx.many<{ day: Day }>(sql`
    select distinct day from ledger.moved where day between ${from} and ${to} order by day
  `);

const ORDER = [sql`v.entity = 'company'`, sql`v.no`, sql`v.line`];

/**
 * Lines of the vouchers of one day after a place. All transfers of the day are numbered each time,
 * the trust's before the company's; the entries of an account are one line for each side.
 */
export const voucherLines = (
  tx: Tx,
  day: Day,
  { entity, account }: VouchersOf,
  { last, limit }: { last: VoucherPlace | null; limit: number },
) =>
  tx.many<VoucherRow>(sql`
    with line as (
      select t.id, t.kind as transfer, t.memo, t.recorded_at, k.entity, a.kind as account,
        coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as debit,
        coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as credit
      from (select * from ledger.transfer where booked_on = ${day} offset 0) t
      cross join lateral (
        select account_id, amount from ledger.entry where transfer_id = t.id offset 0) e
      join ledger.account a on a.id = e.account_id
      join ledger.kind k on k.kind = a.kind
      group by t.id, t.kind, t.memo, t.recorded_at, k.entity, a.kind, e.amount > 0
    ), v as (
      select *, dense_rank() over (partition by entity order by recorded_at, id)::integer as no,
        row_number() over (partition by entity, id
          order by debit = 0, array_position(${chartOrder}::text[], account))::integer as line
      from line
    )
    select ${day}::date as "on", v.entity, v.no, v.line, v.id as "transferId", v.transfer, v.memo,
      v.account, v.debit, v.credit
    from v
    where ${allOf([
      when(entity, sql`v.entity = ${entity}`),
      when(account, sql`v.account = ${account}`),
      afterRow(ORDER, '>', last && [last.entity === 'company', last.no, last.line]),
    ])}
    order by v.entity = 'company', v.no, v.line limit ${constant(limit)}
  `);
