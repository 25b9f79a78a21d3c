// The ledger's SQL: post a set of transfers, read balances and histories.
import type { AccountKind, TransferKind } from '#contract/ledger/kinds.ts';
import type { Day } from '#contract/core/day.ts';
import { COUNTED_MAX } from '#contract/core/lists.ts';
import type { Money } from '#contract/core/money.ts';
import { type Tx, beyond, narrowed } from '../database/db.ts';
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
  /** Of its transfer. */
  line: number;
  kind: TransferKind;
  /** The accounting day. */
  on: string;
  /** The bank date, by which money acts; earlier where it was recorded late. */
  valueOn: string;
  memo: string;
  account: AccountKind;
  loanId: number;
  orderId: number;
  memberId: number;
  amount: Money;
};

/** Of what? Each that is given narrows it down. */
export type HistoryOf = {
  account?: number;
  loan?: number;
  order?: number;
  member?: number;
  kind?: string | undefined;
  transfer?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const historyFrom = `ledger.transfer t
  join ledger.entry e on e.transfer_id = t.id
  join ledger.account a on a.id = e.account_id`;

/**
 * A kind kept in few accounts is asked for by their ids: how many entries an account has is known
 * to the planner, what a kind is not.
 */
async function wantedOf(tx: Tx, of: HistoryOf, fromAccounts: boolean, last?: HistoryRow | null) {
  const kept = of.kind === undefined ? [] : await accountsOfKind(tx, of.kind);
  // Days are gone through by the transfers alone that move such accounts at all.
  const carried =
    of.kind === undefined || fromAccounts ? null : await transfersThatMove(tx, of.kind);
  const few = of.kind !== undefined && kept.length <= FEW;
  return narrowed([
    ['a.id = $', of.account],
    ['a.loan_id = $', of.loan],
    ['a.order_id = $', of.order],
    ['a.member_id = $', of.member],
    [`${fromAccounts ? 'a.id' : 'e.account_id'} = any ($)`, few ? kept.map(({ id }) => id) : null],
    ['a.kind = $', few ? null : of.kind],
    ['t.id = $', of.transfer],
    ['t.booked_on >= $', of.from],
    ['t.booked_on <= $', of.to],
    ['t.kind = any ($)', carried?.kinds],
    ['t.booked_on <= $', carried?.last],
    beyond('t.booked_on, t.id', '<=', last && [last.on, last.transferId]),
    beyond('t.booked_on, t.id, -e.line', '<', last && [last.on, last.transferId, -last.line]),
  ]);
}

const FEW = 20;
const accountsOfKind = (tx: Tx, kind: string) =>
  tx.many<{ id: number }>(
    'ledger.accountsOfKind',
    `select id from ledger.account where kind = $1 limit ${FEW + 1}`,
    [kind],
  );

const transfersThatMove = (tx: Tx, kind: string) =>
  tx.one<{ kinds: string[]; last: Day | null }>(
    'ledger.transfersThatMove',
    `select coalesce(array_agg(distinct transfer_kind), '{}') as kinds, max(day) as last
     from ledger.moved where kind = $1`,
    [kind],
  );

const byAccount = (of: HistoryOf) =>
  (of.account ?? of.loan ?? of.order ?? of.member ?? of.kind) !== undefined;

/**
 * Entries, newest first, a page at a time: from a place on, or beyond the last one given. Where
 * accounts are asked for and have `few`, these are looked up; else days are gone through from the
 * last until the page is full.
 */
export async function history(
  tx: Tx,
  of: HistoryOf,
  page: { limit: number; few: boolean; offset?: number; last?: HistoryRow | null },
): Promise<HistoryRow[]> {
  const fromAccounts = page.few && byAccount(of);
  const { where, values, key } = await wantedOf(tx, of, fromAccounts, page.last);
  return tx.many<HistoryRow>(
    `ledger.history.${key}${fromAccounts ? '.few' : ''}${page.last === undefined ? '' : '.table'}`,
    `select t.id as "transferId", e.line, t.kind, t.booked_on as "on",
       t.happened_on as "valueOn", t.memo, a.kind as account,
       a.loan_id as "loanId", a.order_id as "orderId", a.member_id as "memberId", e.amount
     from ${sourceOf(of, page)} where ${where}
     order by t.booked_on desc, t.id desc, e.line
     limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, page.limit, page.offset ?? 0],
  );
}

/** From the last day on (`offset 0`): how few make a page full, a prepared plan cannot know. */
const entriesOfDays = `ledger.transfer t
  cross join lateral (select * from ledger.entry where transfer_id = t.id offset 0) e`;

/** A table walks from transfer to transfer, and never through all entries or accounts at once. */
function sourceOf(of: HistoryOf, { few, last }: { few: boolean; last?: HistoryRow | null }) {
  if (few && byAccount(of)) return `${entriesOfAccounts} ${theirTransfers}`;
  if (last !== undefined) {
    return `${entriesOfDays}
      cross join lateral (select * from ledger.account where id = e.account_id offset 0) a`;
  }
  return byAccount(of)
    ? `${entriesOfDays} join ledger.account a on a.id = e.account_id`
    : historyFrom;
}

const entriesOfAccounts = 'ledger.account a join ledger.entry e on e.account_id = a.id';
/** `offset 0` keeps the planner from joining all entries with all transfers instead. */
const theirTransfers = `cross join lateral (
  select * from ledger.transfer where id = e.transfer_id offset 0) t`;

/** What is counted is looked up from where it is few: from its accounts, else its transfers. */
const countedFrom = (of: HistoryOf) => {
  if (Object.values(of).every((value) => value === undefined)) return 'ledger.entry e';
  if (!byAccount(of)) {
    return `ledger.transfer t cross join lateral (
      select from ledger.entry where transfer_id = t.id offset 0) e`;
  }
  const isByTransfer = (of.transfer ?? of.from ?? of.to) !== undefined;
  return isByTransfer ? `${entriesOfAccounts} ${theirTransfers}` : entriesOfAccounts;
};

/** How many entries there are, counted no further than `most`. */
export async function historyCount(tx: Tx, of: HistoryOf, most: number): Promise<number> {
  const { where, values, key } = await wantedOf(tx, of, true);
  const { count } = await tx.one<{ count: number }>(
    `ledger.historyCount.${key}`,
    `select count(*) as count
     from (select from ${countedFrom(of)} where ${where} limit $${values.length + 1}) found`,
    [...values, most],
  );
  return count;
}

export type AccountRow = {
  id: number;
  kind: AccountKind;
  loanId: number;
  orderId: number;
  memberId: number;
  balance: Money;
};

type AccountsOf = { kind?: string | undefined; loan?: number; order?: number; member?: number };
const accountsWanted = (of: AccountsOf) =>
  [
    ['a.kind = $', of.kind],
    ['a.loan_id = $', of.loan],
    ['a.order_id = $', of.order],
    ['a.member_id = $', of.member],
  ] as const;
const accountColumns = `b.id, b.kind, b.loan_id as "loanId", b.order_id as "orderId",
  b.member_id as "memberId", b.balance`;

/** By kind, the oldest first, beyond one of them: a page of a table. */
export function accountsAfter(
  tx: Tx,
  of: AccountsOf,
  last: Pick<AccountRow, 'kind' | 'id'> | null,
  limit: number,
): Promise<AccountRow[]> {
  const { where, values, key } = narrowed([
    ...accountsWanted(of),
    beyond('a.kind, a.id', '>', last && [last.kind, last.id]),
  ]);
  return tx.many<AccountRow>(
    `ledger.accountsAfter.${key}`,
    `with found as (
       select a.id from ledger.account a where ${where} order by a.kind, a.id
       limit $${values.length + 1}
     )
     select ${accountColumns}
     from found cross join lateral (select * from ledger.balance where id = found.id offset 0) b
     order by b.kind, b.id`,
    [...values, limit],
  );
}

/** By kind, the oldest first; of one kind the newest. Counted no further than the list is paged. */
export function accountsOf(
  tx: Tx,
  of: AccountsOf,
  page: { limit: number; offset: number },
): Promise<(AccountRow & { count: number })[]> {
  const { where, values, key } = narrowed(accountsWanted(of));
  const place = values.length;
  const order = of.kind === undefined ? 'a.kind, a.id' : 'a.id desc';
  return tx.many<AccountRow & { count: number }>(
    `ledger.accountsOf.${key}`,
    `with found as (
       select a.id from ledger.account a where ${where} order by ${order}
       limit $${place + 1} offset $${place + 2}
     ), counted as (
       select count(*) as count
       from (select from ledger.account a where ${where} limit ${COUNTED_MAX}) c
     )
     select ${accountColumns}, counted.count
     from found join ledger.balance b on b.id = found.id cross join counted
     order by ${order.replaceAll('a.', 'b.')}`,
    [...values, page.limit, page.offset],
  );
}

/** How many entries there are, as the planner has it: exact enough to tell large from small. */
export const entriesAbout = (tx: Tx) =>
  tx.one<{ entries: number }>(
    'ledger.entriesAbout',
    `select greatest(reltuples, 0)::bigint as entries from pg_class
     where oid = 'ledger.entry'::regclass`,
  );

export type BooksProof = {
  provenAt: Date;
  balances: TotalRow[];
  laws: { name: string; broken: number }[];
};

export const insertProof = (tx: Tx, { provenAt, balances, laws }: BooksProof) =>
  tx.run(
    'ledger.insertProof',
    'insert into ledger.proof (proven_at, balances, laws) values ($1, $2, $3)',
    [provenAt, JSON.stringify(balances), JSON.stringify(laws)],
  );

export const lastProof = (tx: Tx) =>
  tx.maybe<BooksProof>(
    'ledger.lastProof',
    `select proven_at as "provenAt", balances, laws from ledger.proof order by id desc limit 1`,
  );

/**
 * Adds up what was recorded before a moment that no transaction under way can be older than: the
 * start of the oldest one, less a margin. Answers how many sums it touched; 0 where another adds.
 */
export async function addUpDays(tx: Tx, marginSeconds: number): Promise<number> {
  const mark = await tx.maybe<{ until: Date }>(
    'ledger.lockAddedUp',
    `select least(now(), (select min(xact_start) from pg_stat_activity
         where datname = current_database())) - make_interval(secs => $1) as until
     from ledger.added_up for update skip locked`,
    [marginSeconds],
  );
  if (!mark) return 0;
  await tx.one('ledger.patiently', `select set_config('statement_timeout', '0', true)`);
  const sums = await tx.run(
    'ledger.addUpDays',
    `insert into ledger.day_total as d (day, transfer_kind, kind, transfers, amount)
     select t.booked_on, t.kind, a.kind, count(distinct t.id), sum(e.amount)
     from ledger.transfer t
     join ledger.entry e on e.transfer_id = t.id
     join ledger.account a on a.id = e.account_id
     where t.recorded_at >= (select until from ledger.added_up) and t.recorded_at < $1
     group by t.booked_on, t.kind, a.kind
     on conflict (day, transfer_kind, kind) do update
       set transfers = d.transfers + excluded.transfers, amount = d.amount + excluded.amount`,
    [mark.until],
  );
  // An empty ledger may still be filled with the past.
  await tx.run(
    'ledger.moveAddedUp',
    `update ledger.added_up set until = $1
     where until < $1 and exists (select from ledger.day_total)`,
    [mark.until],
  );
  return sums;
}

/** What lies in these kinds of account now, and what they gained on each day after one. NT$ */
export const movedAfter = (tx: Tx, day: Day, kinds: readonly AccountKind[]) =>
  tx.many<{ day: Day | null; kind: AccountKind; amount: Money }>(
    'ledger.movedAfter',
    `select m.day, kind, (m.amount * k.side)::bigint as amount
     from (
       select case when day > $1 then day end as day, kind, sum(amount) as amount
       from ledger.moved where kind = any ($2) group by 1, 2
     ) m join ledger.kind k using (kind)`,
    [day, kinds],
  );

export type TotalRow = { kind: AccountKind; balance: Money; accounts: number };

/** The sum of each kind of account, in its natural sign. */
export function totals(tx: Tx): Promise<TotalRow[]> {
  return tx.many<TotalRow>(
    'ledger.totals',
    `with untallied as (
       select m.kind, sum(m.amount)::bigint as amount
       from ledger.moved m join ledger.kind k using (kind) where not k.tallied group by m.kind
     )
     select a.kind, k.side * coalesce(max(u.amount), sum(a.balance), 0)::bigint as balance,
       count(*) as accounts
     from ledger.account a join ledger.kind k using (kind) left join untallied u using (kind)
     group by a.kind, k.side
     order by a.kind`,
  );
}
