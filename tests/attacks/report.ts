// Number of tries and report of attack tests: `npm run attack -- <name>` runs the same tests with
// more tries and reads the line that is printed here.
import { expect } from 'vitest';
import { REPORT, type Report } from './report-line.ts';

const rounds = process.env['ATTACK_ROUNDS'];
export const SEED = Number(process.env['ATTACK_SEED'] ?? 1);
/** Whether `npm run attack` runs the test, so that it may take minutes. */
export const isLong = rounds !== undefined;
/** Returns the usual number of tries, which `npm test` makes, unless the attack sets another. */
export const roundsOr = (usual: number) => (rounds === undefined ? usual : Number(rounds));

/** Fails if any attack succeeded; prints the whole report if `npm run attack` requested it. */
export function report({ tries, failures, says = [] }: Report): void {
  if (rounds !== undefined) {
    process.stdout.write(`${REPORT}${JSON.stringify({ tries, failures, says })}\n`);
  }
  expect(failures.slice(0, 40)).toEqual([]);
}
