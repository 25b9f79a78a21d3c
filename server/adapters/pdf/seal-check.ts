// Opens the key store of the seal at the start, because a wrong password or a key that cannot seal
// would otherwise be noticed only when a borrower signs.
import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { StartFailure } from '../../start-failure.ts';
import type { KeyStore } from './key-store.ts';

/**
 * Returns the kind of the key in the store, `rsa` for one that can seal, or undefined if OpenSSL
 * does not open it. This takes some milliseconds.
 */
function kindOfKey({ p12, password }: KeyStore): string | undefined {
  try {
    // Node declares the context as `any`. OpenSSL has checked that its certificate fits the key.
    const { context } = createSecureContext({ pfx: p12, passphrase: password });
    const certificate: Buffer = context.getCertificate();
    return new X509Certificate(certificate).publicKey.asymmetricKeyType;
  } catch {
    return undefined;
  }
}

/** Throws a StartFailure if the key store cannot be opened with its password, or cannot seal. */
export async function assertSealOpens(store: KeyStore): Promise<void> {
  const kind = kindOfKey(store);
  if (kind === 'rsa') return;
  if (kind !== undefined) {
    throw new StartFailure(
      `SEAL_P12 has a key of the kind "${kind}", but documents are sealed with an RSA key. Get a ` +
        'certificate for an RSA key.',
    );
  }
  // OpenSSL no longer has some old ciphers. The library that seals has them, but loads slowly.
  const { identityOf } = await import('./key-store.ts');
  await identityOf(store).catch(() => {
    throw new StartFailure(
      'SEAL_P12 is no key store (PKCS #12 in base64) that SEAL_P12_PASSWORD opens, or it has no ' +
        'RSA key with its certificate.',
    );
  });
}
