// The certificate with which a demonstration seals documents, stored beside its database.
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { keptOnce } from './kept-once.ts';

/** Returns the key store of a self-made certificate that no authority vouches for. */
export async function demonstrationSeal(
  dataDir: string,
  { brand, captchaKey }: Pick<Config, 'brand' | 'captchaKey'>,
  now: Date,
): Promise<NonNullable<Config['seal']>> {
  const password = captchaKey.toString('hex');
  const made = async () => {
    const { createDemoP12 } = await import('../adapters/pdf/key-store.ts');
    return createDemoP12({ name: brand.entity, now, password });
  };
  return { p12: await keptOnce(join(dataDir, 'seal.p12'), made), password };
}
