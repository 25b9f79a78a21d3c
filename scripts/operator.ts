// `npm run operator`: creates the first two admins, who then invite everybody else.
import pino from 'pino';
import { emailSchema } from '#contract/identity/calls.ts';
import { Refusal } from '#contract/refusals.ts';
import { readConfig, readEnvironment } from '../server/config/config.ts';
import { createPool } from '../server/database/db.ts';
import { appointAdmin } from '../server/identity/operator/operator-checks.ts';
import { assertMigrated, migrate } from '../server/database/migrate.ts';
import { StartFailure } from '../server/start-failure.ts';
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
try {
  const link = await appoint({ email: email.data, name });
  if (link === null) {
    process.stderr.write('Two admins are there already; they invite others at the office.\n');
    process.exitCode = 1;
  } else {
    process.stdout.write(`Good once, for 24 hours:\n${link}\n`);
  }
} catch (problem) {
  if (problem instanceof StartFailure) {
    process.stderr.write(`${problem.message}\n`);
  } else if (problem instanceof Refusal && problem.code === 'OPERATOR_EXISTS') {
    process.stderr.write(`${email.data} is an operator's already; give another address.\n`);
  } else {
    throw problem;
  }
  process.exitCode = 1;
}

/** Creates an admin and returns the link for them; null if there are two admins already. */
async function appoint(admin: { email: string; name: string }): Promise<string | null> {
  const url = databaseUrl();
  const config = readConfig(readEnvironment());
  const pool = createPool(url, { max: 2 });
  const log = pino({ level: 'silent' });
  const leaving = new AbortController().signal;
  try {
    if (config.ownerUrl) await migrate({ url: config.ownerUrl, programUrl: url });
    else await assertMigrated(url);
    const wired = await wire({ config, pool, log, callbackUrl: () => null, leaving });
    try {
      return await inWork(wired.services, (work) => appointAdmin(work, admin));
    } finally {
      await wired.close();
    }
  } finally {
    await pool.end();
  }
}
