// Attacks that are also tests: vitest runs them with more tries than `npm test` does.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { REPORT, type Report } from '../../tests/attacks/report-line.ts';
import type { Attack } from './attack.ts';

/** Returns an attack that runs one test file, which prints what it tried and what it found. */
export const attackBy = (file: string, about: string, usual: number): Attack => ({
  about,
  async run({ rounds, seed, say }) {
    const tries = rounds ?? usual;
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(process.execPath, [vitest, 'run', '--project', 'integration', file], {
      env: { ...process.env, ATTACK_ROUNDS: String(tries), ATTACK_SEED: String(seed) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (text) => (output += String(text)));
    const code = await new Promise((settle) => child.once('close', settle));
    const lines = output.split('\n').filter((line) => line.startsWith(REPORT));
    const reports = lines.map((line) => JSON.parse(line.slice(REPORT.length)) as Report);
    for (const line of reports.flatMap(({ says = [] }) => says)) say(`  ${line}`);
    const failures = reports.flatMap((one) => one.failures);
    // A test that failed for another reason, or reported nothing, counts as an attack that was not
    // repelled.
    if (failures.length === 0 && (code !== 0 || reports.length === 0)) {
      failures.push(output.slice(-2_000));
    }
    return { tries: reports.reduce((sum, one) => sum + one.tries, 0), failures };
  },
});
