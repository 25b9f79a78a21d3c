// The process that chaos kills: both sites without pages, on the database given to it.
import pino from 'pino';
import { createLog } from '../../server/log.ts';
import { readConfig } from '../../server/config/config.ts';
import { startApp } from '../../server/app.ts';

const [databaseUrl = '', dataDir = '', port = '0', officePort = '0'] = process.argv.slice(2);
const config = readConfig({ PORT: port, OFFICE_PORT: officePort }, dataDir);
const house = await startApp({
  config,
  databaseUrl,
  log: createLog('error', pino.destination({ dest: `${dataDir}/log`, sync: true })),
  pages: 'none',
});
await house.listen(config);
await house.work();
process.stdout.write('ready\n');
