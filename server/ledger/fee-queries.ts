// SQL of fees charged in a period, in total by kind of transfer and line by line.
import type { Day } from '#contract/core/day.ts';
import { feeSettlements, type TransferKind } from '#contract/ledger/kinds.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type FeeLine = {
  id: string;
  kind: TransferKind;
  on: string;
  loanId: number | null;
  net: Money;
  vat: Money;
};

/** Fees of a period by kind of transfer, from the daily totals. */
export const feeTotals = (tx: Tx, from: string, to: string) =>
  tx.many<{ kind: TransferKind; transfers: number; gross: Money; net: Money; vat: Money }>(sql`
    select transfer_kind as kind, -sum(amount)::bigint as gross,
      coalesce(sum(transfers) filter (where kind = 'fee_income'), 0) as transfers,
      coalesce(-sum(amount) filter (where kind = 'fee_income'), 0)::bigint as net,
      coalesce(-sum(amount) filter (where kind = 'vat_payable'), 0)::bigint as vat
    from ledger.moved
    where kind in ('fee_income', 'vat_payable') and day between ${from}::date and ${to}::date
      and transfer_kind <> all (${feeSettlements})
    group by transfer_kind order by transfer_kind
  `);

/**
 * Returns one page of a period's fees, ordered by day and id. Reads transfers one by one from the
 * last one returned, with the few entries of each (`offset 0`), until the page is full.
 */
export const feesAfter = (
  tx: Tx,
  period: { from: string; to: string },
  after: { on: string; id: string },
  limit: number,
) =>
  tx.many<FeeLine>(sql`
    select t.id, t.kind, t.booked_on as "on", t.loan_id, coalesce(fee.net, 0) as net,
      coalesce(fee.vat, 0) as vat
    from ledger.transfer t
    cross join lateral (
      select -sum(e.amount) filter (where a.kind = 'fee_income')::bigint as net,
        -sum(e.amount) filter (where a.kind = 'vat_payable')::bigint as vat
      from (select account_id, amount from ledger.entry where transfer_id = t.id offset 0) e
      join ledger.account a on a.id = e.account_id
      where a.kind in ('fee_income', 'vat_payable')
      having count(*) > 0
    ) fee
    where t.booked_on >= ${period.from}::date and t.booked_on <= ${period.to}::date
      and (t.booked_on, t.id) > (${after.on}::date, ${after.id})
      and t.kind <> all (${feeSettlements})
    order by t.booked_on, t.id limit ${limit}
  `);

/**
 * Fees of a tax period until a day, including VAT, and the VAT already booked as payable, in NT$.
 */
export const periodFees = (tx: Tx, from: Day, to: Day) =>
  tx.one<{ fees: Money; vat: Money }>(sql`
    select coalesce(-sum(amount), 0)::bigint as fees,
      coalesce(-sum(amount) filter (where kind = 'vat_payable'), 0)::bigint as vat
    from ledger.moved
    where kind in ('fee_income', 'vat_payable') and day between ${from}::date and ${to}::date
      and transfer_kind <> all (${feeSettlements})
  `);

export const vatEntriesOn = (tx: Tx, day: Day) =>
  tx.one<{ entries: number }>(sql`
    select count(*)::integer as entries from ledger.transfer
    where booked_on = ${day} and kind = 'vat_due'
  `);

/** Returns the last day up to the given one for which VAT was booked; null if none was. */
export const lastVatDay = (tx: Tx, through: Day) =>
  tx.one<{ day: Day | null }>(
    sql`select max(day) as day from ledger.vat_day where day <= ${through}`,
  );

export const keepVatDay = (tx: Tx, found: { day: Day; from: Day; fees: Money; vat: Money }) =>
  tx.run(sql`
    insert into ledger.vat_day (day, period_from, fees, vat, booked_at)
    values (${found.day}, ${found.from}, ${found.fees}, ${found.vat}, clock_timestamp())
    on conflict (day) do update set fees = excluded.fees, vat = excluded.vat,
      booked_at = excluded.booked_at
  `);
