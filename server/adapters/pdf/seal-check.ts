// Opens the key store of the seal at the start, because a wrong password would otherwise be noticed
// only when a borrower signs.
import { createSecureContext } from 'node:tls';
import { StartFailure } from '../../start-failure.ts';
import type { KeyStore } from './key-store.ts';

/** Returns whether OpenSSL opens the store, which takes it some milliseconds. */
function isOpened({ p12, password }: KeyStore): boolean {
  try {
    createSecureContext({ pfx: p12, passphrase: password });
    return true;
  } catch {
    return false;
  }
}

/** Throws a StartFailure if the key store cannot be opened with its password. */
export async function assertSealOpens(store: KeyStore): Promise<void> {
  if (isOpened(store)) return;
  // OpenSSL no longer has some old ciphers. The library that seals has them, but loads slowly.
  const { identityOf } = await import('./key-store.ts');
  await identityOf(store).catch(() => {
    throw new StartFailure(
      'SEAL_P12 is no key store (PKCS #12 in base64) that SEAL_P12_PASSWORD opens, or it has no ' +
        'RSA key with its certificate.',
    );
  });
}
