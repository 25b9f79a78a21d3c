// Interface that every drill of `npm run chaos` implements, and the database it works on.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '../../server/database/postgres.ts';
import { endFamily } from './signals.ts';

export type DrillOptions = {
  /** Number of repetitions; null for the drill's own default. */
  rounds: number | null;
  /** The commit of an older version, for drills that need one. */
  from: string | null;
  say(line: string): void;
};

export type Drill = {
  about: string;
  /** Whether the drill runs in a network of its own, whose addresses nothing else uses. */
  ownNetwork?: boolean;
  /** Runs the drill; returns its figures in one line, and one line for each failure. */
  run(options: DrillOptions): Promise<{ result: string; failures: string[] }>;
};

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The folders of this process; a drill may have one within another. */
const opened = new Set<string>();
const clear = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/**
 * Makes a temporary folder for PostgreSQL. As long as it is there, a signal to end also ends
 * everything that this process started, because PostgreSQL would go on by itself, and removes it.
 */
export function openFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'baixi-chaos-'));
  // If the script runs as root, PostgreSQL runs as a separate user, which must be able to enter the
  // folder.
  chmodSync(folder, 0o711);
  const end = (signal: (typeof ENDING)[number]) => {
    endFamily();
    for (const one of opened) clear(one);
    process.exit(128 + constants.signals[signal]);
  };
  const remove = () => {
    for (const signal of ENDING) process.off(signal, end);
    opened.delete(folder);
    clear(folder);
  };
  opened.add(folder);
  for (const signal of ENDING) process.on(signal, end);
  return { folder, remove };
}

/** Makes a temporary folder for PostgreSQL, and removes it when `work` ends. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const { folder, remove } = openFolder();
  try {
    return await work(folder);
  } finally {
    remove();
  }
}

/**
 * Starts a PostgreSQL in a folder of its own, with these settings as `name=value`, and removes both
 * when `work` ends.
 */
export async function withPostgres<T>(
  work: (postgres: Postgres, folder: string) => Promise<T>,
  settings: readonly string[] = [],
): Promise<T> {
  return withFolder(async (folder) => {
    const to = join(folder, 'cluster');
    const postgres = await startPostgres({ folder: to, durable: true, settings });
    try {
      return await work(postgres, folder);
    } finally {
      await postgres.stop();
    }
  });
}

/** Starts a PostgreSQL that has ended again, in its folder and at its port. */
export async function restartPostgres(
  postgres: Postgres,
  settings: readonly string[] = [],
): Promise<void> {
  const { folder, port } = postgres;
  Object.assign(postgres, await startPostgres({ folder, port, durable: true, settings }));
}
