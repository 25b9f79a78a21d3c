// Measures two programs in alternating rounds; reports medians with their range and ratios, and
// never passes or fails.
import { setTimeout as sleep } from 'node:timers/promises';

export type Settings = { rounds: number; seconds: number; loans: number; quick: boolean };
export type Figure = { median: number; min: number; max: number };
export type Row = { row: string; what: string; ours: Figure; other: Figure | null; aim: string };

export function figureOf(values: readonly number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { median: middle, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}

/**
 * Runs `work` with `clients` concurrent clients until the time is up; returns completions per
 * second.
 */
export async function rate(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<number | void>,
): Promise<number> {
  let done = 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) {
        // `done += await …` would read `done` too early, so the result is awaited first.
        const finished = (await work(client)) ?? 1;
        done += finished;
      }
    }),
  );
  return done / ((performance.now() - begin) / 1000);
}

/** Runs the first program and then the second in each round; returns the figures of both. */
export async function inTurn(
  rounds: number,
  ours: (round: number) => Promise<number>,
  other: (round: number) => Promise<number>,
): Promise<{ ours: Figure; other: Figure }> {
  const a: number[] = [];
  const b: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    a.push(await ours(round));
    await sleep(200);
    b.push(await other(round));
    await sleep(200);
  }
  return { ours: figureOf(a), other: figureOf(b) };
}

/** Returns the number of clients at which the reference program is fastest. */
export async function best(
  settings: Settings,
  clients: readonly number[],
  run: (clients: number, seconds: number) => Promise<number>,
): Promise<number> {
  let found = { clients: clients[0] ?? 1, rate: 0 };
  for (const count of clients) {
    const rate = await run(count, settings.quick ? 0.5 : 2);
    if (rate > found.rate) found = { clients: count, rate };
  }
  return found.clients;
}

const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const range = (figure: Figure) =>
  `${whole(figure.median)} (${whole(figure.min)}–${whole(figure.max)})`;

export const ratioOf = ({ ours, other }: Row) =>
  other && other.median > 0 ? (ours.median / other.median).toFixed(2) : '–';

/** Returns the rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map(
    (row) =>
      `| ${row.row} | ${row.what} | ${range(row.ours)} | ${row.other ? range(row.other) : '–'} | ` +
      `**${ratioOf(row)}** | ${row.aim} |`,
  );
  return [
    '| # | what | ours /s | against /s | ratio | aim (beyond) |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}
