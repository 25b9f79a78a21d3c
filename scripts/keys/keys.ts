// `npm run keys`: wraps the data keys with the key management service of the settings.
import { randomBytes } from 'node:crypto';
import { createKms } from '../../server/adapters/kms/kms.ts';
import type { DataKey } from '../../server/adapters/key-ring.ts';
import { readConfig, readEnvironment } from '../../server/config/config.ts';
import { dataKeysIn, wrappedText } from '../../server/keys/unwrapping.ts';
import { readOptions } from '../options.ts';

const { values } = readOptions({
  command: 'npm run keys --',
  purpose:
    'Wraps the data keys with the key management service (KMS_…) and prints the setting ' +
    'DATA_KEYS_WRAPPED. docs/keys.md explains the rotation.',
  options: {
    wrap: { type: 'boolean', about: 'wraps DATA_KEY or DATA_KEYS for the first time' },
    rewrap: {
      type: 'boolean',
      about: 'wraps DATA_KEYS_WRAPPED again, by the newest version of the service’s key',
    },
    add: { type: 'boolean', about: 'the same, with a new version of the data key' },
    to: {
      type: 'string',
      value: 'KMS_KEY',
      about: 'another key of the same service, to which --rewrap moves',
    },
  },
});

/** Returns the keys to wrap. */
async function keysToWrap(config: ReturnType<typeof readConfig>): Promise<readonly DataKey[]> {
  const [wrap, rewrap, add] = [values.wrap, values.rewrap, values.add];
  if ([wrap, rewrap, add].filter(Boolean).length !== 1) {
    throw new Error('Say one of --wrap, --rewrap and --add; --help explains them.');
  }
  if (wrap) {
    if (config.dataKeys.length > 0) return config.dataKeys;
    throw new Error('--wrap needs the keys in DATA_KEY or DATA_KEYS.');
  }
  const keys = await dataKeysIn(config);
  if (rewrap) return keys;
  const version = Math.max(...keys.map((one) => one.version)) + 1;
  return [...keys, { version, key: randomBytes(32) }];
}

try {
  const config = readConfig(readEnvironment());
  const { kms } = config;
  if (!kms) throw new Error('Set KMS and the settings that it needs.');
  const keys = await keysToWrap(config);
  const key = values.to === undefined ? kms.settings.key : String(values.to);
  const wrapping = wrappedText(createKms({ ...kms.settings, key }), keys);
  const wrapped = await wrapping.catch(({ message }: Error) => {
    const name = values.to === undefined ? 'KMS_KEY' : '--to';
    throw new Error(
      `The KMS does not wrap the data keys (${message}); check ${name} and the right to encrypt.`,
    );
  });
  process.stdout.write(`DATA_KEYS_WRAPPED=${wrapped}\n`);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
