// The server process that is measured: the app without pages, and a bare Fastify that answers the
// same bytes.
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { Secret } from 'otpauth';
import pino from 'pino';
import { readOptions } from '../scripts/options.ts';
import { createLog } from '../server/log.ts';
import { investing } from '#contract/investing/calls.ts';
import { readConfig } from '../server/config/config.ts';
import { startApp } from '../server/app.ts';
import { createOperator } from '../server/operators/front.ts';
import { inWork } from '../server/work.ts';
import { serializerOf } from '../server/http/wire-schema.ts';

const { values } = readOptions({
  command: 'node bench/server.ts',
  purpose: 'Serves the measured calls on free ports, and prints those as JSON.',
  options: {
    database: { type: 'string', value: 'URL', about: 'a migrated database' },
    folder: { type: 'string', value: 'PATH', about: 'where files and keys are stored' },
  },
});
const { database: databaseUrl = '', folder: dataDir = '' } = values;
const config = readConfig({ PORT: '0', OFFICE_PORT: '0' }, dataDir);
// More company codes, because the limit of 10,000 virtual accounts per day and company code is soon
// reached in the benchmark.
config.bank.companyCodes = Array.from({ length: 400 }, (_, k) => String(30_000 + k));
const app = await startApp({
  config,
  databaseUrl,
  log: createLog('error', pino.destination({ dest: 2, sync: true })),
  pages: 'none',
});
const ports = await app.listen({ host: '127.0.0.1', port: 0, officePort: 0 });

const bare = Fastify();
const postedBodies = new Map<string, unknown>();
bare.post('/keep/:name', async (request) => {
  postedBodies.set((request.params as { name: string }).name, request.body);
  return {};
});
bare.setSerializerCompiler(({ schema }) => serializerOf(schema as typeof output));
const { input, output } = investing.quickApply;
bare.post('/order', { schema: { response: { 200: output } } }, async (request) => {
  input.parse(request.body);
  return postedBodies.get('order');
});
let list = '';
bare.post('/list', async (request, reply) => {
  list ||= JSON.stringify(postedBodies.get('list'));
  investing.searchCases.input.parse(request.body);
  return reply.type('application/json; charset=utf-8').send(list);
});
await bare.listen({ host: '127.0.0.1', port: 0 });
const barePort = (bare.server.address() as AddressInfo).port;

/** Operator with every role, used to measure the office. */
const operator = {
  email: `${randomBytes(6).toString('hex')}@bench.example`,
  name: '量測',
  password: randomBytes(12).toString('hex'),
  totpSecret: new Secret({ size: 20 }).base32,
  roles: ['reviewer', 'approver', 'finance', 'editor', 'auditor', 'admin'] as const,
};
await inWork(app.services, (work) => createOperator(work, operator));
process.stdout.write(`${JSON.stringify({ ...ports, barePort, operator })}\n`);
process.on('SIGTERM', () => {
  void Promise.allSettled([bare.close(), app.close()]).then(() => process.exit(0));
});
