// SHA-256 and Ed25519 of the browser (Web Crypto).
import type { Crypto } from '#contract/proofs/bytes.ts';

export const browserCrypto: Crypto = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  async verifyEd25519(key, message, signature) {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    return crypto.subtle.verify('Ed25519', imported, signature, message);
  },
};
