// Seeds of the random tests. They are the same in every run of a commit, so that only changes of
// the code can cause failures.
import { execFileSync } from 'node:child_process';

/** `npm run simulate` passes other seeds, to find cases that nobody has thought of. */
export const SEED = Number(process.env['SIMULATE_SEED'] ?? 20_261_121);

/**
 * Seed of the simulated market, which is another one for each commit, because the market has far
 * more ways than one run can try. A source without git has the seed of the other tests.
 */
export const MARKET_SEED = process.env['SIMULATE_SEED'] ? SEED : (seedOfCommit() ?? SEED);

function seedOfCommit(): number | null {
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' });
    return Number.parseInt(commit.slice(0, 7), 16);
  } catch {
    return null;
  }
}

/** Number of random loans that a test creates. */
export const LIVES = Number(process.env['SIMULATE_LIVES'] ?? 6);

/** Number of random loans that live by the rules alone, which takes milliseconds each. */
export const RULES_LIVES = Number(process.env['SIMULATE_RULES'] ?? 200);
