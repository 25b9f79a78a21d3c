// `npm run simulate -- --steps N --seed S`: the simulation of tests/, as long as one likes.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '10000' }, seed: { type: 'string' } },
});
const seed = values.seed ?? String(randomInt(1, 2 ** 31));
process.stdout.write(`Simulating ${values.steps} steps from seed ${seed} …\n`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'integration', 'tests/simulation.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, SIMULATE_STEPS: values.steps, SIMULATE_SEED: seed },
  },
);
process.exitCode = status ?? 1;
