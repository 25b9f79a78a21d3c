// SQL of vouchers: the transfers of a day, numbered within each book in the order of their record.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import { accounts, chartOrder, type Entity } from '#contract/ledger/chart.ts';
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
export type VoucherPlace = Pick<VoucherRow, 'on' | 'entity' | 'no' | 'line' | 'transferId'>;

const kindsOf = (entity: Entity) => chartOrder.filter((kind) => accounts[kind].entity === entity);

/** Returns the first day of a range on which anything was booked; null if there is none. */
export const firstBooked = (tx: Tx, { from, to }: { from: Day; to: Day }) =>
  tx.one<{ day: Day | null }>(sql`
    select min(booked_on) as day from ledger.transfer where booked_on between ${from} and ${to}
  `);

/** The vouchers of one book on one day. */
type Book = { on: Day; entity: Entity; account: AccountKind | undefined };

/**
 * Lines of the vouchers of a book on a day, from the voucher of a place on. The transfers are put
 * in order without their entries; entries are read only until the page is full, because a day may
 * have a hundred thousand of them. Numbers continue that of the place. The entries of an account
 * are one line for each side.
 */
export const voucherLines = (
  tx: Tx,
  { on, entity, account }: Book,
  { last, limit }: { last: VoucherPlace | null; limit: number },
) =>
  tx.many<VoucherRow>(sql`
    with v as (
      select t.id, t.kind as transfer, t.memo, t.recorded_at, l.account, l.debit, l.credit, l.line,
        (${last ? last.no - 1 : 0} + dense_rank() over (order by t.recorded_at, t.id))::integer
          as no
      from (
        select id, kind, memo, recorded_at from ledger.transfer
        where ${allOf([
          sql`booked_on = ${on}`,
          when(
            last,
            sql`(recorded_at, id) >= (select recorded_at, id from ledger.transfer
              where id = ${last?.transferId} and booked_on = ${on})`,
          ),
        ])}
        order by recorded_at, id offset 0
      ) t
      cross join lateral (
        select kind as account, debit, credit,
          (row_number() over (
            order by debit = 0, array_position(${chartOrder}::text[], kind)))::integer as line
        from (
          select a.kind, coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as debit,
            coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::bigint as credit
          from (select account_id, amount from ledger.entry where transfer_id = t.id offset 0) e
          cross join lateral (
            select kind from ledger.account where id = e.account_id offset 0) a
          where a.kind = any (${kindsOf(entity)}::text[])
          group by a.kind, e.amount > 0
        ) side
      ) l
    )
    select ${on}::date as "on", ${entity}::text as entity, no, line, id as transfer_id, transfer,
      memo, account, debit, credit
    from v
    where ${allOf([
      when(account, sql`account = ${account}`),
      afterRow([sql`no`, sql`line`], '>', last && [last.no, last.line]),
    ])}
    order by recorded_at, id, line limit ${constant(limit)}
  `);
