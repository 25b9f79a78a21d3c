// The server process that the chaos script kills: both sites without pages, on the database that
// the script names.
import { flushCompileCache } from 'node:module';
import pino from 'pino';
import { createLog } from '../../server/log.ts';
import { type Config, readConfig } from '../../server/config/config.ts';
import { startApp } from '../../server/app.ts';
import { returnStartMemory } from '../../server/start-memory.ts';
import { readOptions } from '../options.ts';

const { values } = readOptions({
  command: 'node scripts/chaos/server.ts',
  purpose: 'Serves both sites without pages and runs the jobs, and prints "ready".',
  options: {
    database: { type: 'string', value: 'URL', about: 'a migrated database' },
    folder: { type: 'string', value: 'PATH', about: 'where files, keys and the log are stored' },
    port: { type: 'string', value: 'N', default: '0', about: 'where the member site listens' },
    smtp: { type: 'string', value: 'URL', about: 'where mails go; without it to the outbox only' },
    'office-port': { type: 'string', value: 'N', default: '0', about: 'where the office listens' },
    'follow-clock': { type: 'boolean', about: 'follows a business date that another one advances' },
  },
});
const FOLLOW_MS = 100;
const { database: databaseUrl = '', folder: dataDir = '', port } = values;
const officePort = values['office-port'];
const bucket = Object.entries(process.env).filter(([name]) => name.startsWith('S3_'));
const ports = { PORT: port, OFFICE_PORT: officePort };
const config: Config = {
  ...readConfig({ ...Object.fromEntries(bucket), ...ports }, dataDir),
  // A demonstration has none of these, but a drill may need a mail server, or PgBouncer.
  smtpUrl: values.smtp ?? null,
  directUrl: process.env['DATABASE_DIRECT_URL'] ?? null,
  prepared: process.env['DATABASE_PREPARED'] !== 'off',
};
// A bank code has 10,000 virtual accounts a day, and each killed process loses those it reserved.
config.bank.companyCodes.push('99690', '99691', '99692', '99693');
const app = await startApp({
  config,
  databaseUrl,
  log: createLog('error', pino.destination({ dest: `${dataDir}/log`, sync: true })),
  pages: 'none',
});
await app.listen(config);
await app.work();
if (values['follow-clock']) {
  const { demonstration } = app.services;
  setInterval(() => void demonstration?.clock.advance(0).catch(() => {}), FOLLOW_MS);
}
// The drill `soak` measures memory without garbage.
process.on('SIGUSR2', returnStartMemory);
process.stdout.write('ready\n');
// By itself Node writes compiled code at the end, which a process that is killed never reaches.
flushCompileCache();
