// Connections of the program: how long a caller waits for one, and when it is refused instead.
import pg from 'pg';

/**
 * Thrown if the database is too slow or too many callers wait for it; clients are told to try again
 * later.
 */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy';
}

/** Extra time in ms to read an answer that arrived in time while this process itself was busy. */
export const READ_MS = 100;
/** Longest time in ms that a caller waits for a connection, whether free or new. */
const CONNECTION_MS = 2_500;
/**
 * Longest time in ms that callers wait while no connection is given back at all. A busy pool gives
 * one back every few ms and is waited for longer.
 */
const STANDSTILL_MS = 800;
/** Largest number of callers that may wait for a connection. */
const WAITING_MAX = 1_000;

type Connected = Parameters<pg.Pool['connect']>[0];

/** Pool that refuses its callers early if too many wait, or if nobody gives a connection back. */
export class BoundedPool extends pg.Pool {
  #lastServedAt = 0;

  constructor(config: pg.PoolConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECTION_MS });
    this.on('acquire', () => (this.#lastServedAt = performance.now()));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: Connected): void;
  override connect(done?: Connected): Promise<pg.PoolClient> | void {
    const isFull = this.idleCount === 0 && this.totalCount >= this.options.max;
    if (this.waitingCount < WAITING_MAX) {
      if (done) return super.connect(done);
      return isFull ? this.#unlessAtStandstill(super.connect()) : super.connect();
    }
    const busy = new DatabaseBusy(`${WAITING_MAX} calls wait for a connection`);
    if (!done) return Promise.reject(busy);
    done(busy, undefined, () => {});
  }

  /** Waits for a connection; throws DatabaseBusy if no caller is served for too long. */
  async #unlessAtStandstill(waiting: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    let timer: NodeJS.Timeout | undefined;
    const standstill = new Promise<never>((_, reject) => {
      const refuse = () =>
        reject(new DatabaseBusy(`no connection was given back in ${STANDSTILL_MS} ms`));
      const look = (isSecondLook: boolean) => {
        const leftMs = this.#lastServedAt + STANDSTILL_MS - performance.now();
        if (leftMs > 0) timer = setTimeout(look, leftMs, false);
        else if (isSecondLook) refuse();
        else timer = setTimeout(look, READ_MS, true);
      };
      timer = setTimeout(look, STANDSTILL_MS, false);
    });
    try {
      return await Promise.race([waiting, standstill]);
    } catch (error) {
      // The pool does not know that this caller has given up.
      void waiting.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}
