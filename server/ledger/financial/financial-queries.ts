// SQL of trial balance, account ledger, income statement and balance sheet: daily totals, and the
// entries of the few days that a page shows.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { AccountKind, TransferKind } from '#contract/ledger/kinds.ts';
import type { Tx } from '../../database/db.ts';
import { afterRow, allOf, constant, sql } from '../../database/sql.ts';

/** Sums of a kind of account in NT$; `opening` has debits positive. */
export type KindTotals = { kind: AccountKind; opening: Money; debit: Money; credit: Money };

/** Sums of each kind of account before and between two days, from the daily totals. */
export const kindTotals = (tx: Tx, { from, to }: { from: Day; to: Day }) =>
  tx.many<KindTotals>(sql`
    select kind, coalesce(sum(amount) filter (where day < ${from}), 0)::bigint as opening,
      coalesce(sum(debit) filter (where day >= ${from}), 0)::bigint as debit,
      coalesce(sum(debit - amount) filter (where day >= ${from}), 0)::bigint as credit
    from ledger.moved where day <= ${to} group by kind
  `);

/** Movements of these kinds by month, without the year-end close; debits are positive. NT$ */
export const movedByMonth = (
  tx: Tx,
  kinds: readonly AccountKind[],
  { from, to }: { from: Day; to: Day },
) =>
  tx.many<{ month: string; kind: AccountKind; amount: Money }>(sql`
    select to_char(day, 'YYYY-MM') as month, kind, sum(amount)::bigint as amount
    from ledger.moved
    where kind = any (${kinds}) and day between ${from} and ${to}
      and transfer_kind <> 'year_closed'
    group by 1, 2
  `);

/** Sum of a kind of account before a day; debits are positive. NT$ */
export const sumBefore = (tx: Tx, kind: AccountKind, day: Day) =>
  tx.one<{ amount: Money }>(sql`
    select coalesce(sum(amount), 0)::bigint as amount from ledger.moved
    where kind = ${kind} and day < ${day}
  `);

/** Days on which a kind of account moved, and by how many transfers each, oldest first. */
export const daysOfKind = (tx: Tx, kind: AccountKind, { from, to }: { from: Day; to: Day }) =>
  tx.many<{ day: Day; transfers: number }>(sql`
    select day, sum(transfers)::bigint as transfers from ledger.moved
    where kind = ${kind} and day between ${from} and ${to}
    group by day order by day
  `);

export type LedgerEntry = {
  on: Day;
  valueOn: Day;
  transferId: string;
  transfer: TransferKind;
  memo: string;
  line: number;
  loanId: number;
  caseNo: string | null;
  orderId: number;
  memberId: number;
  amount: Money;
};
/** Position of an entry in the ledger of its account. */
export type Place = Pick<LedgerEntry, 'on' | 'transferId' | 'line'>;

/**
 * The entries of a kind of account on some days. `offset 0` makes the planner read day by day and
 * transfer by transfer, and never all entries of an account.
 */
const entriesOn = (kind: AccountKind, days: readonly Day[]) => sql`
  unnest(${days}::date[]) as d (day)
  cross join lateral (select * from ledger.transfer where booked_on = d.day offset 0) t
  cross join lateral (select * from ledger.entry where transfer_id = t.id offset 0) e
  cross join lateral (
    select * from ledger.account where id = e.account_id and kind = ${kind} offset 0) a`;

const PLACE = [sql`t.booked_on`, sql`t.id`, sql`e.line`];

/** Entries of a kind of account on the given days after a place, oldest first. */
export const entriesAfter = (
  tx: Tx,
  kind: AccountKind,
  days: readonly Day[],
  { last, limit }: { last: Place | null; limit: number },
) =>
  tx.many<LedgerEntry>(sql`
    select t.booked_on as "on", t.happened_on as value_on, t.id as transfer_id, t.kind as transfer,
      t.memo, e.line, a.loan_id, (select case_no from lending.loan where id = a.loan_id) as case_no,
      a.order_id, a.member_id, e.amount
    from ${entriesOn(kind, days)}
    where ${allOf([afterRow(PLACE, '>', last && [last.on, last.transferId, last.line])])}
    order by t.booked_on, t.id, e.line limit ${constant(limit)}
  `);

/** Sum of the entries of a kind of account on the day of a place, through this place. NT$ */
export const sumThrough = (tx: Tx, kind: AccountKind, last: Place) =>
  tx.one<{ amount: Money }>(sql`
    select coalesce(sum(e.amount), 0)::bigint as amount from ${entriesOn(kind, [last.on])}
    where (t.id, e.line) <= (${last.transferId}, ${last.line})
  `);
