// `npm run backup`: a base backup of PostgreSQL on this machine, and a copy of the uploaded files.
import * as fs from 'node:fs';
import { join } from 'node:path';
import { readConfig, readEnvironment } from '../../server/config/config.ts';
import { createPool, db } from '../../server/database/db.ts';
import { findRunner } from '../../server/database/postgres.ts';
import { setBackupCopied } from '../../server/files/file-queries.ts';
import { StartFailure } from '../../server/start-failure.ts';
import { archiveSettings, makePlaces, placesOf, takeBase } from './base.ts';
import { copyHeads, copyUploads } from './copies.ts';
import { databaseUrl } from '../database.ts';
import { readOptions } from '../options.ts';

const { values } = readOptions({
  command: 'npm run backup --',
  purpose:
    'Copies the running database, the uploaded files and the signed heads to a folder. ' +
    'Together with the log that PostgreSQL archives there, it can be restored to any later second.',
  options: {
    to: { type: 'string', value: 'DIR', about: 'the folder of the backups, on another disk' },
    settings: { type: 'boolean', about: 'prints what PostgreSQL needs to archive its log there' },
    files: { type: 'boolean', about: 'copies only new uploads and the heads; for every minute' },
    database: {
      type: 'string',
      value: 'URL',
      about: 'a superuser on this machine; without it DATABASE_OWNER_URL',
    },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
const MB = 1024 * 1024;

/**
 * Returns the superuser's database URL: from the option, the settings, or the running
 * demonstration.
 */
function superuserUrl(): string {
  const { ownerUrl, dataDir } = readConfig(readEnvironment());
  const address = dataDir === null ? null : join(dataDir, 'owner-url');
  if (values.database !== undefined) return databaseUrl(values.database);
  if (ownerUrl !== null) return ownerUrl;
  if (address !== null && fs.existsSync(address)) return fs.readFileSync(address, 'utf8').trim();
  throw new StartFailure('Name the database: --database URL, or DATABASE_OWNER_URL.');
}

/** Copies the uploads after the database, so that the copy has every file to which a row refers. */
function copyRest(to: string): void {
  const { filesDir, heads, s3 } = readConfig(readEnvironment());
  const places = placesOf(to);
  if (s3 === null) say(`${copyUploads(filesDir, places.uploads)} uploaded files were added.`);
  else say('The uploaded files are in a bucket, whose versions and copies the bucket keeps.');
  copyHeads(heads.file, places.heads);
}

/**
 * Records the copy in the database, so that an alert says when copies stop. Without a database
 * nothing is recorded, because the copy itself does not need it.
 */
async function recordCopy(): Promise<void> {
  const pool = createPool(databaseUrl(), { max: 1 });
  try {
    await setBackupCopied(db(pool));
  } catch (error) {
    say(`The copy could not be recorded in the database: ${(error as Error).message}`);
  } finally {
    await pool.end();
  }
}

function sizeOf(folder: string): number {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.reduce((sum, name) => sum + fs.statSync(join(folder, name)).size, 0);
}

async function backUp(to: string): Promise<void> {
  if (!values.files) makePlaces(to, findRunner());
  if (values.settings) {
    for (const setting of archiveSettings(to)) {
      const [name = ''] = setting.split('=', 1);
      say(`${name} = '${setting.slice(name.length + 1).replaceAll("'", "''")}'`);
    }
    return;
  }
  if (!values.files) {
    const { name } = await takeBase(superuserUrl(), to);
    const size = sizeOf(join(placesOf(to).base, name)) / MB;
    say(`Base backup ${name}, ${Math.round(size)} MB.`);
  }
  copyRest(to);
  await recordCopy();
}

try {
  if (values.to === undefined) throw new StartFailure('Name the folder of the backups: --to DIR.');
  await backUp(values.to);
} catch (error) {
  process.stderr.write(`The backup failed: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
