// A probe of a cluster: writes rows one after another, through HAProxy and directly to each node,
// and proves that each row whose commit was acknowledged is there at the end.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const PAUSE_MS = 50;
const ANSWER_MS = 3_000;
const LONG_GAP_MS = 120_000;

/** Writes rows at one address until `isOver`; calls `acknowledged` after each commit. */
async function write(url: string, isOver: () => boolean, acknowledged: (id: string) => void) {
  let client: pg.Client | null = null;
  while (!isOver()) {
    try {
      if (client === null) {
        client = new pg.Client({
          connectionString: url,
          connectionTimeoutMillis: ANSWER_MS,
          query_timeout: ANSWER_MS,
        });
        client.on('error', () => {});
        await client.connect();
      }
      const id = randomUUID();
      await client.query('insert into chaos.written (id) values ($1)', [id]);
      acknowledged(id);
    } catch {
      // A standby refuses the write, and a lost node does not answer; the row may or may not exist.
      void client?.end().catch(() => {});
      client = null;
    }
    await sleep(PAUSE_MS);
  }
  await client?.end().catch(() => {});
}

/**
 * Starts writing at `url`, which leads through HAProxy, and at each address in `past`, which
 * bypasses it.
 */
export async function startProbe(url: string, past: readonly string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create schema chaos');
  await client.query('create table chaos.written (id uuid primary key)');
  await client.end();
  const ids = { through: [] as string[], past: [] as string[] };
  const times: number[] = [performance.now()];
  let over = false;
  const isOver = () => over;
  const writers = [
    write(url, isOver, (id) => {
      ids.through.push(id);
      times.push(performance.now());
    }),
    ...past.map((node) => write(node, isOver, (id) => void ids.past.push(id))),
  ];
  return {
    written: () => ids.through.length + ids.past.length,
    direct: () => ids.past.length,
    /** Resolves at the next acknowledged write through HAProxy; throws if there is none. */
    async untilWritten() {
      const [before, limit] = [times.length, performance.now() + LONG_GAP_MS];
      while (times.length === before) {
        if (performance.now() > limit) throw new Error('nothing can be written any more');
        await sleep(PAUSE_MS);
      }
    },
    /** Returns the longest time between two acknowledged writes, in ms. */
    longestGapSince(moment: number): number {
      const first = times.findLastIndex((time) => time <= moment);
      const after = times.slice(Math.max(first, 0));
      return Math.max(0, ...after.slice(1).map((time, k) => time - after[k]!));
    },
    /** Ends the probe, and returns one line for each acknowledged row that is missing. */
    async end(): Promise<string[]> {
      over = true;
      await Promise.all(writers);
      const reader = new pg.Client({ connectionString: url });
      await reader.connect();
      const { rows } = await reader.query<{ id: string }>('select id from chaos.written');
      await reader.end();
      const there = new Set(rows.map(({ id }) => id));
      const lost = [
        ...ids.through.map((id) => ({ id, where: 'through HAProxy' })),
        ...ids.past.map((id) => ({ id, where: 'past HAProxy' })),
      ].filter(({ id }) => !there.has(id));
      return lost.map(({ id, where }) => `write ${id} was acknowledged ${where} and is lost`);
    },
  };
}

export type Probe = Awaited<ReturnType<typeof startProbe>>;
