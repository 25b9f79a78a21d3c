// Displaying members' documents: always re-rendered, never the original, and always audited.
import { Refusal } from '#contract/refusals.ts';
import type { verificationChanges } from '#contract/verification/changes.ts';
import type { Actions } from '../../call.ts';
import type { Services } from '../../services.ts';
import { HEAD_BYTES, UploadProblem } from '../../adapters/images/images.ts';
import type { StoredFile } from '../../adapters/files/files.ts';
import { db } from '../../database/db.ts';
import { recordMove } from '../../tasks/front.ts';
import { type UploadRow, setDrawn, uploadsByIds } from '../queries.ts';

type Calls = Actions<{ verification: typeof verificationChanges }>['verification'];

/**
 * Returns the form of a document that may be opened. A document that was stored before re-rendering
 * existed is re-rendered now, once, and the result is stored. Refuses FILE_BROKEN if that fails;
 * nobody can open the document then.
 */
export async function servedUpload(services: Services, upload: UploadRow) {
  const { contentType, filename, original } = upload;
  const isRaw = contentType === 'application/pdf' && original === null;
  const stored = isRaw ? await drawn(services, upload) : upload.stored;
  return { contentType, filename, bytes: await services.files.get(stored) };
}

async function drawn(services: Services, { id, stored, filename }: UploadRow): Promise<StoredFile> {
  const { files, images, pool } = services;
  const head = (await files.get(stored)).subarray(0, HEAD_BYTES);
  const safe = await images
    .sanitiseUpload(files, { stored, head }, { filename })
    .catch((error: unknown) => {
      throw error instanceof UploadProblem ? new Refusal('FILE_BROKEN') : error;
    });
  if (await setDrawn(db(pool), id, safe.stored)) return safe.stored;
  // A concurrent caller stored its result first, and that result is used.
  await files.remove(safe.stored.key);
  const [row] = await uploadsByIds(db(pool), [id]);
  if (!row) throw new Refusal('NOT_FOUND');
  return row.stored;
}

export const uploadActions: Pick<Calls, 'ownUpload'> = {
  async ownUpload(context, { id }) {
    const { member, services, tx } = context;
    const [upload] = await uploadsByIds(tx, [id]);
    if (!upload || upload.memberId !== member.id) throw new Refusal('NOT_FOUND');
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'verification.upload_read',
      snapshot: { upload: upload.id },
    });
    return servedUpload(services, upload);
  },
};
