// Drill: two processes of an older version are replaced by this one under a loop of requests.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type DrillOptions, withPostgres } from './drill.ts';
import { startProcess, productionSettings, withPorts } from './processes.ts';
import { restartInTurn } from './restarts.ts';

export const about = 'upgrades two processes from the version --from under load';

/** Packages are those of this version, because installing others would need a network. */
const SHARED = ['node_modules', 'build'];

/** Writes the source code of a commit into `folder`. */
function checkOut(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    maxBuffer: 1_000_000_000,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  for (const name of SHARED) {
    const target = join(folder, name);
    if (!existsSync(target)) symlinkSync(resolve(name), target);
  }
}

export const run = ({ from }: DrillOptions) =>
  withPostgres(async (postgres, folder) => {
    if (from === null) {
      return { result: 'nothing was upgraded', failures: ['name a commit: --from COMMIT'] };
    }
    const older = join(folder, 'older');
    checkOut(from, older);
    // The older program makes its own schema, as it did when it was installed.
    const settings = { ...productionSettings(postgres, folder), DRAIN_SECONDS: '0' };
    const first = await startProcess(await withPorts(settings), [], older);
    first.child.kill('SIGTERM');
    await first.ended;
    const { requests, failures } = await restartInTurn(postgres, folder, 1, older);
    return { result: `an upgrade from ${from}, ${requests} requests`, failures };
  });
