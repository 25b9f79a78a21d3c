// `npm run operator`: creates the first two admins, who then invite everybody else.
import pino from 'pino';
import { emailSchema } from '#contract/identity/calls.ts';
import { Refusal } from '#contract/refusals.ts';
import { readConfig, readEnvironment } from '../server/config/config.ts';
import { createPool } from '../server/database/db.ts';
import { appointAdmin } from '../server/identity/operator/operator-checks.ts';
import { assertMigrated, migrate } from '../server/database/migrate.ts';
import { wire } from '../server/wiring.ts';
import { inWork } from '../server/work.ts';
import { databaseUrl } from './database.ts';
import { readOptions } from './options.ts';

const { values } = readOptions({
  command: 'npm run operator --',
  purpose:
    'Takes an admin on and writes the link by which password and authenticator are set. ' +
    'It does so while there are fewer than two; from then on two admins agree to each change.',
  options: {
    email: { type: 'string', value: 'ADDRESS', about: 'where the admin reads mail' },
    name: { type: 'string', value: 'NAME', about: 'what colleagues call the admin' },
  },
});
const email = emailSchema.safeParse(values.email);
const name = values.name?.trim() ?? '';
if (!email.success || name === '') {
  process.stderr.write('Say both: npm run operator -- --email ADDRESS --name NAME\n');
  process.exit(1);
}
const config = readConfig(readEnvironment());
const url = databaseUrl();
const pool = createPool(url, { max: 2 });
const log = pino({ level: 'silent' });
try {
  if (config.ownerUrl) await migrate({ url: config.ownerUrl, programUrl: url });
  else await assertMigrated(url);
  const wired = await wire({
    config,
    pool,
    log,
    callbackUrl: () => null,
    leaving: new AbortController().signal,
  });
  try {
    const link = await inWork(wired.services, (work) =>
      appointAdmin(work, { email: email.data, name }),
    );
    if (link === null) {
      process.stderr.write('Two admins are there already; they invite others at the office.\n');
      process.exitCode = 1;
    } else {
      process.stdout.write(`Good once, for 24 hours:\n${link}\n`);
    }
  } catch (problem) {
    if (!(problem instanceof Refusal && problem.code === 'OPERATOR_EXISTS')) throw problem;
    process.stderr.write(`${email.data} is an operator's already; give another address.\n`);
    process.exitCode = 1;
  } finally {
    await wired.close();
  }
} finally {
  await pool.end();
}
