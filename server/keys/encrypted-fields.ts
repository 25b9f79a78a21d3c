// Where encrypted data is: every column with an encrypted text, and every stored file, whose key is
// encrypted in its row.
import type { EncryptedColumn } from '../adapters/secrets.ts';
import { type Sql, sql } from '../database/sql.ts';

/**
 * One place with encrypted data. The fragments are about a row `t` of `table`; every such table has
 * an id of type bigint.
 */
export type EncryptedField = {
  name: string;
  /** Column of an encrypted text; null for the key of a file. */
  column: EncryptedColumn | null;
  table: Sql;
  id: Sql;
  /** Value to which the encryption is bound: the owner of the text, or the key of the file. */
  owner: Sql;
  encrypted: Sql;
  /** Version of the data key that encrypts the place; version 0 counts as 1. */
  version: Sql;
  /** SQL assignment that stores `r.encrypted` in the place. */
  assignment: Sql;
};

type Place = Omit<EncryptedField, 'name' | 'column' | 'version'>;

const versionOf = ({ encrypted }: Place) => sql`
  case when app.key_version(${encrypted}) = 0 then 1 else app.key_version(${encrypted}) end`;

const text = (column: EncryptedColumn, place: Place): EncryptedField => ({
  name: column,
  column,
  version: versionOf(place),
  ...place,
});
const file = (name: string, place: Place): EncryptedField => ({
  name,
  column: null,
  version: versionOf(place),
  ...place,
});

const profile = { table: sql`verification.profile`, id: sql`t.member_id`, owner: sql`t.member_id` };
const change = { table: sql`verification.account_change`, id: sql`t.id`, owner: sql`t.member_id` };
const payment = { table: sql`banking.payment`, id: sql`t.id`, owner: sql`t.reference` };
const outbox = { table: sql`notices.outbox`, id: sql`t.id`, owner: sql`t.recipient_hash` };
const device = { table: sql`notices.push_device`, id: sql`t.id`, owner: sql`t.member_id` };
const upload = { table: sql`verification.upload`, id: sql`t.id` };
const stored = {
  owner: sql`t.stored ->> 'key'`,
  encrypted: sql`t.stored ->> 'wrappedKey'`,
  assignment: sql`stored = jsonb_set(t.stored, '{wrappedKey}', to_jsonb(r.encrypted))`,
};
const idDocument = {
  encrypted: sql`t.id_document ->> 'sealed'`,
  assignment: sql`id_document = jsonb_set(t.id_document, '{sealed}', to_jsonb(r.encrypted))`,
};

const members: readonly EncryptedField[] = [
  text('verification.profile.phone', {
    ...profile,
    encrypted: sql`t.phone`,
    assignment: sql`phone = r.encrypted`,
  }),
  text('verification.profile.name', {
    ...profile,
    encrypted: sql`t.name`,
    assignment: sql`name = r.encrypted`,
  }),
  text('verification.profile.id_number', {
    ...profile,
    encrypted: sql`t.id_number`,
    assignment: sql`id_number = r.encrypted`,
  }),
  text('verification.profile.birthday', {
    ...profile,
    encrypted: sql`t.birthday`,
    assignment: sql`birthday = r.encrypted`,
  }),
  text('verification.profile.registered_address', {
    ...profile,
    encrypted: sql`t.registered_address`,
    assignment: sql`registered_address = r.encrypted`,
  }),
  text('verification.profile.mailing_address', {
    ...profile,
    encrypted: sql`t.mailing_address`,
    assignment: sql`mailing_address = r.encrypted`,
  }),
  text('verification.profile.id_document', { ...profile, ...idDocument }),
  text('verification.account_change.name', {
    ...change,
    encrypted: sql`t.name`,
    assignment: sql`name = r.encrypted`,
  }),
  text('verification.account_change.phone', {
    ...change,
    encrypted: sql`t.phone`,
    assignment: sql`phone = r.encrypted`,
  }),
  text('verification.account_change.id_document', { ...change, ...idDocument }),
  text('verification.bank_account.account', {
    table: sql`verification.bank_account`,
    id: sql`t.id`,
    owner: sql`t.member_id`,
    encrypted: sql`t.account`,
    assignment: sql`account = r.encrypted`,
  }),
  text('verification.screening_hit.entry', {
    table: sql`verification.screening_hit`,
    id: sql`t.id`,
    owner: sql`t.member_id`,
    encrypted: sql`t.entry`,
    assignment: sql`entry = r.encrypted`,
  }),
  text('notices.push_device.endpoint', {
    ...device,
    encrypted: sql`t.endpoint`,
    assignment: sql`endpoint = r.encrypted`,
  }),
  text('notices.push_device.keys', {
    ...device,
    encrypted: sql`t.keys`,
    assignment: sql`keys = r.encrypted`,
  }),
  text('lending.loan.application', {
    table: sql`lending.loan`,
    id: sql`t.id`,
    owner: sql`t.member_id`,
    encrypted: sql`t.application`,
    assignment: sql`application = r.encrypted`,
  }),
  text('lending.draft.sealed', {
    table: sql`lending.draft`,
    id: sql`t.member_id`,
    owner: sql`t.member_id`,
    encrypted: sql`t.sealed`,
    assignment: sql`sealed = r.encrypted`,
  }),
  text('servicing.negotiation_request.note', {
    table: sql`servicing.negotiation_request`,
    id: sql`t.loan_id`,
    owner: sql`t.loan_id`,
    encrypted: sql`t.note`,
    assignment: sql`note = r.encrypted`,
  }),
];

const company: readonly EncryptedField[] = [
  text('identity.operator.totp_secret', {
    table: sql`identity.operator`,
    id: sql`t.id`,
    owner: sql`t.email`,
    encrypted: sql`t.totp_secret`,
    assignment: sql`totp_secret = r.encrypted`,
  }),
  text('identity.operator_setup.totp_secret', {
    table: sql`identity.operator_setup`,
    id: sql`t.id`,
    owner: sql`(select o.email from identity.operator o where o.id = t.operator_id)`,
    encrypted: sql`t.totp_secret`,
    assignment: sql`totp_secret = r.encrypted`,
  }),
  text('banking.receipt.from_account', {
    table: sql`banking.receipt`,
    id: sql`t.id`,
    owner: sql`t.bank || ' ' || to_char(t.bank_date, 'YYYY-MM-DD') || ' ' || t.seq`,
    encrypted: sql`t.from_account`,
    assignment: sql`from_account = r.encrypted`,
  }),
  text('banking.payment.account', {
    ...payment,
    encrypted: sql`t.account`,
    assignment: sql`account = r.encrypted`,
  }),
  text('banking.payment.holder', {
    ...payment,
    encrypted: sql`t.holder`,
    assignment: sql`holder = r.encrypted`,
  }),
  text('notices.outbox.recipient', {
    ...outbox,
    encrypted: sql`t.recipient`,
    assignment: sql`recipient = r.encrypted`,
  }),
  text('notices.outbox.letter', {
    ...outbox,
    encrypted: sql`t.letter`,
    assignment: sql`letter = r.encrypted`,
  }),
];

const files: readonly EncryptedField[] = [
  file('verification.upload.stored', { ...upload, ...stored }),
  file('verification.upload.original', {
    ...upload,
    owner: sql`t.original ->> 'key'`,
    encrypted: sql`t.original ->> 'wrappedKey'`,
    assignment: sql`original = jsonb_set(t.original, '{wrappedKey}', to_jsonb(r.encrypted))`,
  }),
  file('lending.signature.stored', {
    table: sql`lending.signature`,
    id: sql`t.loan_id`,
    ...stored,
  }),
  file('lending.contract.stored', { table: sql`lending.contract`, id: sql`t.id`, ...stored }),
  file('banking.statement.stored', { table: sql`banking.statement`, id: sql`t.id`, ...stored }),
  file('banking.booking_file.stored', {
    table: sql`banking.booking_file`,
    id: sql`t.id`,
    ...stored,
  }),
  file('content.image.stored', { table: sql`content.image`, id: sql`t.id`, ...stored }),
];

export const encryptedFields: readonly EncryptedField[] = [...members, ...company, ...files];
