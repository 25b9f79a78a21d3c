// `npm run migrate`: applies the newest migrations and grants the program's role its rights.
import { readEnvironment } from '../server/config/config.ts';
import { assertTlsVerified, databaseAddress } from '../server/config/database-address.ts';
import { assertTwoRoles, migrate } from '../server/database/migrate.ts';
import { StartFailure } from '../server/start-failure.ts';
import { readOptions } from './options.ts';

readOptions({
  command: 'npm run migrate --',
  purpose:
    'Brings the database to the newest migration as its owner (DATABASE_OWNER_URL), and grants ' +
    'the role of DATABASE_URL what the program may do.',
});
try {
  const environment = readEnvironment();
  assertTlsVerified(environment);
  const url = databaseAddress(environment, 'DATABASE_OWNER_URL');
  const programUrl = databaseAddress(environment, 'DATABASE_URL');
  if (!url || !programUrl) {
    throw new StartFailure('set DATABASE_OWNER_URL, the owner, and DATABASE_URL, the program.');
  }
  await assertTwoRoles({ url, programUrl });
  const applied = await migrate({ url, programUrl }, (line) => {
    process.stdout.write(`${line}\n`);
  });
  process.stdout.write(`${applied} steps were applied, and the program has its rights.\n`);
} catch (error) {
  process.stderr.write(`The database cannot be prepared: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
