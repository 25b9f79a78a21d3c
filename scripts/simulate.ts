// `npm run simulate -- --steps N --lives N --seed S`: runs the random tests as long as desired.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readOptions } from './options.ts';

const { values } = readOptions({
  command: 'npm run simulate --',
  purpose: 'Runs the random tests of the market and of the lives of loans for long.',
  options: {
    steps: { type: 'string', default: '10000', value: 'N', about: 'steps of the market' },
    lives: { type: 'string', default: '40', value: 'N', about: 'lives of loans' },
    seed: { type: 'string', value: 'N', about: 'draws the same again; by chance without it' },
  },
});
const { steps, lives, seed = String(randomInt(1, 2 ** 31)) } = values;
process.stdout.write(`Simulating ${steps} steps and ${lives} lives from seed ${seed} …\n`);
const tests = ['tests/simulation', 'server/servicing/default', 'server/servicing/lifetime'];
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', ...tests],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      SIMULATE_STEPS: steps,
      SIMULATE_LIVES: lives,
      SIMULATE_SEED: seed,
      SIMULATE_LAWS_EVERY: '1',
    },
  },
);
process.exitCode = status ?? 1;
