// The log of security events. Each event is logged as a line at once. Similar events within a few
// seconds are stored as one row, so that a flood of events costs one statement every few seconds
// and cannot fill the disk.
import type { SecurityKind } from '#contract/tasks/security.ts';
import type { Logger } from 'pino';
import type { Secrets } from '../../adapters/secrets.ts';
import type { Clock } from '../../clock.ts';
import { type Pool, db } from '../../database/db.ts';
import { type NewEvent, insertEvents } from './security-queries.ts';

/**
 * A security event. Of the caller's input, only the e-mail address is recorded, as a keyed hash.
 */
export type SecurityEvent = {
  kind: SecurityKind;
  code: string | null;
  call: string;
  isOffice: boolean;
  /** IPv4 address, or /64 network of an IPv6 address. */
  address: string;
  agent: string;
  email: string | null;
  memberId: number | null;
  operatorId: number | null;
  requestId: string;
};

export type SecurityLog = {
  note(event: SecurityEvent): void;
  /** Writes the pending events; runs automatically every few seconds. Never throws. */
  write(): Promise<void>;
  close(): Promise<void>;
};

const EVERY_MS = 5_000;
/**
 * For each kind, number of rows per hour that name the source of the events; further events are
 * only counted by kind.
 */
const ROWS_AN_HOUR = 500;
const FOLDED_EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Reduces an event above that limit to its kind. */
const sourceless = ({ kind, isOffice, at, until }: NewEvent): NewEvent => ({
  kind,
  isOffice,
  at,
  until,
  times: 1,
  code: null,
  call: '*',
  address: null,
  agent: null,
  account: null,
  email: null,
  memberId: null,
  operatorId: null,
  requestId: null,
});

const keyOf = (row: NewEvent) =>
  JSON.stringify([
    row.kind,
    row.code,
    row.call,
    row.address,
    row.agent,
    row.account,
    row.memberId,
    row.operatorId,
  ]);

/** Events that are not written yet. For each kind, at most `rowsAnHour` rows name their source. */
class Noted {
  readonly #rowsAnHour: number;
  #rows = new Map<string, NewEvent>();
  #folded = new Map<SecurityKind, NewEvent>();
  #hour = { began: 0, rows: new Map<SecurityKind, number>() };
  #foldedAt = 0;

  constructor(rowsAnHour: number) {
    this.#rowsAnHour = rowsAnHour;
  }

  /** Counts the event; returns its row if it is new. */
  add(row: NewEvent): NewEvent | null {
    const key = keyOf(row);
    const used = this.#hour.rows.get(row.kind) ?? 0;
    const isOver = used >= this.#rowsAnHour;
    const known = this.#rows.get(key) ?? (isOver ? this.#folded.get(row.kind) : undefined);
    if (known) {
      known.times += 1;
      known.until = row.until;
      return null;
    }
    if (isOver) {
      const one = sourceless(row);
      this.#folded.set(row.kind, one);
      return one;
    }
    this.#hour.rows.set(row.kind, used + 1);
    this.#rows.set(key, row);
    return row;
  }

  /**
   * Returns the rows to be written now; rows without a source are returned only once a minute,
   * unless `all` is set.
   */
  take(now: number, all: boolean): NewEvent[] {
    if (now - this.#hour.began >= HOUR_MS) this.#hour = { began: now, rows: new Map() };
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    if (!all && now - this.#foldedAt < FOLDED_EVERY_MS) return rows;
    this.#foldedAt = now;
    rows.push(...this.#folded.values());
    this.#folded = new Map();
    return rows;
  }
}

type Needed = { pool: Pool; clock: Clock; secrets: Secrets; log: Logger };

/** Creates the log. Tests pass other `limits`, so that an hour of flooding takes only seconds. */
export function createSecurityLog(
  { pool, clock, secrets, log }: Needed,
  limits: { rowsAnHour: number } = { rowsAnHour: ROWS_AN_HOUR },
): SecurityLog {
  const noted = new Noted(limits.rowsAnHour);

  function rowOf({ email, ...rest }: SecurityEvent, now: Date): NewEvent {
    const typed = email?.toLowerCase() ?? null;
    const account =
      typed === null ? null : secrets.fingerprint('security-event', typed).slice(0, 16);
    return { ...rest, email: typed, account, at: now, until: now, times: 1 };
  }

  /** Writes the log line of a row, without the e-mail address. */
  function tell(row: NewEvent, text: string) {
    const { email: _email, at: _at, until: _until, isOffice: _isOffice, kind, ...rest } = row;
    const level = kind === 'signed_in' ? 'info' : 'warn';
    log[level]({ security: kind, ...rest }, text);
  }

  async function write(all: boolean): Promise<void> {
    const rows = noted.take(clock.realNow().getTime(), all);
    if (rows.length === 0) return;
    for (const row of rows) if (row.times > 1) tell(row, 'security events of the same kind');
    try {
      await insertEvents(db(pool), rows);
    } catch (error) {
      // The events are not lost, because the server's log also contains them.
      log.error({ err: error, rows: rows.length }, 'security events could not be stored');
    }
  }

  const timer = setInterval(() => void write(false), EVERY_MS).unref();

  return {
    note(event) {
      const row = noted.add(rowOf(event, clock.realNow()));
      if (row) tell(row, 'a security event');
    },
    write: () => write(true),
    async close() {
      clearInterval(timer);
      await write(true);
    },
  };
}
