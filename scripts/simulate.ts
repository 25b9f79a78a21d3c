// `npm run simulate -- --steps N --lives N --seed S`: the random tests, as long as one likes.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '10000' },
    lives: { type: 'string', default: '40' },
    seed: { type: 'string' },
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
    },
  },
);
process.exitCode = status ?? 1;
