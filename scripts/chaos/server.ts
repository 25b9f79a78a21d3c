// The server process that the chaos script kills: both sites without pages, on the database that
// the script names.
import pino from 'pino';
import { createLog } from '../../server/log.ts';
import { readConfig } from '../../server/config/config.ts';
import { startApp } from '../../server/app.ts';
import { readOptions } from '../options.ts';

const { values } = readOptions({
  command: 'node scripts/chaos/server.ts',
  purpose: 'Serves both sites without pages and runs the jobs, and prints "ready".',
  options: {
    database: { type: 'string', value: 'URL', about: 'a migrated database' },
    folder: { type: 'string', value: 'PATH', about: 'where files, keys and the log are stored' },
    port: { type: 'string', value: 'N', default: '0', about: 'where the member site listens' },
    'office-port': { type: 'string', value: 'N', default: '0', about: 'where the office listens' },
  },
});
const { database: databaseUrl = '', folder: dataDir = '', port } = values;
const officePort = values['office-port'];
const config = readConfig({ PORT: port, OFFICE_PORT: officePort }, dataDir);
const app = await startApp({
  config,
  databaseUrl,
  log: createLog('error', pino.destination({ dest: `${dataDir}/log`, sync: true })),
  pages: 'none',
});
await app.listen(config);
await app.work();
process.stdout.write('ready\n');
