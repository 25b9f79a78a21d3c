// Where encrypted data is: every column with an encrypted text, and every stored file, whose key is
// encrypted in its row.
import { ROLLED_BACK } from '#contract/banking/receipt-seq.ts';
import type { EncryptedColumn } from '../adapters/secrets.ts';
import { type Sql, sql, trusted } from '../database/sql.ts';

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
type Keys = Pick<Place, 'id' | 'owner'>;

const versionOf = ({ encrypted }: Pick<Place, 'encrypted'>) => sql`
  case when app.key_version(${encrypted}) = 0 then 1 else app.key_version(${encrypted}) end`;

/** A text with a column of its own, or in a place that `more` names; `name` is that column's. */
function text(
  name: EncryptedColumn,
  keys: Keys,
  more?: Pick<Place, 'encrypted' | 'assignment'>,
): EncryptedField {
  const at = name.lastIndexOf('.');
  const column = trusted(name.slice(at + 1));
  const place = more ?? { encrypted: sql`t.${column}`, assignment: sql`${column} = r.encrypted` };
  const table = trusted(name.slice(0, at));
  return { name, column: name, table, ...keys, ...place, version: versionOf(place) };
}
const file = (name: string, place: Place): EncryptedField => ({
  name,
  column: null,
  version: versionOf(place),
  ...place,
});

const byMember: Keys = { id: sql`t.id`, owner: sql`t.member_id` };
/** A table with one row for each member. */
const onePerMember: Keys = { id: sql`t.member_id`, owner: sql`t.member_id` };
const payment: Keys = { id: sql`t.id`, owner: sql`t.reference` };
const outbox: Keys = { id: sql`t.id`, owner: sql`t.recipient_hash` };
/** A line of the bank's record that is a receipt, by the seq that the bank gave it. */
const receiptLine: Keys = {
  id: sql`t.id`,
  owner: sql`t.bank || ' ' || to_char(t.bank_date, 'YYYY-MM-DD') || ' ' ||
    split_part(t.seq, ${ROLLED_BACK}, 1)`,
};
const ofReceipt: Keys = { id: sql`t.receipt_id`, owner: sql`t.receipt_id` };
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
  text('verification.profile.phone', onePerMember),
  text('verification.profile.name', onePerMember),
  text('verification.profile.id_number', onePerMember),
  text('verification.profile.birthday', onePerMember),
  text('verification.profile.registered_address', onePerMember),
  text('verification.profile.mailing_address', onePerMember),
  text('verification.profile.id_document', onePerMember, idDocument),
  text('verification.account_change.name', byMember),
  text('verification.account_change.phone', byMember),
  text('verification.account_change.id_document', byMember, idDocument),
  text('verification.bank_account.account', byMember),
  text('verification.screening_hit.entry', byMember),
  text('verification.address_key.line', byMember),
  text('lending.contact_key.phone', { id: sql`t.loan_id`, owner: sql`t.member_id` }),
  text('notices.push_device.endpoint', byMember),
  text('notices.push_device.keys', byMember),
  text('webhooks.endpoint.url', byMember),
  text('webhooks.endpoint.secret', byMember),
  text('webhooks.endpoint.previous', byMember),
  text('lending.loan.application', byMember),
  text('lending.draft.sealed', onePerMember),
  text('invoices.preference.code', onePerMember),
  text('invoices.invoice.code', byMember),
  text('servicing.negotiation_request.note', { id: sql`t.loan_id`, owner: sql`t.loan_id` }),
];

const company: readonly EncryptedField[] = [
  text('tasks.note.text', { id: sql`t.id`, owner: sql`t.subject_type || ' ' || t.subject_id` }),
  text('identity.operator.totp_secret', { id: sql`t.id`, owner: sql`t.email` }),
  text('identity.operator_setup.totp_secret', {
    id: sql`t.id`,
    owner: sql`(select o.email from identity.operator o where o.id = t.operator_id)`,
  }),
  text('banking.receipt.from_account', receiptLine),
  text('banking.receipt.from_name', receiptLine),
  text('banking.payer_source.account', ofReceipt),
  text('banking.payer_source.holder', ofReceipt),
  text('banking.payment.account', payment),
  text('banking.payment.holder', payment),
  text('mandates.file.content', { id: sql`t.id`, owner: sql`t.id` }),
  text('notices.outbox.recipient', outbox),
  text('notices.outbox.letter', outbox),
];

const files: readonly EncryptedField[] = [
  file('tasks.note_file.stored', { table: sql`tasks.note_file`, id: sql`t.id`, ...stored }),
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
  file('reports.bank_letter.stored', {
    table: sql`reports.bank_letter`,
    id: sql`t.id`,
    ...stored,
  }),
  file('content.image.stored', { table: sql`content.image`, id: sql`t.id`, ...stored }),
];

export const encryptedFields: readonly EncryptedField[] = [...members, ...company, ...files];
