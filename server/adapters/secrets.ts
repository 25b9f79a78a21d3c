// Personal data in columns: sealed so that only the server reads it, fingerprinted to be found.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

export type Secrets = {
  /** Encrypted text for a column; sealing twice gives two different texts. */
  seal(text: string): string;
  /** The text again. Throws when it was altered or sealed by another key. */
  open(sealed: string): string;
  /**
   * The same for the same text and kind (`idNumber`, `bankAccount`, …), and useless without
   * the key, even for texts as few as ID numbers. The caller normalises the text first.
   */
  fingerprint(kind: string, normalisedText: string): string;
};

const ALGORITHM = 'aes-256-gcm';
/** Which key sealed it, so that a later key can be told from this one. */
const VERSION = 's1';

/** dataKey seals, hashKey fingerprints: 32 bytes each, and not the same. */
export function createSecrets(keys: { dataKey: Buffer; hashKey: Buffer }): Secrets {
  const { dataKey, hashKey } = keys;
  if (dataKey.length !== 32 || hashKey.length !== 32) throw new Error('keys must have 32 bytes');
  if (dataKey.equals(hashKey)) throw new Error('the two keys must differ');
  return {
    seal(text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv(ALGORITHM, dataKey, iv).setAAD(Buffer.from(VERSION));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const whole = Buffer.concat([iv, cipher.getAuthTag(), sealed]);
      return `${VERSION}.${whole.toString('base64url')}`;
    },
    open(sealed) {
      const [version, encoded] = sealed.split('.');
      if (version !== VERSION || !encoded) throw new Error('not sealed by a known key');
      const whole = Buffer.from(encoded, 'base64url');
      const iv = whole.subarray(0, 12);
      const decipher = createDecipheriv(ALGORITHM, dataKey, iv, { authTagLength: 16 });
      decipher.setAAD(Buffer.from(VERSION)).setAuthTag(whole.subarray(12, 28));
      return Buffer.concat([decipher.update(whole.subarray(28)), decipher.final()]).toString();
    },
    fingerprint(kind, normalisedText) {
      const kindLength = Buffer.byteLength(kind);
      return createHmac('sha256', hashKey)
        .update(`${kindLength}:${kind}:${normalisedText}`)
        .digest('base64url');
    },
  };
}
