// `npm run restore`: restores a backup to a moment in a new folder, and proves the result.
import { createKeyRing } from '../../server/adapters/key-ring.ts';
import { readConfig, readEnvironment } from '../../server/config/config.ts';
import { dataKeysIn } from '../../server/keys/unwrapping.ts';
import { StartFailure } from '../../server/start-failure.ts';
import { restore } from './restoration.ts';
import { readOptions } from '../options.ts';

const { values } = readOptions({
  command: 'npm run restore --',
  purpose:
    'Restores the database and the uploaded files of a backup to a new folder, and proves the ' +
    'laws of the ledger, both hash chains, the signed heads, and every file that a row names.',
  options: {
    from: { type: 'string', value: 'DIR', about: 'the folder of the backups' },
    to: { type: 'string', value: 'DIR', about: 'a new folder for the database and the files' },
    at: {
      type: 'string',
      value: 'INSTANT',
      about: 'such as 2026-03-01T09:30:00+08:00; without it the end of the archive',
    },
    bin: { type: 'string', value: 'DIR', about: 'PostgreSQL programs, for a log in lz4' },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Returns the moment that the text states. Throws a StartFailure if the text is not a time with a
 * UTC offset.
 */
function instantOf(text: string): Date {
  const at = new Date(text);
  if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at.getTime())) {
    throw new StartFailure(`--at ${text} is not an instant such as 2026-03-01T09:30:00+08:00.`);
  }
  return at;
}

try {
  const { from, to, at, bin } = values;
  if (from === undefined || to === undefined)
    throw new StartFailure('Say --from DIR and --to DIR.');
  const until = at === undefined ? null : instantOf(at);
  const config = readConfig(readEnvironment());
  const { heads, s3 } = config;
  const ring = createKeyRing(await dataKeysIn(config), config.dataKeyCurrent);
  const inBucket = s3 !== null;
  const done = await restore({ from, to, until, ring, headsKey: heads.key, inBucket, bin });
  const { copy, replay, proof } = done.seconds;
  const parts = [`copied in ${copy.toFixed(1)} s`, `replayed in ${replay.toFixed(1)} s`];
  say(`Base backup ${done.base}; the last transaction is of ${done.lastCommitAt?.toISOString()}.`);
  for (const line of done.says) say(`  ${line}`);
  for (const line of done.failures) say(`  FAILED: ${line}`);
  say(`${[...parts, `proven in ${proof.toFixed(1)} s`].join(', ')}.`);
  if (done.failures.length > 0) process.exitCode = 1;
  else say(`Everything holds. The cluster is in ${to}/pg, the uploaded files are in ${to}/files.`);
} catch (error) {
  process.stderr.write(`The restore failed: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
