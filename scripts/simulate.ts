// `npm run simulate -- --steps N --lives N --seed S`: runs the random tests as long as desired.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readOptions } from './options.ts';

const { values } = readOptions({
  command: 'npm run simulate --',
  purpose: 'Runs the random tests of the market and of the lives of loans for long.',
  options: {
    steps: { type: 'string', default: '10000', value: 'N', about: 'steps of the market' },
    every: {
      type: 'string',
      default: '1',
      value: 'N',
      about: 'steps between two proofs of the laws, which take longer than a step',
    },
    lives: { type: 'string', default: '40', value: 'N', about: 'lives of loans' },
    rules: {
      type: 'string',
      default: '1000',
      value: 'N',
      about: 'lives by the rules alone, without a database',
    },
    seed: { type: 'string', value: 'N', about: 'draws the same again; by chance without it' },
  },
});
const { steps, lives, rules, every, seed = String(randomInt(1, 2 ** 31)) } = values;
const what = `${steps} steps, ${lives} lives, and ${rules} lives by the rules alone`;
process.stdout.write(`Simulating ${what}, from seed ${seed} …\n`);
// vitest ignores a name that fits no file, so the names are whole.
const tests = [
  'tests/simulation.test.ts',
  'server/servicing/late/default.test.ts',
  'server/servicing/lifetime.test.ts',
  'server/servicing/rules.test.ts',
];
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project=integration', '--project=unit', ...tests],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      SIMULATE_STEPS: steps,
      SIMULATE_LIVES: lives,
      SIMULATE_RULES: rules,
      SIMULATE_SEED: seed,
      SIMULATE_LAWS_EVERY: every,
    },
  },
);
process.exitCode = status ?? 1;
