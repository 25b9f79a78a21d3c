// The ledger's SQL: post a set of transfers, read balances and histories.
import type { AccountKind, TransferKind } from '#contract/ledger.ts';
import type { Money } from '#contract/money.ts';
import type { Tx } from '../db.ts';
import type { AccountKey, Transfer } from './rules.ts';

/** Posts through ledger.post; answers the ids that were new. */
export async function postTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<string[]> {
  const lines = transfers.flatMap(({ id, entries }) => entries.map((entry) => ({ id, ...entry })));
  const { fresh } = await tx.one<{ fresh: string[] }>(
    'ledger.post',
    `select ledger.post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as fresh`,
    [
      transfers.map(({ id }) => id),
      transfers.map(({ kind }) => kind),
      transfers.map(({ on }) => on),
      transfers.map(({ loanId }) => loanId ?? 0),
      transfers.map(({ memo }) => memo ?? ''),
      lines.map(({ id }) => id),
      lines.map(({ account }) => account),
      lines.map(({ loan }) => loan ?? 0),
      lines.map(({ order }) => order ?? 0),
      lines.map(({ member }) => member ?? 0),
      lines.map(({ amount }) => amount),
    ],
  );
  return fresh;
}

export async function balance(tx: Tx, key: AccountKey): Promise<Money> {
  const row = await tx.maybe<{ balance: Money }>(
    'ledger.balance',
    `select balance from ledger.balance
     where kind = $1 and loan_id = $2 and order_id = $3 and member_id = $4`,
    [key.account, key.loan ?? 0, key.order ?? 0, key.member ?? 0],
  );
  return row?.balance ?? (0 as Money);
}

export type HistoryRow = {
  transferId: string;
  kind: TransferKind;
  on: string;
  memo: string;
  account: AccountKind;
  loanId: number;
  orderId: number;
  memberId: number;
  amount: Money;
};

/** Entries of all accounts of a loan, an order or a member, newest first, a page at a time. */
export function history(
  tx: Tx,
  of: { account?: number; loan?: number; order?: number; member?: number },
  page: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  return tx.many<HistoryRow>(
    'ledger.history',
    `select t.id as "transferId", t.kind, t.happened_on as "on", t.memo, a.kind as account,
       a.loan_id as "loanId", a.order_id as "orderId", a.member_id as "memberId", e.amount
     from ledger.account a
     join ledger.entry e on e.account_id = a.id
     join ledger.transfer t on t.id = e.transfer_id
     where ($1::bigint is null or a.id = $1) and ($2::bigint is null or a.loan_id = $2)
       and ($3::bigint is null or a.order_id = $3) and ($4::bigint is null or a.member_id = $4)
     order by t.recorded_at desc, t.id, e.line
     limit $5 offset $6`,
    [
      of.account ?? null,
      of.loan ?? null,
      of.order ?? null,
      of.member ?? null,
      page.limit,
      page.offset,
    ],
  );
}

export type TotalRow = { kind: AccountKind; balance: Money; accounts: number };

/** The sum of each kind of account, in its natural sign. */
export function totals(tx: Tx): Promise<TotalRow[]> {
  return tx.many<TotalRow>(
    'ledger.totals',
    `select a.kind, k.side * case when k.tallied then sum(a.balance)::bigint
         else coalesce((select sum(e.amount)::bigint from ledger.entry e
           where e.account_id = any (array_agg(a.id))), 0) end as balance,
       count(*) as accounts
     from ledger.account a join ledger.kind k using (kind)
     group by a.kind, k.side, k.tallied
     order by a.kind`,
  );
}
