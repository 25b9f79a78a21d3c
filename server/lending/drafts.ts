// Draft of an application: stored encrypted, shared by all of a member's devices until submitted.
import type { applying } from '#contract/lending/applying.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action } from '../call.ts';
import { draftOf, writeDraft } from './applying-queries.ts';

const COLUMN = 'lending.draft.sealed';

export const loanDraft: Action<typeof applying.loanDraft> = async ({ tx, services, member }) => {
  const row = await draftOf(tx, member.id);
  if (!row) return { data: null };
  const values = JSON.parse(services.secrets.decrypt(COLUMN, member.id, row.sealed)) as Record<
    string,
    unknown
  >;
  const { version, reached, savedAt } = row;
  return { data: { version, reached, values, savedAt } };
};

/**
 * Saves from several devices one after the other; a device that has not seen the newest version is
 * refused, so that nothing is overwritten.
 */
export const saveLoanDraft: Action<typeof applying.saveLoanDraft> = async (context, draft) => {
  const { tx, services, member, realNow } = context;
  const { version, device, reached, values } = draft;
  const sealed = services.secrets.encrypt(COLUMN, member.id, JSON.stringify(values));
  const writing = { memberId: member.id, version, device, reached, sealed, now: realNow };
  const written = await writeDraft(tx, writing);
  if (written) return { data: { version: written.version, savedAt: realNow } };
  const newer = await draftOf(tx, member.id);
  // There is no draft any more, because it was submitted or deleted elsewhere.
  const { version: current = 0, savedAt } = newer ?? {};
  throw new Refusal('DRAFT_CHANGED', {
    data: { version: current, savedAt: savedAt ?? null },
  });
};
