// The certificate with which a demonstration seals documents, stored beside its database.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDemoP12 } from '../adapters/pdf/key-store.ts';

/**
 * Returns the key store of a self-made certificate that no authority vouches for. It is made once,
 * because making its key takes half a second.
 */
export async function demonstrationSeal(
  dataDir: string,
  { name, password, now }: { name: string; password: string; now: Date },
): Promise<{ p12: Buffer; password: string }> {
  const file = join(dataDir, 'seal.p12');
  if (!existsSync(file)) {
    const p12 = await createDemoP12({ name, now, password });
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(`${file}.new`, p12, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return { p12: readFileSync(file), password };
}
