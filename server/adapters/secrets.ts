// Encrypts personal data in columns, and calculates keyed hashes by which it can be found.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/**
 * Every column that contains encrypted text, with the kind of row owner to which the text is bound.
 */
export const encryptedColumns = {
  'verification.profile.phone': 'member',
  'verification.profile.name': 'member',
  'verification.profile.id_number': 'member',
  'verification.profile.birthday': 'member',
  'verification.profile.registered_address': 'member',
  'verification.profile.mailing_address': 'member',
  'verification.profile.id_document': 'member',
  'verification.account_change.name': 'member',
  'verification.account_change.id_document': 'member',
  'verification.account_change.phone': 'member',
  'verification.bank_account.account': 'member',
  'identity.operator.totp_secret': 'email of the operator',
  'identity.operator_setup.totp_secret': 'email of the operator',
  'lending.loan.application': 'member',
  'lending.draft.sealed': 'member',
  'servicing.negotiation_request.note': 'loan',
  'banking.receipt.from_account': 'bank, day and sequence of the receipt',
  'banking.payment.account': 'reference of the payment',
  'banking.payment.holder': 'reference of the payment',
  'notices.outbox.recipient': 'recipient_hash of the row',
  'notices.outbox.letter': 'recipient_hash of the row',
} as const;
export type EncryptedColumn = keyof typeof encryptedColumns;

export type Secrets = {
  /**
   * Returns encrypted text for a column of an owner's row; encrypting twice gives two different
   * texts. It is bound to column and owner: copied elsewhere it cannot be decrypted.
   */
  encrypt(column: EncryptedColumn, owner: number | string, text: string): string;
  /** Returns the decrypted text. Throws if it was altered, moved, or encrypted with another key. */
  decrypt(column: EncryptedColumn, owner: number | string, sealed: string): string;
  /**
   * Returns a keyed hash: the same for the same text and kind (`idNumber`, `bankAccount`, …), and
   * useless without the key, even for values as easy to enumerate as ID numbers. The caller
   * normalises the text first.
   */
  fingerprint(kind: string, normalisedText: string): string;
  /**
   * Returns a keyed hash by which a person is recognised after closing their account. Its separate
   * key can never be changed, because by then the original data to compute it again no longer
   * exist.
   */
  personTrace(kind: 'idNumber' | 'phone', normalisedText: string): string;
};

const ALGORITHM = 'aes-256-gcm';
/** Version of key and binding, so that a later version can be told apart. */
const VERSION = 's2';
/**
 * Version from before 0.7.0, which is bound to no column or row: texts of this version are
 * decrypted but never written.
 */
const UNBOUND = 's1';

/** Returns the data to which an encrypted text is bound; no column name contains a line break. */
const boundTo = (column: EncryptedColumn, owner: number | string) =>
  Buffer.from(`${VERSION}\n${column}\n${owner}`);

/**
 * dataKey encrypts, hashKey makes keyed hashes, personKey makes person traces: 32 bytes each, all
 * different.
 */
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
    encrypt(column, owner, text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv(ALGORITHM, dataKey, iv).setAAD(boundTo(column, owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const whole = Buffer.concat([iv, cipher.getAuthTag(), sealed]);
      return `${VERSION}.${whole.toString('base64url')}`;
    },
    decrypt(column, owner, sealed) {
      const [version, encoded] = sealed.split('.');
      if ((version !== VERSION && version !== UNBOUND) || !encoded) {
        throw new Error('not sealed by a known key');
      }
      const whole = Buffer.from(encoded, 'base64url');
      const iv = whole.subarray(0, 12);
      const decipher = createDecipheriv(ALGORITHM, dataKey, iv, { authTagLength: 16 });
      decipher.setAAD(version === UNBOUND ? Buffer.from(UNBOUND) : boundTo(column, owner));
      decipher.setAuthTag(whole.subarray(12, 28));
      return Buffer.concat([decipher.update(whole.subarray(28)), decipher.final()]).toString();
    },
    fingerprint: (kind, normalisedText) => printed(hashKey, kind, normalisedText),
    personTrace: (kind, normalisedText) => printed(personKey, kind, normalisedText),
  };
}
