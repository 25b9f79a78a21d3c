// The SQL of the reports on money: from the ledger's postings, added up by day beforehand.
import type { Day } from '#contract/day.ts';
import type { TransferKind } from '#contract/ledger-kinds.ts';
import type { Tx } from '../db.ts';

/**
 * Adds up what was recorded up to a moment before which nothing can still be under way: the start
 * of the oldest transaction anywhere, less a minute. Answers how many sums it touched.
 */
export async function addUpBooked(tx: Tx, marginSeconds: number): Promise<number> {
  const mark = await tx.maybe<{ until: Date }>(
    'reports.lockBooked',
    `select least(now(), (select min(xact_start) from pg_stat_activity
         where xact_start is not null)) - make_interval(secs => $1) as until
     from reports.booked_until b for update skip locked`,
    [marginSeconds],
  );
  if (!mark) return 0;
  await tx.one('reports.patiently', `select set_config('statement_timeout', '0', true)`);
  const sums = await tx.run(
    'reports.addUpBooked',
    `insert into reports.booked as b (day, transfer_kind, account_kind, transfers, amount)
     select m.* from reports.booked_until u cross join lateral reports.moved(u.until, $1) m
     on conflict (day, transfer_kind, account_kind) do update
       set transfers = b.transfers + excluded.transfers, amount = b.amount + excluded.amount`,
    [mark.until],
  );
  await tx.run(
    'reports.moveBooked',
    `update reports.booked_until set until = $1
     where until < $1 and exists (select from reports.booked)`,
    [mark.until],
  );
  return sums;
}

/** What moved the trust account, by month and kind of transfer. */
export const trustMonths = (tx: Tx, from: Day, to: Day) =>
  tx.many<{ month: string; kind: TransferKind; amount: number }>(
    'reports.trustMonths',
    `select to_char(day, 'YYYY-MM') as month, transfer_kind as kind, sum(amount)::bigint as amount
     from reports.whole where account_kind = 'trust_bank' and day between $1 and $2
     group by 1, 2`,
    [from, to],
  );

/** What lay in the trust account before a day. */
export const trustBefore = (tx: Tx, before: Day) =>
  tx.one<{ amount: number }>(
    'reports.trustBefore',
    `select coalesce(sum(amount), 0)::bigint as amount
     from reports.whole where account_kind = 'trust_bank' and day < $1`,
    [before],
  );

export type FeeMonth = {
  month: string;
  kind: TransferKind;
  transfers: number;
  net: number;
  vat: number;
};

/** Fees earned and the VAT inside them, by month and what charged them. */
export const feeMonths = (tx: Tx, from: Day, to: Day) =>
  tx.many<FeeMonth>(
    'reports.feeMonths',
    `select to_char(day, 'YYYY-MM') as month, transfer_kind as kind,
       coalesce(sum(transfers) filter (where account_kind = 'fee_income'), 0)::integer
         as transfers,
       coalesce(-sum(amount) filter (where account_kind = 'fee_income'), 0)::bigint as net,
       coalesce(-sum(amount) filter (where account_kind = 'vat_payable'), 0)::bigint as vat
     from reports.whole
     where account_kind in ('fee_income', 'vat_payable') and day between $1 and $2
     group by 1, 2 order by 1, 2`,
    [from, to],
  );

export type MoveRow = {
  transferId: string;
  on: Day;
  kind: TransferKind;
  loanId: number | null;
  memo: string;
  amount: number;
};

/** A page of the transfers of these kinds that moved the trust account, newest first. */
export const trustMoves = (
  tx: Tx,
  of: { from: Day; to: Day; kinds: readonly TransferKind[] },
  page: { limit: number; offset: number },
) =>
  tx.many<MoveRow>(
    'reports.trustMoves',
    `select t.id as "transferId", t.happened_on as "on", t.kind, t.loan_id as "loanId", t.memo,
       e.amount
     from ledger.transfer t
     cross join lateral (
       select sum(e.amount)::bigint as amount from ledger.entry e
       where e.transfer_id = t.id
         and (select a.kind from ledger.account a where a.id = e.account_id) = 'trust_bank'
       having count(*) > 0
     ) e
     where t.happened_on between $1 and $2 and t.kind = any ($3)
     order by t.happened_on desc, t.id desc limit $4 offset $5`,
    [of.from, of.to, of.kinds, page.limit, page.offset],
  );

/** How many there are, from the sums. */
export const trustMovesCount = (
  tx: Tx,
  of: { from: Day; to: Day; kinds: readonly TransferKind[] },
) =>
  tx.one<{ count: number }>(
    'reports.trustMovesCount',
    `select coalesce(sum(transfers), 0)::integer as count from reports.whole
     where account_kind = 'trust_bank' and day between $1 and $2 and transfer_kind = any ($3)`,
    [of.from, of.to, of.kinds],
  );
