// Asks all calls as anybody with hostile inputs: the test of the same name, with more requests.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { AttackOptions } from '../attack.ts';

export const about = 'asks all calls with hostile inputs, and proves the books afterwards';

const REQUESTS = 200_000;

/** Runs `tests/fuzz`, which prints the answers by status and what went wrong. */
export async function run({ rounds, seed, say }: AttackOptions) {
  const tries = rounds ?? REQUESTS;
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project', 'integration', 'tests/fuzz/fuzz.test.ts'],
    {
      env: { ...process.env, FUZZ: String(tries), FUZZ_SEED: String(seed) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  const code = await new Promise((settle) => child.once('close', settle));
  const answers = /^200: .*$/m.exec(output)?.[0];
  if (answers) say(`  answers by status: ${answers}`);
  if (code === 0) return { tries, failures: [] };
  const wrong = output.split('\n').filter((line) => line.includes('SERVER_ERROR'));
  return { tries, failures: wrong.length > 0 ? wrong : [output.slice(-2_000)] };
}
