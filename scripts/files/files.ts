// `npm run files -- --copy`: copies the files of the disk to the bucket of S3.
import { join, resolve } from 'node:path';
import { createDiskStore } from '../../server/adapters/files/disk-store.ts';
import { createS3Store } from '../../server/adapters/files/s3/s3-store.ts';
import { readConfig, readEnvironment } from '../../server/config/config.ts';
import { copyFiles } from './copy-files.ts';
import { readOptions } from '../options.ts';

const { values } = readOptions({
  command: 'npm run files --',
  purpose:
    'Copies the stored files from FILES_DIR to the bucket S3_BUCKET and compares each by hash. ' +
    'Started again, it copies only what is missing.',
  options: {
    copy: { type: 'boolean', about: 'copies; without it nothing is done' },
    from: {
      type: 'string',
      value: 'DIR',
      about: 'the folder to copy from; FILES_DIR if not given',
    },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
try {
  const { s3, filesDir } = readConfig(readEnvironment());
  if (!values.copy) throw new Error('Say --copy; --help explains it.');
  if (!s3) throw new Error('Set S3_BUCKET and the settings that it needs.');
  const from = createDiskStore(values.from ? resolve(String(values.from)) : filesDir);
  const to = createS3Store(s3);
  await to.check();
  const incoming = join(filesDir, 'incoming');
  const { copied, present, problems } = await copyFiles({ from, to }, incoming, say);
  to.close();
  for (const line of problems) say(`  ${line}`);
  say(`${copied} files copied, ${present} were there already, ${problems.length} problems.`);
  if (problems.length > 0) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
