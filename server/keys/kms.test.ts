// Tests of starts whose data keys are wrapped by a key management service, and of the command that
// wraps them.
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { identity } from '#contract/identity/calls.ts';
import { createClient } from '../../actors/client.ts';
import { overHttp } from '../../actors/transport.ts';
import { productionKey, productionSettings } from '../../scripts/chaos/processes.ts';
import { newVerifiedMember } from '../../tests/actors/people.ts';
import { type KmsDouble, startKms } from '../../tests/doubles/kms.ts';
import { useServer } from '../../tests/server.ts';
import { createKms } from '../adapters/kms/kms.ts';
import { startApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { dataKeysIn, wrappedText } from './unwrapping.ts';

const run = promisify(execFile);
const keyOf = (version: number) => ({ version, key: Buffer.alloc(32, version + 100) });
const plain = (version: number) => `${version}:${productionKey(version + 100)}`;
const log = pino({ level: 'silent' });

const server = useServer({ environment: { DATA_KEYS: plain(1) } });
let service: KmsDouble;
let wrapped: string;
beforeAll(async () => {
  service = await startKms('vault');
  wrapped = await wrappedText(createKms(service.settings), [keyOf(1)]);
});
afterEach(() => service.be('well'));
afterAll(() => service.close());

const kmsEnvironment = () => ({
  KMS: 'vault',
  KMS_URL: service.settings.url,
  KMS_KEY: 'baixi',
  KMS_TOKEN: 'to-ken',
});

/** Starts an app on the same database, with the keys that the service has wrapped. */
async function beside(DATA_KEYS_WRAPPED: string, more: Record<string, string> = {}) {
  const { config: own } = server.services;
  const settings = { PORT: '0', OFFICE_PORT: '0', DATA_KEYS_WRAPPED, ...kmsEnvironment(), ...more };
  const config = readConfig(settings, own.dataDir ?? dirname(own.filesDir));
  return startApp({ config, databaseUrl: server.programUrl, log, pages: 'none' });
}

const refusal = (message: string) =>
  expect.objectContaining({ name: 'StartFailure', message: expect.stringContaining(message) });

test('a start with wrapped keys reads what was written with the plain ones', async () => {
  const member = await newVerifiedMember(server);
  const app = await beside(wrapped);
  try {
    const { officePort, port } = await app.listen({ host: '127.0.0.1', port: 0, officePort: 0 });
    const [site, office] = [port, officePort].map((one) => `http://127.0.0.1:${one}`);
    const client = createClient(overHttp({ site: site!, office: office! }));
    // From now on the service is not needed any more.
    service.be('silent');
    expect((await client.ok(identity.accountInfo, {}, member)).data.name).toBe('王小明');
  } finally {
    await app.close();
  }
});

test('a start says in one sentence what is wrong with the service or a key', async () => {
  const another = await startKms('vault');
  const [of, foreign] = [createKms(service.settings), createKms(another.settings)];
  const elsewhere = await wrappedText(foreign, [keyOf(1)]);
  another.close();
  await expect(beside(elsewhere)).rejects.toEqual(
    refusal('The KMS does not unwrap version 1 of the data key (it answers 400); check'),
  );
  await expect(beside(wrapped, { KMS_TOKEN: 'another' })).rejects.toEqual(refusal('answers 403'));
  // A wrapped key is bound to its version.
  await expect(beside(wrapped.replace(/^1:/, '2:'))).rejects.toEqual(refusal('version 2'));
  await expect(beside(await wrappedText(of, [{ ...keyOf(2), version: 1 }]))).rejects.toEqual(
    refusal(
      'Version 1 of the data key is not the key that this database knows as version 1. Set the ' +
        'right one in DATA_KEYS_WRAPPED; docs/keys.md says more.',
    ),
  );
  await newVerifiedMember(server);
  await expect(beside(await wrappedText(of, [keyOf(2)]))).rejects.toEqual(
    refusal('with it. Put it back into DATA_KEYS_WRAPPED; docs/keys.md says'),
  );
  const short = await wrappedText(of, [{ version: 1, key: Buffer.alloc(16, 1) }]);
  await expect(beside(short)).rejects.toEqual(refusal('is no key of 32 bytes'));
  await expect(beside('')).rejects.toEqual(refusal('run "npm run keys -- --wrap"'));
  service.be('sealed');
  await expect(beside(wrapped)).rejects.toEqual(
    refusal('The KMS cannot be reached (it answers 503)'),
  );
});

test('a service that is away for a moment is asked again', async () => {
  const { config } = server.services;
  const kms = { settings: service.settings, wrapped: [{ version: 1, wrapped: wrapped.slice(2) }] };
  const keys = { ...config, dataKeys: [], kms };
  service.be('sealed', 2);
  const reading = dataKeysIn(keys, { pauseMs: 1 });
  expect(await reading).toEqual([keyOf(1)]);
  await expect(dataKeysIn({ ...keys, hashKeys: [keyOf(1)] })).rejects.toEqual(
    refusal('must not be the same key'),
  );
});

test('the command wraps, wraps again after a rotation, and adds a version', async () => {
  const folder = `${server.services.config.filesDir}-of-kms`;
  const { DATA_KEY: _single, ...settings } = productionSettings(server, folder);
  const command = async (act: string, keys: Record<string, string>) => {
    const env = { ...settings, ...kmsEnvironment(), ...keys, PATH: process.env['PATH'] };
    const { stdout } = await run(
      process.execPath,
      [join(import.meta.dirname, '../../scripts/keys/keys.ts'), act],
      { env: env as Record<string, string>, cwd: dirname(folder) },
    );
    return /^DATA_KEYS_WRAPPED=(\S+)\n$/.exec(stdout)?.[1] ?? '';
  };
  const first = await command('--wrap', { DATA_KEYS: `${plain(2)},${plain(1)}` });
  expect(first).toMatch(/^2:vault:v1:[^,]+,1:vault:v1:/);
  service.rotate();
  const second = await command('--rewrap', { DATA_KEYS_WRAPPED: first });
  expect(second).toMatch(/^2:vault:v2:[^,]+,1:vault:v2:/);
  const third = await command('--add', { DATA_KEYS_WRAPPED: second });
  expect(third).toMatch(/^3:vault:v2:/);
  // The settings need only the texts of the newest version of the service's key.
  service.forgetOld();
  const { hashKeys, personKey } = server.services.config;
  const config = readConfig(
    { ...kmsEnvironment(), DATA_KEYS_WRAPPED: third },
    server.services.config.dataDir ?? dirname(folder),
  );
  const keys = await dataKeysIn({ ...config, hashKeys, personKey });
  expect(keys.map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(keys.slice(1)).toEqual([keyOf(2), keyOf(1)]);
  await expect(command('--wrap', { DATA_KEYS_WRAPPED: third })).rejects.toMatchObject({
    stderr: '--wrap needs the keys in DATA_KEY or DATA_KEYS.\n',
  });
  const unknown = { DATA_KEYS: plain(1), KMS_KEY: 'other' };
  await expect(command('--wrap', unknown)).rejects.toMatchObject({
    stderr: expect.stringContaining('The KMS does not wrap the data keys (it answers 404); check'),
  });
});
