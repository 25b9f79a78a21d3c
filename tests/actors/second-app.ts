// A second app on the database of a test's server, as another process of the installation would be.
import { dirname } from 'node:path';
import pino, { type Logger } from 'pino';
import { createClient } from '../../actors/client.ts';
import { overHttp } from '../../actors/transport.ts';
import { startApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/config.ts';
import type { Settings } from '../../scripts/chaos/processes.ts';
import type { TestServer } from '../server.ts';

type Options = { log?: Logger; checkAnswers?: boolean };

/**
 * Starts the app with `settings` on the server's database and folder, or with the server's own
 * configuration if there are none. The returned calls reach this app; the caller closes its `app`.
 */
export async function startSecondApp(
  server: TestServer,
  settings: Settings | null,
  { log = pino({ level: 'silent' }), checkAnswers = false }: Options = {},
): Promise<TestServer> {
  const { config: own } = server.services;
  const free = { PORT: '0', OFFICE_PORT: '0', TRUST_PROXY: '1' };
  const folder = own.dataDir ?? dirname(own.filesDir);
  const config = settings ? readConfig({ ...free, ...settings }, folder) : own;
  const { programUrl: databaseUrl } = server;
  const instead = () => (checkAnswers ? { checkAnswers } : {});
  const app = await startApp({ config, databaseUrl, log, pages: 'none', instead });
  const { port, officePort } = await app.listen({ host: '127.0.0.1', port: 0, officePort: 0 });
  const [siteUrl, officeUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${officePort}`];
  const client = createClient(overHttp({ site: siteUrl, office: officeUrl }));
  return { ...server, ...client, app, services: app.services, siteUrl, officeUrl };
}
