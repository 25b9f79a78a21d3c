// Where keyed hashes are stored that can be calculated again, because the text is stored encrypted
// beside them.
import type { EncryptedColumn } from '../adapters/secrets.ts';
import { type Sql, sql } from '../database/sql.ts';

/** One place with keyed hashes; the fragments are about a row `t` of `table`. */
export type HashedField = {
  name: string;
  /** Kind of the hash, as `Secrets.fingerprint` takes it. */
  kind: string;
  table: Sql;
  id: Sql;
  hash: Sql;
  /** Version of the hash key that made the hash; null for what is not a hash. */
  version: Sql;
  /** The encrypted text that is hashed: its column, the value to which it is bound, itself. */
  column: EncryptedColumn;
  owner: Sql;
  encrypted: Sql;
  /** What precedes the decrypted text in what is hashed. */
  prefix: Sql;
  /** The place has the hashes of the pairs of a name's characters, separated by spaces. */
  isOfPairs: boolean;
  /** A second encrypted text that is bound to the hash, with its column. */
  letter: Sql;
  letterColumn: EncryptedColumn | null;
  /** SQL assignment that stores what `r` has in the place. */
  assignment: Sql;
};

type Place = Pick<
  HashedField,
  'name' | 'kind' | 'table' | 'id' | 'hash' | 'column' | 'owner' | 'encrypted' | 'assignment'
>;

const field = (place: Place, more: Partial<HashedField> = {}): HashedField => ({
  version: sql`app.hash_version(${place.hash})`,
  prefix: sql`''`,
  isOfPairs: false,
  letter: sql`null::text`,
  letterColumn: null,
  ...place,
  ...more,
});

const profile = { table: sql`verification.profile`, id: sql`t.member_id`, owner: sql`t.member_id` };

export const hashedFields: readonly HashedField[] = [
  field({
    ...profile,
    name: 'verification.profile.phone_hash',
    kind: 'phone',
    hash: sql`t.phone_hash`,
    column: 'verification.profile.phone',
    encrypted: sql`t.phone`,
    assignment: sql`phone_hash = r.hash`,
  }),
  field({
    ...profile,
    name: 'verification.profile.id_number_hash',
    kind: 'idNumber',
    hash: sql`t.id_number_hash`,
    column: 'verification.profile.id_number',
    encrypted: sql`t.id_number`,
    assignment: sql`id_number_hash = r.hash`,
  }),
  field(
    {
      ...profile,
      name: 'verification.profile.name_hashes',
      kind: 'namePart',
      hash: sql`array_to_string(t.name_hashes, ' ')`,
      column: 'verification.profile.name',
      encrypted: sql`t.name`,
      assignment: sql`name_hashes = string_to_array(r.hash, ' ')`,
    },
    { isOfPairs: true, version: sql`app.hash_version(t.name_hashes[1])` },
  ),
  field({
    name: 'verification.account_change.phone_hash',
    table: sql`verification.account_change`,
    id: sql`t.id`,
    owner: sql`t.member_id`,
    kind: 'phone',
    hash: sql`t.phone_hash`,
    column: 'verification.account_change.phone',
    encrypted: sql`t.phone`,
    assignment: sql`phone_hash = r.hash`,
  }),
  field(
    {
      name: 'verification.bank_account.account_hash',
      table: sql`verification.bank_account`,
      id: sql`t.id`,
      owner: sql`t.member_id`,
      kind: 'bankAccount',
      hash: sql`t.account_hash`,
      column: 'verification.bank_account.account',
      encrypted: sql`t.account`,
      assignment: sql`account_hash = r.hash`,
    },
    { prefix: sql`t.bank_code || ':'` },
  ),
  field({
    name: 'verification.address_key.hash',
    table: sql`verification.address_key`,
    id: sql`t.id`,
    owner: sql`t.member_id`,
    kind: 'address',
    hash: sql`t.hash`,
    column: 'verification.address_key.line',
    encrypted: sql`t.line`,
    assignment: sql`hash = r.hash`,
  }),
  field({
    name: 'lending.contact_key.hash',
    table: sql`lending.contact_key`,
    id: sql`t.loan_id`,
    owner: sql`t.member_id`,
    kind: 'phone',
    hash: sql`t.hash`,
    column: 'lending.contact_key.phone',
    encrypted: sql`t.phone`,
    assignment: sql`hash = r.hash`,
  }),
  field({
    name: 'notices.push_device.endpoint_hash',
    table: sql`notices.push_device`,
    id: sql`t.id`,
    owner: sql`t.member_id`,
    kind: 'pushEndpoint',
    hash: sql`t.endpoint_hash`,
    column: 'notices.push_device.endpoint',
    encrypted: sql`t.endpoint`,
    assignment: sql`endpoint_hash = r.hash`,
  }),
  // The recipient and the text of a message are bound to the hash of the recipient.
  field(
    {
      name: 'notices.outbox.recipient_hash',
      table: sql`notices.outbox`,
      id: sql`t.id`,
      owner: sql`t.recipient_hash`,
      kind: 'recipient',
      hash: sql`t.recipient_hash`,
      column: 'notices.outbox.recipient',
      encrypted: sql`t.recipient`,
      assignment: sql`recipient_hash = r.hash, recipient = r.encrypted, letter = r.letter`,
    },
    { letter: sql`t.letter`, letterColumn: 'notices.outbox.letter' },
  ),
];

/** Passkeys whose user handle is still calculated with version 1 of the hash key. */
export const passkeyHandles = {
  table: sql`identity.passkey`,
  version: sql`case when t.user_handle is null then 1 end`,
};
