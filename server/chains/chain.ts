// The hash chains of the audit log and the ledger: how many rows are sealed, and whether every row
// is unchanged since then. The features of both tables add the seals; this file only reads them.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Pool, type Tx, withTransaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export const chainNames = ['audit', 'ledger'] as const;
export type ChainName = (typeof chainNames)[number];

/**
 * Content that a ledger seal covers: a transfer `t` with its entries and the owners of their
 * accounts. The columns are listed by name, so that a new column changes no hash.
 */
export const transferLeaf = sql`convert_to(
  row(t.id, t.kind, t.happened_on, t.booked_on, t.recorded_at, t.loan_id, t.memo)::text || (
    select coalesce(string_agg(row(e.line, e.account_id, a.kind, a.loan_id, a.order_id,
      a.member_id, e.amount)::text, '' order by e.line), '')
    from ledger.entry e left join ledger.account a on a.id = e.account_id
    where e.transfer_id = t.id), 'UTF8')`;

/**
 * `row` is the sealed table, `column` the seal's reference to its id, `body` the hashed expression
 * of a row under the alias `t`.
 */
export const chains = {
  audit: {
    seal: sql`tasks.seal`,
    row: sql`tasks.audit`,
    column: sql`audit_id`,
    body: sql`convert_to(t::text, 'UTF8')`,
  },
  ledger: {
    seal: sql`ledger.seal`,
    row: sql`ledger.transfer`,
    column: sql`transfer_id`,
    body: transferLeaf,
  },
} as const;

/** Runs reads in a single transaction, or in a new one for each part of a long proof. */
export type Reader = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
export const inTransactionsOf =
  (pool: Pool): Reader =>
  (work) =>
    withTransaction(pool, work);

/**
 * Sets the session's time format: rows are hashed as text, so every session must format times in
 * the same way.
 */
export const readAlike = (tx: Tx) =>
  tx.run(sql`
    select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true)
  `);

/** Allows one sealer per chain at a time; `mine` is false if another process seals. */
const lockSealer = (tx: Tx, chain: ChainName) =>
  tx.one<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(8, ${chain === 'audit' ? 1 : 4}) as mine`,
  );

/**
 * Returns the start of the oldest running transaction, less 10 seconds. It must be read before rows
 * are sealed.
 */
const oldestWork = (tx: Tx) =>
  tx.one<{ since: Date }>(sql`
    select least(now(), min(xact_start)) - interval '10 seconds' as since
    from pg_stat_activity where datname = current_database()
  `);

const ROUNDS_MAX = 20;

/**
 * Seals the rows of a chain in rounds of `atOnce`, some thousands at most, so that no transaction
 * is long; returns how many were sealed. `seal` seals one round and returns its number of rows.
 */
export async function sealInRounds(
  pool: Pool,
  { chain, atOnce, seal }: { chain: ChainName; atOnce: number; seal: SealRound },
): Promise<number> {
  for (let [round, total] = [1, 0]; ; round += 1) {
    const sealed = await withTransaction(pool, async (tx) => {
      const { mine } = await lockSealer(tx, chain);
      if (!mine) return 0;
      await readAlike(tx);
      const { since } = await oldestWork(tx);
      return seal(tx, since);
    });
    total += sealed;
    if (sealed < atOnce || round === ROUNDS_MAX) return total;
  }
}
/** `since` is the time of the oldest transaction that may still add rows. */
type SealRound = (tx: Tx, since: Date) => Promise<number>;

/** Limits the search for unsealed rows to recent ones; the nightly proof searches all rows. */
const recent = {
  audit: sql`t.id > coalesce((select max(audit_id) from tasks.seal), 0) - 10000`,
  ledger: sql`t.recorded_at >= (select below from ledger.sealing)`,
};

/**
 * Returns the number of sealed rows, the number of waiting rows, and the longest wait in seconds.
 */
export const chainState = (tx: Tx, chain: ChainName) =>
  tx.one<{ sealed: number; unsealed: number; waitingSeconds: number }>(sql`
    select coalesce((select max(position) from ${chains[chain].seal}), 0) as sealed,
      count(*) as unsealed,
      coalesce(extract(epoch from now() - min(t.recorded_at)), 0)::integer as waiting_seconds
    from ${chains[chain].row} t
    where ${recent[chain]} and (select s.position from ${chains[chain].seal} s
      where s.${chains[chain].column} = t.id) is null
  `);

/**
 * Verifies `limit` seals after `position`: each must follow the previous one without a gap, refer
 * to an existing row, and match the row's hash. Returns how many seals were read, and the first
 * that fails.
 */
const proveSeals = (tx: Tx, chain: ChainName, position: number, limit: number) =>
  tx.one<{ read: number; row: string | null; how: string | null }>(sql`
    with part as (
      select s.position, s.${chains[chain].column}::text as row, s.hash,
        case when t.id is not null then ${chains[chain].body} end as body,
        lag(s.hash) over (order by s.position) as before,
        lag(s.position, 1, ${position}::bigint) over (order by s.position) as last
      from ${chains[chain].seal} s
      left join ${chains[chain].row} t on t.id = s.${chains[chain].column}
      where s.position >= ${position} and s.position <= ${position}::bigint + ${limit}::bigint
    ), proven as (
      select position, row, case
        when position > ${position} and last <> position - 1 then 'gap'
        when body is null then 'missing'
        when position > ${position}
          and hash <> sha256(coalesce(before, ''::bytea) || body) then 'changed'
      end as how
      from part where position > ${position}
    )
    select (select count(*) from proven)::integer as read, f.row, f.how
    from (select 1) as once left join lateral (
      select row, how from proven where how is not null order by position limit 1) f on true
  `);

type Break = { row: string; how: string };

/**
 * Returns the first seal after the last one that was verified, or one before the first position. It
 * follows directly if it was added meanwhile; otherwise the seals between them are gone, more than
 * are verified at once.
 */
const sealsOutside = (tx: Tx, chain: ChainName, last: number) =>
  tx.maybe<Break & { follows: boolean }>(sql`
    select ${chains[chain].column}::text as row, 'gap' as how,
      position = ${last}::bigint + 1 as follows
    from ${chains[chain].seal}
    where position > ${last} or position < 1 order by position limit 1
  `);

/** A row is excused for this long, so that nobody can hide one behind an open transaction. */
const LONGEST = '15 minutes';

/**
 * Returns the first unsealed row whose time is more than a minute in the past or the future: such a
 * row was inserted later by somebody. A row that cannot be sealed yet, because a transaction runs
 * that began before the row was committed, is excused for `LONGEST`.
 */
const firstUnsealed = (tx: Tx, chain: ChainName) =>
  tx.maybe<Break>(sql`
    select t.id::text as row, 'unsealed' as how from ${chains[chain].row} t
    left join ${chains[chain].seal} s on s.${chains[chain].column} = t.id
    where s.${chains[chain].column} is null
      and t.recorded_at not between now() - interval '1 minute' and now() + interval '1 minute'
      and (app.is_settled(t.xmin, pg_current_snapshot())
        or t.recorded_at not between now() - ${LONGEST}::interval and now())
    order by t.id limit 1
  `);

/** Returns an entry whose transfer does not exist, because no seal covers it. */
const firstStray = (tx: Tx) =>
  tx.maybe<Break>(sql`
    select transfer_id as row, 'stray' as how from ledger.entry e
    where not exists (select from ledger.transfer t where t.id = e.transfer_id) limit 1
  `);

export type ChainProof = { rows: number; broken: Break | null };
const SEALS_AT_ONCE = 5_000;
const LOOK_MS = 1_000;

/**
 * Verifies a whole chain from its first seal to its last, and that no row older than a minute is
 * unsealed. `how` is `gap`, `missing`, `changed`, `unsealed` or `stray`. `patienceMs` is the time
 * that the sealer gets for rows of a long transaction that has just been committed.
 */
export async function proveChain(
  read: Reader,
  chain: ChainName,
  { patienceMs = 0 } = {},
): Promise<ChainProof> {
  for (let rows = 0; ;) {
    const part = await read(async (tx) => {
      await readAlike(tx);
      return proveSeals(tx, chain, rows, SEALS_AT_ONCE);
    });
    rows += part.read;
    if (part.row !== null) return { rows, broken: { row: part.row, how: part.how ?? '' } };
    if (part.read > 0) continue;
    const unsealed = await unsealedAfter(read, chain, patienceMs);
    const outside = await read((tx) => sealsOutside(tx, chain, rows));
    if (outside?.follows) continue;
    if (outside) return { rows, broken: { row: outside.row, how: outside.how } };
    const stray = chain === 'ledger' ? await read(firstStray) : null;
    return { rows, broken: unsealed ?? stray };
  }
}

/** Returns an unsealed row that is still there after the sealer had this time. */
async function unsealedAfter(
  read: Reader,
  chain: ChainName,
  patienceMs: number,
): Promise<Break | null> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const found = await read((tx) => firstUnsealed(tx, chain));
    if (!found || performance.now() >= until) return found;
    await sleep(LOOK_MS);
  }
}

/**
 * Returns the position and hash of the newest link of a hash chain (audit log or ledger); null if
 * nothing was hashed yet.
 */
export const lastSeal = (tx: Tx, chain: ChainName) =>
  tx.maybe<{ position: number; hash: string }>(sql`
    select position, encode(hash, 'hex') as hash from ${chains[chain].seal}
    order by position desc limit 1
  `);

/** Returns the hashes at these positions, as far as seals exist. */
export const hashesAt = (tx: Tx, chain: ChainName, positions: readonly number[]) =>
  tx.many<{ position: number; hash: string }>(sql`
    select position, encode(hash, 'hex') as hash from ${chains[chain].seal}
    where position = any (${positions}::bigint[])
  `);

/** Returns whether a chain has seals older than this number of minutes. */
export const sealedBefore = async (tx: Tx, chain: ChainName, minutes: number) =>
  (await tx.maybe(sql`
    select position from ${chains[chain].seal}
    where sealed_at < now() - make_interval(mins => ${minutes}) order by position limit 1
  `)) !== null;
