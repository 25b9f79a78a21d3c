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
  /**
   * What a person is known by after his account is gone, under a key of its own: there is nothing
   * left by then to make it anew from, so that this key can never be changed.
   */
  personTrace(kind: 'idNumber' | 'phone', normalisedText: string): string;
};

const ALGORITHM = 'aes-256-gcm';
/** Which key sealed it, so that a later key can be told from this one. */
const VERSION = 's1';

/** dataKey seals, hashKey fingerprints, personKey traces: 32 bytes each, and not the same. */
export function createSecrets(keys: {
  dataKey: Buffer;
  hashKey: Buffer;
  personKey: Buffer;
}): Secrets {
  const { dataKey, hashKey, personKey } = keys;
  const all = [dataKey, hashKey, personKey];
  if (all.some(({ length }) => length !== 32)) throw new Error('keys must have 32 bytes');
  const texts = new Set(all.map((key) => key.toString('base64')));
  if (texts.size < all.length) throw new Error('the keys must differ');
  const printed = (key: Buffer, kind: string, text: string) =>
    createHmac('sha256', key)
      .update(`${Buffer.byteLength(kind)}:${kind}:${text}`)
      .digest('base64url');
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
    fingerprint: (kind, normalisedText) => printed(hashKey, kind, normalisedText),
    personTrace: (kind, normalisedText) => printed(personKey, kind, normalisedText),
  };
}
