// SQL of the ledger: posting transfers, reading balances and histories.
import type { AccountKind, TransferKind } from '#contract/ledger/kinds.ts';
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import {
  anew,
  afterRow,
  allOf,
  constant,
  keyset,
  limitOf,
  type Part,
  sql,
  totalOf,
  when,
} from '../database/sql.ts';
import type { AccountKey, Transfer } from './rules.ts';

/** Posts with `ledger.post`; returns the ids that were new. */
export async function postTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<string[]> {
  const lines = transfers.flatMap(({ id, entries }) => entries.map((entry) => ({ id, ...entry })));
  const { fresh } = await tx.one<{ fresh: string[] }>(sql`
    select ledger.post(${transfers.map(({ id }) => id)}, ${transfers.map(({ kind }) => kind)},
      ${transfers.map(({ on }) => on)}, ${transfers.map(({ loanId }) => loanId ?? 0)},
      ${transfers.map(({ memo }) => memo ?? '')}, ${lines.map(({ id }) => id)},
      ${lines.map(({ account }) => account)}, ${lines.map(({ loan }) => loan ?? 0)},
      ${lines.map(({ order }) => order ?? 0)}, ${lines.map(({ member }) => member ?? 0)},
      ${lines.map(({ amount }) => amount)}) as fresh
  `);
  return fresh;
}

/** What lacks of client money now, and the transfer that caused it; null if nothing does. */
export const standingShortfall = (tx: Tx) =>
  tx.maybe<{ amount: Money; since: Day; cause: string }>(sql`
    select amount, since, cause from ledger.shortfall where ended_at is null
  `);

export async function balance(tx: Tx, key: AccountKey): Promise<Money> {
  const row = await tx.maybe<{ balance: Money }>(sql`
    select balance from ledger.balance
    where kind = ${key.account} and loan_id = ${key.loan ?? 0} and order_id = ${key.order ?? 0}
      and member_id = ${key.member ?? 0}
  `);
  return row?.balance ?? (0 as Money);
}

export type HistoryRow = {
  transferId: string;
  /** Line number within the transfer. */
  line: number;
  kind: TransferKind;
  /** Accounting day. */
  on: string;
  /**
   * Bank date, which decides about interest and deadlines; earlier than the accounting day if the
   * transfer was recorded late.
   */
  valueOn: string;
  memo: string;
  account: AccountKind;
  loanId: number;
  caseNo: string | null;
  orderId: number;
  memberId: number;
  amount: Money;
};

/** Filter of ledger entries; all given fields must match. */
export type HistoryOf = {
  account?: number;
  loan?: number;
  order?: number;
  member?: number;
  /** Ids of the accounts to which the entries must belong. */
  within?: readonly number[] | undefined;
  kind?: string | undefined;
  transfer?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const historyFrom = sql`ledger.transfer t
  join ledger.entry e on e.transfer_id = t.id
  join ledger.account a on a.id = e.account_id`;

/**
 * A kind with few accounts is queried by the accounts' ids, because the planner knows how many
 * entries an account has, but not how many a kind has.
 */
async function historyConditions(
  tx: Tx,
  of: HistoryOf,
  fromAccounts: boolean,
  last?: HistoryRow | null,
) {
  const kept = of.kind === undefined ? [] : await accountsOfKind(tx, of.kind);
  // When reading by day, only the kinds of transfer that move the selected accounts are read.
  const carried =
    of.kind === undefined || fromAccounts ? null : await transfersThatMove(tx, of.kind);
  const few = of.kind !== undefined && kept.length <= FEW;
  const ids = few ? kept.map(({ id }) => id) : null;
  const account = fromAccounts ? sql`a.id` : sql`e.account_id`;
  const transfer = [sql`t.booked_on`, sql`t.id`];
  return allOf([
    when(of.account, sql`a.id = ${of.account}`),
    when(of.within, sql`${account} = any (${of.within})`),
    when(of.loan, sql`a.loan_id = ${of.loan}`),
    when(of.order, sql`a.order_id = ${of.order}`),
    when(of.member, sql`a.member_id = ${of.member}`),
    when(ids, sql`${account} = any (${ids})`),
    few ? null : when(of.kind, sql`a.kind = ${of.kind}`),
    when(of.transfer, sql`t.id = ${of.transfer}`),
    when(of.from, sql`t.booked_on >= ${of.from}`),
    when(of.to, sql`t.booked_on <= ${of.to}`),
    when(carried?.kinds, sql`t.kind = any (${carried?.kinds})`),
    when(carried?.last, sql`t.booked_on <= ${carried?.last}`),
    afterRow(transfer, '<=', last && [last.on, last.transferId]),
    afterRow([...transfer, sql`-e.line`], '<', last && [last.on, last.transferId, -last.line]),
  ]);
}

const FEW = 20;
const accountsOfKind = (tx: Tx, kind: string) =>
  tx.many<{ id: number }>(sql`
    select id from ledger.account where kind = ${kind} limit ${constant(FEW + 1)}
  `);

const transfersThatMove = (tx: Tx, kind: string) =>
  tx.one<{ kinds: string[]; last: Day | null }>(sql`
    select coalesce(array_agg(distinct transfer_kind), '{}') as kinds, max(day) as last
    from ledger.moved where kind = ${kind}
  `);

const byAccount = (of: HistoryOf) =>
  (of.account ?? of.loan ?? of.order ?? of.member ?? of.kind ?? of.within) !== undefined;

/** The accounts of a case: those of its loan and those of its orders. None if it does not exist. */
export const accountsOfCase = (tx: Tx, caseNo: string) =>
  tx.many<{ id: number }>(sql`
    with loan as (select id from lending.loan where case_no = ${caseNo})
    select a.id from ledger.account a where a.loan_id in (select id from loan)
    union
    select a.id from loan join investing."order" o on o.loan_id = loan.id
    join ledger.account a on a.order_id = o.id
  `);

/**
 * Returns one page of entries, newest first, from an offset or after the last one returned. If
 * accounts are selected and they have few entries (`few`), these are looked up directly; otherwise
 * the days are read backwards until the page is full.
 */
export async function history(
  tx: Tx,
  of: HistoryOf,
  page: Part<HistoryRow> & { few: boolean },
): Promise<HistoryRow[]> {
  const fromAccounts = page.few && byAccount(of);
  const wanted = await historyConditions(tx, of, fromAccounts, page.last);
  return tx.many<HistoryRow>(
    anew(sql`
    select t.id as transfer_id, e.line, t.kind, t.booked_on as "on", t.happened_on as value_on,
      t.memo, a.kind as account, a.loan_id,
      (select case_no from lending.loan where id = a.loan_id) as case_no, a.order_id, a.member_id,
      e.amount
    from ${sourceOf(of, page)} where ${wanted}
    order by t.booked_on desc, t.id desc, e.line
    ${limitOf(page)}
  `),
  );
}

/**
 * `offset 0` makes the planner read backwards from the last day, because a prepared plan cannot
 * know how few days fill a page.
 */
const entriesOfDays = sql`ledger.transfer t
  cross join lateral (select * from ledger.entry where transfer_id = t.id offset 0) e`;

/** A table export reads transfer after transfer and never all entries or accounts at once. */
function sourceOf(of: HistoryOf, { few, last }: { few: boolean; last?: HistoryRow | null }) {
  if (few && byAccount(of)) return sql`${entriesOfAccounts} ${theirTransfers}`;
  if (last !== undefined) {
    return sql`${entriesOfDays}
      cross join lateral (select * from ledger.account where id = e.account_id offset 0) a`;
  }
  return byAccount(of)
    ? sql`${entriesOfDays} join ledger.account a on a.id = e.account_id`
    : historyFrom;
}

const entriesOfAccounts = sql`ledger.account a join ledger.entry e on e.account_id = a.id`;
/** `offset 0` prevents the planner from joining all entries with all transfers. */
const theirTransfers = sql`cross join lateral (
  select * from ledger.transfer where id = e.transfer_id offset 0) t`;

/**
 * Chooses where counting starts so that it reads less: with the accounts if any are selected,
 * otherwise with the transfers.
 */
const countedFrom = (of: HistoryOf) => {
  if (Object.values(of).every((value) => value === undefined)) return sql`ledger.entry e`;
  if (!byAccount(of)) {
    return sql`ledger.transfer t cross join lateral (
      select from ledger.entry where transfer_id = t.id offset 0) e`;
  }
  const isByTransfer = (of.transfer ?? of.from ?? of.to) !== undefined;
  return isByTransfer ? sql`${entriesOfAccounts} ${theirTransfers}` : entriesOfAccounts;
};

/** Returns the number of entries; counting stops at `most`. */
export async function historyCount(tx: Tx, of: HistoryOf, most: number): Promise<number> {
  const wanted = await historyConditions(tx, of, true);
  const { count } = await tx.one<{ count: number }>(
    anew(sql`
    select count(*) as count
    from (select from ${countedFrom(of)} where ${wanted} limit ${most}) found
  `),
  );
  return count;
}

export type AccountRow = {
  id: number;
  kind: AccountKind;
  loanId: number;
  caseNo: string | null;
  orderId: number;
  memberId: number;
  balance: Money;
};

type AccountsOf = Pick<HistoryOf, 'kind' | 'loan' | 'order' | 'member' | 'within'>;
const accountConditions = (of: AccountsOf) => [
  when(of.within, sql`a.id = any (${of.within})`),
  when(of.kind, sql`a.kind = ${of.kind}`),
  when(of.loan, sql`a.loan_id = ${of.loan}`),
  when(of.order, sql`a.order_id = ${of.order}`),
  when(of.member, sql`a.member_id = ${of.member}`),
];
const accountColumns = sql`b.id, b.kind, b.loan_id,
  (select case_no from lending.loan where id = b.loan_id) as case_no, b.order_id, b.member_id,
  b.balance`;

const accountsByKind = keyset('asc', { kind: sql`a.kind`, id: sql`a.id` });

/**
 * Accounts by kind, oldest first; on the page of a single kind, newest first. `offset 0` keeps a
 * file from reading all balances at once.
 */
export function listAccounts(
  tx: Tx,
  of: AccountsOf,
  part: Part<Pick<AccountRow, 'kind' | 'id'>>,
): Promise<AccountRow[]> {
  const isNewestFirst = part.last === undefined && of.kind !== undefined;
  return tx.many<AccountRow>(
    anew(sql`
    with found as (
      select a.id from ledger.account a
      where ${allOf([...accountConditions(of), accountsByKind.after(part)])}
      order by ${isNewestFirst ? sql`a.id desc` : accountsByKind.order} ${limitOf(part)}
    )
    select ${accountColumns}
    from found cross join lateral (select * from ledger.balance where id = found.id offset 0) b
    order by ${isNewestFirst ? sql`b.id desc` : sql`b.kind, b.id`}
  `),
  );
}

export const countAccounts = (tx: Tx, of: AccountsOf) =>
  tx.one<{ total: number }>(totalOf(sql`ledger.account a where ${allOf(accountConditions(of))}`));

/**
 * Planner's estimate of the number of entries, which is exact enough to distinguish a large ledger
 * from a small one.
 */
export const entriesAbout = (tx: Tx) =>
  tx.one<{ entries: number }>(sql`
    select greatest(reltuples, 0)::bigint as entries from pg_class
    where oid = 'ledger.entry'::regclass
  `);

export type BooksProof = {
  provenAt: Date;
  balances: TotalRow[];
  laws: { name: string; broken: number }[];
};

export const insertProof = (tx: Tx, { provenAt, balances, laws }: BooksProof) =>
  tx.run(sql`
    insert into ledger.proof (proven_at, balances, laws) values (${provenAt},
      ${JSON.stringify(balances)}, ${JSON.stringify(laws)})
  `);

export const lastProof = (tx: Tx) =>
  tx.maybe<BooksProof>(sql`
    select proven_at, balances, laws from ledger.proof order by id desc limit 1
  `);

/** Transfers since the last that were added up; the newest may wait for the next run. */
export const entriesToAddUp = sql`
  select from ledger.transfer where recorded_at >= (select until from ledger.added_up)`;

/**
 * Adds up the entries that were recorded before the oldest running transaction started, less a
 * margin. Returns the number of sums changed; 0 if another process is adding up.
 */
export async function addUpDays(tx: Tx, marginSeconds: number): Promise<number> {
  const mark = await tx.maybe<{ until: Date }>(sql`
    select least(now(), (select min(xact_start) from pg_stat_activity
        where datname = current_database())) - make_interval(secs => ${marginSeconds}) as until
    from ledger.added_up for update skip locked
  `);
  if (!mark) return 0;
  await tx.one(sql`select set_config('statement_timeout', '0', true)`);
  const sums = await tx.run(sql`
    insert into ledger.day_total as d (day, transfer_kind, kind, transfers, amount, debit)
    select t.booked_on, t.kind, a.kind, count(distinct t.id), sum(e.amount),
      coalesce(sum(e.amount) filter (where e.amount > 0), 0)
    from ledger.transfer t
    join ledger.entry e on e.transfer_id = t.id
    join ledger.account a on a.id = e.account_id
    where t.recorded_at >= (select until from ledger.added_up) and t.recorded_at < ${mark.until}
    group by t.booked_on, t.kind, a.kind
    on conflict (day, transfer_kind, kind) do update
      set transfers = d.transfers + excluded.transfers, amount = d.amount + excluded.amount,
        debit = d.debit + excluded.debit
  `);
  // The time until which entries are added up stays unchanged while the ledger is empty, because
  // the ledger may still be filled with past data.
  await tx.run(sql`
    update ledger.added_up set until = ${mark.until}
    where until < ${mark.until} and exists (select from ledger.day_total)
  `);
  return sums;
}

/**
 * Returns the current balance of these kinds of account and their change on each day after `day`.
 * NT$
 */
export const movedAfter = (tx: Tx, day: Day, kinds: readonly AccountKind[]) =>
  tx.many<{ day: Day | null; kind: AccountKind; amount: Money }>(sql`
    select m.day, kind, (m.amount * k.side)::bigint as amount
    from (
      select case when day > ${day} then day end as day, kind, sum(amount) as amount
      from ledger.moved where kind = any (${kinds}) group by 1, 2
    ) m join ledger.kind k using (kind)
  `);

export type TotalRow = { kind: AccountKind; balance: Money; accounts: number };

/** Returns the sum of each kind of account in its natural sign. */
export function totals(tx: Tx): Promise<TotalRow[]> {
  return tx.many<TotalRow>(sql`
    with untallied as (
      select m.kind, sum(m.amount)::bigint as amount
      from ledger.moved m join ledger.kind k using (kind) where not k.tallied group by m.kind
    )
    select a.kind, k.side * coalesce(max(u.amount), sum(a.balance), 0)::bigint as balance,
      count(*) as accounts
    from ledger.account a join ledger.kind k using (kind) left join untallied u using (kind)
    group by a.kind, k.side
    order by a.kind
  `);
}
