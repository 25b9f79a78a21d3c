// How an attack's test is told its size, and says what it found: `npm run attack -- <name>` runs
// the same tests with more tries and reads the line that is printed here.
import { expect } from 'vitest';
import { REPORT, type Report } from './report-line.ts';

const rounds = process.env['ATTACK_ROUNDS'];
export const SEED = Number(process.env['ATTACK_SEED'] ?? 1);
/** The size that `npm test` runs, unless the attack is told another. */
export const roundsOr = (usual: number) => (rounds === undefined ? usual : Number(rounds));

/** Fails where anything got through; prints all of it where the attack asked for that. */
export function report({ tries, failures, says = [] }: Report): void {
  if (rounds !== undefined) {
    process.stdout.write(`${REPORT}${JSON.stringify({ tries, failures, says })}\n`);
  }
  expect(failures.slice(0, 40)).toEqual([]);
}
