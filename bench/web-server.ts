// The server process that `npm run bench -- web` measures: the site, and for comparison its home
// page as static bytes and a page without scripts.
import pino from 'pino';
import { readOptions } from '../scripts/options.ts';
import { createLog } from '../server/log.ts';
import { readConfig, setNodeEnvironment } from '../server/config/config.ts';
import { startApp } from '../server/app.ts';

setNodeEnvironment('production');
const { values } = readOptions({
  command: 'node bench/web-server.ts',
  purpose: 'Serves the built site for measurements, and prints "ready".',
  options: {
    database: { type: 'string', value: 'URL', about: 'a migrated database' },
    folder: { type: 'string', value: 'PATH', about: 'where files and keys are stored' },
    port: { type: 'string', value: 'N', about: 'where the site listens' },
    'public-url': { type: 'string', value: 'URL', about: 'the address that browsers use' },
  },
});
const { database: databaseUrl = '', folder: dataDir = '', port = '' } = values;
const PUBLIC_URL = values['public-url'] ?? '';
const app = await startApp({
  config: readConfig({ PORT: port, OFFICE_PORT: '0', PUBLIC_URL }, dataDir),
  databaseUrl,
  log: createLog('error', pino.destination({ dest: 2, sync: true })),
  pages: 'built',
});

/**
 * The home page is rendered once; afterwards its bytes are sent through the same hooks without
 * rendering.
 */
let homePage: { headers: Record<string, string>; body: Buffer } | undefined;
app.site.get('/bench/static', async (_request, reply) => {
  if (!homePage) {
    const asked = { url: '/', headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } };
    const { headers, rawPayload } = await app.site.inject(asked);
    const { 'content-type': type, 'content-encoding': encoding } = headers;
    homePage = {
      headers: {
        'content-type': String(type),
        'content-encoding': String(encoding),
        'content-security-policy': String(headers['content-security-policy']),
      },
      body: rawPayload,
    };
  }
  return reply.headers(homePage.headers).send(homePage.body);
});

/** The page `/about` without any script, in fonts of the system. */
app.site.get('/bench/plain', async (_request, reply) => {
  const { payload } = await app.site.inject('/about');
  const plain = payload
    .replaceAll(/<script\b[^]*?<\/script>/g, '')
    .replace('<html', '<html style="--font-sans: sans-serif"');
  return reply.type('text/html; charset=utf-8').send(plain);
});
await app.listen({ host: '127.0.0.1', port: Number(port), officePort: 0 });
process.stdout.write('ready\n');
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
