// Encrypts personal data in columns, and calculates keyed hashes by which it can be found.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';

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
  /**
   * Returns the decrypted text. Throws if it was altered or moved, and
   * KeyMissing if it was encrypted with a version of the key that is not here.
   */
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
/**
 * Formats of an encrypted text. `s3.VERSION.…` names the version of its data key. `s2.…` names none
 * and belongs to version 1, so that a program from before the key ring reads what is written as
 * long as version 1 is the current one.
 */
const VERSIONED = 's3';
const FIRST = 's2';
/**
 * Format from before 0.7.0, which is bound to no column or row: such texts are decrypted with
 * version 1 but never written.
 */
const UNBOUND = 's1';
const FORM = /^(s1|s2|s3\.([1-9]\d{0,8}))\.([\w-]+)$/;

const headOf = (version: number) => (version === 1 ? FIRST : `${VERSIONED}.${version}`);

/** Returns the data to which an encrypted text is bound; no column name contains a line break. */
const boundTo = (head: string, column: EncryptedColumn, owner: number | string) =>
  Buffer.from(head === UNBOUND ? UNBOUND : `${head}\n${column}\n${owner}`);

/**
 * The ring's keys encrypt, hashKey makes keyed hashes, personKey makes person traces: 32 bytes
 * each, all different.
 */
export function createSecrets({
  ring,
  hashKey,
  personKey,
}: {
  ring: KeyRing;
  hashKey: Buffer;
  personKey: Buffer;
}): Secrets {
  const all = [...ring.versions.map((version) => ring.keyOf(version)), hashKey, personKey];
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
      const head = headOf(ring.current);
      const cipher = createCipheriv(ALGORITHM, ring.keyOf(ring.current), iv);
      cipher.setAAD(boundTo(head, column, owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const whole = Buffer.concat([iv, cipher.getAuthTag(), sealed]);
      return `${head}.${whole.toString('base64url')}`;
    },
    decrypt(column, owner, sealed) {
      const [, head, version, encoded] = FORM.exec(sealed) ?? [];
      if (!head || !encoded) throw new Error('not sealed by a known key');
      const whole = Buffer.from(encoded, 'base64url');
      const iv = whole.subarray(0, 12);
      const key = ring.keyOf(Number(version ?? 1));
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: 16 });
      decipher.setAAD(boundTo(head, column, owner));
      decipher.setAuthTag(whole.subarray(12, 28));
      return Buffer.concat([decipher.update(whole.subarray(28)), decipher.final()]).toString();
    },
    fingerprint: (kind, normalisedText) => printed(hashKey, kind, normalisedText),
    personTrace: (kind, normalisedText) => printed(personKey, kind, normalisedText),
  };
}
