// Encrypts personal data in columns, and calculates keyed hashes by which the data can be found.
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
  'verification.screening_hit.entry': 'member',
  'verification.address_key.line': 'member',
  'identity.operator.totp_secret': 'email of the operator',
  'identity.operator_setup.totp_secret': 'email of the operator',
  'lending.loan.application': 'member',
  'lending.draft.sealed': 'member',
  'lending.contact_key.phone': 'member',
  'servicing.negotiation_request.note': 'loan',
  'banking.receipt.from_account': 'bank, day and sequence of the receipt',
  'banking.receipt.from_name': 'bank, day and sequence of the receipt',
  'banking.payer_source.account': 'receipt',
  'banking.payer_source.holder': 'receipt',
  'banking.payment.account': 'reference of the payment',
  'banking.payment.holder': 'reference of the payment',
  'notices.outbox.recipient': 'recipient_hash of the row',
  'notices.outbox.letter': 'recipient_hash of the row',
  'notices.push_device.endpoint': 'member',
  'notices.push_device.keys': 'member',
  'tasks.note.text': 'type and id of the subject',
  'mandates.file.content': 'id of the row',
  'webhooks.endpoint.url': 'member',
  'webhooks.endpoint.secret': 'member',
  'webhooks.endpoint.previous': 'member',
  'invoices.preference.code': 'member',
  'invoices.invoice.code': 'member',
} as const;
export type EncryptedColumn = keyof typeof encryptedColumns;

/** An encrypted text was altered or moved, so that nobody can decrypt it. */
export class TextDamaged extends Error {
  override name = 'TextDamaged';
}

export type Secrets = {
  /**
   * Returns the encrypted text for a column of an owner's row; encrypting the same text twice gives
   * two different results. The result is bound to column and owner: copied elsewhere, it cannot be
   * decrypted.
   */
  encrypt(column: EncryptedColumn, owner: number | string, text: string): string;
  /**
   * Returns the decrypted text. Throws TextDamaged if the encrypted text was altered or moved, and
   * KeyMissing if this process does not have the version of the key.
   */
  decrypt(column: EncryptedColumn, owner: number | string, sealed: string): string;
  /**
   * Returns a keyed hash: the same for the same text and kind (`idNumber`, `bankAccount`, …), and
   * useless without the key, even for values as easy to enumerate as ID numbers. The caller
   * normalises the text first. The current version of the hash key makes it, and it names the
   * version unless this is version 1.
   */
  fingerprint(kind: string, normalisedText: string): string;
  /**
   * Returns the keyed hashes of every version of the hash key, oldest first: while the key is
   * rotated, a stored hash may be any of them.
   */
  fingerprints(kind: string, normalisedText: string): readonly string[];
  /**
   * Returns a keyed hash by which a person is recognised after closing their account, or a listed
   * contract in the proof log (`borrowedContract`). It has its
   * own key, which can never be changed, because the personal data from which the hash could be
   * recalculated no longer exist.
   */
  personTrace(
    kind: 'idNumber' | 'phone' | 'passkeyUser' | 'borrowedContract',
    normalisedText: string,
  ): string;
};

const ALGORITHM = 'aes-256-gcm';
/**
 * Formats of an encrypted text. `s3.VERSION.…` names the version of its data key. `s2.…` names no
 * version and always uses version 1; it is written as long as version 1 is the current one, so that
 * a release from before the key ring can still read the data.
 */
const VERSIONED = 's3';
const FIRST = 's2';
/**
 * Format from before release 0.7.0, which is not bound to a column or row. Texts in this format are
 * decrypted with version 1 but no longer written.
 */
const UNBOUND = 's1';
const FORM = /^(s1|s2|s3\.([1-9]\d{0,8}))\.([\w-]+)$/;

/** Returns a fingerprint without its version: 32 bytes in base64url. */
export const bareHash = (fingerprint: string): string => fingerprint.slice(-43);

const headOf = (version: number) => (version === 1 ? FIRST : `${VERSIONED}.${version}`);

/**
 * Returns the data to which an encrypted text is bound. Line breaks separate its parts, because no
 * column name contains one.
 */
const boundTo = (head: string, column: EncryptedColumn, owner: number | string) =>
  Buffer.from(head === UNBOUND ? UNBOUND : `${head}\n${column}\n${owner}`);

/**
 * Creates the functions that encrypt and hash. The keys of `ring` encrypt, those of `hashRing` make
 * keyed hashes, personKey makes person traces; all keys have 32 bytes and differ from one another.
 */
export function createSecrets({
  ring,
  hashRing,
  personKey,
}: {
  ring: KeyRing;
  hashRing: KeyRing;
  personKey: Buffer;
}): Secrets {
  const all = [
    ...[ring, hashRing].flatMap(({ keyOf, versions }) => versions.map(keyOf)),
    personKey,
  ];
  if (all.some(({ length }) => length !== 32)) throw new Error('keys must have 32 bytes');
  const texts = new Set(all.map((key) => key.toString('base64')));
  if (texts.size < all.length) throw new Error('the keys must differ');
  const printed = (key: Buffer, kind: string, text: string) =>
    createHmac('sha256', key)
      .update(`${Buffer.byteLength(kind)}:${kind}:${text}`)
      .digest('base64url');
  const hashed = (version: number, kind: string, text: string) =>
    `${version === 1 ? '' : `h${version}.`}${printed(hashRing.keyOf(version), kind, text)}`;
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
      if (!head || !encoded) throw new TextDamaged('not sealed by a known key');
      const whole = Buffer.from(encoded, 'base64url');
      const iv = whole.subarray(0, 12);
      const key = ring.keyOf(Number(version ?? 1));
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: 16 });
      decipher.setAAD(boundTo(head, column, owner));
      try {
        decipher.setAuthTag(whole.subarray(12, 28));
        return Buffer.concat([decipher.update(whole.subarray(28)), decipher.final()]).toString();
      } catch (error) {
        throw new TextDamaged(`${column}: ${String(error)}`, { cause: error });
      }
    },
    fingerprint: (kind, text) => hashed(hashRing.current, kind, text),
    fingerprints: (kind, text) => hashRing.versions.map((one) => hashed(one, kind, text)),
    personTrace: (kind, normalisedText) => printed(personKey, kind, normalisedText),
  };
}
