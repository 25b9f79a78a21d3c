// What every key management service must do.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createKms } from '../../server/adapters/kms/kms.ts';
import type { Kms } from '../../server/adapters/kms/settings.ts';
import { type KmsDouble, type KmsKind, startKms } from '../doubles/kms.ts';
import { type PortSubjects, type Property, assertSaysNone, endsWithin, failsWith } from './kit.ts';

const LIMIT_MS = 1_000;
const adapters: Record<KmsKind, string> = {
  vault: 'OpenBao or Vault transit',
  aws: 'AWS KMS',
  gcp: 'Google Cloud KMS, service account',
  machine: 'Google Cloud KMS, metadata server',
};

/** Everything that no error may repeat: credentials, and the key itself. */
const secretsOf = ({ settings }: KmsDouble, key: Buffer) => [
  key.toString('base64'),
  ...(settings.kind === 'vault' ? [settings.token] : []),
  ...(settings.kind === 'aws' ? [settings.secret] : []),
  ...(settings.kind === 'gcp' && settings.account ? [settings.account.privateKey] : []),
];

const ofKeys = (kms: Kms, service: KmsDouble): Property[] => [
  {
    name: 'a wrapped key is unwrapped, and wrapping it twice gives two texts',
    async run() {
      const key = randomBytes(32);
      const [first, second] = [await kms.wrap(key, 'v 1'), await kms.wrap(key, 'v 1')];
      assert.notEqual(first, second);
      for (const one of [first, second]) {
        assert.ok((await kms.unwrap(one, 'v 1')).equals(key));
        assert.ok(!one.includes(key.toString('base64')));
        assert.match(one, /^[\w+/=:.-]{20,4000}$/, 'it does not fit into a setting');
      }
    },
  },
  {
    name: 'it is bound to its context, and nothing altered is unwrapped',
    async run() {
      const key = randomBytes(32);
      const wrapped = await kms.wrap(key, 'v 1');
      const other = wrapped.at(-9) === 'A' ? 'B' : 'A';
      const altered = `${wrapped.slice(0, -9)}${other}${wrapped.slice(-8)}`;
      for (const [text, context] of [
        [wrapped, 'v 2'],
        [altered, 'v 1'],
        ['not wrapped by anybody', 'v 1'],
      ] as const) {
        const error = await failsWith('KmsRefused', kms.unwrap(text, context));
        assertSaysNone(error, [...secretsOf(service, key), text]);
      }
    },
  },
  {
    name: 'old texts are unwrapped after a rotation, until their version is gone',
    async run() {
      const key = randomBytes(32);
      const old = await kms.wrap(key, 'v 1');
      service.rotate();
      assert.ok((await kms.unwrap(old, 'v 1')).equals(key));
      const renewed = await kms.wrap(key, 'v 1');
      service.forgetOld();
      await failsWith('KmsRefused', kms.unwrap(old, 'v 1'));
      assert.ok((await kms.unwrap(renewed, 'v 1')).equals(key));
    },
  },
];

const ofFaults = (kms: Kms, service: KmsDouble, away: Kms): Property[] => [
  ...(['sealed', 'silent', 'html', 'redirect'] as const).map((way) => ({
    name: `a service that is ${way === 'html' ? 'no such service' : way} may be asked again`,
    async run() {
      const key = randomBytes(32);
      const wrapped = await kms.wrap(key, 'v 1');
      service.be(way);
      try {
        for (const call of [() => kms.unwrap(wrapped, 'v 1'), () => kms.wrap(key, 'v 1')]) {
          const calling = call();
          await endsWithin(LIMIT_MS, calling);
          assertSaysNone(await failsWith('KmsUnreachable', calling), secretsOf(service, key));
        }
      } finally {
        service.be('well');
      }
    },
  })),
  {
    name: 'a service that is not there may be asked again',
    run: async () => void (await failsWith('KmsUnreachable', away.unwrap('x'.repeat(40), 'v 1'))),
  },
];

/** A machine's token is never wrong, so that only credentials of ours can be. */
const ofIntruders = (kms: Kms, service: KmsDouble): Property[] => [
  {
    name: 'wrong credentials are refused and not repeated',
    async run() {
      const key = randomBytes(32);
      const wrapped = await kms.wrap(key, 'v 1');
      const intruder = createKms({ ...service.intruder, timeoutMs: LIMIT_MS });
      const error = await failsWith('KmsRefused', intruder.unwrap(wrapped, 'v 1'));
      assertSaysNone(error, [...secretsOf(service, key), wrapped]);
    },
  },
  {
    name: 'an unknown key is refused',
    async run() {
      const other = createKms({ ...service.settings, key: 'another', timeoutMs: LIMIT_MS });
      await failsWith('KmsRefused', other.wrap(randomBytes(32), 'v 1'));
    },
  },
];

export async function openKms(): Promise<PortSubjects> {
  const gone = await startKms('vault');
  gone.close();
  const opened = await Promise.all(
    (Object.keys(adapters) as KmsKind[]).map(async (kind) => {
      const service = await startKms(kind);
      const settings = { ...service.settings, timeoutMs: LIMIT_MS };
      const kms = createKms(settings);
      const away = createKms({ ...settings, url: gone.settings.url });
      const properties = [
        ...ofKeys(kms, service),
        ...ofFaults(kms, service, away),
        ...ofIntruders(kms, service),
      ];
      return { service, subject: { port: 'KMS', adapter: adapters[kind], properties } };
    }),
  );
  return {
    subjects: opened.map(({ subject }) => subject),
    async close() {
      for (const { service } of opened) service.close();
    },
  };
}
