// A member's own papers read back by himself: nobody sees one without a trace, not even he.
import { Refusal } from '#contract/refusals.ts';
import type { verificationChanges } from '#contract/verification-changes.ts';
import type { Actions } from '../action.ts';
import { recordMove } from '../tasks/actions.ts';
import { uploadsByIds } from './queries.ts';

type Calls = Actions<{ verification: typeof verificationChanges }>['verification'];

export const uploadActions: Pick<Calls, 'ownUpload'> = {
  async ownUpload(context, { id }) {
    const { member, services, tx } = context;
    const [upload] = await uploadsByIds(tx, [Number(id)]);
    if (!upload || upload.memberId !== member.id) throw new Refusal('NOT_FOUND');
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'verification.upload_read',
      snapshot: { upload: upload.id },
    });
    const bytes = await services.files.get(upload.stored);
    return { contentType: upload.contentType, filename: upload.filename, bytes };
  },
};
