// Encrypts rows again with the current version of the data key.
import { type EncryptedField, encryptedFields } from './encrypted-fields.ts';
import { type EncryptedRow, lockOlder, replaceEncrypted } from './key-queries.ts';
import { type Work, renewRows } from './renewing.ts';

function rewrapped({ secrets, keys }: Work, { column }: EncryptedField, row: EncryptedRow) {
  const { owner, encrypted } = row;
  if (column === null) return keys.rewrapped({ key: owner, wrappedKey: encrypted });
  return secrets.encrypt(column, owner, secrets.decrypt(column, owner, encrypted));
}

/** A row that cannot be decrypted is reported and left as it is. */
function tryRewrapped(work: Work, field: EncryptedField, row: EncryptedRow) {
  try {
    return [{ id: row.id, before: row.encrypted, after: rewrapped(work, field, row) }];
  } catch (error) {
    const { message } = error as Error;
    work.log.error({ field: field.name, row: row.id, message }, 'a row could not be decrypted');
    return [];
  }
}

/** Encrypts all rows of older versions again, and returns their number. */
export async function rewrapData(work: Work, options: { quietMs?: number } = {}): Promise<number> {
  const { current } = work.keys;
  const written = await renewRows(
    work,
    {
      of: 'data',
      current,
      counted: encryptedFields,
      fields: encryptedFields,
      async renew(tx, field: EncryptedField, range) {
        const rows = await lockOlder(tx, field, { current, ...range });
        const last = rows.at(-1);
        if (!last) return null;
        const fresh = rows.flatMap((row) => tryRewrapped(work, field, row));
        const unreadable = rows.length - fresh.length;
        return { last: last.id, rows: await replaceEncrypted(tx, field, fresh), unreadable };
      },
    },
    options,
  );
  if (written > 0) {
    work.log.info({ rows: written, version: current }, 'rows were encrypted again');
  }
  return written;
}
