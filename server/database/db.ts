// Database access: the connection pool, transactions, and discarding connections whose state is
// uncertain.
import pg from 'pg';
import { connecting, watchStatement } from '../telemetry/statements.ts';
import { BoundedPool, DatabaseBusy, READ_MS } from './bounded-pool.ts';
import { type Sql, anew, sql } from './sql.ts';

export type Pool = pg.Pool;

/** Throws for an amount or id beyond 2^53, which would otherwise silently lose digits. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${text}`);
  return value;
}

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;
const asText = (text: string) => text;
const int8Array = (text: string) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(safeInteger);

const parsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return safeInteger;
    if (oid === DATE) return asText;
    if (oid === INT8_ARRAY) return int8Array;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

/**
 * Interface through which the queries run SQL statements, which are prepared once per connection.
 * The fields of a row are its columns in the names of the code: `member_id` is `memberId`. `one`
 * fails unless exactly one row comes back, `maybe` fails if more than one does.
 */
export type Tx = {
  many<Row>(statement: Sql): Promise<Row[]>;
  one<Row>(statement: Sql): Promise<Row>;
  maybe<Row>(statement: Sql): Promise<Row | null>;
  /**
   * Like `many`, but PostgreSQL plans the statement anew for its values each time. Used for
   * reports, because their best plan depends on the period and the filters.
   */
  planned<Row>(statement: Sql): Promise<Row[]>;
  /** Returns how many rows were written. */
  run(statement: Sql): Promise<number>;
};

type Query = { name?: string; text: string; values?: unknown[]; rowMode?: 'array' };
type Queryable = { query(config: Query): Promise<pg.QueryResult> };

/** Pools and clients that must not prepare statements by name. */
const unprepared = new WeakSet<object>();

const names = new Map<string, string>();

/**
 * Returns the name of a prepared statement, one for each SQL text. There are few names, because the
 * texts are constants.
 */
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size + 1}`;
  names.set(text, name);
  return name;
}

const fieldsOf = new Map<string, readonly string[]>();

/** The name that a column has in the code: `member_id` is `memberId`. */
export const fieldOf = (column: string): string =>
  column.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the rows of an answer with the names of the code, found once for each SQL text. */
function namedRows<Row>(text: string, { fields, rows }: pg.QueryResult<unknown[]>): Row[] {
  const names = fieldsOf.get(text) ?? fields.map(({ name }) => fieldOf(name));
  fieldsOf.set(text, names);
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i += 1) row[names[i] as string] = values[i];
    return row as Row;
  });
}

/**
 * Longest time in ms that this process waits for PostgreSQL to answer a statement; 0 means no
 * limit. PostgreSQL's own statement timeout is not enough, because it does not apply if PostgreSQL
 * hangs or the network drops packets.
 */
export type Patience = { answerMs?: number };

/** Time limit for requests and pages, whose statements read and write few rows. */
export const SHORT: Patience = { answerMs: 3_000 };
/** Longer than PostgreSQL's own statement timeout, which therefore applies first. */
const ANSWER_MS = 65_000;
/** Time limit in ms for beginning a transaction, which a healthy server does at once. */
const BEGIN_MS = 3_000;

/** Runs a statement, measures its time, and returns the answer. */
async function answered(
  client: Queryable,
  query: Query,
  answerMs: number,
): Promise<pg.QueryResult> {
  const measured = watchStatement(query.text);
  if (measured === null) return inTime(client, query, answerMs);
  try {
    const result = await inTime(client, query, answerMs);
    measured();
    return result;
  } catch (error) {
    measured(error);
    throw error;
  }
}

/**
 * Returns the answer to a statement. Throws DatabaseBusy if no answer arrives in time; the client
 * must then be discarded, because the answer may still come.
 */
async function inTime(client: Queryable, query: Query, answerMs: number): Promise<pg.QueryResult> {
  const asked = client.query(query);
  if (answerMs === 0) return asked;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refuse = () => reject(new DatabaseBusy(`the database did not answer in ${answerMs} ms`));
    timer = setTimeout(() => (timer = setTimeout(refuse, READ_MS)), answerMs);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs one statement on a connection of the pool; the connection is discarded if its state is
 * uncertain.
 */
async function answeredByPool(pool: Pool, query: Query, answerMs: number) {
  const client = await connecting(() => pool.connect());
  let doubt: Error | undefined;
  try {
    return await answered(client, query, answerMs);
  } catch (error) {
    if (isConnectionProblem(error)) doubt = error;
    throw error;
  } finally {
    client.release(doubt);
  }
}

/** Wraps a client (inside a transaction) or the pool (each statement on its own). */
export function db(client: Queryable, { answerMs = ANSWER_MS }: Patience = {}): Tx {
  const prepares = !unprepared.has(client);
  const answer = (query: Query, limitMs: number) =>
    client instanceof pg.Pool
      ? answeredByPool(client, query, limitMs)
      : answered(client, query, limitMs);
  const ask = ({ text, values, isPlannedAnew, keepsNames }: Sql, limitMs = answerMs) => {
    const name = prepares && !isPlannedAnew && { name: nameOf(text) };
    const rowMode = !keepsNames && ({ rowMode: 'array' } as const);
    return answer({ ...name, ...rowMode, text, values: [...values] }, limitMs);
  };
  const rowsOf = async <Row>(statement: Sql, limitMs = answerMs) => {
    const result = await ask(statement, limitMs);
    return statement.keepsNames ? (result.rows as Row[]) : namedRows<Row>(statement.text, result);
  };
  const refused = (statement: Sql, count: number, meant: string) =>
    new Error(`${count} rows instead of ${meant}: ${statement.text.trim().slice(0, 200)}`);
  return {
    many: <Row>(statement: Sql) => rowsOf<Row>(statement),
    one: async <Row>(statement: Sql) => {
      const rows = await rowsOf<Row>(statement);
      if (rows.length !== 1) throw refused(statement, rows.length, 'one');
      return rows[0] as Row;
    },
    maybe: async <Row>(statement: Sql) => {
      const rows = await rowsOf<Row>(statement);
      if (rows.length > 1) throw refused(statement, rows.length, 'at most one');
      return rows[0] ?? null;
    },
    planned: <Row>(statement: Sql) => rowsOf<Row>(anew(statement), ANSWER_MS),
    run: async (statement) => (await ask(statement)).rowCount ?? 0,
  };
}

export type PoolOptions = {
  max?: number;
  /** False behind a PgBouncer before 1.21, which loses statements that are prepared by name. */
  prepared?: boolean;
  onError?: (error: Error) => void;
};

/**
 * Creates a pool with a time limit on the wait for a connection. The limits of statements, locks
 * and idle transactions are settings of the role (`role-limits.ts`).
 */
export function createPool(
  url: string,
  { max = 16, prepared = true, onError = () => {} }: PoolOptions = {},
): Pool {
  const pool = new BoundedPool({
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    types: parsers,
  });
  // Without these handlers an idle client whose server has disappeared would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  if (!prepared) {
    unprepared.add(pool);
    pool.on('connect', (client) => unprepared.add(client));
  }
  return pool;
}

/**
 * Runs `work` in one READ COMMITTED transaction. Any failure rolls back and is thrown again. If the
 * rollback itself fails, or COMMIT was sent but not answered, the client is discarded and nothing
 * is retried: the caller repeats the request with the idempotency key instead.
 */
export async function withTransaction<T>(
  pool: Pool,
  work: (tx: Tx) => Promise<T>,
  { answerMs = ANSWER_MS }: Patience = {},
): Promise<T> {
  const client = await connecting(() => pool.connect());
  let doubt: Error | undefined;
  const end = (text: 'commit' | 'rollback') =>
    answered(client, { text }, answerMs).catch((problem: Error) => {
      doubt = problem;
      throw problem;
    });
  try {
    await answered(client, { text: 'begin' }, BEGIN_MS);
    let result: T;
    try {
      result = await work(db(client, { answerMs }));
    } catch (error) {
      // If the connection failed, no ROLLBACK is sent: the server rolls back by itself when the
      // connection is closed.
      if (!isConnectionProblem(error)) await end('rollback').catch(() => {});
      throw error;
    }
    await end('commit');
    return result;
  } catch (error) {
    if (isConnectionProblem(error)) doubt ??= error;
    throw error;
  } finally {
    client.release(doubt);
  }
}

/**
 * Codes of a transaction that PostgreSQL rolled back because of another one: a serialization
 * failure and a deadlock.
 */
const ROLLED_BACK: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** Whether PostgreSQL rolled a transaction back because of another one: nothing of it remains. */
export const isRolledBack = (error: unknown): boolean =>
  ROLLED_BACK.has((error as { code?: unknown } | null)?.code);

const TRIES = 3;

/**
 * Like `withTransaction`, but carries the work out again, at most twice, if PostgreSQL rolled it
 * back because of another transaction. Only for work that may be repeated, because it changes
 * nothing outside of its transaction.
 */
export async function withTransactionAgain<T>(
  ...transaction: Parameters<typeof withTransaction<T>>
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await withTransaction(...transaction);
    } catch (error) {
      if (tries === TRIES || !isRolledBack(error)) throw error;
    }
  }
}

/**
 * Returns whether the connection failed: the database did not answer in time, or the error code
 * means a lost connection or a server that shuts down (classes 08 and 57P, ECONNRESET).
 */
function isConnectionProblem(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseBusy) return true;
  const code = (error as { code?: string }).code;
  return (
    code?.startsWith('08') === true || code?.startsWith('57P') === true || code === 'ECONNRESET'
  );
}

/** Returns the name of the unique index or check constraint that a statement violated, or null. */
export function brokenConstraint(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
  return code?.startsWith('23') === true ? (constraint ?? null) : null;
}

/**
 * Lets this transaction wait for as long as its work outside the database takes. Otherwise the
 * server would end its session after a minute without a statement, and the work would be repeated.
 */
export async function waitOutside(tx: Tx): Promise<void> {
  await tx.one(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`);
}

/** Takes the lock that makes all work on one loan or case run one after the other. */
export async function lockLoan(tx: Tx, loanId: number): Promise<void> {
  await tx.one(sql`select pg_advisory_xact_lock(7, (${loanId}::bigint % 2147483647)::integer)`);
}

/** Like `lockLoan` for several loans, in the order of their ids. */
export const lockLoans = (tx: Tx, loanIds: readonly number[]) =>
  tx.run(sql`
    select pg_advisory_xact_lock(7, (id % 2147483647)::integer)
    from (select id from unnest(${loanIds}::bigint[]) as l (id) order by id offset 0) sorted
  `);

/** Like `lockLoan` for several loans, but does not wait; returns those whose lock was free. */
export async function tryLockLoans(tx: Tx, loanIds: readonly number[]): Promise<Set<number>> {
  const rows = await tx.many<{ id: number }>(sql`
    select id from unnest(${loanIds}::bigint[]) as l (id)
    where pg_try_advisory_xact_lock(7, (id % 2147483647)::integer)
  `);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Yields rows page by page, for tables too large for memory: `next` is called with the last row of
 * the previous page until it returns no more rows.
 */
export async function* inPages<Row, Out>(
  next: (last: Row | null) => Promise<readonly Row[]>,
  out: (row: Row) => Out,
): AsyncGenerator<Out> {
  let last: Row | null = null;
  for (;;) {
    const page: readonly Row[] = await next(last);
    for (const row of page) yield out(row);
    last = page.at(-1) ?? null;
    if (last === null) return;
  }
}
